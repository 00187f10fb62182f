// The game at the table: what each action does, and what is said about it. A state machine without a screen, a
// file or a clock, so that whole games can be played in a test. It is in one of three stages: moves are made;
// after the passes dead stones are marked; it is over.

import { percent } from "../../base/format.ts"
import type { Answer, DeadStoneEstimator, Request } from "../../players/index.ts"
import {
  colorName,
  deadStones,
  Empty,
  explainRefusal,
  isPass,
  makeVertex,
  opponent,
  type Color,
  type Game,
  type Move,
  type Point,
} from "../../rules/index.ts"
import type { BoardView } from "./board.ts"
import { HELP, type Action } from "./commands.ts"
import { isPerson, nameOf, seedOfMove, type Seating } from "./seating.ts"
import { leadSentence, outcomeSentence, scoreSheet, stones } from "./sheet.ts"

/** Moves of the line that a hint shows. */
const HINT_MOVES = 6

export type Stage = "playing" | "marking" | "over"

/** The board with its marks, and the count of it when there is one. */
export interface Scene {
  readonly view: BoardView
  readonly sheet: readonly string[]
}

/** What to do after an action. */
export interface Reply {
  /** Lines for the person. */
  readonly say: readonly string[]
  /** The game is not what it was: keep it. */
  readonly changed: boolean
  /** The board is worth another look. */
  readonly scene?: Scene
  readonly wish?:
    | { readonly kind: "leave" | "hint" }
    | { readonly kind: "save"; readonly file: string | undefined }
}

interface TableOptions {
  readonly game: Game
  readonly seating: Seating
  readonly estimateDead: DeadStoneEstimator
}

export class Table {
  readonly game: Game
  readonly seating: Seating
  readonly #estimateDead: DeadStoneEstimator
  #stage: Stage = "playing"
  /** Whole chains, while they are being marked and when the game was counted. */
  #dead = new Set<Point>()
  #asksToResign = false

  constructor({ game, seating, estimateDead }: TableOptions) {
    this.game = game
    this.seating = seating
    this.#estimateDead = estimateDead
    this.#settle()
  }

  get stage(): Stage {
    return this.#stage
  }

