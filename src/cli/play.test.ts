// The whole command through streams of our own: what is typed, what is shown, what is kept.

import { spawn } from "node:child_process"
import { EventEmitter } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { parseRuleset } from "../rules/index.ts"
import { Failure } from "./failure.ts"
import { play, playCommand } from "./play.ts"

const NOON = new Date(2026, 0, 31, 12, 0, 5)

let home = ""
let kept = ""
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "montego-play-"))
  kept = join(home, ".local", "state", "montego")
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

type Options = Parameters<typeof play>[0]

interface Screen {
  readonly isTTY?: boolean
  readonly colors?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** A sitting that is under way: type into it, send it signals, wait for its end. */
function sitDown(options: Options, { isTTY = false, colors = false, env = {} }: Screen = {}) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80, hasColors: () => colors })
  const signals = new EventEmitter()
  let shown = ""
  output.on("data", (piece: Buffer) => (shown += piece.toString()))
  const surroundings = {
    input,
    output,
    signals,
    env: { HOME: home, ...env },
    now: () => NOON,
    freshSeed: () => 4711,
  }
  const wishes = options.level === undefined ? { player: "random", ...options } : options
  const over = play(wishes, surroundings).then(() => shown)
  const sees = async (text: string) => {
    await expect.poll(() => shown, { interval: 10 }).toContain(text)
  }
  return { input, signals, over, sees }
}

/** Types these lines and closes the input; answers everything that was shown. */
function playThrough(options: Options, ...lines: string[]): Promise<string> {
  const { input, over } = sitDown(options)
  input.end(lines.map((line) => `${line}\n`).join(""))
  return over
}

const game = () => readFileSync(join(kept, "game.sgf"), "utf8")

