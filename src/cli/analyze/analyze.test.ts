// `montego analyze` (TREE-15): a position, a search that is watched or opened, a whole game, and what it refuses.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough, Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, it, vi } from "vitest"
import { expectRefusal, runJson, runMontego, type Ran } from "../../../test/support/montego.ts"
import { NINE, openScratch } from "../../../test/support/scratch.ts"
import { expectWholeSvg } from "../../../test/support/svg.ts"
import { unwrap } from "../../base/result.ts"
import { Black, Game, parseVertex, White } from "../../rules/index.ts"
import { presetParams, Searcher, worstMoves, type ReviewedPosition } from "../../search/index.ts"
import { drawRates, makeRatesSvg } from "./graph.ts"
import { formula, stepThrough } from "./step.ts"
import { Screen } from "../../../test/support/screen.ts"
import { Watch } from "./watch.ts"

const { folder, file: record } = openScratch("analyze")
afterEach(() => void vi.restoreAllMocks())

const run = (...argv: string[]): Promise<Ran> => runMontego("analyze", ...argv)

const json = <T>(...argv: string[]): Promise<T> => runJson<T>("analyze", ...argv)

interface Found {
  readonly moves: number
  readonly size: number
  readonly komi: number
  readonly rules: string
  readonly toPlay: string
  readonly playouts: number
  readonly stopped: string
  readonly winRate: number
  readonly score: { readonly mean: number; readonly spread: number }
  readonly judge: string
  readonly candidates: readonly {
    move: string
    visits: number
    winRate: number
    chance: number
    pv: string[]
  }[]
  readonly considered: readonly { move: string; playouts: number; visits: number; winRate: number }[]
  readonly owners: readonly (readonly number[])[]
  readonly seconds: number
  readonly notes: readonly string[]
}

const CLASSICAL = ["--player", "uct:strong"]

/** Capture Go: White's stone has one liberty left, A4. */
const CAPTURE = record("(;GM[1]SZ[5]RU[capture-1]AB[ba]AW[aa]PL[B])")
const SIMPLE = record("(;GM[1]SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[];B[db])")