  /** Whose action comes next. */
  get awaits(): "person" | "player" | "nobody" {
    if (this.#stage === "over") return "nobody"
    return this.#stage === "marking" || isPerson(this.seating, this.game.toPlay) ? "person" : "player"
  }

  get dead(): ReadonlySet<Point> {
    return this.#dead
  }

  get prompt(): string {
    if (this.#asksToResign) return "Resign? (yes/no) "
    if (this.#stage === "marking") return "Dead stones (point, done, resume) > "
    return `${colorName(this.game.toPlay)} > `
  }

  /** The board as it is to be shown: with dead stones and points once there is something to count. */
  get scene(): Scene {
    const { board, outcome } = this.game
    const last = this.game.moves.at(-1)?.move
    const view = last === undefined ? { board } : { board, last }
    const counted = this.#stage === "marking" || outcome?.kind === "score" || outcome?.kind === "draw"
    if (!counted || this.game.rules.captureGoal !== undefined) return { view, sheet: [] }
    const score = this.game.score(this.#dead)
    return { view: { ...view, dead: this.#dead, owner: score.owner }, sheet: scoreSheet(score) }
  }

  /** What is said when the game is taken up. */
  greeting(): Reply {
    const say = this.#stage === "marking" ? this.#markingLines() : []
    return { say, changed: false, scene: this.scene }
  }

  /** What the player is asked; its seed is the same whenever the same move comes up. */
  request(signal?: AbortSignal): Request {
    const { game, seating } = this
    const seed = seedOfMove(seating.seed, game.moves.length + 1)
    const request = { position: game.position(), color: game.toPlay, budget: {}, seed }
    return signal === undefined ? request : { ...request, signal }
  }

  /** The player's answer to `request`. */
  answer({ move }: Answer): Reply {
    const { game } = this
    const color = game.toPlay
    const name = `${nameOf(this.seating, color)} (${colorName(color)})`
    if (move === "resign") {
      game.resign(color)
      return this.#moved([`${name} resigns.`])
    }
    const refusal = game.refusal(move, color)
    if (refusal) {
      // The referee's word is final for programs too; a person would not want to wait for a second try.
      game.end({ kind: "forfeit", winner: opponent(color) })
      const vertex = makeVertex(move, game.size)
      return this.#moved([`${name} tried ${vertex}, which is not lawful: ${explainRefusal(refusal)}.`])
    }
    const taken = this.#play(move, color)
    if (!isPass(move)) return this.#moved([`${name} plays ${makeVertex(move, game.size)}${taking(taken)}.`])
    const advice = game.phase === "playing" ? " If you pass too, the game is counted." : ""
    return this.#moved([`${name} passes.${advice}`])
  }

  /** What another player would do in the person's place. */
  hint({ move, report }: Answer): string {
    const { size, toPlay } = this.game
    if (move === "resign") return "Hint: resign, the game is lost."
    const best = report?.candidates.find((candidate) => candidate.move === move)
    if (!best) return `Hint: ${makeVertex(move, size)}.`
    const line = best.pv.slice(0, HINT_MOVES).map((next) => makeVertex(next, size))
    return `Hint: ${makeVertex(move, size)}, ${percent(best.winRate)} % for ${colorName(toPlay)} (${line.join(" ")}).`
  }

  /** What the person typed. */
  act(action: Action): Reply {
    if (this.#asksToResign) return this.#confirmResign(action)
    switch (action.kind) {
      case "nothing":
        return talk()
      case "unclear":
        return talk(action.reason)
      case "help":
        return talk(...HELP)
      case "board":
        return { say: [], changed: false, scene: this.scene }
      case "quit":
        return { say: [], changed: false, wish: { kind: "leave" } }
      case "save":
        return { say: [], changed: false, wish: action }
      case "resign":
        this.#asksToResign = true
        return talk()
      case "undo":
        return this.#undo()
      case "hint":
        if (this.#stage === "marking")
          return talk("A hint is for a move. Type done to count, or resume to play on.")
        return { say: [], changed: false, wish: { kind: "hint" } }
      case "score":
        return this.#estimate()
      case "yes":
      case "no":
        return talk("Nothing was asked. Type help to see what you can do.")
      case "play":
        return this.#stage === "marking" ? this.#toggle(action.move) : this.#personPlays(action.move)
      case "done":
      case "resume":
        return this.#endMarking(action.kind)
    }
  }

  #personPlays(move: Move): Reply {
    const { game } = this
    const color = game.toPlay
    const refusal = game.refusal(move, color)
    if (refusal) return talk(`${makeVertex(move, game.size)} is not possible: ${explainRefusal(refusal)}.`)
    const taken = this.#play(move, color)
    const who = this.seating.person === "both" ? `${colorName(color)} takes` : "You take"
    if (taken > 0) return this.#moved([`${who} ${stones(taken)}.`])
    const passed = isPass(move) && this.seating.person === "both" ? [`${colorName(color)} passes.`] : []
    return this.#moved(passed)
  }

  /** Plays a move that is known to be lawful; answers how many stones it took. */
  #play(move: Move, color: Color): number {
    const before = this.game.board.prisoners(color)
    this.game.play(move, color)
    return this.game.board.prisoners(color) - before
  }

  /** After every change of the game: the stage follows from it, and the end is told. */
  #moved(say: string[]): Reply {
    this.#settle()
    if (this.#stage === "marking") say.push(...this.#markingLines())
    if (this.#stage === "over") say.push(outcomeSentence(this.game.outcome!, this.game))
    return { say, changed: true, scene: this.scene }
  }

  #settle(): void {
    const { phase, board, toPlay, moves } = this.game
    this.#stage = phase === "counting" ? "marking" : phase
    if (phase !== "counting") return
    const seed = seedOfMove(this.seating.seed, moves.length + 1)
    this.#dead = deadStones(board, this.#estimateDead(board, toPlay, seed))
  }

  #markingLines(): string[] {
    const found =
      this.#dead.size === 0
        ? "No stones look dead."
        : `${stones(this.#dead.size)} ${this.#dead.size === 1 ? "looks" : "look"} dead.`
    return [
      `Both sides passed. ${found} ${leadSentence(this.game.score(this.#dead))}`,
      "Type done if that is right, a point to turn its stones, or resume to play on.",
    ]
  }

  #toggle(point: Move): Reply {
    const { board, size } = this.game
    if (isPass(point)) return talk("Both sides have passed. Type done to count, or resume to play on.")
    if (board.at(point as Point) === Empty) return talk(`There is no stone on ${makeVertex(point, size)}.`)
    const chain = board.chain(point as Point)
    const wasDead = this.#dead.has(point as Point)
    for (const stone of chain) {
      if (wasDead) this.#dead.delete(stone)
      else this.#dead.add(stone)
    }
    const fate = `${stones(chain.length)} marked as ${wasDead ? "alive" : "dead"}.`
    const say = [`${fate} ${leadSentence(this.game.score(this.#dead))}`]
    return { say, changed: false, scene: this.scene }
  }

  #endMarking(how: "done" | "resume"): Reply {
    if (this.#stage !== "marking")
      return talk(`"${how}" is for the end: two passes in a row come first. Type help to see all commands.`)
    if (how === "done") {
      this.game.accept(this.#dead)
      return this.#moved([])
    }
    this.game.resume()
    this.#dead.clear()
    return this.#moved([`The game goes on: ${colorName(this.game.toPlay)} to play.`])
  }

  #confirmResign(action: Action): Reply {
    this.#asksToResign = false
    if (action.kind === "quit") return { say: [], changed: false, wish: { kind: "leave" } }
    if (action.kind !== "yes") return talk("You have not resigned; the game goes on.")
    const { game, seating } = this
    // When the stones are being marked it may be the player's turn, but it is the person who gives up.
    const color = isPerson(seating, game.toPlay) ? game.toPlay : opponent(game.toPlay)
    game.resign(color)
    return this.#moved([])
  }

  /** Back to the person's last turn: one move between two persons, two against a player. */
  #undo(): Reply {
    const { game, seating } = this
    if (!game.moves.some(({ color }) => isPerson(seating, color)))
      return talk("There is no move to take back.")
    const before = game.moves.length
    do game.undo()
    while (game.moves.length > 0 && !isPerson(seating, game.toPlay))
    this.#dead.clear()
    const back = before - game.moves.length
    return this.#moved([back === 1 ? "One move taken back." : `${back} moves taken back.`])
  }

  #estimate(): Reply {
    const { game } = this
    const { captureGoal } = game.rules
    if (captureGoal !== undefined) {
      return talk(
        `The first side to capture ${stones(captureGoal)} wins.`,
        `Black has ${game.board.prisoners(1)}, White ${game.board.prisoners(2)}.`,
      )
    }
    const dead = this.#stage === "marking" ? this.#dead : this.#deadNow()
    const score = game.score(dead)
    const lead = this.#stage === "marking" ? "" : "As if the game ended now, guessed by random games: "
    const view = { ...this.scene.view, dead, owner: score.owner }
    const scene = { view, sheet: scoreSheet(score) }
    return { say: [`${lead}${leadSentence(score)}`], changed: false, scene }
  }

  #deadNow(): Set<Point> {
    const { board, rules, toPlay, moves } = this.game
    if (rules.dead === "none") return new Set()
    const seed = seedOfMove(this.seating.seed, moves.length + 1)
    return deadStones(board, this.#estimateDead(board, toPlay, seed))
  }
}

function talk(...say: string[]): Reply {
  return { say, changed: false }
}

function taking(count: number): string {
  return count === 0 ? "" : ` and takes ${stones(count)}`
}
