// The board: stones, chains, captures and simple ko (RUL-2). It knows nothing of turns, history or
// score; those are `Game`'s. Fast because a chain counts *pseudo*-liberties (an empty point counts once
// for every stone of the chain that touches it): a move then updates four numbers instead of walking
// chains, and zero still means captured. Chains are rings of stones; joining two swaps one pointer of
// each, and swapping again takes them apart, which is what makes `undo` cheap.

import { err, ok, type Result } from "../base/result.ts"
import {
  allPoints,
  Border,
  Empty,
  isBoardSize,
  isPass,
  MAX_SIZE,
  MIN_SIZE,
  NEIGHBOURS,
  opponent,
  PASS,
  POINTS,
  type Color,
  type Content,
  type Move,
  type Point,
} from "./types.ts"
import { hashNumber, stoneIndex, ZOBRIST_HIGH, ZOBRIST_LOW, type HashWords } from "./zobrist.ts"

/** Why a board refuses a move. */
export type BoardRefusal = "off-board" | "occupied" | "suicide" | "ko"

/** What a board allows. */
export interface BoardOptions {
  /** May a move take the last liberty of its own chain? The chain is then removed. Default: no. */
  readonly suicide?: boolean
}

// A move's frame in the log, from the bottom: what the point remembered, two numbers a merge, one a
// capture, and the tail that says how to read the rest.
const REMAINS = 4
const TAIL = 7
const LONGEST_FRAME = REMAINS + 4 * 2 + 4 + TAIL

/** Stones, chains and the simple ko, with undo: fast, and without a game's history. */
export class Board {
  readonly size: number
  readonly suicide: boolean

  // What is true.
  readonly #content = new Uint8Array(POINTS).fill(Border)
  #ko: Move = PASS
  #koFor: Color = 1
  readonly #prisoners = new Int32Array(3) // by the colour that took them

  // What is derived from it. `check` recomputes it.
  readonly #head = new Int16Array(POINTS) // the stone that names the chain
  readonly #next = new Int16Array(POINTS) // the ring of the chain's stones
  readonly #stones = new Int16Array(POINTS) // number of stones, valid at the head
  readonly #liberties = new Int16Array(POINTS) // pseudo-liberties, valid at the head
  #hashLow = 0
  #hashHigh = 0

  // What `undo` needs.
  #log = new Int32Array(128)
  #logEnd = 0
  #played = 0

  /** An empty board. Throws when the size is not a whole number from 1 to 25: check user input first. */
  constructor(size: number, options: BoardOptions = {}) {
    if (!isBoardSize(size)) throw new RangeError(`board size must be ${MIN_SIZE} to ${MAX_SIZE}, not ${size}`)
    this.size = size
    this.suicide = options.suicide ?? false
    for (const point of allPoints(size)) this.#content[point] = Empty
  }