describe("a game through a pipe", () => {
  it("plays, and keeps the game when the input ends", async () => {
    const shown = await playThrough({}, "e5", "pass")
    expect(shown).toContain("Seed: 4711")
    expect(shown).toContain("Black > e5")
    expect(shown).toMatch(/random \(White\) plays [A-J]\d/)
    expect(shown).toContain("The game is kept in ~/.local/state/montego/game.sgf\nTo go on: montego play\n")
    expect(game()).toMatch(/;B\[ee\];W\[\w\w\];B\[\];W\[\w\w\]\)/)
    expect(shown).not.toContain("\u001B")
  })

  it.each([
    ["", "montego play", "montego play --new"],
    ["npx", "npx montego play", "npx montego play --new"],
  ])("names the command that the person used: %s", async (script, again, anew) => {
    const started = (line: string): Promise<string> => {
      const { input, over } = sitDown({}, { env: { npm_lifecycle_event: script } })
      input.end(`${line}\n`)
      return over
    }
    expect(await started("e5")).toContain(`To go on: ${again}\n`)
    expect(await started("pass")).toContain(`For a new one: ${anew}`)
  })

  it("gives a hint, which changes nothing, and none where dead stones are marked", async () => {
    const moves = ["e5", "c3", "g3"]
    const shown = await playThrough({ color: "both" }, ...moves, "hint", "g7", "pass", "pass", "hint")
    expect(shown).toMatch(/\nHint: [A-J]\d, [\d.]+ % for White \([A-J]\d( [A-J]\d| pass){0,5}\)\.\n/)
    expect(shown).toContain("A hint is for a move.")
    expect(game()).toMatch(/;B\[ee\];W\[cg\];B\[gg\];W\[gc\];B\[\];W\[\]\)/)
  })

  it("keeps nothing when there was no move", async () => {
    expect(await playThrough({})).toContain("No move was made; nothing is kept.")
    expect(readdirSync(kept)).toEqual([])
  })

  it("goes on with the unfinished game, and then exactly as it would have", async () => {
    await playThrough({ seed: 5 }, "e5", "d4", "pass")
    const whole = game()
    rmSync(join(kept, "game.sgf"))
    await playThrough({ seed: 5 }, "e5")
    const shown = await playThrough({}, "d4", "pass")
    expect(shown).toContain("Your 9×9 game goes on after 2 moves. For a new one: montego play --new")
    expect(game()).toBe(whole)
  })

  it("a finished game gets a name of its own, and the next one begins", async () => {
    const shown = await playThrough({ color: "both", size: 5 }, "c3", "resign", "y", "ignored")
    expect(shown).toContain("Black wins by resignation. Result: B+R")
    expect(shown).toContain("kept as ~/.local/state/montego/game-2026-01-31-120005.sgf")
    expect(await playThrough({}, "e5")).not.toContain("goes on")
    expect(readdirSync(kept).sort()).toEqual(["game-2026-01-31-120005.sgf", "game.sgf"])
    expect(readFileSync(join(kept, "game-2026-01-31-120005.sgf"), "utf8")).toContain("RE[B+R]")
  })

  it("is counted, with the sheet and RE", async () => {
    const walls = ["b1", "d1", "b2", "d2", "b3", "d3", "b4", "d4", "b5", "d5", "pass", "pass"]
    const shown = await playThrough({ color: "both", size: 5, komi: 0.5 }, ...walls, "done")
    expect(shown).toContain("Both sides passed. No stones look dead. White is ahead by 0.5 points.")
    expect(shown).toMatch(/territory +5 +5\n/)
    expect(shown).toContain("White wins by 0.5 points. Result: W+0.5")
    expect(readFileSync(join(kept, "game-2026-01-31-120005.sgf"), "utf8")).toContain("RE[W+0.5]")
  })

  it.each<[string, Options]>([
    ["--new", { new: true }],
    ["another size", { size: 13 }],
    ["other rules", { rules: parseRuleset("japanese")! }],
    ["the other colour", { color: "white" }],
  ])("%s sets the unfinished game aside and says how to go on with it", async (_, options) => {
    await playThrough({}, "e5")
    const before = game()
    const shown = await playThrough(options, "c3")
    const name = "~/.local/state/montego/game-2026-01-31-120005.sgf"
    expect(shown).toContain(`montego play --load ${name}`)
    expect(readFileSync(join(kept, "game-2026-01-31-120005.sgf"), "utf8")).toBe(before)
    expect(await playThrough({ load: join(kept, "game-2026-01-31-120005.sgf") })).toContain("after 2 moves")
  })

  it("the same options as before go on", async () => {
    await playThrough({ size: 13, handicap: 2, color: "white" }, "g7")
    expect(await playThrough({ size: 13, handicap: 2, color: "white" })).toContain("goes on after")
    expect(game()).toMatch(/HA\[2\]/)
  })

  it("a damaged file is set aside and told, and the new game is kept", async () => {
    await playThrough({}, "e5")
    writeFileSync(join(kept, "game.sgf"), game().slice(0, -5))
    const shown = await playThrough({}, "c3")
    expect(shown).toContain("could not be read")
    expect(shown).toContain("game-damaged-2026-01-31-120005.sgf, and a new game begins")
    expect(game()).toContain(";B[cg]")
  })

  it("--save keeps the game there, finished too; the next one moves it", async () => {
    const save = join(home, "mine.sgf")
    await playThrough({ save, color: "both" }, "e5", "resign", "yes")
    expect(readFileSync(save, "utf8")).toContain("RE[B+R]")
    await playThrough({ save, color: "both" }, "c3")
    expect(readFileSync(join(home, "mine-2026-01-31-120005.sgf"), "utf8")).toContain("RE[B+R]")
    expect(readFileSync(save, "utf8")).toContain(";B[cg])")
    expect(existsSync(kept)).toBe(false)
  })

  it("--load goes on from a record and leaves it alone", async () => {
    const load = join(home, "their.sgf")
    const text = "(;GM[1]SZ[5]KM[3]RU[NZ];B[cc](;W[dd])(;W[bb]))"
    writeFileSync(load, text)
    const shown = await playThrough({ load, color: "both" }, "b2")
    expect(shown).toContain("~/their.sgf goes on after 2 moves; the file itself stays as it is.")
    expect(shown).toContain("Rules: new-zealand")
    expect(readFileSync(load, "utf8")).toBe(text)
    expect(game()).toContain(";B[cc];W[dd];B[bd])")
  })

  it("save writes a copy, but not over something else", async () => {
    writeFileSync(join(home, "other.txt"), "mine")
    const copy = join(home, "copy.sgf")
    const shown = await playThrough(
      { color: "both" },
      ...["e5", "save ~/copy.sgf", "c3", "save ~/copy.sgf", "save ~/other.txt", "save ~/no/x.sgf", "save"],
    )
    expect(readFileSync(copy, "utf8")).toBe(game())
    expect(readFileSync(join(home, "other.txt"), "utf8")).toBe("mine")
    expect(shown).toContain("~/other.txt is there already: choose another name.")
    expect(shown).toContain("its directory does not exist")
  })

  it("plays on where nothing can be kept", async () => {
    writeFileSync(join(home, ".local"), "no folder")
    const shown = await playThrough({}, "e5")
    expect(shown).toContain("This game can't be kept")
    expect(shown).toContain("random (White) plays")
  })

  it("--number chooses the game of a collection that is loaded", async () => {
    const load = join(home, "two.sgf")
    writeFileSync(load, "(;GM[1]SZ[5];B[aa])\n(;GM[1]SZ[7];B[bb];W[cc];B[dd])")
    const shown = await playThrough({ load, number: 2 })
    expect(shown).toContain("goes on after 3 moves")
    expect(shown).toContain("It holds 2 games; this is number 2.")
    await expect(playThrough({ load, number: 3 })).rejects.toThrow("it has 2 games, there is no game 3")
    await expect(playThrough({ number: 2, new: true })).rejects.toThrow("--number needs --load")
  })

  it("--level is a player of the page", async () => {
    const { input, over } = sitDown({ level: "newcomer" })
    input.end("e5\n")
    expect(await over).toContain("net,temperature=10,top=0.99999 (White) plays")
    expect(game()).toContain("PW[net,temperature=10,top=0.99999]")
    expect(playCommand().helpInformation()).toContain("--level <name>")
  })

  it("closes every player that it makes, the one that it only tries first, too", async () => {
    const module = join(home, "counted.mjs")
    writeFileSync(
      module,
      `export const open = (globalThis.montegoPlayTest ??= { players: 0, made: 0 })
export default () => {
  open.players++
  open.made++
  return { name: "counted", choose: async () => ({ move: "resign", reason: "policy" }), close: async () => void open.players-- }
}`,
    )
    await playThrough({ player: `module:${module}` }, "e5")
    const { montegoPlayTest: open } = globalThis as { montegoPlayTest?: { players: number; made: number } }
    expect(open?.made).toBeGreaterThan(0)
    expect(open?.players).toBe(0)
  })

  it("Capture Go ends with the capture", async () => {
    const rules = parseRuleset("capture-1")!
    const shown = await playThrough({ rules, color: "both", size: 5 }, "b1", "a1", "a2")
    expect(shown).toContain("Result: B+\n")
    expect(readFileSync(join(kept, "game-2026-01-31-120005.sgf"), "utf8")).toMatch(
      /RU\[capture-1\].*RE\[B\+\]/s,
    )
  })
})

