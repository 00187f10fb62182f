// The hybrid with real child processes (HYB-1 to HYB-4): GNU Go where it is, and an engine that values what it is told
// to, writes down every command and fails on request.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { itNeeding } from "../../../test/support/needs.ts"
import { program } from "../../../test/support/programs.ts"
import { cpuMs, untilWorked } from "../../../test/support/time.ts"
import { unwrap } from "../../base/result.ts"
import type { Answer, Player, Request } from "../../player/index.ts"
import { parsePlayerSpec } from "../../player/index.ts"
import { Black, Game, makeVertex, parseVertex, PASS, White } from "../../rules/index.ts"
import type { Color, GameOptions, Point } from "../../rules/index.ts"
import { UctPlayer } from "../../search/uct-player.ts"
import { makeHybridPlayer, type HybridPlayer } from "./player.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-hybrid-"))
const script = join(folder, "engine.mjs")
writeFileSync(
  script,
  `import { appendFileSync, existsSync, rmSync } from "node:fs"
   import { createInterface } from "node:readline"
   const [log, values, ...words] = process.argv.slice(2)
   const trap = log + ".trap"
   const commands = words.length > 0 ? words : ["top_moves_black", "top_moves_white"]
   const answer = (id, text, sign = "=") => process.stdout.write(sign + id + " " + text + "\\n\\n")
   appendFileSync(log, "start " + process.pid + "\\n")
   createInterface({ input: process.stdin }).on("line", (line) => {
     const [id, name, ...args] = line.split(" ")
     appendFileSync(log, [name, ...args].join(" ") + "\\n")
     if (name === "quit") process.exit(0)
     if (name === "list_commands") return answer(id, commands.join("\\n"))
     if (commands.includes(name) && existsSync(trap + "-crash")) {
       rmSync(trap + "-crash")
       return process.stderr.write("out of cheese\\n", () => process.exit(3))
     }
     if (commands.includes(name) && existsSync(trap + "-hang")) return
     if (args.includes("E5") && existsSync(trap + "-refuse")) return answer(id, "illegal move", "?")
     answer(id, name.startsWith("top") || name === "all_move_values" ? values : name === "reg_genmove" ? "B2" : "")
   })`,
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open: Player[] = []
afterEach(() => Promise.all(open.splice(0).map((player) => player.close())))

function make(text: string): HybridPlayer {
  const player = unwrap(makeHybridPlayer(unwrap(parsePlayerSpec(text))))
  open.push(player)
  return player
}

interface Fake {
  readonly player: HybridPlayer
  readonly log: string
  /** Makes the engine fail from now on, or at its next thought: `crash`, `hang`, `refuse`. */
  trap(fault: "crash" | "hang" | "refuse"): void
  /** What the engine was told since the last look. */
  told(): string[]
}

let fakes = 0
/** A hybrid of few playouts with an engine that has these values. */
function makeFake(values: string, options = "ponder=off", commands = ""): Fake {
  const log = join(folder, `log-${++fakes}`)
  const engine = `${process.execPath} ${script} ${log} '${values}' ${commands}`
  const player = make(`hybrid,engine="${engine}",playouts=300,tree-mb=8,${options}`)
  let seen = 0
  const told = (): string[] => {
    const lines = readFileSync(log, "utf8").trim().split("\n")
    return lines.slice(seen, (seen = lines.length))
  }
  return { player, told, log, trap: (fault) => writeFileSync(`${log}.trap-${fault}`, "") }
}

const newGame = (options: Partial<GameOptions> = {}): Game =>
  unwrap(Game.create({ size: 5, komi: 0.5, turns: "free", ...options }))

const blackStones = (...vertices: string[]): [Color, Point][] =>
  vertices.map((vertex) => [Black, parseVertex(vertex, 5) as Point])

function play(game: Game, ...vertices: string[]): Game {
  for (const vertex of vertices) unwrap(game.play(parseVertex(vertex, game.size)!))
  return game
}

function ask(player: Player, game: Game, more: Partial<Request> = {}): Promise<Answer> {
  return player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1, ...more })
}

const vertexOf = ({ move }: Answer, size = 5): string => (move === "resign" ? move : makeVertex(move, size))
const notesOf = ({ report }: Answer): string => report!.notes.join("\n")
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A zombie would still be there: its number is free only when it was waited for. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidIn = (lines: readonly string[]): number =>
  Number(lines.find((line) => line.startsWith("start"))!.slice(6))