describe("a position (TREE-15)", () => {
  it("prints candidates, the network's chances, the owner map, the score and the evaluations", async () => {
    const { code, out, err } = await run(NINE, "--playouts", "100")
    expect(code).toBe(0)
    expect(out).toMatch(
      /nine\.sgf, after 29 moves: White to play, komi 7, chinese rules\nsearch by uct:net, seed 1\n/,
    )
    expect(out).toMatch(/^move +visits +wins +chance +line$/m)
    expect(out).toMatch(/^[A-J]\d +\d+ +[\d.]+ % +[\d.]+ % {3}[A-J]\d( [A-J]\d| pass)*$/m)
    expect(out).toMatch(/^evaluations +led by +visits +wins\n( +\d+ {3}([A-J]\d|pass) +\d+ +[\d.]+ %\n)+\n/m)
    expect(out).toMatch(/^ 9 ([ XO]\d ){9} 9$/m)
    expect(out).toMatch(/^White wins [\d.]+ % of 100 evaluations; score [BW]\+[\d.]+ ± [\d.]+$/m)
    expect(err).toMatch(/^100 evaluations in [\d.]+ s: \d+ a second\n$/)
  })

  it("prints candidates of the classical search, and its playouts", async () => {
    const { code, out, err } = await run(NINE, ...CLASSICAL, "--playouts", "200")
    expect(code).toBe(0)
    expect(out).toContain("search by uct:strong, seed 1\n")
    expect(out).toMatch(/^move +visits +wins +RAVE of +prior of +line$/m)
    expect(out).toMatch(/^[A-J]\d +\d+ +[\d.]+ % +[\d.]+ % +\d+ +[\d.]+ % +\d+ {3}[A-J]\d( [A-J]\d| pass)*$/m)
    expect(out).toMatch(/^playouts +led by +visits +wins\n( +\d+ {3}([A-J]\d|pass) +\d+ +[\d.]+ %\n)+\n/m)
    expect(out).toMatch(/^ 9 ([ XO]\d ){9} 9$/m)
    expect(out).toMatch(/^White wins [\d.]+ % of 200 playouts; score [BW]\+[\d.]+ ± [\d.]+$/m)
    expect(err).toMatch(/^200 playouts in [\d.]+ s: \d+ a second\n$/)
  })

  it("prints the same for the same seed, and something else for another", async () => {
    const [first, again, other] = [
      await run(NINE, "--playouts", "100"),
      await run(NINE, "--playouts", "100"),
      await run(NINE, "--playouts", "100", "--seed", "2"),
    ]
    expect(again.out).toBe(first.out)
    expect(other.out).not.toBe(first.out)
  })

  it("as JSON: all of the report", async () => {
    const found = await json<Found>(NINE, ...CLASSICAL, "--playouts", "150", "--move", "12")
    expect(found).toMatchObject({ size: 9, moves: 11, komi: 7, rules: "chinese", toPlay: "White" })
    expect(found).toMatchObject({ playouts: 150, stopped: "playouts", notes: [] })
    expect(found.owners.map((row) => row.length)).toEqual(Array.from({ length: 9 }, () => 9))
    // E5 is Black's first stone, in the middle of the rows; the margins are the sum of the owners.
    expect(found.owners[4]![4]).toBeGreaterThan(0.2)
    const sum = found.owners.flat().reduce((all, owner) => all + owner, 0)
    expect(Math.abs(sum - 7 - found.score.mean)).toBeLessThan(0.01)
    expect(found.candidates.reduce((all, { visits }) => all + visits, 0)).toBe(150)
    for (const { move, pv } of found.candidates) expect(pv[0]).toBe(move)
    expect(found.considered[0]!.playouts).toBe(32)
    expect(found.considered.at(-1)!.move).toBe(found.candidates[0]!.move)
  })

  it("as JSON and CSV: the network's chances", async () => {
    const { judge, candidates } = await json<Found>(NINE, "--playouts", "20", "--move", "12")
    expect(judge).toBe("network")
    const chances = candidates.map(({ chance }) => chance)
    expect(Math.max(...chances)).toBeGreaterThan(0.5)
    expect(chances.reduce((all, chance) => all + chance, 0)).toBeLessThanOrEqual(1.0001)
    const { out } = await run(NINE, "--playouts", "20", "--move", "12", "--csv")
    const [heading, first] = out.split("\n").map((line) => line.split(","))
    expect(Number(first![heading!.indexOf("chance")])).toBeCloseTo(chances[0]!, 6)
  })

  it("finds the move that wins at once", async () => {
    const { candidates, toPlay } = await json<Found>(CAPTURE, "--playouts", "300")
    expect([toPlay, candidates[0]!.move]).toEqual(["Black", "A4"])
  })

  it("the empty board, rules and komi", async () => {
    const found = await json<Found>("--size", "5", "--playouts", "20", "--rules", "japanese", "--komi", "-3")
    expect(found).toMatchObject({ size: 5, moves: 0, komi: -3, rules: "japanese", toPlay: "Black" })
    expect((await json<Found>(NINE, "--playouts", "5", "--rules", "cgos")).rules).toBe("cgos")
  })

  it("reads gzip and standard input", async () => {
    const packed = gzipSync(readFileSync(NINE))
    const fromFile = await run(record(packed, "sgf.gz"), "--playouts", "20")
    for (const bytes of [packed, readFileSync(NINE)]) {
      const stdin = vi
        .spyOn(process, "stdin", "get")
        .mockReturnValue(Readable.from([bytes]) as typeof process.stdin)
      const { code, out } = await run("-", "--playouts", "20")
      stdin.mockRestore()
      expect(code).toBe(0)
      expect(out.split("\n").slice(1)).toEqual(fromFile.out.split("\n").slice(1))
    }
  })

  it("a collection, and the search of another player with its own budget", async () => {
    const two = record(`${readFileSync(SIMPLE, "utf8")}${readFileSync(NINE, "utf8")}`)
    const found = await json<Found>(
      two,
      "--number",
      "2",
      "--player",
      "uct:plain,playouts=30",
      "--playouts",
      "99",
    )
    expect([found.size, found.playouts]).toEqual([9, 30])
    expect(found.candidates[0]).not.toHaveProperty("rave")
  })

  it("moves are counted through a setup on the way", async () => {
    const set = record("(;GM[1]SZ[5];B[cc];W[cb];AB[bb];B[db];W[dc])")
    expect((await json<Found>(set, "--playouts", "5")).moves).toBe(4)
    const { moves, notes } = await json<Found>(set, "--playouts", "5", "--move", "4")
    expect([moves, notes]).toEqual([3, [expect.stringContaining("stones are set up after move 2")]])
  })

  it("Capture Go has no score and no owners", async () => {
    const { code, out } = await run("--size", "5", "--rules", "capture-1", "--playouts", "30")
    expect(code).toBe(0)
    expect(out).toMatch(/^Black wins [\d.]+ % of 30 playouts$/m)
    expect(out).not.toMatch(/digits/)
  })

  it("--svg draws the owner map", async () => {
    const svg = join(folder, "map.svg")
    expect((await run(SIMPLE, "--playouts", "10", "--svg", svg)).code).toBe(0)
    expect(readFileSync(svg, "utf8").match(/<rect [^>]*><title>/g)).toHaveLength(25)
  })

  it("Ctrl-C shows what is done", async () => {
    const before = process.listenerCount("SIGINT")
    const running = run(NINE, "--seconds", "60")
    while (process.listenerCount("SIGINT") === before) await new Promise((wake) => void setImmediate(wake))
    process.listeners("SIGINT").at(-1)!("SIGINT")
    const { code, out, err } = await running
    expect(code).toBe(130)
    expect(out).toMatch(/of \d+ evaluations/)
    expect(err).toMatch(/interrupted/)
    expect(process.listenerCount("SIGINT")).toBe(before)
  })
})

