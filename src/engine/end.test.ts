// TREE-10: a player hears how its game ended, as the engine knows it, and once.

import { PassThrough } from "node:stream"
import { describe, expect, it } from "vitest"
import { parseCommand } from "../gtp/index.ts"
import { openDeadStoneEstimator, type Answer, type Player, type Request } from "../players/index.ts"
import { makeOutcome, parseRuleset, parseVertex, type Outcome, type Position } from "../rules/index.ts"
import { runCommand } from "./commands.ts"
import { serveGtp } from "./serve.ts"
import { Session } from "./session.ts"

const estimateDead = await openDeadStoneEstimator()

/** Plays what it is told, and notes what it hears: the number of moves and the result. */
class Listener implements Player {
  readonly name = "listener"
  readonly heard: string[] = []
  readonly #moves: string[]

  constructor(...moves: string[]) {
    this.#moves = moves
  }

  choose({ position: { size } }: Request): Promise<Answer> {
    const move = this.#moves.shift()!
    return Promise.resolve({ move: move === "resign" ? move : parseVertex(move, size)!, reason: "uniform" })
  }

  gameOver(position: Position, outcome: Outcome): void {
    this.heard.push(`${position.moves.length} ${makeOutcome(outcome)}`)
  }

  close(): Promise<void> {
    this.heard.push("closed")
    return Promise.resolve()
  }
}

const newSession = (player: Player): Session =>
  new Session({ player, rules: parseRuleset("chinese")!, seed: 1, estimateDead, size: 3 })

/** What the player has heard after these commands. */
async function hears(player: Listener, ...lines: string[]): Promise<string[]> {
  const session = newSession(player)
  for (const line of ["komi 3.5", ...lines])
    expect({ line, ok: (await runCommand(session, parseCommand(line)!)).ok }).toEqual({ line, ok: true })
  return player.heard
}

describe("the end of a game, told to the player (TREE-10)", () => {
  it.each<[string, string[], string[], string[]]>([
    ["its resignation", ["B2", "resign"], ["genmove b", "genmove w"], ["1 B+R"]],
    ["its pass after a pass", ["B2", "pass"], ["genmove b", "play w pass", "genmove b"], ["3 B+5.5"]],
    [
      "the other's pass, when a new game begins",
      ["B2", "pass"],
      ["genmove b", "play w pass", "play b pass"],
      [],
    ],
    [
      "… by clear_board",
      ["B2"],
      ["genmove b", "play w pass", "play b pass", "clear_board", "clear_board"],
      ["3 B+5.5"],
    ],
    ["… by boardsize", ["B2"], ["genmove b", "play w pass", "play b pass", "boardsize 5"], ["3 B+5.5"]],
    ["what the server says", ["B2"], ["genmove b", "cgos-gameover 2008-05-01 W+Time"], ["1 W+T"]],
    ["nothing where the server knows nothing", ["B2"], ["genmove b", "cgos-gameover ?", "kgs-game_over"], []],
    ["the count on KGS", ["B2"], ["genmove b", "play w pass", "play b pass", "kgs-game_over"], ["3 B+5.5"]],
    [
      "once, even if a second command tells it",
      ["resign"],
      ["genmove w", "cgos-gameover B+R", "clear_board"],
      ["0 B+R"],
    ],
    [
      "each of two games",
      ["resign", "resign"],
      ["genmove b", "clear_board", "genmove w"],
      ["0 W+R", "0 B+R"],
    ],
    ["no game that was left", ["B2"], ["genmove b", "clear_board"], []],
  ])("%s", async (_, moves, commands, heard) => {
    expect(await hears(new Listener(...moves), ...commands)).toEqual(heard)
  })

  it("at the end of the conversation, before the player is closed", async () => {
    const player = new Listener()
    const input = new PassThrough()
    input.end("play b B2\nplay w pass\nplay b pass\nquit\n")
    await serveGtp(newSession(player), input, new PassThrough().resume())
    expect(player.heard).toEqual(["3 B+1.5", "closed"])
  })
})
