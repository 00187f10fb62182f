// What coordinator and worker must agree on: a queue's name, what a job holds, what comes back, and how long a lease
// lasts.
//
// Games between the same two players share a queue of their own: a worker that lacks one of them leaves the whole queue
// alone, and no game ever comes to a machine that can't play it. The signature is part of the name for the same reason.

import { createHash } from "node:crypto"
import * as v from "valibot"
import { err, type Result } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import { check, GameTaskSchema, PlayedSchema, playsRefusal, type Fields } from "../schema.ts"
import { LONGEST_NAME, type QueueCard } from "./roster.ts"
import type { GameTask, MatchDefinition } from "../definition.ts"
import type { Played } from "../played.ts"

export interface GameOrder {
  readonly task: GameTask
  readonly stallSeconds: number
}

export interface GameReturn {
  readonly played: Played
  readonly worker: string
}

/** A job's progress: the worker that has it. */
export interface Holder {
  readonly worker: string
}

const HolderSchema = v.object({
  worker: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
} satisfies Fields<Holder>)

/** A worker that does not renew its lease for this long has lost the game. */
export const LEASE_MS = 4000
export const RENEW_MS = 1000
/** How often leases are looked at. */
export const STALLED_MS = 1000
/** How long results wait for a coordinator that was stopped. */
export const KEEP_SECONDS = 3600
/** A game that this number of workers lost one after another is itself the cause. */
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

const GameOrderSchema = v.strictObject({
  task: GameTaskSchema,
  stallSeconds: v.pipe(v.number(), v.finite(), v.gtValue(0)),
} satisfies Fields<GameOrder>)

const GameReturnSchema = v.object({
  played: PlayedSchema,
  worker: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
} satisfies Fields<GameReturn>)

/** Redis is not trusted: a malformed order is not played. The error says what is wrong with it. */
export function readGameOrder(value: unknown): Result<GameOrder, string> {
  return check(GameOrderSchema, value)
}

/** In the same way: a malformed return, or one of another game, is refused. */
export function readGameReturn(value: unknown, task: GameTask): Result<GameReturn, string> {
  const read = check(GameReturnSchema, value)
  const refusal = read.ok ? playsRefusal(task, read.value.played) : undefined
  return refusal === undefined ? read : err(refusal)
}

/** The worker that plays a job, as far as its progress tells. */
export function holderOf(progress: unknown): string | undefined {
  return v.is(HolderSchema, progress) ? progress.worker : undefined
}
