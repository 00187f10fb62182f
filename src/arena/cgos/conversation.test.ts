import { describe, expect, it } from "vitest"
import { Random } from "../../base/random.ts"
import { Black, makeVertex, parseVertex, PASS, White } from "../../rules/index.ts"
import { CgosConversation, type Action, type ConversationOptions, type Turn } from "./conversation.ts"
import { parseMessage, parseResult } from "./message.ts"

const LOGIN = ["protocol genmove_analyze", "username", "password"]
const NEW_GAME = "setup 1 9 7.0 60000 gnugoA(1800?) gnugoB(1750)"

function converse(options: Partial<ConversationOptions> = {}): CgosConversation {
  const conversation = new CgosConversation({
    user: "gnugoA",
    password: "secretA",
    client: "Montego 1",
    reserve: 1,
    ...options,
  })
  conversation.connected()
  return conversation
}

/** Logged in, and then these lines. */
function after(
  lines: readonly string[],
  options: Partial<ConversationOptions> = {},
): [CgosConversation, Action[]] {
  const conversation = converse(options)
  return [conversation, [...LOGIN, ...lines].flatMap((line) => conversation.hear(line)).slice(LOGIN.length)]
}

const sent = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.do === "send" ? [action.line] : []))
const said = (actions: readonly Action[]) =>
  actions.flatMap((action) => (action.do === "say" ? [action.text] : [])).join("\n")
const kinds = (actions: readonly Action[]) =>
  actions.map((action) => action.do).filter((kind) => kind !== "say")
function turnOf(actions: readonly Action[]): Turn {
  const thinking = actions.find((action) => action.do === "think")
  if (!thinking) throw new Error(`no turn among ${JSON.stringify(actions)}`)
  return thinking.turn
}
const point = (vertex: string) => parseVertex(vertex, 9)!
const vertices = ({ position }: Turn) => position.moves.map(({ move }) => makeVertex(move, 9)).join(" ")

describe("NET-1 the recorded game", () => {
  it("goes as it went", () => {
    const conversation = converse()
    const lines = (line: string) => sent(conversation.hear(line))
    expect(lines("protocol genmove_analyze")).toEqual(["e1 Montego 1"])
    expect(lines("username")).toEqual(["gnugoA"])
    expect(lines("password")).toEqual(["secretA"])
    expect(lines(NEW_GAME)).toEqual([])
    expect(lines("info Games in progress: 0 Players:2")).toEqual([])
    expect(lines("play b f6 60000")).toEqual([])
    const turn = turnOf(conversation.hear("genmove w 60000"))
    expect(turn).toMatchObject({ color: White, seconds: 59, settings: { kind: "absolute", main: 60 } })
    expect(turn.position).toMatchObject({ size: 9, komi: 7, rules: { name: "cgos" } })
    // Information in the middle of a thought changes nothing.
    expect(lines("info a player has come")).toEqual([])
    expect(sent(conversation.answer(turn.number, point("C7"), "best"))).toEqual(["c7"])
    expect(lines("play b f3 58000")).toEqual([])
    expect(vertices(turnOf(conversation.hear("genmove w 59000")))).toBe("F6 C7 F3")
    const end = conversation.hear("gameover 2026-11-15 B+6.0")
    expect(sent(end)).toEqual(["ready"])
    const over = end.find((action) => action.do === "over")
    expect(over?.game).toMatchObject({ mine: White, result: "B+6.0", date: "2026-11-15" })
    expect(over?.game.moves.map(({ left }) => left)).toEqual([60_000, 59_000, 58_000])
    expect(conversation.tally).toEqual({ games: 1, won: 0, lost: 1, drawn: 0 })
  })

  it("a reconnect restores the game from the list of its moves", () => {
    const [conversation, actions] = after([
      "setup 6 9 7.0 60000 gnugoA(1800?) gnugoB(1800?)  e5 60000 c3 60000 e3 59500 d8 49833 pass 59000",
      "genmove w 47059",
    ])
    const turn = turnOf(actions)
    expect(vertices(turn)).toBe("E5 C3 E3 D8 pass")
    expect(turn.seconds).toBeCloseTo(46.059)
    expect(sent(conversation.answer(turn.number, PASS, ""))).toEqual(["pass"])
  })
})