const report = async () => {
  const searcher = await Searcher.create({ params: presetParams("plain") })
  const position = unwrap(Game.create({ size: 5 })).position()
  return (await searcher.search({ position, color: Black, budget: { playouts: 40 }, seed: 1 })).report
}

describe("--watch (TREE-15)", () => {
  it("draws over itself on a terminal and leaves it clean", async () => {
    const screen = new Screen({ columns: 80, rows: 3 })
    const write = (chunk: unknown): boolean => {
      screen.write(String(chunk))
      return true
    }
    let lines = ["longer", "two", "three"]
    const watch = new Watch({ write, isTTY: true, rows: 3 }, () => lines)
    screen.write("$ montego analyze --watch\n")
    expect(watch.every).toBe(100)
    const now = await report()
    watch.show(now, 5)
    expect(screen.lines).toEqual(["longer", "two"])
    lines = ["one"]
    watch.show(now, 5)
    expect(screen.lines).toEqual(["one"])
    expect([screen.clearings, screen.scrolled]).toEqual([1, 0])
    watch.end()
    expect(screen.lines).toEqual(["$ montego analyze --watch"])
  })

  it("writes lines elsewhere", async () => {
    let text = ""
    const watch = new Watch({ write: (chunk: unknown) => Boolean((text += String(chunk))) }, () => [])
    expect(watch.every).toBe(1000)
    watch.show(await report(), 5)
    watch.end()
    expect(text).toMatch(/^40 playouts: [A-E]\d \d+ visits, wins [\d.]+ %; [A-E]\d.*\n$/)
  })

  it("ends with the whole report", async () => {
    const { code, out } = await run(SIMPLE, "--watch", "--playouts", "50")
    expect(code).toBe(0)
    expect(out).toMatch(/of 50 evaluations/)
  })
})

