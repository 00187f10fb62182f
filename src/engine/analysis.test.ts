// What the analysis commands read and write, and conversations with the real tree search at a few playouts.

import { PassThrough } from "node:stream"
import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { makePlayer, openDeadStoneEstimator } from "../players/index.ts"
import { Black, parseRuleset, parseVertex, PASS, pointAt, POINTS, White } from "../rules/index.ts"
import type { SearchReport } from "../search/index.ts"
import { makeInfo, parseAnalysis, type AnalysisOptions } from "./analysis.ts"
import { serveGtp } from "./serve.ts"
import { Session } from "./session.ts"

const DEFAULTS: AnalysisOptions = {
  color: Black,
  every: 1000,
  minMoves: 0,
  maxMoves: Infinity,
  ownership: false,
  rootInfo: false,
}

describe("arguments (GTP-1)", () => {
  it.each<[line: string, options: Partial<AnalysisOptions>]>([
    ["", {}],
    ["50", { every: 500 }],
    ["w", { color: White }],
    ["white 2.5", { color: White, every: 25 }],
    ["10 w", { color: White, every: 100 }],
    ["interval 30", { every: 300 }],
    ["0", { every: 10 }],
    ["b interval 30 ownership true rootInfo true", { every: 300, ownership: true, rootInfo: true }],
    ["ownership false", {}],
    ["minmoves 3 maxmoves 5", { minMoves: 3, maxMoves: 5 }],
    ["50 ownershipStdev true pvVisits true movesOwnership false", { every: 500 }],
  ])("%j", (line, options) => {
    const words = line.split(" ").filter((word) => word !== "")
    expect(parseAnalysis(words, Black)).toEqual({ ok: true, value: { ...DEFAULTS, ...options } })
  })

  it("without a colour it is the side to play", () => {
    expect(unwrap(parseAnalysis(["50"], White)).color).toBe(White)
  })

  it.each([
    ["-5", "syntax error"],
    ["interval", "syntax error"],
    ["interval soon", "syntax error"],
    ["ownership", "syntax error"],
    ["ownership yes", "syntax error"],
    ["maxmoves -1", "syntax error"],
    ["tea true", "syntax error"],
    ["constructor true", "syntax error"],
    ["b 50 avoid b D4,E5 30", "avoid is not supported"],
    ["allow w D4 1", "allow is not supported"],
  ])("%j is refused", (line, error) => {
    expect(parseAnalysis(line.split(" "), Black)).toEqual({ ok: false, error })
  })
})

describe("lines (GTP-1, TREE-15)", () => {
  const owners = new Float64Array(POINTS)
  owners[pointAt(0, 0)] = 0.5
  owners[pointAt(1, 1)] = -1
  const at = (vertex: string) => parseVertex(vertex, 2)!
  const report: SearchReport = {
    color: Black,
    playouts: 5,
    seconds: 0.1,
    winRate: 0.6,
    score: { mean: -1.5, spread: 3 },
    candidates: [
      { move: at("A2"), visits: 8, winRate: 0.65432, pv: [at("A2"), at("B1"), PASS] },
      { move: PASS, visits: 2, winRate: 0, pv: [PASS] },
      { move: at("B2"), visits: 0, winRate: 0, pv: [at("B2")] },
    ],
    owners,
    nodes: 1,
    capacity: 2,
    notes: [],
  }
  const all = { ...DEFAULTS, ownership: true, rootInfo: true }

  it("lz: win rates in ten thousandths", () => {
    expect(makeInfo(report, 2, "lz", all)).toBe(
      "info move A2 visits 8 winrate 6543 order 0 pv A2 B1 pass info move pass visits 2 winrate 0 order 1 pv pass",
    )
  })

  it("kata: the score stands with the best move; root and ownership when they are asked for", () => {
    const moves =
      "info move A2 visits 8 winrate 0.654320 scoreMean -1.500 scoreStdev 3.000 scoreLead -1.500 order 0 pv A2 B1 pass " +
      "info move pass visits 2 winrate 0.000000 order 1 pv pass"
    expect(makeInfo(report, 2, "kata", DEFAULTS)).toBe(moves)
    expect(makeInfo(report, 2, "kata", all)).toBe(
      `${moves} rootInfo visits 10 winrate 0.600000 scoreMean -1.500 scoreStdev 3.000 scoreLead -1.500 ` +
        "ownership 0.5000 0.0000 0.0000 -1.0000",
    )
  })

  it("kata: for White score and ownership are White's", () => {
    const line = makeInfo({ ...report, color: White }, 2, "kata", { ...all, maxMoves: 1 })
    expect(line).toMatch(/^info move A2 .* scoreLead 1.500 order 0 pv A2 B1 pass rootInfo /)
    expect(line).toMatch(/ scoreLead 1.500 ownership -0.5000 0.0000 0.0000 1.0000$/)
  })

  it("kata: a search without a simulation of its own has neither score nor owners", () => {
    expect(makeInfo({ ...report, playouts: 0 }, 2, "kata", { ...all, maxMoves: 1 })).toBe(
      "info move A2 visits 8 winrate 0.654320 order 0 pv A2 B1 pass rootInfo visits 10 winrate 0.600000",
    )
  })

  it("lists as many moves as are wanted, unvisited ones on request, and no line at all without any", () => {
    const moves = (options: Partial<AnalysisOptions>) =>
      [...(makeInfo(report, 2, "lz", { ...DEFAULTS, ...options }) ?? "").matchAll(/move (\S+)/g)].map(
        ([, m]) => m,
      )
    expect(moves({ maxMoves: 1 })).toEqual(["A2"])
    expect(moves({ minMoves: 3 })).toEqual(["A2", "pass", "B2"])
    expect(moves({ minMoves: 9, maxMoves: 2 })).toEqual(["A2", "pass"])
    expect(makeInfo({ ...report, candidates: [] }, 2, "kata", all)).toBeUndefined()
    expect(makeInfo({ ...report, candidates: report.candidates.slice(2) }, 2, "kata", all)).toBeUndefined()
  })
})