describe("NET-1 the clock", () => {
  it.each([
    ["the reserve is taken off", 60_000, 10_000, 9],
    ["fast games are not all reserve", 2000, 1000, 0.9],
    ["there is never less than nothing", 60_000, 300, 0],
    ["a clock that ran out while we were away", 60_000, -2500, 0],
  ])("%s", (_, main, left, seconds) => {
    const [, actions] = after([`setup 1 9 7.0 ${main} b(1) gnugoA(1)`, `genmove b ${left}`])
    expect(turnOf(actions).seconds).toBeCloseTo(seconds)
  })

  it("a move that comes after the verdict is dropped", () => {
    const [conversation, actions] = after([NEW_GAME, "play b e5 1", "genmove w 60000"])
    const { number } = turnOf(actions)
    const verdict = conversation.hear("gameover 2026-11-15 B+Time")
    expect(kinds(verdict)).toEqual(["stop", "over", "send"])
    expect(conversation.isAwaited(number)).toBe(false)
    expect(sent(conversation.answer(number, point("C3"), ""))).toEqual([])
  })

  it("so is one for a connection that is gone, also when the same move is asked for again", () => {
    const [conversation, actions] = after([NEW_GAME, "play b e5 1", "genmove w 60000"])
    const { number } = turnOf(actions)
    expect(kinds(conversation.disconnected())).toEqual(["stop"])
    conversation.connected()
    for (const line of LOGIN) conversation.hear(line)
    conversation.hear(`${NEW_GAME} e5 1`)
    const again = turnOf(conversation.hear("genmove w 50000"))
    expect(sent(conversation.answer(number, point("C3"), ""))).toEqual([])
    expect(sent(conversation.answer(again.number, point("C3"), ""))).toEqual(["c3"])
  })
})

describe("NET-1 what a server may do wrong", () => {
  it("name and password are told once a connection, and only in their turn", () => {
    const [conversation] = after([NEW_GAME])
    for (const line of ["password", "username", "protocol", "password"])
      expect(sent(conversation.hear(line))).toEqual([])
    expect(sent(converse().hear("password"))).toEqual([])
    conversation.disconnected()
    conversation.connected()
    expect(LOGIN.flatMap((line) => sent(conversation.hear(line)))).toEqual([
      "e1 Montego 1",
      "gnugoA",
      "secretA",
    ])
  })

  it("unknown lines are told and ignored", () => {
    const [, actions] = after([
      NEW_GAME,
      "",
      "setup",
      "play",
      "genmove",
      "genmove x 1",
      "gameover",
      "hello there",
    ])
    expect(sent(actions)).toEqual([])
    expect(said(actions)).toContain("hello there")
  })

  it("a server with the simple ko rule is followed where it repeats a position", () => {
    // White has taken the ko at E5, and both have passed: when Black takes back, the position after move 7 is there
    // again.
    const ko = "e6 1 f6 1 d5 1 g5 1 e4 1 f4 1 f5 1 e5 1 pass 1 pass 1".split(" ")
    const [, actions] = after([
      `setup 1 9 7.0 60000 gnugoA(1) b(1) ${ko.join(" ")}`,
      "play b f5 1",
      "genmove w 60000",
    ])
    expect(kinds(actions)).toEqual(["stop", "stop", "think"])
    expect(turnOf(actions).position.rules.ko).toBe("simple")
    expect(vertices(turnOf(actions))).toMatch(/pass pass F5$/)
  })

  it("out of step, it connects again to hear the game from the beginning, and resigns if that does not help", () => {
    const [conversation, first] = after([NEW_GAME, "play b e5 1", "play b e5 1"])
    expect(kinds(first)).toEqual(["stop", "stop", "hang-up"])
    conversation.disconnected()
    conversation.connected()
    for (const line of LOGIN) conversation.hear(line)
    conversation.hear(`${NEW_GAME} e5 1`)
    const second = conversation.hear("genmove b 60000")
    expect(sent(second)).toEqual(["resign"])
    expect(sent(conversation.hear("gameover 2026-11-15 B+Resign"))).toEqual(["ready"])
  })

  it("a game that can't be played here is resigned, and no other begun", () => {
    const [conversation, actions] = after([
      "setup 1 40 7.0 60000 gnugoA(1) b(1)",
      "play b e5 1",
      "genmove w 1000",
    ])
    expect(sent(actions)).toEqual(["resign"])
    expect(said(actions)).toContain("board size")
    expect(sent(conversation.hear("gameover 2026-11-15 B+Resign"))).toEqual(["quit"])
  })

  it("a move that our referee refuses is never sent", () => {
    const [conversation, actions] = after([NEW_GAME, "play b e5 1", "genmove w 60000"])
    const answer = conversation.answer(turnOf(actions).number, point("E5"), "")
    expect(sent(answer)).toEqual(["resign"])
    expect(said(answer)).toContain("there is already a stone")
  })

  it("an error before the login is done is the end; one after it is not", () => {
    const refused = converse()
    for (const line of LOGIN) refused.hear(line)
    refused.hear("Error: Sorry, password doesn't match")
    expect(refused.failure).toBe("the server refuses: Sorry, password doesn't match")
    const still = converse()
    for (const line of LOGIN) still.hear(line)
    still.hear("Error: You are already logged on! Closing connection.")
    expect(still.isOver).toBe(false)
    const [playing, actions] = after([NEW_GAME, "Error: server is going down"])
    expect(kinds(actions)).toContain("hang-up")
    expect(playing.isOver).toBe(false)
  })

  it("whatever lines come, it never throws, answers a move at most once, and guards the password", () => {
    const words = [
      "setup",
      "play",
      "genmove",
      "gameover",
      "info",
      "b",
      "w",
      "e5",
      "pass",
      "9",
      "7.0",
      "60000",
      "-1",
    ]
    words.push(
      "gnugoA(1)",
      "x(2)",
      "Error:",
      "password",
      "username",
      "1e999",
      "\u0000",
      "ü",
      "2026-11-15",
      "W+Time",
    )
    const openings = [NEW_GAME, "play b e5 1", "genmove w 60000", "gameover 2026-11-15 Draw", ...LOGIN]
    const random = new Random(3)
    const pick = (from: readonly string[]) => from[random.below(from.length)]!
    for (let run = 0; run < 300; run++) {
      const [conversation] = after([])
      let secrets = 0
      for (let i = 0; i < 40; i++) {
        const line =
          random.below(3) === 0
            ? Array.from({ length: random.below(9) }, () => pick(words)).join(" ")
            : pick(openings)
        const actions = conversation.hear(line)
        secrets += actions.filter((action) => action.do === "send" && action.isSecret).length
        expect(actions.filter((action) => action.do === "think" || action.do === "send").length).toBeLessThan(
          2,
        )
      }
      expect(secrets).toBe(0)
    }
  })
})