describe("what can't be is one sentence", () => {
  it.each<[string, Options, string]>([
    ["a player", { player: "nobody" }, 'there is no player "nobody"'],
    [
      "a level",
      { level: "casul" },
      'no level "casul" (did you mean casual?); there are: newcomer, beginner, learner, casual, steady, sharp, deep',
    ],
    ["a level and a player", { level: "casual", player: "random" }, "--level and --player"],
    ["a handicap of one", { handicap: 1 }, "2 to 80 stones, or 0 for none"],
    ["a komi", { komi: 1000 }, "more than the 81 points"],
    ["a missing file", { load: "/no/such.sgf" }, "does not exist"],
    ["a directory", { save: tmpdir() }, "is a directory"],
    ["a size and a record", { load: "x.sgf", size: 9 }, "--size and --load"],
  ])("%s", async (_, options, sentence) => {
    const failed = await playThrough(options).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Failure)
    expect((failed as Failure).message).toContain(sentence)
  })

  it("a record of others is not overwritten", async () => {
    const save = join(home, "their.sgf")
    writeFileSync(save, "(;GM[1]SZ[9];B[aa])")
    await expect(playThrough({ save })).rejects.toThrow("not made here")
    expect(readFileSync(save, "utf8")).toBe("(;GM[1]SZ[9];B[aa])")
  })
})