describe("--step (TREE-15)", () => {
  it("prints the wanted number of simulations with all terms, and takes the child it said it would", async () => {
    const { code, out, err } = await run(SIMPLE, "--step", "12", "--player", "uct:brady", "--playouts", "30")
    expect([code, err]).toEqual([0, ""])
    const steps = [...out.matchAll(/^simulation (\d+), (\S+).*: [BW]\+[\d.]+$/gm)]
    expect(steps.map(([, number]) => Number(number))).toEqual(Array.from({ length: 12 }, (_, i) => 31 + i))
    const announced = [...out.matchAll(/^→ (\S+)/gm)].map(([, move]) => move)
    expect(steps.slice(1).map(([, , move]) => move)).toEqual(announced.slice(0, -1))
    expect(out).toMatch(/^ {2}move +visits +weight +wins +RAVE +won +estimate +explore +bias +value$/m)
  })

  it("the value is the sum of its terms, and the highest comes first", async () => {
    const { out } = await run(SIMPLE, "--step", "1", "--player", "uct:plain", "--playouts", "100")
    const rows = [...out.matchAll(/^[→ ] [A-E]\d +\d.*$/gm)].map(([row]) => row.slice(2).trim().split(/ +/))
    expect(rows).toHaveLength(8)
    const values = rows.map(([, , , , , , estimate, explore, bias, value]) => {
      expect(Math.abs(Number(estimate) + Number(explore) + Number(bias) - Number(value))).toBeLessThan(0.0002)
      return Number(value)
    })
    expect(values).toEqual([...values].sort((a, b) => b - a))
  })

  it("tells the first simulation too, and ten without a number", async () => {
    const { out } = await run("--size", "5", "--step")
    expect(out.match(/^simulation /gm)).toHaveLength(10)
    expect(out).toMatch(/^simulation 1, [A-E]\d: /m)
  })

  it("the formula names the knobs that are on", () => {
    expect(formula(presetParams("plain")).join("\n")).toMatch(
      /estimate: v\/w .*exploration: c·√\(ln N \/ w\).*=0\.7/s,
    )
    expect(formula(presetParams("brady")).join("\n")).toContain("rave-schedule=1000")
    expect(formula(presetParams("mogo")).join("\n")).toMatch(/rave-bias=.*none \(exploration=0\)/s)
    expect(formula({ ...presetParams("plain"), tuned: 1, bias: 3 }).join("\n")).toMatch(/min\(¼.*bias=3/s)
  })

  it("at a terminal: Enter, a number, nonsense, q", async () => {
    const searcher = await Searcher.create({ params: presetParams("plain") })
    const game = unwrap(Game.create({ size: 5 }))
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100 })
    let text = ""
    output.on("data", (chunk: Buffer) => void (text += chunk.toString()))
    const numbers = (): number[] =>
      [...text.matchAll(/simulation (\d+),/g)].map(([, number]) => Number(number))
    const options = { steps: undefined, before: 0, color: Black, seed: 1 } as const
    const stepping = stepThrough(searcher, game, options, { input, output })
    for (const line of ["", "7", "what", "", "q"]) input.write(`${line}\n`)
    await stepping
    expect(numbers()).toEqual([1, 2, 9, 10])
    text = ""
    await stepThrough(
      searcher,
      game,
      { ...options, steps: 3 },
      { input: Object.assign(Readable.from(["100\n"]), { isTTY: true }), output },
    )
    expect(numbers().at(-1)).toBe(3)
  })
})

interface Whole {
  readonly positions: readonly { number: number; color?: string; move?: string; blackWins: number }[]
  readonly worst: readonly { number: number; color: string; move: string; before: number; after: number }[]
}

const move = (vertex: string) => parseVertex(vertex, 5)!

/** Black's win rates, and moves by turns. */
function reviewedOf(rates: readonly number[]): ReviewedPosition[] {
  return rates.map((blackWins, number) => ({
    number,
    played: number === 0 ? undefined : { color: number % 2 === 1 ? Black : White, move: move("C3") },
    blackWins,
    score: undefined,
    candidates: [],
  }))
}

