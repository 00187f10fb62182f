// The way through a record: the line of nodes that is followed, and the game at the node where one stands. Steps play
// and undo on one game, so that long records are as quick as short ones; a node that sets stones up, or plays an
// unlawful move, begins a new game on top of the old, which comes back when one steps back.

import {
  executePlay,
  mainLine,
  readPlays,
  readSetup,
  setUpGame,
  unlawfulText,
  makeColor,
  type GameInfo,
  type Play,
  type SgfNode,
} from "montego/record"
import {
  CHINESE,
  explainRefusal,
  Game,
  parseRuleset,
  type Color,
  type Position,
  type Refusal,
  type Ruleset,
} from "montego/rules"

/** The game before a node, and how many moves it had: so the node can be undone. */
interface Step {
  readonly game: Game
  readonly moves: number
  readonly moveNumber: number
}

/** Games on top of each other: each has a board, and a hostile record must not fill the memory with them. */
const MOST_GAMES = 2000
/** Unlawful moves of the main line that are listed. */
const MOST_NOTES = 5

interface Fault {
  readonly text: string
  readonly isSuperko: boolean
}

export interface Breach {
  readonly node: SgfNode
  readonly text: string
  readonly more: number
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
  /** What ended the main line early, or is against the rules, a sentence each. */
  readonly notes: readonly string[]
  /** Where the main line first breaks the rules, and how often it does so later. */
  readonly breach: Breach | undefined
  #rules: Ruleset
  #steps: Step[] = []
  /** How many games lie below the one that is shown. */
  #below = 0
  /** Nodes whose move or stones can't be had by the rules, as far as they were walked through. */
  readonly #unlawful = new Map<SgfNode, string>()

  constructor(root: SgfNode, info: GameInfo) {
    this.root = root
    this.info = info
    this.#rules = parseRuleset(info.rules ?? "") ?? CHINESE
    this.#begin(mainLine(root))
    const fault = this.go(this.line.length - 1)
    this.notes = [...(fault ? [fault.text] : []), ...[...this.#unlawful.values()].slice(0, MOST_NOTES)]
    const [first] = this.#unlawful
    this.breach = first && { node: first[0], text: first[1], more: this.#unlawful.size - 1 }
    this.go(0)
  }

  get node(): SgfNode {
    return this.line[this.at]!
  }

  /** Why the rules refuse the move of the node that is shown, which was carried out all the same. */
  get unlawful(): string | undefined {
    return this.#unlawful.get(this.node)
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

  /**
   * Every position of the line. Moves are copied when they are asked for: a long game has too many beginnings to keep.
   */
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
    this.#below = 0
    this.#unlawful.clear()
    this.moveNumber = 0
    this.at = -1
  }

  #emptyGame(): Game {
    const { size, komi, handicap = 0 } = this.info
    const rules = this.#rules
    const game = Game.create({ size, rules, komi: komi ?? rules.komi, handicap, turns: "free" })
    if (!game.ok) throw new RangeError(game.error)
    return game.value
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
        this.line = this.line.slice(0, this.at + 1)
        return fault
      }
      this.at++
    }
    return undefined
  }

  #step(): Step {
    return { game: this.game, moves: this.game.moves.length, moveNumber: this.moveNumber }
  }

  #stepBack(): void {
    this.#return(this.#steps.pop()!)
    this.at--
  }

  #return({ game, moves, moveNumber }: Step): void {
    if (this.game !== game) this.#below--
    this.game = game
    while (game.moves.length > moves) game.undo()
    this.moveNumber = moveNumber
  }

  #stepInto(node: SgfNode): Fault | undefined {
    const before = this.#step()
    const fault = this.#enter(node)
    if (this.game !== before.game) this.#below++
    if (fault) this.#return(before)
    else this.#steps.push(before)
    return fault
  }

  #enter(node: SgfNode): Fault | undefined {
    const reading = readSetup(node, this.info.size)
    if (reading) {
      if (this.#below >= MOST_GAMES) return TOO_MANY
      const changed = setUpGame(this.game, reading.setup)
      if (changed.ok) this.game = changed.value
      else this.#leaveOut(node, `after move ${this.moveNumber}: ${changed.error}`)
    }
    const { plays, issues } = readPlays(node, this.info.size)
    const unread = issues.find(
      ({ property, index }) => index === 0 && !plays.some(({ color }) => makeColor(color) === property),
    )
    if (unread) {
      this.moveNumber++
      const { property, reason } = unread
      this.#leaveOut(
        node,
        `move ${this.moveNumber}, ${property}[${node.properties[property]?.[0] ?? ""}]: ${reason}`,
      )
    }
    for (const play of plays) {
      // After two passes, or a cycle, the record decides whether play goes on.
      if (this.game.phase !== "playing") this.game.resume()
      const played = this.game.play(play.move, play.color)
      this.moveNumber++
      if (played.ok) continue
      const fault = this.#refused(node, play, played.error)
      if (fault) return fault
    }
    return undefined
  }

  /** What can't be carried out leaves the board as it is; the way goes on behind it. */
  #leaveOut(node: SgfNode, what: string): void {
    this.#unlawful.set(node, `${what}; left out, the board stays as it is`)
  }

  /** Carries an unlawful move out, as SGF says; a repetition is for another reading. */
  #refused(node: SgfNode, play: Play, refusal: Refusal): Fault | undefined {
    const reason = explainRefusal(refusal)
    const number = this.moveNumber
    if (refusal.reason === "superko") return { text: `move ${number}: ${reason}`, isSuperko: true }
    if (this.#below >= MOST_GAMES) return TOO_MANY
    const property = makeColor(play.color)
    this.#unlawful.set(node, unlawfulText({ node, property, index: 0, number, reason }))
    this.game = executePlay(this.game, play)
    return undefined
  }
}

const TOO_MANY: Fault = {
  text: `the line sets stones up or plays unlawful moves more than ${MOST_GAMES} times, which is the limit`,
  isSuperko: false,
}