describe("NET-1 leaving", () => {
  it("after the game, when one is played", () => {
    const [conversation] = after([NEW_GAME])
    expect(sent(conversation.finish())).toEqual([])
    expect(sent(conversation.hear("gameover 2026-11-15 W+Resign"))).toEqual(["quit"])
    expect(conversation.isOver).toBe(true)
    expect(conversation.tally.won).toBe(1)
  })

  it("after the last of --games, a game whose end was not heard included", () => {
    const [conversation, actions] = after([NEW_GAME, NEW_GAME.replace("setup 1", "setup 2")], { games: 2 })
    expect(actions.filter((action) => action.do === "over")).toHaveLength(1)
    expect(sent(conversation.hear("gameover 2026-11-15 Draw"))).toEqual(["quit"])
  })

  it("at once, when no game is played, or when it must be", () => {
    const [waiting] = after([])
    expect(sent(waiting.finish())).toEqual(["quit"])
    const [playing] = after([NEW_GAME])
    expect(kinds(playing.leave())).toEqual(["stop", "over", "send", "hang-up"])
  })
})

describe("NET-1 messages", () => {
  it("a setup with names that hold brackets, and without ratings", () => {
    const message = parseMessage("setup 12 19 7.5 900000 a(b)(2100) plain\r")
    expect(message).toMatchObject({
      kind: "setup",
      setup: { id: "12", white: { name: "a(b)", rating: "2100" }, black: { name: "plain", rating: "" } },
    })
  })

  it.each([
    ["B+6.0", { kind: "score", winner: Black, margin: 6 }],
    ["W+Resign", { kind: "resign", winner: White }],
    ["B+Time", { kind: "time", winner: Black }],
    ["W+Illegal", { kind: "forfeit", winner: White }],
    ["Draw", { kind: "draw" }],
    ["Abort", { kind: "void" }],
    ["nonsense", { kind: "unknown" }],
  ])("result %s", (text, outcome) => expect(parseResult(text)).toEqual(outcome))
})
