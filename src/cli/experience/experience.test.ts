// TREE-10 from the command line: what `montego experience` prints where, its exit codes, and what is left of a file.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, it, vi } from "vitest"
import { expectRefusal, runInterruptedAt, runMontego, type Ran } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { allPoints, makeVertex } from "../../rules/index.ts"
import { play } from "../play.ts"

const { folder, file: sgf } = openScratch("experience-cli")
afterEach(() => void vi.restoreAllMocks())

/** Runs a command in this process, with all that it prints caught. */
const run = (...argv: string[]): Promise<Ran> => runMontego("experience", ...argv)

let places = 0
/** A name for an experience file, in a folder of its own. */
function place(): string {
  const own = join(folder, String(++places))
  mkdirSync(own)
  return join(own, "nine.exp")
}

const game = (moves: string, result = "B+R", info = "SZ[9]KM[7]RU[Chinese]"): string =>
  `(;GM[1]${info}RE[${result}]${moves})\n`

/** Three games that begin in the centre, two of them as mirror images; one that begins elsewhere. */
const FOUR = sgf(
  game(";B[ee];W[cc];B[gg]") +
    game(";B[ee];W[gg];B[cc]", "W+3.5") +
    game(";B[ee];W[ec]", "0") +
    game(";B[cc];W[gg];B[gc]", "W+T"),
)

async function built(...more: string[]): Promise<string> {
  const path = place()
  expect((await run("build", path, "--from", FOUR, ...more)).code).toBe(0)
  return path
}

describe("experience build and info (TREE-10)", () => {
  it("builds, and says what it took", async () => {
    const path = place()
    expect(await run("build", path, "--from", FOUR)).toEqual({
      code: 0,
      out: `4 games read, 4 taken\n${path}: 4 games, 8 nodes, 240 bytes\n`,
      err: "",
    })
    expect(readdirSync(join(path, ".."))).toEqual(["nine.exp"])
  })

  it("info shows the tree and its openings", async () => {
    const path = await built()
    const { code, out, err } = await run("info", path, "--moves", "2")
    expect([code, err]).toEqual([0, ""])
    expect(out).toBe(`board    9×9, turned and mirrored games as one
komi     7
rules    chinese
games    4, Black wins 37.5 %
nodes    8 in 240 bytes
depth    3 moves

   games    share    Black   opening
       2   50.0 %   50.0 %   E5 C7
       1   25.0 %   50.0 %   E5 E7
       1   25.0 %    0.0 %   C7 G3
`)
    expect((await run("info", path, "--moves", "2", "--top", "1")).out).toMatch(/opening\n +2 .* E5 C7\n$/)
    expect((await run("info", path)).out).toMatch(/\n\nno game has 4 moves here\n$/)
  })

  it("info as JSON", async () => {
    const path = await built()
    const { code, out } = await run("info", path, "--json", "--moves", "2", "--top", "1")
    expect([code, JSON.parse(out)]).toEqual([
      0,
      {
        file: path,
        bytes: 240,
        size: 9,
        symmetric: true,
        komi: 7,
        rules: "chinese",
        games: 4,
        blackWins: 1.5,
        nodes: 8,
        depth: 3,
        openings: [
          {
            moves: [
              ["B", "E5"],
              ["W", "C7"],
            ],
            games: 2,
            blackWinRate: 0.5,
          },
        ],
      },
    ])
  })

  it("reads collections and gzip, and keeps depth and nodes as told", async () => {
    const packed = sgf(gzipSync(readFileSync(FOUR)), "sgf.gz")
    const path = place()
    expect((await run("build", path, "--from", packed, FOUR, "--depth", "2")).out).toMatch(
      /: 8 games, 6 nodes/,
    )
    expect((await run("build", path, "--from", packed, "--max-nodes", "3")).out).toMatch(/: 4 games, 3 nodes/)
  })

  it("leaves out what can't be compared, and counts it", async () => {
    const others = sgf(
      game(";B[ee]", "B+R", "SZ[19]KM[7]") +
        game(";B[ee]", "?") +
        game(";B[ee]", "Void") +
        game(";W[ee]", "B+R", "SZ[9]HA[2]AB[cc][gg]") +
        game(";B[ee];W[ee]") +
        game(";B[ee]", "B+R", "SZ[9]KM[5.5]") +
        game(";B[ee]", "B+R", "SZ[9]KM[7]RU[capture-1]"),
    )
    const { code, out } = await run("build", place(), "--from", FOUR, others, "--komi", "7")
    expect(code).toBe(0)
    expect(out.split("\n").slice(0, 2)).toEqual([
      "11 games read, 4 taken; left out: 1 on other boards, 2 without a result, 2 with another komi, 1 unreadable, 1 of Capture Go",
      expect.stringContaining(
        `note: ${others}: game 5: move 2, W[ee]: there is already a stone on that point`,
      ),
    ])
    expect((await run("build", place(), "--from", FOUR, others)).out).toMatch(
      /11 games read, 5 taken.*1 with handicap or setup/,
    )
  })

  it("komi and rules are told where all games have the same", async () => {
    const path = await built()
    const other = sgf(game(";B[ee]", "B+R", "SZ[9]KM[5.5]RU[Chinese]"))
    await run("build", path, "--from", other, "--merge")
    expect((await run("info", path)).out).toMatch(/^komi +various or unknown\nrules +chinese$/m)
  })

  it("--merge adds, without it the tree is replaced", async () => {
    const path = await built()
    expect((await run("build", path, "--from", FOUR, "--merge")).out).toMatch(/: 8 games, 8 nodes/)
    expect((await run("build", path, "--from", FOUR)).out).toMatch(/: 4 games, 8 nodes/)
    const fresh = place()
    expect((await run("build", fresh, "--from", FOUR, "--merge")).code).toBe(0)
    expect(readFileSync(fresh)).toEqual(readFileSync(path))
  })

  it("--merge takes the size of the file", async () => {
    const path = place()
    const thirteen = sgf(game(";B[dd]", "B+R", "SZ[13]KM[7]"))
    expect((await run("build", path, "--from", thirteen, "--size", "13")).code).toBe(0)
    expect((await run("build", path, "--from", thirteen, "--merge")).out).toMatch(/: 2 games/)
    expectRefusal(
      await run("build", path, "--from", FOUR, "--merge", "--size", "9"),
      /is for 13×13, games on 9×9 can't be merged/,
    )
  })

  it("Ctrl-C writes the games that were read so far", async () => {
    const path = place()
    const many = sgf(readFileSync(FOUR, "utf8").repeat(5000))
    const before = process.listenerCount("SIGINT")
    const running = run("build", path, "--from", many)
    while (process.listenerCount("SIGINT") === before) await new Promise((wake) => void setImmediate(wake))
    process.listeners("SIGINT").at(-1)!("SIGINT")
    const { code, err } = await running
    expect([code, err]).toEqual([130, "montego: interrupted; the games that were done are in the file\n"])
    const { games } = JSON.parse((await run("info", path, "--json")).out) as { games: number }
    expect(games).toBeGreaterThan(0)
    expect(games).toBeLessThan(20_000)
    expect(process.listenerCount("SIGINT")).toBe(before)
  })
})

