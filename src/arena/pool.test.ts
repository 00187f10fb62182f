// Threads that fail cost one game each, which has its verdict all the same (ARE-1). The workers here are not the
// arena's own.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { SMALL_MATCH } from "../../test/support/match.ts"
import { NO_OPENINGS } from "./openings.ts"
import { GamePool } from "./pool.ts"
import { makeTask } from "./schedule.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-pool-"))
const pools: GamePool[] = []
afterEach(async () => void (await Promise.all(pools.splice(0).map((pool) => pool.close()))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TASK = makeTask(SMALL_MATCH, NO_OPENINGS, 0)

let files = 0
/** A pool whose workers do this when they are asked for a game; `send` answers. */
function poolOf(
  onPlay: string,
  options: { stall?: number; silence?: number; before?: string } = {},
): GamePool {
  const file = join(folder, `${++files}.mjs`)
  const send = `const send = (message) => parentPort.postMessage(message)`
  const listen = `parentPort.on("message", (message) => { if (message.kind === "play") { ${onPlay} } })`
  const ready = `send({ kind: "ready" })`
  const imports = `import { parentPort } from "node:worker_threads"`
  writeFileSync(file, [imports, send, options.before ?? "", listen, ready].join("\n"))
  const pool = new GamePool(options.stall ?? 60, { file, silenceSeconds: options.silence ?? 30 })
  pools.push(pool)
  return pool
}

const C3 = `send({ kind: "move", vertex: "C3" });`

describe("threads of games (ARE-1)", () => {
  it.each([
    ["throws", `${C3} setTimeout(() => { throw new Error("out of cheese") }, 20)`, /out of cheese/],
    ["rejects", `${C3} setTimeout(() => void Promise.reject(new Error("no cheese")), 20)`, /no cheese/],
    ["ends", `${C3} setTimeout(() => process.exit(4), 20)`, /its thread ended with code 4/],
  ])(
    "one that %s: the side to move has crashed, and the moves so far are kept",
    async (_, onPlay, reason) => {
      const pool = poolOf(onPlay)
      for (let game = 0; game < 2; game++) {
        const played = await pool.play(TASK)
        expect(played).toMatchObject({
          plays: ["C3"],
          verdict: { kind: "crash", winner: "black", reason: expect.stringMatching(reason) },
        })
        expect(played!.sgf).toMatch(/RE\[B\+F\]/)
      }
    },
  )

  it("one that hangs has stalled", async () => {
    const played = await poolOf(`${C3} setTimeout(() => { for (;;); }, 20)`, {
      stall: 1,
      silence: 1,
    }).play(TASK)
    expect(played).toMatchObject({ plays: ["C3"], verdict: { kind: "stall", winner: "black" } })
  })

  it("one that fails during the count makes the game void", async () => {
    const passes = `send({ kind: "move", vertex: "pass" });`
    const played = await poolOf(`${passes} ${passes} setTimeout(() => process.exit(1), 20)`).play(TASK)
    expect(played!.verdict).toMatchObject({ kind: "void", reason: expect.stringMatching(/can't be counted/) })
  })

  it("one that can't even begin is our own fault, and no game", async () => {
    await expect(poolOf("", { before: `throw new Error("no such module")` }).play(TASK)).rejects.toThrow(
      "no such module",
    )
  })

  it("games with other limits share the threads (ARE-4)", async () => {
    const done = `send({ kind: "move", vertex: String(threadId) });
      send({ kind: "done", played: { plays: [threadId, message.stallSeconds] } })`
    const pool = poolOf(done, { before: `import { threadId } from "node:worker_threads"` })
    const threads = new Set<unknown>()
    for (let stallSeconds = 1; stallSeconds <= 20; stallSeconds++) {
      const played = await pool.play(TASK, stallSeconds)
      threads.add(played!.plays[0])
      expect(played!.plays[1]).toBe(stallSeconds)
    }
    expect(threads.size).toBe(1)
    expect((await pool.play(TASK))!.plays[1]).toBe(60)
  })

  it("a task that is no game is refused before any thread has it", async () => {
    const pool = poolOf(`process.exit(1)`)
    for (const wrong of [{ rules: "zzz" }, { size: 1e9 }])
      await expect(pool.play({ ...TASK, match: { ...TASK.match, ...wrong } })).rejects.toThrow(
        /zzz|1000000000/,
      )
  })

  it("a closed pool drops its games, and plays no other", async () => {
    const sign = join(folder, "it plays")
    const pool = poolOf(
      `writeFileSync(${JSON.stringify(sign)}, ""); parentPort.on("message", () => send({ kind: "done" }))`,
      {
        before: `import { writeFileSync } from "node:fs"`,
      },
    )
    const playing = pool.play(TASK)
    await expect.poll(() => existsSync(sign)).toBe(true)
    await pool.close()
    expect(await playing).toBeUndefined()
    expect(await pool.play(TASK)).toBeUndefined()
  })

  it("a pool that is closed while a thread starts does not play its game", async () => {
    const sign = join(folder, "it plays all the same")
    const pool = poolOf(`writeFileSync(${JSON.stringify(sign)}, "")`, {
      before: `import { writeFileSync } from "node:fs"`,
    })
    const playing = pool.play(TASK)
    await pool.close()
    expect(await playing).toBeUndefined()
    expect(existsSync(sign)).toBe(false)
  })
})