describe("--game (TREE-15)", () => {
  it("every position, the worst moves and a graph", async () => {
    const { code, out } = await run(SIMPLE, "--game", "--playouts", "60")
    expect(code).toBe(0)
    expect(out).toMatch(/^ {3}0 +[\d.]+ % +[BW]\+[\d.]+ {3}\S+$/m)
    expect(out).toMatch(/^ {3}4 {2}W pass +[\d.]+ % +[+−][\d.]+ /m)
    expect(out.match(/^ {3}\d {2}/gm)).toHaveLength(6)
    expect(out).toMatch(/\nBlack's win rate\n 100 %/)
  })

  it("a position of the game is what the command finds for it alone", async () => {
    const { positions } = await json<Whole>(SIMPLE, "--game", "--playouts", "60")
    const alone = await json<Found>(SIMPLE, "--move", "3", "--playouts", "60")
    expect(positions[2]).toMatchObject({ number: 2, color: "White", move: "C4", blackWins: alone.winRate })
    expect(positions).toHaveLength(6)
  })

  it("a game that captures ended needs no search", async () => {
    const won = record("(;GM[1]SZ[5]RU[capture-1];B[aa];W[ba];B[cc];W[ab])")
    const { positions } = await json<Whole>(won, "--game", "--playouts", "40")
    expect(positions.at(-1)).toEqual({ number: 4, color: "White", move: "A4", blackWins: 0 })
    const alone = await run(won)
    expect([alone.code, alone.err]).toEqual([2, expect.stringContaining("the game is over")])
  })

  it("blocks: a column for each position, bins for long games, the worst moves below", () => {
    const lines = drawRates(reviewedOf([0, 0.5, 1]), [])
    expect(lines.slice(1, 9)).toEqual([
      " 100 %   █",
      "         █",
      "         █",
      "         █",
      "  50 %  ██",
      "        ██",
      "        ██",
      "   0 %  ██",
    ])
    const long = reviewedOf(Array.from({ length: 300 }, () => 0.5))
    expect(Math.max(...drawRates(long, []).map((line) => line.length))).toBeLessThanOrEqual(80)
    const marked = reviewedOf([0.5, 0.1, 0.1])
    expect(drawRates(marked, worstMoves(marked)).at(-2)).toBe("        1")
  })

  it("a picture with title, axes, numbers and the worst moves", async () => {
    const file = join(folder, "rates.svg")
    const { code, out } = await run(SIMPLE, "--game", "--playouts", "20", "--svg", file)
    expect(code).toBe(0)
    expect(out).not.toContain("100 %\n")
    const text = readFileSync(file, "utf8")
    expectWholeSvg(text)
    expect(text.match(/<circle class="dot"/g)).toHaveLength(6)
    expect(text).toContain("prefers-color-scheme:dark")
    const marked = reviewedOf([0.5, 0.1, 0.1])
    const svg = makeRatesSvg("<a & b>", marked, worstMoves(marked), 5)
    expect(svg).toContain("<title>&lt;a &amp; b&gt;</title>")
    expect(svg).toContain(">1: 1 B C3 −40 %</text>")
    expect(svg.match(/class="worst"/g)).toHaveLength(1)
    for (const label of ["0 %", "50 %", "100 %", "move"]) expect(svg).toContain(`>${label}</text>`)
  })
})

describe("bad input", () => {
  it.each<[string, string[], RegExp]>([
    ["no record", [record("Dear friend")], /no game found/],
    ["stones that can't be", [record("(;SZ[9]AB[ba][ab]AW[aa])")], /leave a chain without liberty/],
    ["a large board", ["--size", "21"], /room for boards up to 19×19, this one is 21×21/],
    ["a large board in a record", [record("(;SZ[25];B[aa])")], /room for boards up to 19×19/],
    ["a move that is not there", [NINE, "--move", "31"], /it has 29 moves; --move is from 1 to 30/],
    ["move 0", [NINE, "--move", "0"], /--move is from 1 to 30/],
    ["a move without a record", ["--move", "3"], /--move needs a record/],
    ["a record and a size", [NINE, "--size", "9"], /--size is for the empty board/],
    ["a game that is not there", [NINE, "--number", "2"], /there is no game 2/],
    ["another player", [NINE, "--player", "random"], /random has no tree to look at/],
    ["an unknown player", [NINE, "--player", "nobody"], /there is no player "nobody"/],
    ["an unknown preset", [NINE, "--player", "uct:best"], /no preset "best"/],
    [
      "a value out of range",
      [NINE, "--player", "uct,exploration=99"],
      /exploration is a number from 0 to 10/,
    ],
    ["no playouts", [NINE, "--playouts", "0"], /1 to 1 000 000 000 playouts/],
    ["no time", [NINE, "--seconds", "0"], /positive number of seconds/],
    ["more time than there is", [NINE, "--seconds", "1e99"], /at most 1000000000/],
    ["too many threads", [NINE, "--threads", "65"], /1 to 64 threads/],
    ["no steps", [NINE, "--step", "0"], /1 to 1 000 000 steps/],
    ["steps in threads", [NINE, "--step", "--threads", "2"], /--step shows one thread/],
    ["steps in time", [NINE, "--step", "--seconds", "2"], /--step counts simulations/],
    ["two ways to look", [NINE, "--step", "--game"], /--step and --game don't go together/],
    ["JSON to watch", [NINE, "--watch", "--json"], /leave out --watch/],
    ["a picture of steps", [NINE, "--step", "--svg", "x.svg"], /--step draws no picture/],
    ["a game of nothing", ["--game"], /--game needs a record/],
    ["a game up to a move", [NINE, "--game", "--move", "3"], /leave out --move/],
    ["unknown rules", [NINE, "--rules", "chess"], /There are no rules "chess"/],
    [
      "a picture nowhere",
      [SIMPLE, "--playouts", "5", "--svg", join(folder, "no", "x.svg")],
      /can't be written/,
    ],
  ])("%s", async (_, words, reason) => expectRefusal(await run(...words), reason))

  it("damaged bytes on standard input", async () => {
    const bytes = gzipSync(readFileSync(NINE)).subarray(0, 60)
    const stdin = vi
      .spyOn(process, "stdin", "get")
      .mockReturnValue(Readable.from([bytes]) as typeof process.stdin)
    const { code, err } = await run("-")
    stdin.mockRestore()
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("standard input: the compressed record is damaged"),
    ])
  })

  it("--help has examples", async () =>
    expect((await run("--help")).out).toMatch(/Examples:\n {2}montego analyze game\.sgf/))
})