describe("a terminal", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s leaves the game intact", async (signal) => {
    const { input, signals, over, sees } = sitDown({ color: "both" }, { isTTY: true })
    input.write("e5\r")
    await sees("White to play, move 2")
    signals.emit(signal)
    const shown = await over
    if (signal === "SIGHUP") expect(shown).not.toContain("To go on")
    else expect(shown).toContain("To go on: montego play")
    expect(game()).toContain(";B[ee])")
    expect(signals.listenerCount(signal)).toBe(0)
  })

  it("Ctrl-C and Ctrl-D as keys leave it too", async () => {
    for (const key of ["\u0003", "\u0004"]) {
      const { input, over, sees } = sitDown({ color: "both", new: true }, { isTTY: true })
      input.write("e5\r")
      await sees("White to play, move 2")
      input.write(key)
      expect(await over).toContain("To go on: montego play")
    }
  })

  it("has colours where it can, and clears the screen for each board", async () => {
    const colored = sitDown({ color: "both" }, { isTTY: true, colors: true })
    colored.input.write("quit\r")
    expect(await colored.over).toContain("\u001B[2J\u001B[H\u001B[48;5;137m")
    const plain = sitDown({ color: "both" }, { isTTY: true })
    plain.input.write("quit\r")
    expect(await plain.over).not.toContain("48;5")
  })
})

it("--help teaches", () => {
  let help = ""
  const command = playCommand().configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  for (const word of ["--size", "--komi", "--handicap", "--rules", "--color", "--player", "--seed", "--load"])
    expect(help).toContain(word)
  expect(help).toContain("montego play --size 19 --handicap 4")
  expect(help).toContain("random     any legal move")
})

const root = fileURLToPath(new URL("../..", import.meta.url))
const built = join(root, "dist", "cli", "main.js")

describe.skipIf(!existsSync(built))("the built command (npm run build makes it)", () => {
  /** Straight to what is built: bin/montego.js would first rebuild what is being worked on. */
  const start = (args: string[]) => {
    const script = `import(${JSON.stringify(built)}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)) })`
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: "", npm_lifecycle_event: "" }
    const child = spawn(process.execPath, ["-e", script, "play", ...args], { env })
    let shown = ""
    child.stdout.on("data", (piece: Buffer) => (shown += piece.toString()))
    child.stderr.on("data", (piece: Buffer) => (shown += piece.toString()))
    const ended = new Promise<{ code: number | null; shown: string }>((resolve) => {
      child.on("close", (code) => resolve({ code, shown }))
    })
    const sees = async (text: string) => {
      await expect.poll(() => shown, { interval: 10 }).toContain(text)
    }
    return { child, ended, sees }
  }

  it("plays from a pipe and ends with 0", async () => {
    const { child, ended } = start(["--seed", "1"])
    child.stdin.end("e5\npass\n")
    const { code, shown } = await ended
    expect(shown).toContain("To go on: montego play")
    expect(code).toBe(0)
  })

  it("ends with 2 on a bad option", async () => {
    const { child, ended } = start(["--size", "99"])
    child.stdin.end()
    const { code, shown } = await ended
    expect(code).toBe(2)
    expect(shown.trim().split("\n")).toHaveLength(1)
  })

  it.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("%s in the middle loses nothing", async (signal) => {
    const { child, ended, sees } = start(["--color", "both"])
    child.stdin.write("e5\nc3\n")
    await sees("Black to play, move 3")
    child.kill(signal)
    const { code } = await ended
    expect(code).toBe(signal === "SIGKILL" ? null : 0)
    expect(game()).toContain(";B[ee];W[cg])")
  })
})