const estimateDead = await openDeadStoneEstimator()

/** One line as a client reads it that knows nothing but the format. */
function readInfo(line: string): { moves: Record<string, string>[]; root?: string; ownership: number[] } {
  const [text = "", numbers = ""] = line.split(/ ?ownership /)
  const [infos = "", root] = text.split(/ rootInfo /)
  const moves = infos
    .split(/(?:^| )info /)
    .slice(1)
    .map((info) => {
      const [fields = "", pv = ""] = info.split(" pv ")
      const words = fields.split(" ")
      const pairs = words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]!] as const] : []))
      return { ...Object.fromEntries(pairs), pv }
    })
  return { moves, ownership: numbers.split(" ").filter(Boolean).map(Number), ...(root ? { root } : {}) }
}

describe("with the tree search (GTP-1, TREE-15)", () => {
  const open: PassThrough[] = []
  afterAll(() => open.forEach((input) => input.end()))

  /** A conversation in which analyses run until they have told something. */
  class Talk {
    readonly #input = new PassThrough()
    readonly #output = new PassThrough()
    readonly session: Session
    readonly #served: Promise<void>
    #text = ""

    constructor(rules = "chinese", player = "uct,playouts=40") {
      this.session = new Session({
        player: unwrap(makePlayer(player)),
        rules: parseRuleset(rules)!,
        seed: 1,
        estimateDead,
        size: 5,
      })
      this.#output.setEncoding("utf8").on("data", (chunk: string) => (this.#text += chunk))
      this.#served = serveGtp(this.session, this.#input, this.#output)
      open.push(this.#input)
    }

    async #until(isThere: () => boolean): Promise<string> {
      await expect.poll(isThere, { interval: 2 }).toBe(true)
      const text = this.#text
      this.#text = ""
      return text
    }

    async ask(command: string): Promise<string> {
      this.#input.write(`${command}\n`)
      return this.#until(() => this.#text.endsWith("\n\n"))
    }

    /** The first lines of an analysis, which then is ended. */
    async watch(command: string, lines = 2): Promise<string[]> {
      this.#input.write(`${command}\n`)
      const text = await this.#until(() => this.#text.split("\n").length > lines + 1)
      expect(text).toMatch(/^=\n(info .*\n)+$/)
      this.#input.write("\n")
      expect(await this.#until(() => this.#text.endsWith("\n"))).toMatch(/^(info .*\n)*\n$/)
      return text.split("\n").slice(1, -1)
    }

    async quit(): Promise<void> {
      this.#input.end("quit\n")
      await this.#served
    }
  }

  it("kata-analyze: moves, win rates, score, owners, the more the longer", async () => {
    const talk = new Talk()
    await talk.ask("play b C3")
    const lines = await talk.watch("kata-analyze w 2 ownership true rootInfo true", 3)
    const reports = lines.map(readInfo)
    for (const { moves, ownership, root } of reports) {
      expect(ownership).toHaveLength(25)
      expect(ownership.every((share) => share >= -1 && share <= 1)).toBe(true)
      expect(root).toMatch(/^visits \d+ winrate 0\.\d{6} scoreMean /)
      expect(moves.map(({ order }) => Number(order))).toEqual(moves.map((_, i) => i))
      for (const { move, winrate, pv } of moves) {
        expect(talk.session.game.refusal(parseVertex(move!, 5)!, White)).toBeUndefined()
        expect(winrate).toMatch(/^[01]\.\d{6}$/)
        expect(pv!.split(" ")[0]).toBe(move)
      }
    }
    const visits = reports.map(({ moves }) => moves.reduce((sum, move) => sum + Number(move["visits"]), 0))
    expect(visits.every((count, i) => i === 0 || count > visits[i - 1]!)).toBe(true)
    // One black stone in the middle of 5×5 owns the board, however White plays.
    expect(reports.at(-1)!.ownership[12]).toBeLessThan(0)
    expect(await talk.ask("montego-win_rate")).toMatch(/^= White \d/)
    await talk.quit()
  })

  it("the colour that is not to move, a finished game, two in a row, and then a move", async () => {
    const talk = new Talk()
    expect(talk.session.game.toPlay).toBe(Black)
    expect((await talk.watch("lz-analyze w 1 maxmoves 1"))[0]).toMatch(
      /^info move \S+ visits \d+ winrate \d+ order 0 pv \S+( \S+)*$/,
    )
    await talk.ask("play b pass")
    await talk.ask("play w pass")
    expect(talk.session.game.phase).not.toBe("playing")
    await talk.watch("lz-analyze b 1")
    await talk.watch("lz-analyze w 1")
    await talk.watch("kata-analyze 1")
    expect(await talk.ask("lz-genmove_analyze b 100000")).toMatch(/^=\ninfo move .*\nplay [A-E][1-5]\n\n$/)
    expect(talk.session.game.moves.length).toBe(3)
    await talk.quit()
  })

  it("a game of Capture Go that is over is analysed no worse than it is played on", async () => {
    const talk = new Talk("capture-1")
    await talk.ask("gogui-play_sequence b B5 w A5 b A4")
    expect(talk.session.game.phase).not.toBe("playing")
    expect(await talk.ask("1 lz-analyze 1\n2 name")).toMatch(/^=1\n(info .*\n)*\n=2 Montego\n\n$/)
    await talk.quit()
  })

  it("a board beyond its room is a clear error, and others follow; moves come without a tree", async () => {
    const talk = new Talk()
    await talk.ask("boardsize 21")
    const error = "? the tree search has room for boards up to 19×19\n\n"
    for (const command of ["lz-analyze b 10", "kata-analyze"]) expect(await talk.ask(command)).toBe(error)
    expect(await talk.ask("lz-genmove_analyze")).toMatch(/^=\n(info move .*\n)+play [A-V]\d+\n\n$/)
    await talk.ask("boardsize 5")
    await talk.watch("lz-analyze 1")
    await talk.quit()
  })

  it("looking does not change the seeds of the moves", async () => {
    const play = async (look: boolean): Promise<string> => {
      const talk = new Talk("chinese", "uct,playouts=40,reuse=off")
      let moves = ""
      for (const color of ["b", "w", "b"]) {
        if (look) await talk.watch("lz-analyze 1", 1)
        moves += await talk.ask(`genmove ${color}`)
      }
      await talk.quit()
      return moves
    }
    expect(await play(true)).toBe(await play(false))
  })

  it("kgs-genmove_cleanup takes the dead stone before it passes", async () => {
    const talk = new Talk()
    await talk.ask("boardsize 7")
    await talk.ask(
      "gogui-setup b A3 b B3 b C3 b D3 b B2 b B1 b D2 b D1 w C2 w A4 w B4 w C4 w D4 w E4 w E3 w E2 w E1",
    )
    const moves: string[] = []
    for (let i = 0; i < 20 && moves.at(-1) !== "pass"; i++) {
      moves.push((await talk.ask("kgs-genmove_cleanup b")).slice(2).trim())
      await talk.ask("play w pass")
    }
    expect(moves.at(-1)).toBe("pass")
    expect(moves.filter((move) => move === "C1")).toHaveLength(1)
    await talk.quit()
  })
})