describe("the choice (HYB-2)", () => {
  it("is the best product, with the search's report and a note", async () => {
    const { player } = makeFake("B2 1000.00 C3 1.00")
    const answer = await ask(player, newGame())
    expect([vertexOf(answer), answer.reason]).toEqual(["B2", "hybrid"])
    expect(answer.report!.playouts).toBe(300)
    expect(notesOf(answer)).toMatch(
      /hybrid: B2 has value 1000 and win rate 0\.\d{3}, the best of 2 candidates/,
    )
  })

  it.each([
    ["no candidates", "", "the search alone: the engine has no candidates here"],
    [
      "none that is positive",
      "C3 -1.00 B2 0.00",
      "the search alone: the engine has no candidate of positive",
    ],
    [
      "none that the rules allow",
      "C4 50.00 T19 3.00",
      "the search alone: the engine has no candidate of positive",
    ],
  ])("%s: the search's own", async (_, values, note) => {
    const { player } = makeFake(values)
    const answer = await ask(player, play(newGame(), "C3", "C4", "C2"))
    expect(answer.reason).toBe("most-visits")
    expect(answer.move).toBe(answer.report!.candidates[0]!.move)
    expect(notesOf(answer)).toContain(note)
  })

  it("a move that is not legal is skipped, whatever its value", async () => {
    const { player } = makeFake("C3 500.00 D2 5.00")
    expect(vertexOf(await ask(player, play(newGame(), "C3", "C4")))).toBe("D2")
  })

  it("passes where the rules of the end say so", async () => {
    const { player } = makeFake("B2 1000.00")
    // White has one stone to Black's, passes, and is far behind.
    const game = newGame({
      setup: blackStones("C3", "B3", "D3", "A3", "E3"),
    })
    unwrap(game.play(PASS, White))
    expect(await ask(player, game, { color: Black })).toMatchObject({ move: PASS, reason: "pass-wins" })
  })

  it("the same request gives the same answer", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => ask(makeFake("B2 9.00 C3 9.00 D4 9.00").player, newGame(), { seed: 7 })),
    )
    expect(answers[0]!.move).toBe(answers[1]!.move)
    expect(answers[0]!.report!.candidates).toEqual(answers[1]!.report!.candidates)
  })
})

