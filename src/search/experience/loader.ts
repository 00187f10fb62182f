// Past games below the root (TREE-10; Chelaru 2008, 4.3.6.2): "when exploring a move, before visiting all its sons,
// our algorithm first loads from the memory tree any sons this node may have as if they were already visited". Nodes
// that past games know wait until the search expands them; the kernel ends its batch then. So one simulation comes
// before the sons are loaded, or some more where another thread expanded the node. Everything is bounded: how many
// nodes wait, and how many are loaded in one search.

import { ROOT_UNIT, type TreeSearch, type Unit } from "../../kernel/index.ts"
import { openGame, opponent, type Color, type Move, type Position } from "../../rules/index.ts"
import { knownMoves, type Experience, type KnownMove } from "./graft.ts"

/** Nodes that wait; of more, those of the fewest games go. */
export const MOST_WAITING = 256
/** Nodes that are loaded after one batch, and in one search: each costs a replay of the game's opening. */
const LOADS_A_BATCH = 2
export const LOADS_A_SEARCH = 1000

interface WaitingNode {
  /** From the root. */
  readonly line: readonly Move[]
  readonly unit: Unit
  readonly games: number
}

/** Brings past games into a search below the root, where it comes by. */
export class ExperienceLoader {
  /**
   * Nodes whose sons were loaded, by all moves from the empty board: nothing is loaded twice into a tree that is kept.
   */
  #loaded = new Set<string>()
  #waiting: WaitingNode[] = []
  #units: Unit[] = []
  #asked = 0
  #loads = 0
  #visits = 0

  /** Nodes below the root that were loaded in this search, and the visits that they got. */
  get loads(): { readonly nodes: number; readonly visits: number } {
    return { nodes: this.#loads, visits: this.#visits }
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether the sons of a position are in the tree already. */
  isLoaded(moves: Position["moves"]): boolean {
    return this.#loaded.has(keyOf(moves.map(({ move }) => move)))
  }

  /** A new search, whose root has the sons that past games know. */
  begin(tree: TreeSearch, { moves }: Position, known: readonly KnownMove[], isNewTree: boolean): void {
    const root = keyOf(moves.map(({ move }) => move))
    this.#loaded = new Set(isNewTree ? [] : [...this.#loaded].filter((key) => key.startsWith(root)))
    if (known.length > 0) this.#loaded.add(root)
    this.#asked = 0
    this.#loads = 0
    this.#visits = 0
    this.#setWaiting([])
    this.#wait(tree, ROOT_UNIT, [], known)
  }

  /** Finds the nodes again after the tree moved them. */
  refresh(tree: TreeSearch): void {
    const found = this.#waiting.flatMap((node) => {
      const unit = unitAt(tree, node.line)
      return unit === undefined ? [] : [{ ...node, unit }]
    })
    this.#setWaiting(found)
  }

  /** Loads the sons of nodes that the search has expanded since. */
  load(tree: TreeSearch, experience: Experience, position: Position, color: Color, most: number): void {
    for (let count = 0; count < LOADS_A_BATCH && this.#asked < LOADS_A_SEARCH; count++) {
      const place = tree.findExpanded(this.#units)
      if (place < 0) return
      this.#asked++
      const { line, unit } = this.#waiting[place]!
      this.#setWaiting(this.#waiting.toSpliced(place, 1))
      this.#loadSons(tree, experience, { position, color, line, unit, most })
    }
  }

  #loadSons(
    tree: TreeSearch,
    experience: Experience,
    {
      position,
      color,
      line,
      unit,
      most,
    }: { position: Position; color: Color; most: number } & Omit<WaitingNode, "games">,
  ): void {
    const moves = [...position.moves]
    let turn = color
    for (const move of line) {
      moves.push({ color: turn, move })
      turn = opponent(turn)
    }
    const key = keyOf(moves.map(({ move }) => move))
    const found = knownMoves(experience, openGame({ ...position, moves }), turn, most)
    // Where the file has a fault at this node, the search goes on without it.
    const known = found.ok ? found.value : []
    if (known.length === 0) return
    if (!this.#loaded.has(key)) {
      this.#loaded.add(key)
      this.#loads++
      this.#visits += creditSons(tree, unit, known)
    }
    this.#wait(tree, unit, line, known)
  }

  #wait(tree: TreeSearch, parent: Unit, line: readonly Move[], known: readonly KnownMove[]): void {
    const units = new Map(tree.children(parent).map(({ move, unit }) => [move, unit]))
    const sons = known.flatMap(({ move, visits }) => {
      const unit = units.get(move)
      return unit === undefined || visits === 0 ? [] : [{ line: [...line, move], unit, games: visits }]
    })
    if (sons.length === 0) return
    for (const { unit } of sons) tree.await(unit)
    const all = [...this.#waiting, ...sons].toSorted((a, b) => b.games - a.games)
    this.#setWaiting(all.slice(0, MOST_WAITING))
  }

  #setWaiting(nodes: WaitingNode[]): void {
    this.#waiting = nodes
    this.#units = nodes.map(({ unit }) => unit)
  }
}

/** The children of a node begin with what past games tell of them; answers how many visits they got. */
export function creditSons(tree: TreeSearch, parent: Unit, known: readonly KnownMove[]): number {
  const units = new Map(tree.children(parent).map(({ move, unit }) => [move, unit]))
  let total = 0
  for (const { move, visits, mean } of known) {
    const unit = units.get(move)
    if (unit === undefined || visits === 0) continue
    tree.credit(unit, visits, mean)
    total += visits
  }
  return total
}

/** A line as text; that of a longer line begins with it. */
function keyOf(moves: readonly Move[]): string {
  return moves.map((move) => `${move},`).join("")
}

function unitAt(tree: TreeSearch, line: readonly Move[]): Unit | undefined {
  let unit: Unit | undefined = ROOT_UNIT
  for (const move of line) unit = unit === undefined ? undefined : tree.child(unit, move)?.unit
  return unit
}
