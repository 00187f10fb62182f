// montego learn: from small collections to weights, and what is said about bad ones.

import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { makeCollection } from "../../../test/support/collections.ts"
import {
  expectComplaint,
  expectRefusal,
  runInterruptedAt,
  runJson,
  runMontego,
} from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { unwrap } from "../../base/result.ts"
import { parseWeights } from "../../learn/index.ts"

const scratch = openScratch("learn")
const GAMES = scratch.file(gzipSync(makeCollection({ games: 60, moves: 60 })), "sgf.gz")
const MANY = scratch.file(makeCollection({ games: 300, moves: 60, seed: 5 }))
const OTHERS = scratch.file(makeCollection({ games: 10, moves: 60, seed: 2 }))
const place = (name: string): string => join(scratch.folder, name)
const SHAPES = place("games.shapes")
const MOVES = place("moves.bin")
const PLAYOUT = place("playout.bin")

interface Evaluated {
  positions: number
  top1: number
  top5: number
  logLikelihood: number
  phases: { positions: number; from: number }[]
  data: { games: number; skipped: Record<string, { count: number; details: string[] }> }
}

beforeAll(async () => {
  for (const words of [
    `learn harvest ${GAMES} --min 2 --out ${SHAPES}`,
    `learn train ${GAMES} --shapes ${SHAPES} --passes 2 --valid ${OTHERS} --out ${MOVES}`,
    `learn train ${GAMES} --features playout --method lmp --tolerance 0.01 --out ${PLAYOUT}`,
  ])
    expect(await runMontego(...words.split(" "))).toMatchObject({ code: 0 })
})

describe("montego learn eval (BT-6)", () => {
  it("ends with one object: positions, tops, log-likelihood, phases", async () => {
    const report = await runJson<Evaluated>("learn", "eval", OTHERS, "--weights", MOVES)
    expect(report.positions).toBe(600)
    expect(report.top1).toBeGreaterThan(0)
    expect(report.top5).toBeGreaterThanOrEqual(report.top1)
    expect(report.logLikelihood).toBeLessThan(0)
    expect(report.phases.reduce((sum, { positions }) => sum + positions, 0)).toBe(600)
    expect(report.data).toMatchObject({ games: 10, skipped: {} })
    const later = await runJson<Evaluated>("learn", "eval", OTHERS, "--weights", MOVES, "--from-move", "16")
    expect(later.positions).toBe(450)
  })

  it("random moves are not predicted better than chance, learned ones fit what they were learned from", async () => {
    const measure = (file: string) => runJson<Evaluated>("learn", "eval", file, "--weights", MOVES)
    const [known, other] = [await measure(GAMES), await measure(OTHERS)]
    expect(known.logLikelihood).toBeGreaterThan(other.logLikelihood)
    expect(other.top1).toBeLessThan(0.1)
  })

  it("shows a table, with playout weights too", async () => {
    const { code, out } = await runMontego("learn", "eval", OTHERS, "--weights", PLAYOUT)
    expect(code).toBe(0)
    expect(out).toMatch(/10 games with 600 moves\n/)
    expect(out).toMatch(/ moves +positions +top 1/)
    expect(out).toMatch(/^ +all +\d+ +\d+\.\d\d %/m)
  })
})