describe("experience build --from-self-play (TREE-10)", () => {
  const QUICK = ["--player", "uct,playouts=20,tree-mb=2,resign-at=0", "--size", "5", "--komi", "3.5"]

  it("plays, counts and repeats; more games later are the same as all at once", async () => {
    const [whole, parts] = [place(), place()]
    const { code, out, err } = await run("build", whole, "--from-self-play", "4", ...QUICK)
    expect([code, err]).toEqual([0, ""])
    expect(out).toMatch(/^4 games played, 4 taken\n.*: 4 games, \d+ nodes, /)
    expect((await run("build", parts, "--from-self-play", "1", ...QUICK)).code).toBe(0)
    expect((await run("build", parts, "--from-self-play", "3", "--merge", ...QUICK)).code).toBe(0)
    expect(readFileSync(parts).equals(readFileSync(whole))).toBe(true)
    const info = JSON.parse((await run("info", whole, "--json")).out) as Record<string, unknown>
    expect(info).toMatchObject({ size: 5, komi: 3.5, rules: "chinese", games: 4 })
    expect((await run("build", parts, "--from-self-play", "4", "--seed", "2", ...QUICK)).code).toBe(0)
    expect(readFileSync(parts).equals(readFileSync(whole))).toBe(false)
  })

  it("Ctrl-C writes the games that are done", async () => {
    const path = place()
    const words = ["build", path, "--from-self-play", "100000", ...QUICK]
    const { code, err } = await runInterruptedAt(2 / 100_000, "experience", ...words)
    expect([code, err]).toEqual([130, "montego: interrupted; the games that were done are in the file\n"])
    const { games } = JSON.parse((await run("info", path, "--json")).out) as { games: number }
    expect(games).toBeGreaterThanOrEqual(2)
    expect(games).toBeLessThan(100_000)
  })

  it("Ctrl-C before the first game leaves the file as it was", async () => {
    const path = place()
    const words = ["build", path, "--from-self-play", "100000", ...QUICK]
    const { code, err } = await runInterruptedAt(0, "experience", ...words)
    expect([code, err]).toEqual([130, `montego: interrupted before the first game; ${path} is as it was\n`])
    expect(existsSync(path)).toBe(false)
  })

  it("refuses what it can't do", async () => {
    expectRefusal(
      await run("build", place(), "--from-self-play", "1", "--player", "uct:weak"),
      /--player: uct has no preset "weak"/,
    )
    expectRefusal(await run("build", place(), "--from-self-play", "1", "--from", FOUR), /choose one/)
    expectRefusal(await run("build", place(), "--from-self-play", "0"), /whole number from 1 on/)
  })
})

