// Asks a search about a position with several seeds, and judges the answers.

import { makeVertex } from "../../src/rules/index.ts"
import { presetParams, Searcher, type PresetName } from "../../src/search/index.ts"
import { gameOf, PLAYOUTS, type TacticalPosition } from "./position.ts"

const searchers = new Map<PresetName, Promise<Searcher>>()

function searcherOf(preset: PresetName): Promise<Searcher> {
  let searcher = searchers.get(preset)
  if (!searcher) searchers.set(preset, (searcher = Searcher.create({ params: presetParams(preset) })))
  return searcher
}

/** The move for each seed from 1 on; every search begins with an empty tree. */
export async function movesFor(
  position: TacticalPosition,
  preset: PresetName,
  seeds: number,
): Promise<string[]> {
  const searcher = await searcherOf(preset)
  const game = gameOf(position)
  const moves: string[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    searcher.clear()
    const { best } = await searcher.search({
      position: game.position(),
      color: game.toPlay,
      seed,
      budget: { playouts: position.playouts ?? PLAYOUTS },
    })
    moves.push(makeVertex(best.move, game.size))
  }
  return moves
}

/** The share of the seeds that must find a solution. */
const SHARE = 0.9

/**
 * What is wrong with these answers; undefined when all is as the list says. A known failure is wrong when it is solved:
 * the list shall tell the truth, and progress shall be noticed.
 */
export function complaint(
  { name, solutions, fails }: TacticalPosition,
  moves: readonly string[],
): string | undefined {
  const solved = moves.filter((move) => solutions.includes(move)).length
  const isSolved = solved >= SHARE * moves.length
  if (fails !== undefined)
    return isSolved ? `${name} is solved now: take it off the list of known failures` : undefined
  return isSolved
    ? undefined
    : `${name}: ${solved} of ${moves.length} seeds found ${solutions.join(" or ")}; played: ${moves.join(" ")}`
}
