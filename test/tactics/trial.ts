// Asks a search about a position with several seeds, and judges the answers.

import { loadKnowledge } from "../../src/learn/node/index.ts"
import { makeVertex } from "../../src/rules/index.ts"
import { findKnowledge, Searcher, type SearchParams } from "../../src/search/index.ts"
import { gameOf, PLAYOUTS, type TacticalPosition } from "./position.ts"

const searchers = new Map<string, Promise<Searcher>>()

/** A searcher as the player has it, with the weights of the package for the board. */
function searcherOf(params: SearchParams, size: number): Promise<Searcher> {
  const key = JSON.stringify([size, params])
  let searcher = searchers.get(key)
  if (!searcher) searchers.set(key, (searcher = openSearcher(params, size)))
  return searcher
}

async function openSearcher(params: SearchParams, size: number): Promise<Searcher> {
  const warn = (message: string): never => {
    throw new Error(message)
  }
  return Searcher.create({ params, knowledge: await findKnowledge(params, size, { loadKnowledge, warn }) })
}

/** The move for each seed from 1 on; every search begins with an empty tree. */
export async function movesFor(
  position: TacticalPosition,
  params: SearchParams,
  seeds: number,
  playouts = position.playouts ?? PLAYOUTS,
): Promise<string[]> {
  const game = gameOf(position)
  const searcher = await searcherOf(params, game.size)
  const moves: string[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    searcher.clear()
    const { best } = await searcher.search({
      position: game.position(),
      color: game.toPlay,
      seed,
      budget: { playouts },
    })
    moves.push(makeVertex(best.move, game.size))
  }
  return moves
}

/** The share of the seeds that must find a solution. */
const SHARE = 0.9

/** How many of the answers are solutions. */
export function countSolved(solutions: readonly string[], moves: readonly string[]): number {
  return moves.filter((move) => solutions.includes(move)).length
}

/**
 * What is wrong with these answers; undefined when all is as the list says. A known failure is wrong when it is solved:
 * the list shall tell the truth, and progress shall be noticed.
 */
export function complaint(
  { name, solutions, fails }: TacticalPosition,
  moves: readonly string[],
): string | undefined {
  const solved = countSolved(solutions, moves)
  const isSolved = solved >= SHARE * moves.length
  if (fails !== undefined)
    return isSolved ? `${name} is solved now: take it off the list of known failures` : undefined
  return isSolved
    ? undefined
    : `${name}: ${solved} of ${moves.length} seeds found ${solutions.join(" or ")}; played: ${moves.join(" ")}`
}