describe("montego learn train", () => {
  it("writes where the weights come from", () => {
    const { kind, origin, examples } = unwrap(parseWeights(readFileSync(MOVES)))
    expect(kind).toBe("moves")
    expect(origin).toMatchObject({ size: 9, games: 60, positions: 3600, method: "sgd", passes: 2, sample: 1 })
    expect(origin.files[0]!.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(origin.scores).toMatchObject({ positions: 600 })
    expect(examples.length).toBeGreaterThan(0)
    expect(existsSync(`${MOVES}.checkpoint`)).toBe(false)
  })

  it("gives the same weights with any number of threads", async () => {
    const [one, three] = [place("one.bin"), place("three.bin")]
    const words = ["learn", "train", GAMES, "--shapes", SHAPES, "--sample", "1/3"]
    for (const [out, threads] of [
      [one, "1"],
      [three, "3"],
    ] as const)
      expect((await runMontego(...words, "--threads", threads, "--out", out)).code).toBe(0)
    expect(readFileSync(three).equals(readFileSync(one))).toBe(true)
  })

  it.each([
    ["sgd", ["--shapes", SHAPES, "--passes", "3", "--checkpoint-every", "1"]],
    ["lmp", ["--features", "playout", "--passes", "6"]],
    ["mm", ["--features", "playout", "--passes", "6"]],
  ])("%s goes on after Ctrl-C and ends with the same weights", async (method, words) => {
    const command = (out: string): string[] => [
      "learn",
      "train",
      GAMES,
      "--method",
      method,
      ...words,
      "--out",
      out,
    ]
    const [whole, parts] = [place(`${method}-whole.bin`), place(`${method}-parts.bin`)]
    expect((await runMontego(...command(whole))).code).toBe(0)
    const stopped = await runInterruptedAt(0.4, ...command(parts))
    expect(stopped).toMatchObject({ code: 130, err: expect.stringContaining("the same command goes on") })
    expect([existsSync(parts), existsSync(`${parts}.checkpoint`)]).toEqual([false, true])
    const resumed = await runMontego(...command(parts))
    expect(resumed).toMatchObject({ code: 0, err: expect.stringMatching(/goes on after [1-9]\d* passes/) })
    expect(readFileSync(parts).equals(readFileSync(whole))).toBe(true)
    expect(existsSync(`${parts}.checkpoint`)).toBe(false)
  })

  it("lmp has the same gammas whether it begins with a part of the data or not", async () => {
    const gammas = async (...options: string[]): Promise<Float64Array> => {
      const out = place("warm.bin")
      const words = [
        "learn",
        "train",
        MANY,
        "--features",
        "playout",
        "--method",
        "lmp",
        "--tolerance",
        "0.00001",
      ]
      expect((await runMontego(...words, ...options, "--out", out)).code).toBe(0)
      const weights = unwrap(parseWeights(readFileSync(out)))
      expect(weights.origin.positions).toBeGreaterThan(15_000)
      return weights.gammas
    }
    const [warm, whole] = [await gammas("--warm-up", "1000"), await gammas()]
    for (const [feature, gamma] of warm.entries()) expect(gamma / whole[feature]!).toBeCloseTo(1, 3)
  })

  it("refuses a checkpoint of another training, and one that is damaged", async () => {
    const out = place("refused.bin")
    const words = [
      "learn",
      "train",
      GAMES,
      "--features",
      "playout",
      "--method",
      "lmp",
      "--passes",
      "4",
      "--out",
      out,
    ]
    await runInterruptedAt(0.3, ...words)
    expectComplaint(
      await withoutFirstLine(...words, "--seed", "2", "--sample", "1/2"),
      /other files or settings/,
    )
    const checkpoint = `${out}.checkpoint`
    writeFileSync(checkpoint, readFileSync(checkpoint).subarray(0, -9))
    expectComplaint(await withoutFirstLine(...words), /truncated: it has \d+ of \d+ bytes/)
  })

  it("leaves out what can't be used, counts it and names the first", async () => {
    const broken = gzipSync(makeCollection({ games: 30, moves: 60, seed: 4 }))
    const good = makeCollection({ games: 3, moves: 30, seed: 3 })
    const files = [
      scratch.file(
        `${good}(;SZ[9];B[aa];W[aa])\n(;SZ[9]HA[2]AB[cc][gg];W[ee])\n(;SZ[13];B[aa])\n(;SZ[9];B[aa];B[bb])\n(;SZ[9])\n`,
      ),
      scratch.file(broken.subarray(0, broken.length - 300), "sgf.gz"),
    ]
    const report = await runJson<Evaluated>("learn", "eval", ...files, "--weights", PLAYOUT)
    const counts = Object.entries(report.data.skipped).map(([reason, { count }]) => `${reason} ${count}`)
    expect(counts.sort()).toEqual(["empty 1", "file 1", "illegal 1", "setup 1", "size 1", "turns 1"])
    expect(report.data.games).toBeGreaterThan(20)
    expect(report.data.skipped["illegal"]!.details).toEqual([
      `${files[0]}: game 4 (line 4): move 2 is illegal`,
    ])
    const { out } = await runMontego("learn", "eval", ...files, "--weights", PLAYOUT)
    expect(out).toContain("left out: 1 (handicap or stones that are set up)\n")
    expect(out).toMatch(/the compressed file ends too early after \d+ bytes/)
  })
})

/** The command says what it does before it looks for the checkpoint. */
async function withoutFirstLine(...words: string[]) {
  const ran = await runMontego(...words)
  return { ...ran, err: ran.err.split("\n").slice(1).join("\n") }
}

describe("bad input", () => {
  const NONE = place("none.sgf")
  it.each<[string[], RegExp]>([
    [["learn", "eval", NONE], /none\.sgf does not exist/],
    [["learn", "eval", OTHERS, "--weights", OTHERS], /not a file of the kind montego-weights/],
    [["learn", "show", SHAPES], /not a file of the kind montego-weights/],
    [
      ["learn", "train", OTHERS, "--out", MOVES],
      /--shapes: which shapes\? Make them with montego learn harvest/,
    ],
    [["learn", "train", OTHERS, "--shapes", MOVES, "--out", MOVES], /not a file of the kind montego-shapes/],
    [
      ["learn", "train", OTHERS, "--features", "playout", "--shapes", SHAPES, "--out", MOVES],
      /playout features have none/,
    ],
    [["learn", "harvest", scratch.file("(;SZ[9]AB[aa])"), "--out", place("x")], /no move to harvest/],
  ])("%j", async (words, reason) => {
    const ran = await runMontego(...words)
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(reason)
    expect(ran.err).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it.each([
    ["learn", "harvest", OTHERS, "--out", place("nowhere/x")],
    ["learn", "train", OTHERS, "--features", "playout", "--out", place("nowhere/x")],
    ["learn", "train", OTHERS, "--features", "playout", "--out", PLAYOUT, "--checkpoint", place("nowhere/x")],
    ["learn", "harvest", OTHERS, "--out", scratch.folder],
    ["learn", "show", MOVES, "--svg", place("nowhere/x.svg")],
  ])("%j: a file that can't be written is told before the work begins", async (...words) => {
    const ran = await runMontego(...words)
    expectRefusal(ran, /can't be written: .*(does not exist|is a directory)/)
    expect(ran.err).not.toMatch(/positions|games/)
  })

  it.each([
    ["--sample", "0", /a share above 0/],
    ["--sample", "2/1", /a share above 0/],
    ["--threads", "0", /1 to 64 threads/],
    ["--size", "25", /up to 19×19/],
  ])("%s %s", async (option, value, reason) => {
    expectRefusal(await runMontego("learn", "eval", OTHERS, option, value), reason)
  })

  it("an edited weight file is refused with the reason", async () => {
    const bytes = readFileSync(MOVES)
    bytes[bytes.length - 100]! ^= 1
    const edited = scratch.file(bytes, "bin")
    expectRefusal(await runMontego("learn", "show", edited), /damaged or edited: the checksum is wrong/)
  })
})

describe("montego learn show", () => {
  it("draws the best and the worst as little boards with their ranges", async () => {
    const { code, out } = await runMontego("learn", "show", PLAYOUT, "--best", "3", "--worst", "2")
    expect(code).toBe(0)
    const [, best = "", worst = ""] =
      /Best shapes\n([\s\S]*)\nWorst shapes\n([\s\S]*)\nOther features/.exec(out) ?? []
    expect(best.match(/\*/g)).toHaveLength(3)
    expect(worst.match(/\*/g)).toHaveLength(2)
    expect(best).toMatch(/\[[\d.]+ … [\d.]+\]/)
    expect(out).toMatch(/^[\d.]+ \[.*\] +near: beside the last move$/m)
    expect(
      Math.max(
        ...out
          .split("\n")
          .slice(6)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80)
  })

  it("as a picture, and as JSON", async () => {
    const svg = place("shapes.svg")
    const shown = await runJson<{ best: { gamma: number }[]; worst: { gamma: number }[] }>(
      "learn",
      "show",
      MOVES,
      "--svg",
      svg,
    )
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg [\s\S]*Worst shapes[\s\S]*<\/svg>\n$/)
    expect(shown.best[0]!.gamma).toBeGreaterThan(shown.worst[0]!.gamma)
    expect(shown.best.map(({ gamma }) => gamma)).toEqual(
      [...shown.best.map(({ gamma }) => gamma)].sort((a, b) => b - a),
    )
  })
})
