// Games as jobs: a queue's name, what a job holds, and what comes back.
//
// Games between the same two players share a queue of their own: a worker that lacks one of them leaves the whole queue
// alone, and no game ever comes to a machine that can't play it. The signature is part of the name for the same reason.

import { createHash } from "node:crypto"
import * as v from "valibot"
import { err, ok, type Result } from "../../base/result.ts"
import { VERSION } from "../../base/version.ts"
import { check, GameTaskSchema, PlayedSchema, playsRefusal, type Fields } from "../schema.ts"
import type { Abilities } from "./abilities.ts"
import { workerName, type JobKind, type Trade } from "./job.ts"
import type { QueueCard } from "./roster.ts"
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

const WORD = "game"

export function cardOf({ a, b }: MatchDefinition, signature: string): QueueCard {
  const hash = createHash("sha256")
    .update(JSON.stringify([a, b]))
    .digest("hex")
    .slice(0, 16)
  return {
    name: `games-${signature}-${hash}`,
    signature,
    version: VERSION,
    kind: WORD,
    title: `games of ${a} and ${b}`,
    subject: [a, b],
  }
}

export function jobIdOf({ id }: GameTask): string {
  return `game-${id}`
}

const GameOrderSchema = v.strictObject({
  task: GameTaskSchema,
  stallSeconds: v.pipe(v.number(), v.finite(), v.gtValue(0)),
} satisfies Fields<GameOrder>)

const GameReturnSchema = v.object({
  played: PlayedSchema,
  worker: workerName,
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

/** Games for the coordinator. */
export function gameJobs(stallSeconds: number): JobKind<GameTask, Played> {
  return {
    word: WORD,
    nameOf: ({ number }) => `${WORD} ${number + 1}`,
    cardOf: ({ match }, signature) => cardOf(match, signature),
    jobIdOf,
    orderOf: (task): GameOrder => ({ task, stallSeconds }),
    readReturn: (value, task) => {
      const read = readGameReturn(value, task)
      return read.ok ? ok({ value: read.value.played, worker: read.value.worker }) : read
    },
    isFault: ({ verdict: { kind } }) => kind === "crash" || kind === "stall",
  }
}

const SubjectSchema = v.tuple([v.string(), v.string()])

/** Games for the worker. `play` answers undefined when the game was dropped. */
export function gameTrade(
  abilities: Abilities,
  play: (task: GameTask, stallSeconds: number) => Promise<Played | undefined>,
): Trade {
  const lackOf = async (specs: readonly string[]): Promise<string | undefined> => {
    for (const spec of specs) {
      const lack = await abilities.lackOf(spec)
      if (lack !== undefined) return lack
    }
    return undefined
  }
  return {
    word: WORD,
    lackOf: async ({ subject }) => {
      const players = check(SubjectSchema, subject)
      return players.ok ? lackOf(players.value) : `its players: ${players.error}`
    },
    accept: async (order) => {
      const read = readGameOrder(order)
      if (!read.ok) return err(`it is no game: ${read.error}`)
      const { task, stallSeconds } = read.value
      const lack = await lackOf(specsOf(task))
      if (lack !== undefined) return err(lack)
      return ok(async () => {
        const played = await play(task, stallSeconds)
        return played && { kind: "done", value: { played }, isCrash: played.verdict.kind === "crash" }
      })
    },
  }
}

/** Everything that the game may start: a referee is an engine, too. */
function specsOf({ match: { a, b, referee } }: GameTask): string[] {
  return referee === undefined ? [a, b] : [a, b, referee]
}
