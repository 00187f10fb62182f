// Where the games of a match or a tournament are played: by threads of this process, or by workers on other machines
// (`--queue`).

import { availableParallelism } from "node:os"
import { engineCommand, GamePool, probe, type GameTask, type Played } from "../arena/index.ts"
import type { QueueStatus } from "../arena/queue/index.ts"
import { gameJobs } from "../arena/queue/game-queue.ts"
import { MOST_ASKED } from "../arena/queue/job.ts"
import { makeQueueTable } from "../arena/queue/status.ts"
import { ok, type Result } from "../base/result.ts"
import { isModuleSpec } from "../players/node/index.ts"
import { fail } from "./failure.ts"
import { openCoordinator } from "./queue.ts"

export interface Venue {
  /** As `MatchOptions` want it. */
  readonly concurrency: number
  play(task: GameTask): Promise<Played | undefined>
  /** Drops the games that are being played. */
  close(): Promise<void>
  /** The workers that play, if it is not this process. */
  readonly workers?: { status(): QueueStatus; table(): string }
}

interface VenueOptions {
  readonly queue?: string | undefined
  readonly concurrency?: number | undefined
  readonly threads: number
  readonly stall: number
}

/** What a player is, more exactly than by its name; the error says why there is no such player. */
export async function identify(
  spec: string,
  { threads, queue }: Pick<VenueOptions, "threads" | "queue">,
): Promise<Result<string, string>> {
  // Engines and modules need only be where the games are.
  const isForeign = isModuleSpec(spec) || engineCommand(spec) !== undefined
  return queue !== undefined && isForeign ? ok(spec) : probe(spec, { threads })
}

export function openVenue(options: VenueOptions, say: (line: string) => void): Promise<Venue> {
  return options.queue === undefined
    ? Promise.resolve(openPool(options))
    : openQueue(options.queue, options, say)
}

function openPool({ concurrency, threads, stall }: VenueOptions): Venue {
  const pool = new GamePool(stall)
  return {
    concurrency: concurrency ?? Math.max(1, Math.floor(availableParallelism() / threads)),
    play: (task) => pool.play(task),
    close: () => pool.close(),
  }
}

async function openQueue(
  url: string,
  { concurrency, stall }: VenueOptions,
  say: (line: string) => void,
): Promise<Venue> {
  const queue = await openCoordinator(url, gameJobs(stall), say)
  return {
    concurrency: concurrency ?? MOST_ASKED,
    play: (task) =>
      queue.run(task).catch((error: Error) => fail(`${error.message}. The same command goes on from there.`)),
    close: () => queue.close(),
    workers: { status: () => queue.status, table: () => makeQueueTable(queue.status) },
  }
}
