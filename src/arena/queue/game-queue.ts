// What coordinator and worker must agree on: a queue's name, what a job holds, what comes back, and how long a lease lasts.
//
// Games between the same two players share a queue of their own: a worker that lacks one of them leaves the whole queue alone,
// and no game ever comes to a machine that can't play it. The signature is part of the name for the same reason.

import { createHash } from "node:crypto"
import { VERSION } from "../../base/version.ts"
import type { Played } from "../game.ts"
import type { GameTask, MatchDefinition } from "../schedule.ts"
import type { QueueCard } from "./roster.ts"

export interface GameOrder {
  readonly task: GameTask
  readonly stallSeconds: number
}

export interface GameReturn {
  readonly played: Played
  readonly worker: string
}

/** What a job's progress tells: who has it. */
export interface Holder {
  readonly worker: string
}

/** Who does not renew its lease for so long has lost the game. */
export const LEASE_MS = 4000
export const RENEW_MS = 1000
/** How often leases are looked at. */
export const STALLED_MS = 1000
/** A game that so many workers lost one after another is itself what kills them. */
export const MOST_LOSSES = 20

export function cardOf({ a, b }: MatchDefinition, signature: string): QueueCard {
  const hash = createHash("sha256")
    .update(JSON.stringify([a, b]))
    .digest("hex")
    .slice(0, 16)
  return { name: `games-${signature}-${hash}`, signature, version: VERSION, players: [a, b] }
}

/** A game's job, by the game's id: BullMQ takes no ids that are numbers, and some would be. */
export function jobIdOf({ id }: GameTask): string {
  return `game-${id}`
}

/** Whatever lies in Redis was written by somebody: an order that is none is not played. */
export function isGameOrder(value: unknown): value is GameOrder {
  if (typeof value !== "object" || value === null) return false
  const { task, stallSeconds } = value as Partial<GameOrder>
  const { a, b } = task?.match ?? {}
  return typeof a === "string" && typeof b === "string" && typeof stallSeconds === "number"
}

/** In the same way: a return that is none is not taken. */
export function isGameReturn(value: unknown): value is GameReturn {
  if (typeof value !== "object" || value === null) return false
  const { played, worker } = value as Partial<GameReturn>
  return (
    typeof worker === "string" &&
    typeof played?.verdict?.kind === "string" &&
    Array.isArray(played.plays) &&
    typeof played.sgf === "string"
  )
}
