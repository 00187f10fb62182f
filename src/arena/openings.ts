// Where the games of a match begin (ARE-1). Both games of a pair share an opening, so a one-sided opening favours
// neither player: it is lost once and won once.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { messageOf } from "../base/failure.ts"
import { Random } from "../base/random.ts"
import { err, ok, type Result } from "../base/result.ts"
import { mainLine, readGameInfo, readPlays, readSetup } from "../record/index.ts"
import { loadGames } from "../record/node/index.ts"
import { allPoints, Game, makeVertex } from "../rules/index.ts"
import type { GameOptions, Point } from "../rules/index.ts"
import { openingRefusal, type Opening, type OpeningsDefinition } from "./definition.ts"

/** The first moves of each pair of games. */
export interface Openings {
  readonly definition: OpeningsDefinition
  /** The opening of a pair of games, counted from 0. Lists begin again when they are through. */
  readonly of: (pair: number) => Opening
}

/** No openings: every game begins on the empty board. */
export const NO_OPENINGS: Openings = { definition: { kind: "none" }, of: () => [] }

/** Openings of `moves` random lawful moves, drawn from the match's seed and the pair's number alone. */
export function randomOpenings(moves: number, game: GameOptions, seed: number): Openings {
  return {
    definition: { kind: "random", moves },
    of: (pair) => drawOpening(moves, game, new Random(new Random(seed).next() + (pair + 1) * 2 ** 32)),
  }
}

function drawOpening(moves: number, options: GameOptions, random: Random): Opening {
  const created = Game.create(options)
  if (!created.ok) throw new Error(created.error)
  const game = created.value
  const opening: string[] = []
  while (opening.length < moves && game.phase === "playing") {
    const lawful = allPoints(game.size).filter((point) => game.refusal(point) === undefined)
    if (lawful.length === 0) break
    const point = lawful[random.below(lawful.length)]!
    game.play(point)
    opening.push(makeVertex(point, game.size))
  }
  return opening
}

/**
 * Reads openings from a file: the main lines of an SGF collection, or a text with the moves of one opening in
 * each line.
 */
export async function loadOpenings(file: string, game: GameOptions): Promise<Result<Openings, string>> {
  const read = /\.sgf(\.gz)?$/i.test(file) ? await fromSgf(file, game.size) : fromText(file)
  if (!read.ok) return read
  if (read.value.length === 0) return err(`${file}: there is no opening in it`)
  for (const { opening, place } of read.value) {
    const refused = openingRefusal(opening, game)
    if (refused !== undefined) return err(`${place}: ${refused}`)
  }
  return ok(listOpenings(read.value.map(({ opening }) => opening)))
}

/** Openings from a list, one for each pair of games, again from the front at its end. */
export function listOpenings(list: readonly Opening[]): Openings {
  const digest = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 16)
  return {
    definition: { kind: "list", count: list.length, digest },
    of: (pair) => list[pair % list.length]!,
  }
}

interface PlacedOpening {
  readonly opening: Opening
  /** Where it stands, for messages. */
  readonly place: string
}

function fromText(file: string): Result<PlacedOpening[], string> {
  let text: string
  try {
    text = readFileSync(file, "utf8")
  } catch (error) {
    return err(`${file} can't be read: ${messageOf(error)}`)
  }
  const lines = text.split(/\r?\n/).map((line, index) => ({
    opening: line
      .replace(/#.*/, "")
      .split(/[\s,]+/)
      .filter((word) => word !== "")
      .map((word) => word.toUpperCase()),
    place: `${file}, line ${index + 1}`,
  }))
  return ok(lines.filter(({ opening }) => opening.length > 0))
}

async function fromSgf(file: string, size: number): Promise<Result<PlacedOpening[], string>> {
  const games = await loadGames(file)
  if (!games.ok) return err(games.error.reason)
  const openings: PlacedOpening[] = []
  for (const [index, { game }] of games.value.entries()) {
    const place = `${file}, game ${index + 1}`
    const info = readGameInfo(game)
    if (!info.ok) return err(`${place}: ${info.error.reason}`)
    const lines = info.value.info.size
    if (lines !== size)
      return err(`${place}: it is for a board of ${lines} lines, and this match has ${size}`)
    const nodes = mainLine(game)
    const plays = nodes.flatMap((node) => readPlays(node, size).plays)
    if (nodes.some((node) => readSetup(node, size)))
      return err(`${place}: stones are set up; an opening is moves only`)
    if (plays.some(({ color }, number) => color !== (number % 2) + 1))
      return err(`${place}: Black begins, and both play in turn`)
    openings.push({ opening: plays.map(({ move }) => makeVertex(move as Point, size)), place })
  }
  return ok(openings)
}