describe("montego play with experience (TREE-10)", () => {
  /** A game in the terminal, all of it typed beforehand; answers what was shown. */
  async function game(player: string, ...lines: string[]): Promise<string> {
    const input = new PassThrough()
    const output = new PassThrough()
    let shown = ""
    output.on("data", (piece: Buffer) => (shown += piece.toString()))
    input.end(lines.map((line) => `${line}\n`).join(""))
    const env = { HOME: mkdtempSync(join(folder, "home-")) }
    const surroundings = { input, output, env, now: () => new Date(0), freshSeed: () => 1, signals: process }
    await play({ player, size: 5, new: true }, surroundings)
    return shown
  }
  const learner = (path: string): string =>
    `uct,playouts=20,tree-mb=2,resign-at=0,experience=${path},learn=on`
  const MOVES = allPoints(5).map((point) => makeVertex(point, 5))

  it("learns from a game that is over, not from one that is left", async () => {
    const path = place()
    await game(learner(path), ...MOVES, "quit")
    expect(existsSync(path)).toBe(false)
    await game(learner(path), ...MOVES, "resign", "yes")
    expect(JSON.parse((await run("info", path, "--json")).out)).toMatchObject({ games: 1, blackWins: 0 })
  })

  it("says what is wrong, and goes on", async () => {
    const path = place()
    writeFileSync(path, "something else")
    const shown = await game(learner(path), "C3", "resign", "yes")
    expect(shown).toContain(`${path}: it is no experience file; the game goes on without experience`)
    expect(shown).toContain("resign")
    const short = place()
    expect(await game(learner(short), "C3", "resign", "yes")).toMatch(
      /not added to .*: it has fewer than 10 moves\.\n$/,
    )
  })
})

describe("experience prune (TREE-10)", () => {
  it("keeps the most played nodes", async () => {
    const path = await built()
    expect(await run("prune", path, "--max-nodes", "3")).toEqual({
      code: 0,
      out: `${path}: 5 nodes removed, 3 kept, 120 bytes\n`,
      err: "",
    })
    expect((await run("info", path, "--moves", "2")).out).toMatch(/opening\n +2 +50\.0 % +50\.0 % +E5 C7\n$/)
  })
})

describe("experience refuses (TREE-10)", () => {
  const damaged = (): string => {
    const path = place()
    writeFileSync(path, Buffer.from("MONTEGOX\u0001\u0000 and so on"))
    return path
  }

  it.each([["info"], ["prune", "--max-nodes", "9"]])("%s: files that are no trees", async (word, ...more) => {
    expectRefusal(await run(word, FOUR, ...more), /\.sgf: it is no experience file/)
    expectRefusal(await run(word, damaged(), ...more), /it is cut off: 20 bytes are less than its head/)
  })

  it("build: what would be lost, before any game is read", async () => {
    const before = readFileSync(FOUR)
    expectRefusal(
      await run("build", FOUR, "--from", "none.sgf"),
      /no experience file, so it is not written over/,
    )
    expect(readFileSync(FOUR)).toEqual(before)
    expectRefusal(await run("build", damaged(), "--from", "none.sgf", "--merge"), /it is cut off/)
    expect((await run("build", damaged(), "--from", FOUR)).code).toBe(0)
  })

  it("build: an error leaves the old file", async () => {
    const path = await built()
    const before = readFileSync(path)
    expectRefusal(
      await run("build", path, "--from", FOUR, join(folder, "none.sgf")),
      /none\.sgf does not exist/,
    )
    const cut = sgf(gzipSync(readFileSync(FOUR)).subarray(0, 60), "sgf.gz")
    expectRefusal(await run("build", path, "--from", cut), /ends too early/)
    const nineteen = sgf(game(";B[dd]", "B+R", "SZ[19]"))
    expectRefusal(
      await run("build", path, "--from", nineteen),
      /no game to build from: 1 games read, 0 taken; left out: 1 on other boards; .*9×9.*--size/,
    )
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(join(path, ".."))).toEqual(["nine.exp"])
    expectRefusal(
      await run("build", join(folder, "none", "x.exp"), "--from", FOUR),
      /can't be written: its directory does not exist/,
    )
  })

  it.each([
    [["build", "x.exp"], /--from/],
    [["build", "x.exp", "--from", FOUR, "--depth", "0"], /whole number from 1 on/],
    [["build", "x.exp", "--from", FOUR, "--size", "99"], /2 to 25 lines/],
    [["prune", "x.exp"], /--max-nodes/],
    [["prune", "x.exp", "--max-nodes", "few"], /whole number/],
    [["info"], /missing required argument 'file'/],
    [["nonsense"], /unknown command 'nonsense' of montego experience; there are build, info, prune/],
  ])("%j", async (words, reason) => expectRefusal(await run(...words), reason))

  it.each([[[]], [["build"]], [["info"]], [["prune"]]])("%j --help teaches", async (words) => {
    const { code, out } = await run(...words, "--help")
    expect(code).toBe(0)
    expect(out).toMatch(/Examples:\n {2}montego experience/)
  })
})
