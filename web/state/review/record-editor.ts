// A record that is walked through and changed: the games of a collection, the way through one of them (walk.ts), its
// tree (variations.ts), and changes that can be taken back (edits.ts, marks.ts). It knows of no engine.

import { err, ok, type Result } from "montego/base"
import {
  decodeSgf,
  makeColor,
  makeIssueText,
  makeMove,
  makeNode,
  makeSgf,
  makeSimpleText,
  makeText,
  parseSgf,
  parseSimpleText,
  readGameInfo,
  readPlays,
  readText,
  type GameInfo,
  type Play,
  type SgfNode,
} from "montego/record"
import { Empty, type Color, type Game, type Point } from "montego/rules"
import { additionOf, changeOf, deletionOf, Edits, promotionOf, type Edit } from "./edits.ts"
import { readField, withField, type InfoField } from "./info-fields.ts"
import {
  readFaded,
  readLines,
  readMarks,
  withFaded,
  withLine,
  withMark,
  withoutAnyMark,
  type LineKind,
  type MarkKind,
} from "./marks.ts"
import { Observable } from "../shared/observable.ts"
import type { Line, Mark } from "../shared/picture.ts"
import { pathOf, turnsOf, type ReviewPlace } from "./review-place.ts"
import { canSetUp, contentBy, withStone, withTurn, type SetupKind } from "./setup.ts"
import { VariationTree } from "./variations.ts"
import { RecordWalk, type Breach, type Place } from "./walk.ts"

/** Huge records are for the command line; this keeps a page alive. */
const MAX_NODES = 500_000
/** Repairs that are listed, so that a broken collection doesn't fill the page. */
const MOST_NOTES = 5

/** What was read: one game at least, and the way through the first that can be shown. */
export interface OpenedRecord {
  readonly games: readonly SgfNode[]
  readonly walk: RecordWalk
  readonly notes: readonly string[]
}

/** Reads a collection; the error says what is wrong and where. */
export function openRecord(source: string | Uint8Array): Result<OpenedRecord, string> {
  const text = typeof source === "string" ? source : decodeSgf(source).text
  const parsed = parseSgf(text, { maxNodes: MAX_NODES })
  if (!parsed.ok) return err(makeIssueText(parsed.error))
  const { games, issues } = parsed.value
  const walk = walkOf(games.find((root) => readGameInfo(root).ok) ?? games[0]!)
  if (!walk.ok) return walk
  const notes = issues.slice(0, MOST_NOTES).map((issue) => makeIssueText(issue))
  return ok({ games, walk: walk.value, notes })
}

export abstract class RecordEditor extends Observable {
  /** Why a node or a game that was asked for can't be shown. */
  obstacle: string | undefined
  /** Changes of the record since it was opened, those that were taken back included. */
  edition = 0

  readonly #games: readonly SgfNode[]
  readonly #notes: readonly string[]
  /** By root: each game of a collection is changed by itself. */
  readonly #editsOf = new Map<SgfNode, Edits>()
  #walk: RecordWalk
  #tree: VariationTree | undefined
  #titles: readonly (string | undefined)[] | undefined
  #sgf: { readonly edition: number; readonly text: string } | undefined

  constructor({ games, walk, notes }: OpenedRecord) {
    super()
    this.#games = games
    this.#walk = walk
    this.#notes = notes
  }

  /** One stands at another node, or the line goes on otherwise from this one. */
  protected abstract arrived(isOtherLine: boolean): void

  /** The whole collection, whatever of it is shown. */
  sgf(): string {
    if (this.#sgf?.edition !== this.edition)
      this.#sgf = { edition: this.edition, text: makeSgf(this.#games, { charset: "UTF-8" }) }
    return this.#sgf.text
  }

  /** The roots of all games of the collection. */
  protected get games(): readonly SgfNode[] {
    return this.#games
  }

  /** What was repaired or left out in reading. */
  get notes(): readonly string[] {
    return [...this.#notes, ...this.#walk.notes]
  }

  /** Why the rules refuse the move that is shown; the record has it, so it was carried out. */
  get unlawful(): string | undefined {
    return this.#walk.unlawful
  }

  /** Where the main line first breaks the rules. */
  get breach(): Breach | undefined {
    return this.#walk.breach
  }

  /** Titles of all games of the collection, where they have one. */
  get titles(): readonly (string | undefined)[] {
    return (this.#titles ??= this.#games.map((root) => {
      const reading = readGameInfo(root)
      return reading.ok ? titleOf(reading.value.info) : undefined
    }))
  }

  get gameIndex(): number {
    return this.#games.indexOf(this.#walk.root)
  }

  get info(): GameInfo {
    return this.#walk.info
  }

  /** The nodes that are walked through, the root first. */
  get line(): readonly SgfNode[] {
    return this.#walk.line
  }

  /** Where one stands in the line. */
  get at(): number {
    return this.#walk.at
  }