  /** A board with these stones, or the point of a chain that has no liberty. Later stones win a point. */
  static fromStones(
    size: number,
    stones: Iterable<readonly [Color, Point]>,
    options?: BoardOptions,
  ): Result<Board, Point> {
    const board = new Board(size, options)
    for (const [color, point] of stones) {
      if (board.#content[point] !== Border) board.#content[point] = color
    }
    const captured = board.#derive()
    return captured === undefined ? ok(board) : err(captured)
  }

  /** A board of its own with the same stones, ko and prisoners. The moves before can't be undone there. */
  clone(): Board {
    const copy = new Board(this.size, { suicide: this.suicide })
    copy.copyFrom(this)
    return copy
  }

  /** Becomes equal to `other`, which must have the same size. The moves before this can't be undone. */
  copyFrom(other: Board): void {
    this.#content.set(other.#content)
    this.#ko = other.#ko
    this.#koFor = other.#koFor
    this.#prisoners.set(other.#prisoners)
    this.#head.set(other.#head)
    this.#next.set(other.#next)
    this.#stones.set(other.#stones)
    this.#liberties.set(other.#liberties)
    this.#hashLow = other.#hashLow
    this.#hashHigh = other.#hashHigh
    this.#logEnd = 0
    this.#played = 0
  }

  /** What the point holds; points off the board hold `Border`. */
  at(point: Point): Content {
    return (this.#content[point] ?? Border) as Content
  }

  /** The point that `koFor` may not take back at once, or `PASS`. */
  get ko(): Move {
    return this.#ko
  }

  /** The colour that may not play on `ko` at once. */
  get koFor(): Color {
    return this.#koFor
  }

  /** Both halves of the Zobrist hash of the stones, of which `hash` keeps as many bits as an exact integer has. */
  get hashWords(): HashWords {
    return { low: this.#hashLow, high: this.#hashHigh }
  }

  /** Zobrist hash of the stones alone (neither ko nor turn), as an exact integer. */
  get hash(): number {
    return hashNumber(this.#hashLow, this.#hashHigh)
  }

  /** How many stones this colour has taken from the other. */
  prisoners(by: Color): number {
    return this.#prisoners[by]!
  }

  /** How many moves can be undone. */
  get played(): number {
    return this.#played
  }

  /** Whether this colour may play the move here; a pass is always legal. */
  isLegal(color: Color, move: Move): boolean {
    return this.refusal(color, move) === undefined
  }

  /** Why this move is not legal here; undefined when it is. */
  refusal(color: Color, move: Move): BoardRefusal | undefined {
    if (isPass(move)) return undefined
    const point = move as Point
    if (this.at(point) !== Empty) return this.at(point) === Border ? "off-board" : "occupied"
    if (point === this.#ko && color === this.#koFor) return "ko"
    const empties = this.#touch(point, -1)
    const legal = empties > 0 || this.suicide || this.#lives(point, color)
    this.#touch(point, 1)
    return legal ? undefined : "suicide"
  }

  /** Plays a stone or a pass; answers why not when it is refused, and then changes nothing. */
  play(color: Color, move: Move): BoardRefusal | undefined {
    if (isPass(move)) {
      this.#keepTail(PASS, 0, 0, this.#hashLow, this.#hashHigh)
      return undefined
    }
    const point = move as Point
    if (this.at(point) !== Empty) return this.at(point) === Border ? "off-board" : "occupied"
    if (point === this.#ko && color === this.#koFor) return "ko"

    // 1. Take one pseudo-liberty from every neighbour; give them back if the move turns out to be suicide.
    const empties = this.#touch(point, -1)
    if (empties === 0 && !this.suicide && !this.#lives(point, color)) {
      this.#touch(point, 1)
      return "suicide"
    }

    // 2. Put the stone down as a chain of its own.
    const hashLow = this.#hashLow
    const hashHigh = this.#hashHigh
    this.#keepRemains(point)
    this.#content[point] = color
    this.#head[point] = point
    this.#next[point] = point
    this.#stones[point] = 1
    this.#liberties[point] = empties
    this.#toggleHash(color, point)

    // 3. Join own neighbours, remove enemy chains without liberties, or else the own one.
    const merges = this.#joinNeighbours(point, color)
    const takenBefore = this.#prisoners[color]!
    let captures = this.#captureNeighbours(point, color)
    if (captures === 0 && this.#liberties[this.#head[point]] === 0) {
      this.#remove(this.#head[point], color)
      captures = 1
    }
    this.#keepTail(point, merges, captures, hashLow, hashHigh)

    // 4. Simple ko: a lone stone took one stone, and could be taken back at once.
    const tookOne = this.#prisoners[color]! - takenBefore === 1
    if (tookOne && merges === 0 && this.#liberties[point] === 1) {
      this.#ko = this.#anyLiberty(point)
      this.#koFor = opponent(color)
    }
    return undefined
  }

  /** Takes the last move back; false when there is none. */
  undo(): boolean {
    if (this.#played === 0) return false
    this.#played--
    const log = this.#log
    let end = (this.#logEnd -= TAIL)
    const point = log[end]! as Move
    const merges = log[end + 1]!
    const captures = log[end + 2]!
    this.#ko = log[end + 3]! as Move
    this.#koFor = log[end + 4]! as Color
    this.#hashLow = log[end + 5]!
    this.#hashHigh = log[end + 6]!
    if (isPass(point)) return true
    for (let i = 0; i < captures; i++) {
      end--
      this.#restore(log[end]!)
    }
    for (let i = 0; i < merges; i++) {
      end -= 2
      this.#separate(log[end]!, log[end + 1]!)
    }
    end -= REMAINS
    this.#content[point] = Empty
    this.#head[point] = log[end]!
    this.#next[point] = log[end + 1]!
    this.#stones[point] = log[end + 2]!
    this.#liberties[point] = log[end + 3]!
    this.#touch(point as Point, 1)
    this.#logEnd = end
    return true
  }

  /** The stones of the chain at this point; none when it is empty. */
  chain(point: Point): Point[] {
    const stones: Point[] = []
    if (this.#isStone(point)) {
      let stone = point
      do {
        stones.push(stone)
        stone = this.#next[stone]! as Point
      } while (stone !== point)
    }
    return stones
  }

  /** A stone that stands for the whole chain, the same for all its stones. */
  chainHead(point: Point): Point {
    return this.#head[point]! as Point
  }

  /** How many stones the chain at this point has. */
  chainSize(point: Point): number {
    return this.#isStone(point) ? this.#stones[this.#head[point]!]! : 0
  }

  /** The liberties of the chain at this point, each once. */
  liberties(point: Point): Point[] {
    const found = new Set<Point>()
    for (const stone of this.chain(point)) {
      for (const step of NEIGHBOURS) {
        if (this.#content[stone + step] === Empty) found.add((stone + step) as Point)
      }
    }
    return [...found]
  }

  /** Recomputes everything derived and says what differs; undefined when all is in order. For tests. */
  check(): string | undefined {
    const fresh = new Board(this.size)
    fresh.#content.set(this.#content)
    if (fresh.#derive() !== undefined) return "a chain has no liberty"
    if (fresh.hash !== this.hash) return "hash"
    for (const point of allPoints(this.size)) {
      if (!this.#isStone(point)) continue
      const head = this.#head[point]!
      const theirs = fresh.#head[point]!
      if (this.#stones[head] !== fresh.#stones[theirs]) return `size of the chain at ${point}`
      if (this.#liberties[head] !== fresh.#liberties[theirs]) return `liberties of the chain at ${point}`
      const ring = this.chain(point)
      if (ring.length !== this.#stones[head]) return `ring of the chain at ${point}`
      if (ring.some((stone) => fresh.#head[stone] !== theirs)) return `members of the chain at ${point}`
    }
    return undefined
  }

  #isStone(point: Point): boolean {
    const content = this.at(point)
    return content !== Empty && content !== Border
  }

  /** Rebuilds chains and hash from the stones alone; answers a point of a chain without liberty, if any. */
  #derive(): Point | undefined {
    const points = allPoints(this.size).filter((point) => this.#isStone(point))
    for (const point of points) {
      this.#head[point] = point
      this.#next[point] = point
      this.#stones[point] = 1
      this.#liberties[point] = NEIGHBOURS.filter((step) => this.#content[point + step] === Empty).length
      this.#toggleHash(this.#content[point]! as Color, point)
    }
    for (const point of points) {
      this.#joinNeighbours(point, this.#content[point]! as Color)
      this.#logEnd = 0 // these merges are no moves
    }
    return points.find((point) => this.#liberties[this.#head[point]!] === 0)
  }

  /** What the point remembers of a chain that was captured there comes back when this move is undone. */
  #keepRemains(point: Point): void {
    this.#makeRoom()
    const log = this.#log
    let end = this.#logEnd
    log[end++] = this.#head[point]!
    log[end++] = this.#next[point]!
    log[end++] = this.#stones[point]!
    log[end++] = this.#liberties[point]!
    this.#logEnd = end
  }

  #keepTail(move: Move, merges: number, captures: number, hashLow: number, hashHigh: number): void {
    if (isPass(move)) this.#makeRoom()
    const log = this.#log
    let end = this.#logEnd
    log[end++] = move
    log[end++] = merges
    log[end++] = captures
    log[end++] = this.#ko
    log[end++] = this.#koFor
    log[end++] = hashLow
    log[end++] = hashHigh
    this.#logEnd = end
    this.#played++
    this.#ko = PASS
  }

  #makeRoom(): void {
    if (this.#logEnd + LONGEST_FRAME <= this.#log.length) return
    const longer = new Int32Array(this.#log.length * 2)
    longer.set(this.#log)
    this.#log = longer
  }

  /** Adds `change` to the pseudo-liberties of the four neighbours' chains; answers the empty neighbours. */
  #touch(point: Point, change: 1 | -1): number {
    const content = this.#content
    let empties = 0
    for (let i = 0; i < 4; i++) {
      const neighbour = point + NEIGHBOURS[i]!
      const there = content[neighbour]!
      if (there === Empty) empties++
      else if (there !== Border) this.#liberties[this.#head[neighbour]!]! += change
    }
    return empties
  }

  /** After `touch(-1)`: does the stone keep a liberty through an own chain, or capture an enemy one? */
  #lives(point: Point, color: Color): boolean {
    const content = this.#content
    for (let i = 0; i < 4; i++) {
      const neighbour = point + NEIGHBOURS[i]!
      const there = content[neighbour]!
      if (there === Empty || there === Border) continue
      if (this.#liberties[this.#head[neighbour]!]! > 0 === (there === color)) return true
    }
    return false
  }

  #joinNeighbours(point: Point, color: Color): number {
    const head = this.#head
    let merges = 0
    for (let i = 0; i < 4; i++) {
      const neighbour = point + NEIGHBOURS[i]!
      if (this.#content[neighbour] !== color || head[neighbour] === head[point]) continue
      const a = head[neighbour]!
      const b = head[point]!
      // The smaller chain is relabelled, so that a stone changes its label at most log(points) times.
      if (this.#stones[a]! >= this.#stones[b]!) this.#join(a, b)
      else this.#join(b, a)
      merges++
    }
    return merges
  }

  #join(kept: number, absorbed: number): void {
    const next = this.#next
    this.#log[this.#logEnd++] = kept
    this.#log[this.#logEnd++] = absorbed
    this.#stones[kept]! += this.#stones[absorbed]!
    this.#liberties[kept]! += this.#liberties[absorbed]!
    this.#relabel(absorbed, kept)
    const swap = next[kept]!
    next[kept] = next[absorbed]!
    next[absorbed] = swap
  }

  #separate(kept: number, absorbed: number): void {
    const next = this.#next
    const swap = next[kept]!
    next[kept] = next[absorbed]!
    next[absorbed] = swap
    this.#relabel(absorbed, absorbed)
    this.#stones[kept]! -= this.#stones[absorbed]!
    this.#liberties[kept]! -= this.#liberties[absorbed]!
  }

  #relabel(ring: number, label: number): void {
    let stone = ring
    do {
      this.#head[stone] = label
      stone = this.#next[stone]!
    } while (stone !== ring)
  }

  #captureNeighbours(point: Point, color: Color): number {
    const enemy = opponent(color)
    let captures = 0
    for (let i = 0; i < 4; i++) {
      const neighbour = point + NEIGHBOURS[i]!
      if (this.#content[neighbour] !== enemy || this.#liberties[this.#head[neighbour]!] !== 0) continue
      this.#remove(this.#head[neighbour]!, enemy)
      captures++
    }
    return captures
  }

  /** Removes a chain. Its ring and its numbers stay behind, so that `restore` finds them. */
  #remove(head: number, color: Color): void {
    let stone = head
    do {
      this.#content[stone] = Empty
      this.#toggleHash(color, stone as Point)
      stone = this.#next[stone]!
    } while (stone !== head)
    do {
      this.#touch(stone as Point, 1)
      stone = this.#next[stone]!
    } while (stone !== head)
    this.#prisoners[opponent(color)]! += this.#stones[head]!
    this.#log[this.#logEnd++] = head * 4 + color
  }

  #restore(capture: number): void {
    const head = capture >> 2
    const color = (capture & 3) as Color
    let stone = head
    do {
      this.#touch(stone as Point, -1)
      stone = this.#next[stone]!
    } while (stone !== head)
    do {
      this.#content[stone] = color
      stone = this.#next[stone]!
    } while (stone !== head)
    this.#prisoners[opponent(color)]! -= this.#stones[head]!
  }

  #anyLiberty(point: Point): Move {
    for (const step of NEIGHBOURS) if (this.#content[point + step] === Empty) return (point + step) as Move
    return PASS
  }

  #toggleHash(color: Color, point: Point): void {
    const index = stoneIndex(color, point)
    this.#hashLow ^= ZOBRIST_LOW[index]!
    this.#hashHigh ^= ZOBRIST_HIGH[index]!
  }
}

/** All stones of a board, row by row. `Board.fromStones` makes the same stones of them. */
export function stonesOf(board: Board): (readonly [Color, Point])[] {
  return allPoints(board.size)
    .filter((point) => board.at(point) !== Empty)
    .map((point) => [board.at(point) as Color, point] as const)
}
