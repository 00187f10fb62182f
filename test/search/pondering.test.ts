// Commands that come while the engine ponders (TREE-11). Wherever the game doesn't go into the pondered tree, the next
// move must be the one that an engine would find that has never pondered and keeps no tree; and whole games repeat
// (TREE-3).

import { afterEach, describe, expect, it } from "vitest"
import { unwrap } from "../../src/base/index.ts"
import { runCommand, Session } from "../../src/engine/index.ts"
import { parseCommand } from "../../src/gtp/index.ts"
import { makePlayer, openDeadStoneEstimator } from "../../src/players/index.ts"
import { CHINESE, Game, parseVertex } from "../../src/rules/index.ts"
import { sleep } from "./engine.ts"

const estimateDead = await openDeadStoneEstimator()
const open: Session[] = []
afterEach(() => Promise.all(open.splice(0).map(({ player }) => player.close())))

function newSession(spec: string): Session {
  const player = unwrap(makePlayer(spec))
  const session = new Session({ player, rules: CHINESE, seed: 5, estimateDead, size: 9 })
  open.push(session)
  return session
}

async function send(session: Session, line: string): Promise<string> {
  const { ok, text } = await runCommand(session, parseCommand(line)!)
  if (!ok) throw new Error(`${line}: ${text}`)
  return text
}

/** The last answer and the search behind it, after all of these; `wait` is where an engine may ponder. */
async function converse(spec: string, lines: readonly string[]): Promise<unknown> {
  const session = newSession(spec)
  let answer = ""
  for (const line of lines) {
    if (line === "wait") await sleep(60)
    else answer = await send(session, line)
  }
  const { seconds: _, nodes: __, ...report } = session.report!
  return { answer, report }
}

const BASE = "uct:strong,playouts=150,early-stop=off"

describe("the pondered tree is not used", () => {
  it.each<[string, string[]]>([
    ["undo", ["genmove b", "wait", "undo", "wait", "genmove b"]],
    ["undo and the other colour", ["genmove b", "wait", "undo", "genmove w"]],
    ["clear_board", ["genmove b", "wait", "clear_board", "wait", "genmove b"]],
    ["boardsize", ["genmove b", "wait", "boardsize 7", "genmove b"]],
    ["komi", ["genmove b", "wait", "komi 0.5", "play w C3", "genmove b"]],
    ["kgs-rules", ["genmove b", "wait", "kgs-rules japanese", "play w C3", "genmove b"]],
    ["a handicap", ["genmove b", "wait", "clear_board", "set_free_handicap D4 F6 C7", "genmove w"]],
    ["a set-up", ["genmove b", "wait", "clear_board", "gogui-setup b C3 w G7", "genmove b"]],
    ["our own move again", ["genmove b", "wait", "genmove b"]],
    ["other moves of ours", ["genmove b", "wait", "undo", "play b A1", "play w C3", "genmove b"]],
  ])("after %s", async (_, lines) => {
    expect(await converse(`${BASE},ponder=on`, lines)).toEqual(await converse(`${BASE},reuse=off`, lines))
  })
})

describe("games repeat (TREE-3)", () => {
  /** A game against itself, and whether its moves are lawful. */
  async function playGame(session: Session): Promise<string> {
    const referee = unwrap(Game.create({ size: 9, rules: CHINESE }))
    const moves: string[] = []
    while (referee.phase === "playing" && moves.length < 300) {
      const vertex = await send(session, `genmove ${moves.length % 2 === 0 ? "b" : "w"}`)
      moves.push(vertex)
      if (vertex === "resign") break
      expect({ moves, played: referee.play(parseVertex(vertex, 9)!) }).toMatchObject({ played: { ok: true } })
    }
    return moves.join(" ")
  }

  it("with one thread, a seed and playouts: in another engine, and again after clear_board", async () => {
    const [one, other] = [newSession("uct:strong,playouts=100"), newSession("uct:strong,playouts=100")]
    const game = await playGame(one)
    expect(game.split(" ").length).toBeGreaterThan(20)
    expect(await playGame(other)).toBe(game)
    await send(one, "clear_board")
    expect(await playGame(one)).toBe(game)
  })
})
