// The way through a record: the line of nodes that is followed, and the game at the node where one stands. Steps play and
// undo on one game, so that long records are as quick as short ones; a node that sets stones up begins a new game on
// top of the old, which comes back when one steps back.

import { err, type Result } from "montego/base"
import { mainLine, readPlays, readSetup, withSetup, type GameInfo, type SgfNode } from "montego/record"
import {
  allPoints,
  CHINESE,
  Empty,
  explainRefusal,
  Game,
  parseRuleset,
  type Color,
  type GameOptions,
  type Position,
  type Refusal,
  type Ruleset,
} from "montego/rules"

/** What one node did to the game, so that it can be undone. */
interface Step {
  readonly plays: number
  /** The game before a setup. */
  readonly before?: Game
}

export interface Fault {
  readonly text: string
  readonly isSuperko: boolean
}

export interface Place {
  readonly node: SgfNode
  readonly color: Color
  readonly position: () => Position
}

export class RecordWalk {
  readonly root: SgfNode
  readonly info: GameInfo
  /** The nodes that are walked through, the root first. */
  line: readonly SgfNode[] = []
  /** Where one stands in the line. */
  at = 0
  /** Moves on the way from the root to where one stands. */
  moveNumber = 0
  game!: Game
  /** What ended the main line early, or was read against the rules. */
  readonly fault: string | undefined
  #rules: Ruleset
  #steps: Step[] = []

  constructor(root: SgfNode, info: GameInfo) {
    this.root = root
    this.info = info
    this.#rules = parseRuleset(info.rules ?? "") ?? CHINESE
    this.#begin(mainLine(root))
    this.fault = this.go(this.line.length - 1)?.text
    this.go(0)
  }

  get node(): SgfNode {
    return this.line[this.at]!
  }

  /** Makes the line go through these nodes, the root first, and on from there; stands on the last of them. */
  stand(path: readonly SgfNode[]): Fault | undefined {
    let same = 0
    while (same < path.length && this.line[same] === path[same]) same++
    if (same < path.length) {
      this.go(Math.min(this.at, same - 1))
      this.line = [...path, ...mainLine(path.at(-1)!).slice(1)]
    }
    return this.go(path.length - 1)
  }

  /** Takes the line up again after nodes were added to its end or taken from it. */
  refresh(): void {
    const path = this.line.slice(0, this.at + 1)
    this.line = [...path, ...mainLine(this.node).slice(1)]
  }

  /** Every position of the line. Moves are copied when they are asked for: a long game has too many beginnings to keep. */
  places(): Place[] {
    const { at } = this
    // Whatever can't be played is found now, and ends the line.
    this.go(this.line.length - 1)
    /** The games that setups begin, each as far as it goes. */
    const whole = new Map<Game, Position>()
    const places = this.line.map((node, place) => {
      const before = this.game
      this.go(place)
      const { game } = this
      if (place > 0 && game !== before) whole.set(before, before.position())
      return { node, game, color: game.toPlay, count: game.moves.length }
    })
    whole.set(this.game, this.game.position())
    this.go(at)
    return places.map(({ node, game, color, count }) => ({
      node,
      color,
      position: () => ({ ...whole.get(game)!, moves: whole.get(game)!.moves.slice(0, count) }),
    }))
  }

  #begin(line: readonly SgfNode[]): void {
    this.line = line
    this.game = this.#emptyGame()
    this.#steps = []
    this.moveNumber = 0
    this.at = -1
  }

  #emptyGame(): Game {
    const game = Game.create(this.#options())
    if (!game.ok) throw new RangeError(game.error)
    return game.value
  }

  #options(): GameOptions {
    const { size, komi, handicap = 0 } = this.info
    return { size, rules: this.#rules, komi: komi ?? this.#rules.komi, handicap, turns: "free" }
  }

  /** Steps to a place of the line. A node that can't be played ends the line before it. */
  go(place: number): Fault | undefined {
    const { line } = this
    const fault = this.#advance(place)
    if (!fault?.isSuperko) return fault
    // Records come from every rule set: a repetition doesn't end the reading.
    this.#rules = { ...this.#rules, ko: "simple" }
    this.#begin(line)
    return this.#advance(place) ?? fault
  }

  #advance(place: number): Fault | undefined {
    while (this.at > place) this.#stepBack()
    while (this.at < Math.min(place, this.line.length - 1)) {
      const fault = this.#stepInto(this.line[this.at + 1]!)
      if (fault) {
        this.line = this.line.slice(0, Math.max(1, this.at + 1))
        if (this.at < 0) {
          this.at = 0
          this.#steps.push({ plays: 0 })
        }
        return fault
      }
      this.at++
    }
    return undefined
  }

  #stepBack(): void {
    const { plays, before } = this.#steps.pop()!
    for (let count = 0; count < plays; count++) this.game.undo()
    if (before) this.game = before
    this.moveNumber -= plays
    this.at--
  }

  #stepInto(node: SgfNode): Fault | undefined {
    const before = this.game
    const reading = readSetup(node, this.info.size)
    if (reading) {
      const changed = this.#withSetup(reading.setup)
      if (!changed.ok) return { text: changed.error, isSuperko: false }
      this.game = changed.value
    }
    let count = 0
    for (const { color, move } of readPlays(node, this.info.size).plays) {
      // After two passes, or a cycle, the record decides whether play goes on.
      if (this.game.phase !== "playing") this.game.resume()
      const played = this.game.play(move, color)
      if (!played.ok) {
        while (count-- > 0) this.game.undo()
        this.game = before
        return this.#fault(played.error)
      }
      count++
    }
    this.moveNumber += count
    this.#steps.push(reading ? { plays: count, before } : { plays: count })
    return undefined
  }

  #fault(refusal: Refusal): Fault {
    const text = `move ${this.moveNumber + 1}: ${explainRefusal(refusal)}`
    return { text, isSuperko: refusal.reason === "superko" }
  }

  #withSetup(setup: Parameters<typeof withSetup>[1]): Result<Game, string> {
    const changed = withSetup(this.game.board, setup)
    if (!changed.ok) return err("the stones that are set up leave a chain without liberty")
    const board = changed.value
    const stones = allPoints(board.size)
      .filter((point) => board.at(point) !== Empty)
      .map((point) => [board.at(point) as Color, point] as const)
    const turn = setup.turn ?? (this.game.moves.length > 0 ? this.game.toPlay : undefined)
    return Game.create({
      ...this.#options(),
      setup: stones,
      ...(turn === undefined ? {} : { firstToPlay: turn }),
    })
  }
}
