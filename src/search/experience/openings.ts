// The most played openings of a tree, for people who want to know what is in it.

import { Black, type PlayedMove } from "../../rules/index.ts"
import type { ExperienceNode, ExperienceTree } from "./tree.ts"

/** A line of the experience tree, with its games. */
export interface Opening {
  readonly moves: readonly PlayedMove[]
  readonly games: number
  /** The share of Black's wins, draws counted half. */
  readonly blackWinRate: number
}

/** The lines of `length` moves that most games went through, at most `count`, the most played first. */
export function mostPlayed(tree: ExperienceTree, length: number, count: number): Opening[] {
  const found: Opening[] = []
  // No line has more games than its beginning: taking the most played beginning each time finds the lines in order.
  const open = tree.children([]).map((node) => [node])
  while (open.length > 0 && found.length < count) {
    const line = open.shift()!
    if (line.length === length) found.push(openingOf(line))
    else open.push(...tree.children(line).map((node) => [...line, node]))
    open.sort((a, b) => b.at(-1)!.visits - a.at(-1)!.visits)
  }
  return found
}

function openingOf(line: readonly ExperienceNode[]): Opening {
  const { color, visits, value } = line.at(-1)!
  return {
    moves: line.map(({ color: mover, move }) => ({ color: mover, move })),
    games: visits,
    blackWinRate: (color === Black ? value : visits - value) / visits,
  }
}
