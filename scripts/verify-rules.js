// `npm run verify:rules`: counts the legal positions of small boards, every one of them made by `Board.fromStones`,
// and compares with the known numbers (Tromp and Farnebäck 2007): 1, 57, 12 675 and 24 318 165 for n = 1 … 4.
//
// Colours can be swapped in any position, so only those whose last stone in reading order is black are made, and
// counted twice; the empty board stands alone. A position is a number in base 3, a digit a point: those with a
// black last stone are the numbers from 3^k to 2·3^k - 1. The work is shared by one thread a core.

import { availableParallelism } from "node:os"
import { isMainThread, parentPort, Worker } from "node:worker_threads"

// Typed by its source, so that types can be checked without a build.
/** @type {typeof import("../src/rules/index.ts")} */
const { allPoints, Board } = await import(new URL("../dist/rules/index.js", import.meta.url).href)

/** @type {typeof import("../src/cli/progress.ts")} */
const { Progress } = await import(new URL("../dist/cli/progress.js", import.meta.url).href)

const EXPECTED = [1, 57, 12_675, 24_318_165]

/** Numbers given to a thread at once. */
const PORTION = 100_000

/** @typedef {{ size: number, from: number, to: number }} Portion */

/** How many of the numbers from `from` to `to - 1` are legal positions. @param {Portion} portion */
function countLegal({ size, from, to }) {
  const points = allPoints(size)
  let legal = 0
  for (let code = from; code < to; code++) {
    /** @type {[1 | 2, (typeof points)[number]][]} */
    const stones = []
    for (let i = 0, rest = code; rest > 0; i++) {
      const digit = rest % 3
      const point = points[i]
      if (digit !== 0 && point !== undefined) stones.push([digit === 1 ? 1 : 2, point])
      rest = (rest - digit) / 3
    }
    if (Board.fromStones(size, stones).ok) legal++
  }
  return legal
}

/** @param {number} size @returns {Portion[]} */
function portionsOf(size) {
  const portions = []
  for (let k = 0; k < size * size; k++) {
    const end = 2 * 3 ** k
    for (let from = 3 ** k; from < end; from += PORTION)
      portions.push({ size, from, to: Math.min(end, from + PORTION) })
  }
  return portions
}

/** @param {number} size @param {readonly Worker[]} workers */
async function countAll(size, workers) {
  const portions = portionsOf(size)
  const all = portions.length
  const began = Date.now()
  const progress = new Progress()
  let [legal, done] = [0, 0]
  const show = () => progress.show(done / all, `${size}×${size}`)
  show()
  await Promise.all(
    workers.map(async (worker) => {
      for (let portion = portions.pop(); portion; portion = portions.pop()) {
        const found = await ask(worker, portion)
        legal += found // not before the answer: the other threads add to it meanwhile
        done++
        show()
      }
    }),
  )
  progress.end()
  return { legal: 1 + 2 * legal, seconds: (Date.now() - began) / 1000 }
}

/** @param {Worker} worker @param {Portion} portion @returns {Promise<number>} */
function ask(worker, portion) {
  return new Promise((resolve, reject) => {
    worker.once("error", reject)
    worker.once("message", (/** @type {number} */ legal) => {
      worker.off("error", reject)
      resolve(legal)
    })
    worker.postMessage(portion)
  })
}

async function main() {
  const workers = Array.from({ length: availableParallelism() }, () => new Worker(new URL(import.meta.url)))
  for (const [index, expected] of EXPECTED.entries()) {
    const size = index + 1
    const { legal, seconds } = await countAll(size, workers)
    const verdict = legal === expected ? "as expected" : `WRONG: expected ${expected}`
    console.log(`${size}×${size}: ${legal} legal positions, ${verdict} (${seconds.toFixed(1)} s)`)
    if (legal !== expected) process.exitCode = 1
  }
  await Promise.all(workers.map((worker) => worker.terminate()))
}

if (isMainThread) await main()
else
  parentPort?.on("message", (/** @type {Portion} */ portion) => parentPort?.postMessage(countLegal(portion)))
