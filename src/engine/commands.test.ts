// One conversation for every command: what is sent, and exactly what comes back.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { useHandClock } from "../../test/support/time.ts"
import { VERSION } from "../base/version.ts"
import { makeResponse, parseCommand } from "../gtp/index.ts"
import {
  openDeadStoneEstimator,
  RandomPlayer,
  type Answer,
  type Player,
  type Request,
} from "../players/index.ts"
import { Black, PASS, parseRuleset, parseVertex, pointAt, POINTS, White } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { COMMANDS, runCommand, STREAMS } from "./commands.ts"
import { Session } from "./session.ts"

const estimateDead = await openDeadStoneEstimator()

const folder = mkdtempSync(join(tmpdir(), "montego-gtp-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function newSession(player: Player = new RandomPlayer(), rules = "chinese"): Session {
  return new Session({ player, rules: parseRuleset(rules)!, seed: 1, estimateDead })
}

async function send(session: Session, line: string): Promise<string> {
  return makeResponse(await runCommand(session, parseCommand(line)!))
}

/** Sends `> command` lines and expects the lines below each, which is how a conversation is written down. */
async function converse(script: string, session = newSession()): Promise<Session> {
  const tested: string[] = []
  for (const part of script
    .trim()
    .split(/^\s*> /m)
    .slice(1)) {
    const [command, ...lines] = part.split("\n").map((line) => line.trim())
    const expected = lines.filter((line) => line !== "").join("\n")
    const answer = (await send(session, command!)).trim().replace(/^ +| +$/gm, "")
    expect(`> ${command}\n${answer}`).toBe(`> ${command}\n${expected}`)
    tested.push(command!)
  }
  expect(tested.length).toBeGreaterThan(0)
  return session
}

/** Plays what it is told, and remembers what it was asked. */
class Scripted implements Player {
  readonly name = "scripted"
  readonly requests: Request[] = []
  readonly #moves: string[]

  constructor(...moves: string[]) {
    this.#moves = moves
  }

  choose(request: Request): Promise<Answer> {
    this.requests.push(request)
    const move = this.#moves.shift()!
    const { size } = request.position
    return Promise.resolve({ move: move === "resign" ? move : parseVertex(move, size)!, reason: "uniform" })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

/** What a search on 3×3 might have found; `moves` are `[vertex, visits, win rate, line]`. */
function makeReport(
  moves: readonly (readonly [vertex: string, visits: number, winRate: number, line?: string])[],
  more: Partial<SearchReport> = {},
): SearchReport {
  const owners = new Float64Array(POINTS)
  owners[pointAt(0, 0)] = 0.5
  owners[pointAt(2, 2)] = -0.25
  const move = (vertex: string) => parseVertex(vertex, 3)!
  return {
    color: Black,
    playouts: 30,
    seconds: 0.1,
    winRate: 0.625,
    score: { mean: -1.25, spread: 4 },
    candidates: moves.map(([vertex, visits, winRate, line]) => ({
      move: move(vertex),
      visits,
      winRate,
      pv: [vertex, ...(line?.split(" ") ?? [])].map(move),
    })),
    owners,
    nodes: 10,
    capacity: 100,
    notes: [],
    ...more,
  }
}

/** Answers with a report, as players do that search. */
class Searching implements Player {
  readonly name = "searching"
  readonly requests: Request[] = []
  readonly #report: SearchReport
  readonly #vertex: string

  constructor(vertex: string, report: SearchReport) {
    this.#vertex = vertex
    this.#report = report
  }

  choose(request: Request): Promise<Answer> {
    this.requests.push(request)
    const move = parseVertex(this.#vertex, request.position.size)!
    return Promise.resolve({ move, reason: "most-visits", report: this.#report })
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

describe("administration (GTP-1)", () => {
  it("protocol_version, name, version, known_command, quit", async () => {
    const session = await converse(`
      > protocol_version
      = 2
      > 7 name
      =7 Montego
      > version
      = ${VERSION}
      > known_command genmove
      = true
      > known_command lz-analyze
      = false
      > known_command
      = false
      > 3 nonsense
      ?3 unknown command
      > constructor
      ? unknown command
      > quit
      =`)
    expect(session.isOver).toBe(true)
  })

  it("list_commands has all that the protocol and its clients need, and all that is listed is known", async () => {
    const session = newSession()
    const listed = (await send(session, "list_commands")).slice(2).trim().split("\n")
    const wanted =
      `protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
      undo time_settings time_left kgs-time_settings fixed_handicap place_free_handicap set_free_handicap final_score
      final_status_list loadsgf reg_genmove showboard kgs-genmove_cleanup kgs-rules gogui-analyze_commands cputime
      gogui-interrupt gogui-play_sequence gg-undo gogui-setup gogui-setup_player gogui-title cgos-opponent_name
      cgos-opponent_rating cgos-gameover kgs-game_over`.split(/\s+/)
    expect(listed).toEqual(expect.arrayContaining(wanted))
    expect(listed).toEqual([...COMMANDS.keys(), "lz-genmove_analyze", "kata-genmove_analyze"])
    for (const name of listed) expect(await send(session, `known_command ${name}`)).toBe("= true\n\n")
  })

  it("analyses are listed with a player that can", async () => {
    const analyst: Player = {
      name: "analyst",
      choose: () => Promise.reject(new Error("unused")),
      analyze: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
    }
    const session = newSession(analyst)
    const listed = (await send(session, "list_commands")).slice(2).trim().split("\n")
    expect(listed).toEqual([...COMMANDS.keys(), ...STREAMS.keys()])
    expect(await send(session, "known_command kata-analyze")).toBe("= true\n\n")
  })
})

describe("board and moves (GTP-1)", () => {
  it("boardsize, clear_board, komi", async () => {
    await converse(`
      > boardsize 9
      =
      > boardsize 26
      ? unacceptable size
      > boardsize 0
      ? unacceptable size
      > boardsize nine
      ? syntax error
      > boardsize
      ? syntax error
      > boardsize 9.5
      ? syntax error
      > komi 5.5
      =
      > komi -3
      =
      > komi much
      ? syntax error
      > komi Infinity
      ? syntax error
      > komi
      ? syntax error
      > clear_board
      =`)
  })

  it("play", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > play black E5
      =
      > play W e4
      =
      > play b pass
      =
      > play b PASS
      =
      > play white E5
      ? illegal move
      > play white Z25
      ? illegal move
      > play white A10
      ? illegal move
      > play white I5
      ? syntax error
      > play white resign
      ? syntax error
      > play purple D4
      ? syntax error
      > play white
      ? syntax error
      > play white D4
      =
      > play white D3
      =`)
    expect(session.game.moves.length).toBe(6)
  })

  it("komi changes keep the moves", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > play b E5
      =
      > komi 0
      =
      > final_score
      = B+81`)
    expect(session.game.moves.length).toBe(1)
  })

  it("komi has bounds, and what is refused changes nothing", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > komi 6.5
      =
      > komi 1e308
      ? komi is -1000 to 1000
      > komi -1000.5
      ? komi is -1000 to 1000
      > komi much
      ? syntax error`)
    expect(session.game.komi).toBe(6.5)
  })

  it("play refuses ko and superko", async () => {
    await converse(`
      > boardsize 4
      =
      > gogui-setup b B4 w C4 b A3 b C3 w D3 b B2 w C2
      =
      > play w B3
      =
      > play b C3
      ? illegal move
      > montego-refusal b C3
      = ko: you can't take back at once, play elsewhere first
      > play b pass
      =
      > play w pass
      =
      > montego-refusal b C3
      = the game is over
      > play b C3
      ? illegal move`)
  })

  it("undo and gg-undo", async () => {
    await converse(`
      > boardsize 9
      =
      > undo
      ? cannot undo
      > play b A1
      =
      > play w B1
      =
      > gg-undo 3
      ? cannot undo
      > gg-undo 2
      =
      > gg-undo x
      ? syntax error
      > play b A1
      =
      > undo
      =`)
  })

  it("genmove plays, reg_genmove does not", async () => {
    const session = newSession(new Scripted("E5", "E4", "resign", "pass"))
    await converse(
      `
      > boardsize 9
      =
      > genmove b
      = E5
      > reg_genmove w
      = E4
      > play w E4
      =
      > genmove b
      = resign
      > genmove green
      ? syntax error
      > reg_genmove
      ? syntax error
      > genmove b
      = pass`,
      session,
    )
  })

  it("genmove works for either colour, and after two passes", async () => {
    const session = newSession(new Scripted("A1", "A2"))
    await converse(
      `
      > boardsize 9
      =
      > play w E5
      =
      > genmove w
      = A1
      > play b pass
      =
      > play w pass
      =
      > genmove b
      = A2`,
      session,
    )
  })

  it("what a player can't do is its own words", async () => {
    const small: Player = {
      name: "small",
      choose: () => Promise.reject(new RangeError("no room for this board")),
      close: () => Promise.resolve(),
    }
    await converse("> genmove b\n? no room for this board\n> name\n= Montego", newSession(small))
  })

  it("a player that breaks is an answer, not the end", async () => {
    const broken: Player = {
      name: "broken",
      choose: () => Promise.reject(new Error("no idea")),
      close: () => Promise.resolve(),
    }
    await converse("> genmove b\n? internal error: no idea\n> name\n= Montego", newSession(broken))
  })

  it("the same seed plays the same game, also after clear_board", async () => {
    const session = newSession()
    await send(session, "boardsize 9")
    const games: string[] = []
    for (let i = 0; i < 2; i++) {
      let moves = ""
      for (let n = 0; n < 20; n++) moves += await send(session, `genmove ${n % 2 ? "w" : "b"}`)
      games.push(moves)
      await send(session, "clear_board")
    }
    expect(games[0]).toBe(games[1])
    const other = new Session({
      player: new RandomPlayer(),
      rules: parseRuleset("chinese")!,
      seed: 2,
      estimateDead,
    })
    await send(other, "boardsize 9")
    let moves = ""
    for (let n = 0; n < 20; n++) moves += await send(other, `genmove ${n % 2 ? "w" : "b"}`)
    expect(moves).not.toBe(games[0])
  })

  it("showboard", async () => {
    await converse(`
      > boardsize 3
      =
      > play b B2
      =
      > showboard
      =
      A B C
      3 . . .
      2 .(X).
      1 . . .
      A B C
      White to play, move 2, last B2
      rules chinese, komi 7.5, handicap 0
      prisoners: Black has taken 0, White 0`)
  })
})

describe("handicap (GTP-1)", () => {
  it("fixed_handicap", async () => {
    const session = await converse(`
      > fixed_handicap 1
      ? invalid number of stones
      > fixed_handicap 10
      ? invalid number of stones
      > fixed_handicap x
      ? syntax error
      > fixed_handicap 2
      = D4 Q16
      > fixed_handicap 2
      ? board not empty
      > clear_board
      =
      > play b D4
      =
      > fixed_handicap 2
      ? board not empty`)
    expect(session.game.handicap).toBe(0)
  })

  it("place_free_handicap", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > place_free_handicap 2
      = C3 G7
      > place_free_handicap 2
      ? board not empty
      > clear_board
      =
      > place_free_handicap 81
      ? invalid number of stones
      > place_free_handicap 1
      ? invalid number of stones`)
    expect((await send(session, "place_free_handicap 12")).trim().split(" ")).toHaveLength(13)
  })

  it("set_free_handicap", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > set_free_handicap A1
      ? bad vertex list
      > set_free_handicap A1 A1
      ? bad vertex list
      > set_free_handicap A1 pass
      ? bad vertex list
      > set_free_handicap A1 Z9
      ? bad vertex list
      > set_free_handicap A1 C3 G7
      =
      > set_free_handicap A1 C3
      ? board not empty`)
    expect([session.game.handicap, session.game.toPlay]).toEqual([3, 2])
  })
})

describe("time (GTP-1)", () => {
  const clockAfter = async (...lines: string[]) => {
    const player = new Scripted("A1")
    const session = newSession(player)
    for (const line of lines) expect(await send(session, line)).toBe("=\n\n")
    await send(session, "genmove b")
    return player.requests[0]!.budget.clock
  }

  it("time_settings, kgs-time_settings and time_left reach the player", async () => {
    expect(await clockAfter()).toBeUndefined()
    expect(await clockAfter("time_settings 0 30 0")).toBeUndefined()
    expect(await clockAfter("time_settings 600 0 0", "time_left b 550.5 0")).toEqual({
      settings: { kind: "absolute", main: 600 },
      left: { seconds: 550.5, stones: 0 },
    })
    expect(await clockAfter("time_settings 600 60 25", "time_left w 1 1")).toEqual({
      settings: { kind: "canadian", main: 600, period: 60, stones: 25 },
    })
    expect(await clockAfter("kgs-time_settings byoyomi 600 30 5")).toEqual({
      settings: { kind: "byo-yomi", main: 600, period: 30, periods: 5 },
    })
    expect(await clockAfter("kgs-time_settings canadian 600 30 5")).toMatchObject({
      settings: { kind: "canadian" },
    })
    expect(await clockAfter("kgs-time_settings absolute 600")).toMatchObject({
      settings: { kind: "absolute" },
    })
    expect(await clockAfter("time_settings 600 0 0", "kgs-time_settings none")).toBeUndefined()
  })

  it("a time that is told once runs down with our moves, and only with them (TREE-11)", async () => {
    const clocks: Request["budget"]["clock"][] = []
    const time = useHandClock()
    const slow: Player = {
      name: "slow",
      choose: ({ budget }) => {
        clocks.push(budget.clock)
        time.advance(30)
        return Promise.resolve({ move: PASS, reason: "uniform" })
      },
      close: () => Promise.resolve(),
    }
    const session = newSession(slow)
    for (const line of ["time_settings 600 0 0", "time_left b 10 0", "time_left w 20 0"])
      await send(session, line)
    for (const line of [
      "genmove b",
      "reg_genmove b",
      "genmove b",
      "genmove w",
      "time_left b 5 0",
      "genmove b",
    ])
      await send(session, line)
    const [first, regression, second, white, told] = clocks.map((clock) => clock?.left?.seconds)
    expect([first, white, told]).toEqual([10, 20, 5])
    expect(regression).toBe(9.97)
    expect(second).toBe(regression)
    await send(session, "clear_board")
    await send(session, "genmove b")
    expect(clocks.at(-1)).toEqual({ settings: { kind: "absolute", main: 600 } })
  })

  it("the time also runs when the player fails", async () => {
    let left: number | undefined
    const time = useHandClock()
    const broken: Player = {
      name: "broken",
      choose: ({ budget }) => {
        left = budget.clock?.left?.seconds
        time.advance(20)
        return Promise.reject(new Error("lost the thread"))
      },
      close: () => Promise.resolve(),
    }
    const session = newSession(broken)
    for (const line of ["time_settings 600 0 0", "time_left b 10 0", "genmove b", "genmove b"])
      await send(session, line)
    expect(left).toBe(9.98)
  })

  it("bad times are syntax errors", async () => {
    await converse(`
      > time_settings 1 2
      ? syntax error
      > time_settings a 0 0
      ? syntax error
      > time_settings -1 0 0
      ? syntax error
      > kgs-time_settings byoyomi 1 2
      ? syntax error
      > kgs-time_settings sandglass 1 2 3
      ? syntax error
      > time_left b
      ? syntax error
      > time_left x 1 0
      ? syntax error`)
  })
})

// Black's corner lives with two eyes, the white stone at C2 inside it is dead; the rest is White's.
//   4 O O O O O . .
//   3 X X X X O . .
//   2 . X O X O . .
//   1 . X . X O . .
const FINISHED =
  "gogui-setup b A3 b B3 b C3 b D3 b B2 b B1 b D2 b D1 w C2 w A4 w B4 w C4 w D4 w E4 w E3 w E2 w E1"

describe("the end (GTP-1)", () => {
  it("final_score and final_status_list", async () => {
    await converse(`
      > boardsize 7
      =
      > komi 0
      =
      > ${FINISHED}
      =
      > final_status_list dead
      = C2
      > final_status_list seki
      =
      > final_status_list sleeping
      ? syntax error
      > final_score
      = W+25
      > kgs-rules japanese
      =
      > final_score
      = W+24
      > kgs-rules martian
      ? syntax error`)
  })

  it("kgs-genmove_cleanup captures before it passes", async () => {
    const session = newSession(new Scripted("C1"))
    await converse(
      `
      > boardsize 7
      =
      > ${FINISHED}
      =
      > kgs-genmove_cleanup b
      = C1
      > undo
      =
      > kgs-genmove_cleanup w
      = pass
      > kgs-genmove_cleanup
      ? syntax error`,
      session,
    )
  })

  it("kgs-genmove_cleanup asks for captures, and does not accept a pass while dead stones are left", async () => {
    const seven = (vertex: string) => parseVertex(vertex, 7)!
    const candidate = (vertex: string, visits: number) => ({
      move: seven(vertex),
      visits,
      winRate: 0.9,
      pv: [seven(vertex)],
    })
    const candidates = [candidate("pass", 50), candidate("G7", 20), candidate("C1", 10), candidate("A1", 0)]
    const player = new Searching("pass", makeReport([], { candidates }))
    const session = newSession(player)
    await converse(
      `
      > boardsize 7
      =
      > ${FINISHED}
      =
      > kgs-genmove_cleanup b
      = C1
      > undo
      =
      > genmove b
      = pass`,
      session,
    )
    expect(player.requests.map(({ mustCapture }) => mustCapture)).toEqual([true, undefined])
  })

  it("kgs-genmove_cleanup passes where the search saw nothing else", async () => {
    const session = newSession(new Searching("pass", makeReport([])))
    await converse(`> boardsize 7\n=\n> ${FINISHED}\n=\n> kgs-genmove_cleanup b\n= pass`, session)
  })

  it("final_score under cgos rules takes every stone as alive", async () => {
    await converse(
      `
      > boardsize 7
      =
      > komi 0
      =
      > ${FINISHED}
      =
      > final_status_list dead
      =
      > final_score
      = W+28`,
      newSession(new RandomPlayer(), "cgos"),
    )
  })

  it("final_status_list alive has every other chain, each on a line", async () => {
    const session = newSession()
    for (const line of ["boardsize 7", FINISHED]) await send(session, line)
    const lines = (await send(session, "final_status_list alive")).slice(2).trim().split("\n")
    expect(lines.map((line) => line.split(" ").sort().join(" ")).sort()).toEqual([
      "A3 B1 B2 B3 C3 D1 D2 D3",
      "A4 B4 C4 D4 E1 E2 E3 E4",
    ])
  })

  it("final_score of Capture Go is the game's own result", async () => {
    await converse(
      `
      > boardsize 5
      =
      > final_score
      ? cannot score
      > gogui-play_sequence b B5 w A5 b A4
      =
      > final_score
      = B+`,
      newSession(new RandomPlayer(), "capture-1"),
    )
  })
})

describe("records (GTP-1)", () => {
  const file = join(folder, "game.sgf")
  writeFileSync(file, "(;GM[1]FF[4]SZ[9]KM[5.5]AB[aa];W[ee];B[ed];W[de])")

  it("loadsgf gives the position before a move", async () => {
    const session = await converse(`
      > loadsgf ${file}
      =`)
    expect([session.game.size, session.game.komi, session.game.moves.length]).toEqual([9, 5.5, 3])
    await converse(`> loadsgf ${file} 2\n=`, session)
    expect([session.game.moves.length, session.game.toPlay]).toEqual([1, 1])
    await converse(`> loadsgf ${file} 99\n=`, session)
    expect(session.game.moves.length).toBe(3)
  })

  it("an unlawful move of a record is carried out, and told with its place", async () => {
    const unlawful = join(folder, "unlawful.sgf")
    writeFileSync(unlawful, "(;C[abc] AB[ab][bc]\n;B[bc])")
    const session = await converse(`
      > loadsgf ${unlawful}
      = line 2, column 3: move 1, B[bc]: there is already a stone on that point; carried out as the record has it, the game goes on from the stones on the board
      > play w B17
      ? illegal move
      > play w C17
      =`)
    expect([session.game.size, session.game.setup.length, session.game.toPlay]).toEqual([19, 2, 1])
    expect(await runCommand(session, { name: "genmove", args: ["b"] })).toMatchObject({ ok: true })
  })

  it("a file that can't be loaded leaves the game as it is", async () => {
    const broken = join(folder, "broken.sgf")
    writeFileSync(broken, "(;SZ[9]AB[ba][ab]AW[aa])")
    const session = await converse(`
      > boardsize 13
      =
      > loadsgf ${join(folder, "missing.sgf")}
      ? cannot load file
      > loadsgf ${folder}
      ? cannot load file
      > loadsgf /dev/stdin
      ? cannot load file
      > loadsgf ${broken}
      ? cannot load file: the stones that are set up leave a chain without liberty
      > loadsgf
      ? syntax error
      > loadsgf ${file} x
      ? syntax error`)
    expect(session.game.size).toBe(13)
  })
})

describe("GoGui, CGOS and KGS (GTP-1)", () => {
  it("gogui-play_sequence plays all or nothing", async () => {
    const session = await converse(`
      > boardsize 9
      =
      > gogui-play_sequence b A1 w B1 b pass
      =
      > gogui-play_sequence w C1 b C1
      ? illegal move
      > gogui-play_sequence w
      ? syntax error
      > play_sequence w C1
      =`)
    expect(session.game.moves.length).toBe(4)
  })

  it("gogui-setup and gogui-setup_player", async () => {
    const session = await converse(
      `
      > boardsize 9
      =
      > gogui-setup b A1 w B2
      =
      > gogui-setup b
      ? syntax error
      > gogui-setup b pass
      ? bad vertex list
      > gogui-setup_player w
      =
      > gogui-setup_player
      ? syntax error
      > montego-legal_moves w
      = ${"ABCDEFGHJ".split("").length ? "" : ""}`.replace(/\s*> montego-legal_moves[\s\S]*$/, ""),
    )
    expect([session.game.setup.length, session.game.toPlay]).toEqual([2, 2])
    await converse(
      "> play w C3\n=\n> gogui-setup b D4\n? board not empty\n> gogui-setup_player b\n? board not empty",
      session,
    )
  })

  it("montego-legal_moves lists what may be played", async () => {
    await converse(`
      > boardsize 2
      =
      > montego-legal_moves
      = A2 B2 A1 B1
      > gogui-play_sequence b A1 w B2 b A2
      =
      > montego-legal_moves w
      = B1
      > montego-legal_moves b
      = B1
      > montego-legal_moves red
      ? syntax error`)
  })

  it("montego-refusal explains", async () => {
    await converse(`
      > boardsize 5
      =
      > play b A1
      =
      > montego-refusal w A1
      = there is already a stone on that point
      > montego-refusal w A9
      = that point is not on the board
      > montego-refusal w A2
      = legal
      > montego-refusal w
      ? syntax error`)
  })

  it("the others answer as their clients expect", async () => {
    const session = await converse(`
      > gogui-interrupt
      =
      > gogui-title
      = Montego (random)
      > cgos-opponent_name opponent
      =
      > cgos-opponent_rating 1800?
      =
      > cgos-gameover B+6.0
      =
      > kgs-game_over
      =`)
    expect(await send(session, "cputime")).toMatch(/^= \d+\.\d{3}\n\n$/)
    const menu = (await send(session, "gogui-analyze_commands")).slice(2).trim().split("\n")
    const known = new Set(COMMANDS.keys())
    for (const line of menu) {
      const [type, label, command] = line.split("/")
      expect(["string", "plist", "hstring", "dboard", "gfx", "pspairs", "var"]).toContain(type)
      expect(label).toBeTruthy()
      expect(known).toContain(command!.split(" ")[0])
    }
  })
})

describe("the last search (GTP-1, TREE-15)", () => {
  const VIEWS = `montego-win_rate montego-owner_map montego-candidates montego-candidates_gfx montego-rave_map
    montego-pv`.split(/\s+/)

  it("before a search there is nothing to see", async () => {
    const session = newSession(new RandomPlayer())
    for (const name of VIEWS) expect(await send(session, name)).toBe("? no search yet\n\n")
    await send(session, "genmove b")
    for (const name of VIEWS) expect(await send(session, name)).toBe("? no search yet\n\n")
  })

  it("is shown as GoGui reads it", async () => {
    const report = makeReport([
      ["B2", 20, 0.75, "A1 pass"],
      ["pass", 8, 0.1],
      ["A3", 2, 0.5],
      ["C3", 0, 0],
    ])
    await converse(
      `
      > boardsize 3
      =
      > genmove b
      = B2
      > montego-win_rate
      = Black 62.5%, W+1.3 (deviation 4.0), 30 simulations
      > montego-owner_map
      = 0.50 0.00 0.00
      0.00 0.00 0.00
      0.00 0.00 -0.25
      > montego-candidates
      = Black 62.5%, W+1.3 (deviation 4.0), 30 simulations
      B2 visits 20 win 75.0% pv B2 A1 pass
      pass visits 8 win 10.0% pv pass
      A3 visits 2 win 50.0% pv A3
      > montego-candidates_gfx
      = INFLUENCE B2 1.00 A3 0.10
      LABEL B2 75 A3 50
      TEXT Black 62.5%, W+1.3 (deviation 4.0), 30 simulations
      > montego-pv
      = b B2 w A1 b pass
      > montego-rave_map
      ? the last search had no RAVE
      > undo
      =
      > montego-pv
      = b B2 w A1 b pass
      > clear_board
      =
      > montego-pv
      ? no search yet`,
      newSession(new Searching("B2", report)),
    )
  })

  it("for White the squares are white, and RAVE is shown where there is some", async () => {
    const { candidates } = makeReport([
      ["A1", 4, 0.25, "B1"],
      ["C3", 1, 0],
      ["pass", 1, 0],
    ])
    const rave = { visits: 9, winRate: 0.333 }
    const report = makeReport([], {
      color: White,
      candidates: candidates.map((candidate) => (candidate.visits > 1 ? { ...candidate, rave } : candidate)),
    })
    await converse(
      `
      > boardsize 3
      =
      > reg_genmove w
      = A1
      > montego-candidates_gfx
      = INFLUENCE A1 -1.00 C3 -0.25
      LABEL A1 25 C3 0
      TEXT White 62.5%, W+1.3 (deviation 4.0), 30 simulations
      > montego-rave_map
      = A1 33
      > montego-pv
      = w A1 b B1`,
      newSession(new Searching("A1", report)),
    )
  })

  it("has no score and no owners where the tree it found decided everything", async () => {
    await converse(
      `
      > boardsize 3
      =
      > genmove b
      = B2
      > montego-win_rate
      = Black 62.5%, 0 simulations
      > montego-owner_map
      ? the last search needed no simulations`,
      newSession(new Searching("B2", makeReport([["B2", 20, 0.75]], { playouts: 0 }))),
    )
  })

  it("genmove_analyze answers with a last report and the move", async () => {
    const report = makeReport([["B2", 20, 0.75, "A1"]])
    await converse(
      `
      > boardsize 3
      =
      > 5 lz-genmove_analyze b 100000
      =5
      info move B2 visits 20 winrate 7500 order 0 pv B2 A1
      play B2
      > lz-genmove_analyze b
      ? illegal move
      > kata-genmove_analyze w avoid w A1 3
      ? avoid is not supported
      > lz-analyze
      ? this player does not analyse`,
      newSession(new Searching("B2", report)),
    )
  })

  it("genmove_analyze of a player without reports is the move alone, and resign is one", async () => {
    await converse(
      "> kata-genmove_analyze\n=\nplay E4\n> lz-genmove_analyze\n=\nplay resign",
      newSession(new Scripted("E4", "resign")),
    )
  })
})
