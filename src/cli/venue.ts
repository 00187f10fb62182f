// Where the games of a match or a tournament are played: by threads of this process, or by workers on other machines
// (`--queue`).

import { availableParallelism } from "node:os"
import { engineCommand, GamePool, probe, type GameTask, type Played } from "../arena/index.ts"
import type { QueueStatus } from "../arena/queue/index.ts"
import { loadQueue } from "../arena/queue/load.ts"
import { ok, type Result } from "../base/result.ts"
import { isModuleSpec } from "../players/node/index.ts"
import { ownSignature } from "./signature.ts"
import { fail } from "./failure.ts"

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

/** The queue itself knows how many games the workers can take. */
const MOST_QUEUED = 1000

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
  // Only here: a match on one machine need not load a Redis client.
  const { connect, makeQueueTable, parseQueueUrl, QueuePlay } = await loadQueue()
  const address = parseQueueUrl(url)
  if (!address.ok) fail(`--queue: ${address.error}`)
  const redis = await connect(address.value, say)
  if (!redis.ok) fail(redis.error)
  const own = await ownSignature()
  const queue = new QueuePlay({ redis: redis.value, signature: own, stallSeconds: stall, say })
  say(`games go to ${address.value.shown}; montego worker --queue … plays them, on any machine`)
  return {
    concurrency: concurrency ?? MOST_QUEUED,
    play: (task) =>
      queue
        .play(task)
        .catch((error: Error) => fail(`${error.message}. The same command goes on from there.`)),
    close: () => queue.close(),
    workers: { status: () => queue.status, table: () => makeQueueTable(queue.status) },
  }
}
