// Going through the games of files with a progress bar: what `sgf check`, `stats` and `convert` share.

import type { StreamedGame } from "../record/index.ts"
import { readGames } from "../record/node/index.ts"
import { fail } from "./failure.ts"
import { Progress } from "./progress.ts"

export interface FileGame extends StreamedGame {
  readonly file: string
}

export interface GamesOptions {
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
  return fail(`${file}: it has ${count} games, there is no game ${number}`)
}