describe("the temperature (HYB-3)", () => {
  it("tells the engine's weight, and follows the search at first", async () => {
    const { player } = makeFake("A1 10.00 C3 9.00", "ponder=off,temperature=on")
    const answer = await ask(player, newGame())
    expect(notesOf(answer)).toMatch(/the engine's weight is 0\.25/)
  })

  it("moves to the engine when the win rate falls, and begins anew with a new game", async () => {
    const { player } = makeFake("C1 10.00 A1 9.00 B1 1.00", "ponder=off,temperature=on")
    const weightOf = async (game: Game): Promise<number> =>
      Number(/weight is ([\d.]+)/.exec(notesOf(await ask(player, game)))![1])
    const game = play(newGame({ komi: 9 }), "C3", "A5")
    expect(await weightOf(game)).toBeLessThan(0.5)
    // Black gives everything away: White gets four moves in a row.
    for (const vertex of ["B3", "D3", "C2", "C4"]) unwrap(game.play(parseVertex(vertex, 5)!, White))
    expect(await weightOf(game)).toBeGreaterThan(0.6)
    expect(await weightOf(newGame({ komi: 0.5 }))).toBe(0.25)
  })
})

describe("the engine's board (HYB-1)", () => {
  it("gets only the new moves, and everything again after undo and in a new game", async () => {
    const { player, told } = makeFake("B2 5.00")
    const game = play(newGame(), "C3")
    await ask(player, game)
    expect(told()).toEqual([
      expect.stringMatching(/^start \d+$/),
      "name",
      "version",
      "list_commands",
      "boardsize 5",
      "clear_board",
      "komi 0.5",
      "play b C3",
      "top_moves_white",
    ])
    play(game, "B2", "D2")
    await ask(player, game)
    expect(told()).toEqual(["play w B2", "play b D2", "top_moves_white"])
    await ask(player, game)
    expect(told()).toEqual(["top_moves_white"])

    game.undo()
    await ask(player, game)
    const again = ["boardsize 5", "clear_board", "komi 0.5"]
    expect(told()).toEqual([...again, "play b C3", "play w B2", "top_moves_black"])
    await ask(player, newGame())
    expect(told()).toEqual([...again, "top_moves_black"])
    await ask(player, newGame({ komi: 7 }))
    expect(told()).toContain("komi 7")
  })

  it("gets handicap stones, the level, and the seed where it takes one", async () => {
    const { player, told } = makeFake("D2 5.00", "ponder=off,level=3", "top_moves_white set_random_seed")
    const setup = blackStones("B2", "D4")
    await ask(player, newGame({ setup, handicap: 2 }), { seed: 2 ** 31 + 77 })
    expect(told().slice(7)).toEqual([
      "level 3",
      "play b B2",
      "play b D4",
      "set_random_seed 77",
      "top_moves_white",
    ])
  })

  it.each([
    [
      "where it is there",
      "ponder=off",
      ["top_moves_black", "all_move_values"],
      "top_moves_black all_move_values",
    ],
    [
      "after a move that is not played",
      "ponder=off",
      ["reg_genmove b", "all_move_values"],
      "reg_genmove all_move_values",
    ],
    [
      "not against the option",
      "ponder=off,values=top_moves",
      ["top_moves_black"],
      "top_moves_black all_move_values",
    ],
  ])("is asked for all_move_values %s", async (_, options, commands, known) => {
    const { player, told } = makeFake("B2 5.00\nC3 1.00", options, known)
    expect((await ask(player, newGame())).reason).toBe("hybrid")
    expect(told().slice(-commands.length)).toEqual(commands)
  })

  it("an engine that lists no values is reported", async () => {
    const { player } = makeFake("B2 5.00", "ponder=off,values=all_move_values")
    expect(notesOf(await ask(player, newGame()))).toContain("the engine has no command all_move_values")
    await expect(player.identify()).rejects.toThrow("the engine has no command all_move_values")
  })
})

describe("when the engine fails (HYB-1)", () => {
  it("a crash: the search alone, told in a note; the next move starts it again", async () => {
    const { player, told, trap } = makeFake("B2 1000.00")
    trap("crash")
    const game = play(newGame(), "C3")
    const alone = await ask(player, game)
    expect(alone.reason).toBe("most-visits")
    expect(notesOf(alone)).toMatch(
      /hybrid: the search alone: top_moves_white: .* ended \(exit code 3\).*out of cheese/,
    )
    const crashed = pidIn(told())
    expect(isRunning(crashed)).toBe(false)

    expect((await ask(player, game)).reason).toBe("hybrid")
    const commands = told()
    expect(pidIn(commands)).not.toBe(crashed)
    expect(commands).toContain("play b C3")
  })

  it("no answer in time: killed, and the search alone", async () => {
    const { player, told, trap } = makeFake("B2 5.00", "ponder=off,engine-seconds=2")
    trap("hang")
    expect(notesOf(await ask(player, newGame()))).toMatch(/the search alone: top_moves_black: no answer/)
    expect(isRunning(pidIn(told()))).toBe(false)
  })

  it("a move that it refuses: the search alone", async () => {
    const { player, trap } = makeFake("B2 5.00")
    trap("refuse")
    const game = play(newGame(), "E5")
    expect(notesOf(await ask(player, game))).toContain("the search alone: play b E5: illegal move")
  })

  it("stops waiting when it is told to answer", async () => {
    const { player, told, trap } = makeFake("B2 5.00")
    await ask(player, newGame())
    trap("hang")
    const answer = await ask(player, newGame(), { signal: AbortSignal.timeout(100) })
    expect(answer.reason).toBe("most-visits")
    expect(notesOf(answer)).toContain("the engine was interrupted")
    expect(isRunning(pidIn(told()))).toBe(false)
  })

  it("keeps to the clock: half of a move's time for the engine, and none once that was too little", async () => {
    const { player, told, trap } = makeFake("B2 5.00")
    await ask(player, newGame())
    told()
    trap("hang")
    const clock = { settings: { kind: "canadian", main: 0, period: 4, stones: 1 } } as const
    const budget = { clock, playouts: 100_000_000 }
    const searching = vi.spyOn(UctPlayer.prototype, "choose")
    const late = await ask(player, newGame(), { budget })
    expect(notesOf(late)).toContain("no answer")
    // Half of the time is gone, and the search is given no more than the rest.
    const { seconds } = searching.mock.lastCall![0].budget
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(2)
    searching.mockRestore()
    told()
    const next = await ask(player, newGame(), { budget: { clock, playouts: 50 } })
    expect(notesOf(next)).toContain("leaves the engine too little time")
    expect(told()).toEqual([])
  })
})

describe("pondering (HYB-1)", () => {
  it("goes on in the opponent's time, stops on request, and the next search finds its tree", async () => {
    const { player } = makeFake("B2 1000.00")
    const fresh = await ask(player, play(newGame(), "B2", "C3"))
    const ponderer = makeFake("B2 1000.00", "ponder=on").player
    const game = newGame()
    expect(vertexOf(await ask(ponderer, game))).toBe("B2")
    await untilWorked(300)
    const answer = await ask(ponderer, play(game, "B2", "C3"))
    const visits = ({ report }: Answer): number =>
      report!.candidates.reduce((sum, candidate) => sum + candidate.visits, 0)
    expect(visits(answer)).toBeGreaterThan(2 * visits(fresh))
    expect(answer.report!.playouts).toBe(300)
    expect(notesOf(answer)).toContain("hybrid: pondered")
  })

  it("pauses while the engine thinks", async () => {
    const { player, trap } = makeFake("B2 1000.00", "ponder=on,engine-seconds=0.5")
    await ask(player, newGame())
    await pause(50)
    trap("hang")
    const used = cpuMs()
    expect(notesOf(await ask(player, newGame()))).toContain("no answer")
    expect(cpuMs() - used).toBeLessThan(300)
  })

  it("ends with close, as does the engine's process", async () => {
    const { player, told } = makeFake("B2 1000.00", "ponder=on")
    await ask(player, newGame())
    await pause(50)
    await player.close()
    const lines = told()
    expect(lines.at(-1)).toBe("quit")
    expect(isRunning(pidIn(lines))).toBe(false)
    const used = cpuMs()
    await pause(200)
    expect(cpuMs() - used).toBeLessThan(150)
  })

  it("close before the first move starts nothing", async () => {
    const { player, log } = makeFake("B2 5.00")
    await player.close()
    expect(existsSync(log)).toBe(false)
  })
})

describe("GNU Go (HYB-1, HYB-4)", () => {
  it("an engine that is not there: what to install", () => {
    expect(makeHybridPlayer(unwrap(parsePlayerSpec("hybrid,engine=montego-no-such-engine")))).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^hybrid needs the program montego-no-such-engine, which is not there; .*apt install gnugo/,
      ),
    })
    expect(makeHybridPlayer(unwrap(parsePlayerSpec('hybrid,engine="a \'b"')))).toMatchObject({ ok: false })
  })

  itNeeding(program("gnugo"), "says what it is", async () => {
    expect(await make("hybrid,engine=gnugo").identify()).toMatch(/^montego \S+ with GNU Go 3\./)
  })

  itNeeding(program("gnugo"), "values a middle game, and the move is lawful", async () => {
    const player = make("hybrid,engine=gnugo,level=5,playouts=200,ponder=off")
    const game = play(newGame({ size: 9, komi: 7 }), "E5", "E6", "D6", "D5", "F6", "E7", "D7", "F7", "G7")
    const answer = await ask(player, game)
    expect(answer.reason).toBe("hybrid")
    const refused = answer.move === "resign" ? "resigned" : game.refusal(answer.move, White)
    expect(refused).toBeUndefined()
    expect(notesOf(answer)).toMatch(/has value [\d.]+ and win rate/)
  })

  itNeeding(program("gnugo"), "an empty list of values, which it does not end (3.8)", async () => {
    const player = make("hybrid,engine=gnugo,level=1,playouts=100,ponder=off,values=all_move_values")
    const setup = blackStones("B2", "B4", "C3", "D2", "D4")
    const answer = await ask(player, newGame({ setup }), { color: White })
    expect(notesOf(answer)).toContain("the search alone: the engine has no candidates here")
  })

  itNeeding(
    program("gnugo"),
    "plays a whole game with itself, every move lawful",
    async () => {
      const player = make("hybrid,engine=gnugo,level=1,playouts=60,tree-mb=4,temperature=on,ponder=off")
      const game = newGame({ turns: "alternate" })
      const reasons = new Set<string>()
      for (let number = 0; number < 60 && game.phase === "playing"; number++) {
        const { move, reason } = await ask(player, game, { seed: number })
        reasons.add(reason)
        if (move === "resign") break
        unwrap(game.play(move))
      }
      expect(game.moves.length).toBeGreaterThan(5)
      expect(reasons).toContain("hybrid")
    },
    300_000,
  )
})
