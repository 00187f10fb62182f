// Going through the games of files with a progress bar: what `sgf check`, `stats` and `convert` share.

import {
  mainLine,
  readPlays,
  replayRecord,
  type Replayed,
  type ReplayOptions,
  type SgfNode,
  type StreamedGame,
} from "../record/index.ts"
import { readGames } from "../record/node/index.ts"
import { counted } from "../base/format.ts"
import { fail } from "./failure.ts"
import { Progress } from "./progress.ts"

export interface FileGame extends StreamedGame {
  readonly file: string
}

interface GamesOptions {
  /** Told of a game that can't be read; reading goes on behind it. Default: the command fails. */
  readonly onRefused?: (reason: string) => void
}

/** All games of all files, one by one. A file that can't be read ends the command. */
export async function* gamesOf(
  files: readonly string[],
  { onRefused = fail }: GamesOptions = {},
): AsyncGenerator<FileGame, void, undefined> {
  const progress = new Progress()
  let count = 0
  try {
    for (const [index, file] of files.entries()) {
      const onProgress = (bytes: number, size: number): void => {
        progress.show((index + bytes / Math.max(1, size)) / files.length, `${count} games`)
      }
      for await (const item of readGames(file, { onProgress })) {
        if (item.ok) {
          count++
          yield { ...item.value, file }
        } else if (item.error.scope === "stream") {
          progress.end()
          fail(item.error.reason)
        } else onRefused(item.error.reason)
      }
    }
  } finally {
    progress.end()
  }
}

/** The one game of a file that is asked for, counted from 1. */
export async function gameOf(file: string, number: number): Promise<FileGame> {
  let count = 0
  for await (const game of gamesOf([file])) {
    count++
    if (count === number) return game
  }
  failWithoutGame(file, count, number)
}

/** Ends the command because a collection of `count` games has no game of this number. */
export function failWithoutGame(name: string, count: number, number: number): never {
  fail(`${name}: it has ${counted(count, "game")}, there is no game ${number}`)
}

/** What a record's game is replayed with at the command line: `move` is the one before which it stops. */
interface ReplayWishes {
  readonly move?: number | undefined
  readonly komi?: number | undefined
  readonly rules?: ReplayOptions["rules"]
}

/** The game of a record, up to its end or before a move; `played` are the moves of the record until there. */
export function replayed(
  name: string,
  record: SgfNode,
  { move, komi, rules }: ReplayWishes,
): Replayed & { readonly played: number } {
  const replay = replayRecord(record, {
    ...(komi === undefined ? {} : { komi }),
    ...(rules === undefined ? {} : { rules }),
    ...(move === undefined ? {} : { before: move }),
  })
  if (!replay.ok) return fail(`${name}: ${replay.error}`)
  const moves = movesOf(record, replay.value.info.size)
  if (move !== undefined && (move < 1 || move > moves + 1))
    fail(`${name}: it has ${moves} moves; --move is from 1 to ${moves + 1}, which is the end`)
  return { ...replay.value, played: move === undefined ? moves : move - 1 }
}

function movesOf(record: SgfNode, size: number): number {
  let count = 0
  for (const node of mainLine(record)) count += readPlays(node, size).plays.length
  return count
}