  get node(): SgfNode {
    return this.#walk.node
  }

  get game(): Game {
    return this.#walk.game
  }

  get moveNumber(): number {
    return this.#walk.moveNumber
  }

  get comment(): string {
    return readText(this.node) ?? ""
  }

  get tree(): VariationTree {
    return (this.#tree ??= new VariationTree(this.#walk.root))
  }

  /** Marks that the record has here. */
  get ownMarks(): ReadonlyMap<Point, Mark> {
    return readMarks(this.node, this.info.size)
  }

  /** Points that are faded here. */
  get faded(): ReadonlySet<Point> {
    return readFaded(this.#path(), this.info.size)
  }

  /** Lines and arrows that the record has here. */
  get lines(): readonly Line[] {
    return readLines(this.node, this.info.size)
  }

  /** Variations that begin where this node does, and which of them this one is. */
  get siblings(): { readonly count: number; readonly place: number } {
    const parent = this.line[this.at - 1]
    if (!parent) return { count: 1, place: 0 }
    return { count: parent.children.length, place: parent.children.indexOf(this.node) }
  }

  get canForward(): boolean {
    return this.at < this.line.length - 1
  }

  get canUndo(): boolean {
    return this.#edits.canUndo
  }

  get canRedo(): boolean {
    return this.#edits.canRedo
  }

  /** Whether the way to this node leaves the main line. */
  get isVariation(): boolean {
    return this.tree.placeOf(this.node)?.row !== 0
  }

  get place(): ReviewPlace {
    return { game: this.gameIndex, at: this.at, turns: turnsOf(this.#path()) }
  }

  /** Another game of the collection; false, with a reason in `obstacle`, when it can't be shown. */
  choose(index: number): boolean {
    const root = this.#games[index]
    if (!root || index === this.gameIndex) return root !== undefined
    const walk = walkOf(root)
    if (!walk.ok) {
      this.obstacle = walk.error
      this.changed()
      return false
    }
    this.#walk = walk.value
    this.#tree = undefined
    this.#moved(true)
    return true
  }

  /** Takes up a place that was kept; whatever of it makes no sense is left out. */
  resume(place: Partial<ReviewPlace>): void {
    if (place.game !== undefined) this.choose(place.game)
    this.#stand(pathOf(this.#walk.root, place))
  }

  go(place: number): void {
    this.#walk.go(Math.max(0, Math.min(place, this.line.length - 1)))
    this.#moved(false)
  }

  forward(count = 1): void {
    this.go(this.at + count)
  }

  back(count = 1): void {
    this.go(this.at - count)
  }

  /** Any node of the tree. */
  goTo(node: SgfNode): void {
    const path = this.tree.pathTo(node)
    if (path.length > 0) this.#stand(path)
  }

  /** The next variation of this move, round and round. */
  turn(by: 1 | -1): void {
    const { count, place } = this.siblings
    if (count < 2) return
    const next = this.line[this.at - 1]!.children[(place + by + count) % count]!
    this.#stand([...this.line.slice(0, this.at), next])
  }

  /** The variation above or below in the tree, at as many moves. */
  across(by: 1 | -1): void {
    const node = this.tree.beside(this.node, by)
    if (node) this.goTo(node)
  }

  /** A lawful move: along the record where it has it, else as a new variation. */
  add({ color, move }: Play): void {
    const known = this.node.children.find((child) => {
      const { plays } = readPlays(child, this.info.size)
      return plays.length === 1 && plays[0]!.move === move && plays[0]!.color === color
    })
    if (known) this.#stand([...this.#path(), known])
    else this.#make(additionOf(this.node, makeNode({ [makeColor(color)]: [makeMove(move)] })))
  }

  mark(point: Point, kind: MarkKind): void {
    const { node } = this
    const properties =
      kind === "faded" ? withFaded(node, this.faded, point) : withMark(node, point, kind, this.info.size)
    this.#make(changeOf(node, properties))
  }

  /** A line or an arrow from one point to another; the same once more takes it away. */
  markLine(kind: LineKind, from: Point, to: Point): void {
    if (from !== to) this.#make(changeOf(this.node, withLine(this.node, kind, from, to, this.info.size)))
  }

  get hasMarks(): boolean {
    const { properties } = this.node
    return Object.keys(withoutAnyMark(this.node)).length < Object.keys(properties).length
  }

  clearMarks(): void {
    if (this.hasMarks) this.#make(changeOf(this.node, withoutAnyMark(this.node)))
  }

  /** Puts a stone on the board or takes it away, without a move: in this node, or in a new one after a move. */
  setUp(point: Point, kind: SetupKind): void {
    const { node, game } = this
    const content = contentBy(kind, game.board.at(point) as 0 | Color)
    if (canSetUp(node)) {
      const before = this.#contentBefore(point)
      const properties = withStone(node.properties, point, content, before, this.info.size)
      this.#make(changeOf(node, properties, { isReplay: true }))
      return
    }
    const before = game.board.at(point) as 0 | Color
    if (content !== before)
      this.#make(additionOf(node, makeNode(withStone({}, point, content, before, this.info.size))))
  }

  /** Whose turn it is said to be, in this node or in a new one after a move. */
  setTurn(color: Color): void {
    const { node } = this
    if (canSetUp(node)) this.#make(changeOf(node, withTurn(node.properties, color), { isReplay: true }))
    else this.#make(additionOf(node, makeNode(withTurn({}, color))))
  }

  /** What the position before this node has on a point. */
  #contentBefore(point: Point): 0 | Color {
    const { at } = this
    if (at === 0) return Empty
    this.#walk.go(at - 1)
    const content = this.#walk.game.board.at(point)
    this.#walk.go(at)
    return content as 0 | Color
  }

  /** The name of this node (N). */
  get nodeName(): string {
    return parseSimpleText(this.node.properties["N"]?.[0] ?? "")
  }

  nameNode(name: string): void {
    if (name === this.nodeName) return
    const { N: _, ...others } = this.node.properties
    const properties = name === "" ? others : { ...others, N: [makeSimpleText(name)] }
    this.#make(changeOf(this.node, properties, { isTyping: true }))
  }

  infoField(field: InfoField): string {
    return readField(this.#walk.root, field)
  }

  /** Says something else of the game; false where it makes no sense. */
  setInfo(field: InfoField, text: string): boolean {
    if (text.trim() === this.infoField(field)) return true
    const properties = withField(this.#walk.root, field, text)
    if (!properties) return false
    const edit = changeOf(this.#walk.root, properties, { isReplay: true })
    // One stays where one is.
    this.#make({ ...edit, before: this.node, after: this.node })
    return true
  }

  /** The note of this node, as it is typed. */
  note(text: string): void {
    if (text === this.comment) return
    const { C: _, ...others } = this.node.properties
    const properties = text === "" ? others : { ...this.node.properties, C: [makeText(text)] }
    this.#make(changeOf(this.node, properties, { isTyping: true }))
  }

  /** Takes this node away, and all that follows it; the root stays. */
  deleteVariation(): void {
    const parent = this.line[this.at - 1]
    if (parent) this.#make(deletionOf(parent, this.node))
  }

  makeMainLine(): void {
    const edit = promotionOf(this.#path())
    if (edit) this.#make(edit)
  }

  undo(): void {
    const edit = this.#edits.undo()
    if (edit) this.#edited(edit, edit.before)
  }

  redo(): void {
    const edit = this.#edits.redo()
    if (edit) this.#edited(edit, edit.after)
  }

  /** Every position of the line. */
  protected places(): Place[] {
    return this.#walk.places()
  }

  /** From the root to where one stands. */
  #path(): SgfNode[] {
    return this.line.slice(0, this.at + 1)
  }

  #stand(path: readonly SgfNode[]): void {
    const { line } = this
    const fault = this.#walk.stand(path)
    this.#moved(this.line !== line)
    if (fault && this.node !== path.at(-1)) {
      this.obstacle = fault.text
      this.changed()
    }
  }

  #make(edit: Edit): void {
    this.#edits.make(edit)
    this.#edited(edit, edit.after)
  }

  #edited({ isStructural, isReplay = false }: Edit, node: SgfNode): void {
    this.edition++
    if (isReplay) {
      const path = this.tree.pathTo(node)
      const walk = walkOf(this.#walk.root)
      if (walk.ok) this.#walk = walk.value
      this.#titles = undefined
      this.#walk.stand(path)
      this.#moved(true)
      return
    }
    if (isStructural) {
      this.#tree = undefined
      this.#walk.stand(this.tree.pathTo(node))
      this.#walk.refresh()
      this.#moved(true)
    } else if (node === this.node) this.changed()
    else this.goTo(node)
  }

  get #edits(): Edits {
    const { root } = this.#walk
    const edits = this.#editsOf.get(root) ?? new Edits()
    this.#editsOf.set(root, edits)
    return edits
  }

  #moved(isOtherLine: boolean): void {
    this.obstacle = undefined
    this.arrived(isOtherLine)
    this.changed()
  }
}

function walkOf(root: SgfNode): Result<RecordWalk, string> {
  const reading = readGameInfo(root)
  return reading.ok ? ok(new RecordWalk(root, reading.value.info)) : err(reading.error.reason)
}

/** The board of a game; undefined where it can't be shown. */
export function sizeOf(root: SgfNode): number | undefined {
  const reading = readGameInfo(root)
  return reading.ok ? reading.value.info.size : undefined
}

/** The name of the game, for the title: who played whom. */
export function titleOf({ black, white, name }: GameInfo): string | undefined {
  if (black.name !== undefined || white.name !== undefined)
    return `${black.name ?? "?"} – ${white.name ?? "?"}`
  return name
}
