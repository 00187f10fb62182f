// A match between two players of the page (ARE-1): game after game, colours exchanged, under the same referee as a game
// in the page. Its games have the form of a journal's lines, so that all tables and records of the arena work for them.

import { Random, unwrap } from "montego/base"
import {
  makeEntry,
  newGame,
  verdictOf,
  type GameTask,
  type JournalEntry,
  type JournalHeader,
  type MatchDefinition,
  type Verdict,
} from "montego/arena/results"
import { makePlayer, openDeadStoneEstimator, type DeadStoneEstimator, type Player } from "montego/players"
import { Black, deadStones, explainRefusal, makeVertex, opponent, type Color, type Game } from "montego/rules"
import { loadKnowledge } from "../knowledge.ts"
import { loadNet } from "../net.ts"
import { LabFault, numberOf, textOf, type LabRun, type LabSettings } from "./run.ts"

export interface MatchSnapshot {
  readonly header: JournalHeader
  readonly entries: readonly JournalEntry[]
  /** The game that is being played: its moves so far, and who is Black. */
  readonly playing?: { readonly black: "a" | "b"; readonly plays: readonly string[] }
}

type Side = "a" | "b"

/** A longer game is void, as in the arena. */
const LONGEST_SHARE = 4
const LONGEST_EXTRA = 100

export async function openMatch(settings: LabSettings): Promise<LabRun<MatchSnapshot>> {
  const match: MatchDefinition = {
    a: textOf(settings, "a"),
    b: textOf(settings, "b"),
    size: numberOf(settings, "size"),
    komi: numberOf(settings, "komi"),
    rules: "chinese",
    budget: { kind: "playouts", playouts: numberOf(settings, "playouts") },
    threads: 1,
    openings: { kind: "none" },
    seed: numberOf(settings, "seed"),
  }
  // A wrong name is told before the first game.
  for (const side of ["a", "b"] as const) await seat(match, side).then((player) => player.close())
  const estimateDead = await openDeadStoneEstimator()
  const total = numberOf(settings, "games")
  const entries: JournalEntry[] = []
  const names = { a: match.a, b: match.b }
  let table: PageTable | undefined
  return {
    get done() {
      return entries.length
    },
    total,
    async step() {
      table ??= await PageTable.open(taskOf(match, entries.length), estimateDead)
      const entry = await table.step()
      if (!entry) return
      entries.push(entry)
      await table.close()
      table = undefined
    },
    snapshot: () => ({
      header: { journal: "montego match", version: 1, definition: match, names },
      entries: [...entries],
      ...(table ? { playing: { black: table.black, plays: table.plays } } : {}),
    }),
    close: () => table?.close(),
  }
}

async function seat(match: MatchDefinition, side: Side): Promise<Player> {
  const { threads, budget } = match
  const playouts = budget.kind === "playouts" ? { playouts: budget.playouts } : {}
  const made = makePlayer(match[side], { threads, ...playouts }, { loadKnowledge, loadNet })
  if (!made.ok) throw new LabFault(`${side === "a" ? "Player A" : "Player B"}: ${made.error}`)
  return Promise.resolve(made.value)
}

/** Games 2n and 2n + 1 have the same players with exchanged colours. */
function taskOf(match: MatchDefinition, number: number): GameTask {
  const seed = 1 + new Random(new Random(match.seed).next() + number * 2 ** 32).below(2 ** 31 - 1)
  const id = seed.toString(16).padStart(16, "0")
  return { id, number, black: number % 2 === 0 ? "a" : "b", opening: [], seed, match }
}

/** One game, a move at a time. */
class PageTable {
  readonly plays: string[] = []
  readonly #task: GameTask
  readonly #game: Game
  readonly #players: Readonly<Record<Side, Player>>
  readonly #randoms: Readonly<Record<Side, Random>>
  readonly #estimateDead: DeadStoneEstimator
  readonly #times = {
    a: { moves: 0, seconds: 0, longest: 0 },
    b: { moves: 0, seconds: 0, longest: 0 },
  }

  private constructor(
    task: GameTask,
    players: Readonly<Record<Side, Player>>,
    estimateDead: DeadStoneEstimator,
  ) {
    this.#task = task
    this.#game = newGame(task.match)
    this.#players = players
    const random = new Random(task.seed)
    this.#randoms = { a: new Random(random.next()), b: new Random(random.next()) }
    this.#estimateDead = estimateDead
  }

  static async open(task: GameTask, estimateDead: DeadStoneEstimator): Promise<PageTable> {
    const players = { a: await seat(task.match, "a"), b: await seat(task.match, "b") }
    return new PageTable(task, players, estimateDead)
  }

  get black(): Side {
    return this.#task.black
  }

  /** Plays a move; the entry when the game is over. */
  async step(): Promise<JournalEntry | undefined> {
    const verdict = await this.#move()
    if (!verdict) return undefined
    const { dead } = this
    const played = { verdict, plays: this.plays, times: this.#times, claims: {}, sgf: "", ...dead }
    // A journal has the time of each game; here the numbers must follow from the seed alone.
    return makeEntry(this.#task, played, new Date(0))
  }

  async close(): Promise<void> {
    await Promise.all([this.#players.a.close(), this.#players.b.close()])
  }

  get dead(): { dead?: { by: "playouts"; stones: string[] } } {
    return this.#dead ? { dead: { by: "playouts", stones: this.#dead } } : {}
  }

  #dead: string[] | undefined

  async #move(): Promise<Verdict | undefined> {
    const game = this.#game
    const longest = LONGEST_SHARE * game.size ** 2 + LONGEST_EXTRA
    if (game.moves.length >= longest)
      return { kind: "void", winner: null, reason: `the game is longer than ${longest} moves` }
    const color = game.toPlay
    const side: Side = (color === Black) === (this.black === "a") ? "a" : "b"
    const request = { position: game.position(), color, budget: {}, seed: this.#randoms[side].next() }
    const began = performance.now()
    const { move } = await this.#players[side].choose(request)
    this.#note(side, (performance.now() - began) / 1000)
    if (move === "resign") return { kind: "resign", winner: nameOf(opponent(color)) }
    const refusal = game.refusal(move)
    if (refusal !== undefined)
      return { kind: "illegal", winner: nameOf(opponent(color)), reason: explainRefusal(refusal) }
    unwrap(game.play(move))
    this.plays.push(makeVertex(move, game.size))
    if (game.phase === "playing") return undefined
    if (game.phase === "counting") {
      const found = this.#estimateDead(game.board, game.toPlay, this.#randoms.a.next())
      const dead = deadStones(game.board, found)
      this.#dead = [...dead].map((stone) => makeVertex(stone, game.size))
      game.accept(dead)
    }
    return verdictOf(game.outcome!)
  }

  #note(side: Side, seconds: number): void {
    const { moves, seconds: all, longest } = this.#times[side]
    this.#times[side] = { moves: moves + 1, seconds: all + seconds, longest: Math.max(longest, seconds) }
  }
}

function nameOf(color: Color): "black" | "white" {
  return color === Black ? "black" : "white"
}
