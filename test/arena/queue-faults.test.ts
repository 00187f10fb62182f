// What an attacker or a fault may write into Redis (ARE-4): no worker and no coordinator dies of it, each tells it, and
// the games of the others are played.

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Queue } from "bullmq"
import { afterAll, afterEach, describe, expect } from "vitest"
import {
  breakOff,
  GamePool,
  Journal,
  makeTask,
  NO_OPENINGS,
  readJournal,
  runMatch,
  type GameTask,
  type Played,
} from "../../src/arena/index.ts"
import {
  Abilities,
  cardOf,
  connect,
  Coordinator,
  gameJobs,
  gameTrade,
  makeQueueTable,
  parseQueueUrl,
  QueueWorker,
} from "../../src/arena/queue/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { SMALL_MATCH } from "../support/match.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"
import { RedisServer } from "./redis.js"

const redisServer = program("redis-server")
const folder = mkdtempSync(join(tmpdir(), "montego-queue-faults-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of leftovers.splice(0).reverse()) await close()
})

const OURS = "0123456789abcdef"
const LINE = cardOf(SMALL_MATCH, OURS).name
const taskOf = (number: number): GameTask => makeTask(SMALL_MATCH, NO_OPENINGS, number)
const gameOf = (task: GameTask): Played => breakOff(task, ["C3"], { kind: "resign", winner: "black" })

async function connection(server: RedisServer) {
  const redis = unwrap(await connect(unwrap(parseQueueUrl(server.url)), () => undefined))
  leftovers.push(() => Promise.resolve(redis.disconnect()))
  return redis
}

/** A Redis, what an attacker reaches it by, and a coordinator. */
async function open(path: string) {
  const server = await RedisServer.open(path)
  leftovers.push(() => server.close())
  const redis = await connection(server)
  const jobs = new Queue<unknown>(LINE, { connection: redis, prefix: "montego" })
  leftovers.push(() => jobs.close())
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const queue = new Coordinator({ redis: await connection(server), kind: gameJobs(60), signature: OURS, say })
  leftovers.push(() => queue.close())
  return { server, redis, jobs, queue, said }
}

async function hire(
  server: RedisServer,
  name: string,
  play: (task: GameTask) => Promise<Played | undefined>,
) {
  const said: string[] = []
  const redis = await connection(server)
  const say = (line: string): void => void said.push(line)
  const abilities = new Abilities()
  const trades = [gameTrade(abilities, play)]
  const worker = new QueueWorker({ redis, name, concurrency: 1, signature: OURS, abilities, trades, say })
  const ended = worker.run()
  leftovers.push(async () => {
    worker.finish()
    await worker.leave()
    await ended
  })
  return { worker, said, ended }
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1500 && !(await what()); i++) await sleep(20)
  expect(await what()).toBe(true)
}

const order = (changes: object): object => ({
  task: { ...taskOf(0), match: { ...SMALL_MATCH, ...changes } },
  stallSeconds: 60,
})

describe("ARE-4 what is no game", () => {
  itNeeding(
    redisServer,
    "malformed jobs are refused for good, told once, and the worker plays on in its real pool",
    async (path) => {
      const { server, jobs, queue, redis } = await open(path)
      const pool = new GamePool(60)
      leftovers.push(() => pool.close())
      const wrong = {
        rules: order({ rules: "zzz" }),
        size: order({ size: 1e9 }),
        komi: order({ komi: "x" }),
        budget: order({ budget: undefined }),
        again: order({ rules: "zzz" }),
        text: "game",
        escape: order({ a: "\u001b[2Jnobody" }),
      }
      for (const [jobId, data] of Object.entries(wrong)) await jobs.add("game", data, { jobId, attempts: 50 })
      await jobs.add("game", order({}), { jobId: "broken" })
      await redis.hset(`montego:${LINE}:broken`, "data", "{")
      await jobs.add("game", order({}), { jobId: "options" })
      await redis.hset(`montego:${LINE}:options`, "opts", "{")
      const { said } = await hire(server, "sturdy", (task) => pool.play(task, 60))
      // The queue gets its card, and the worker serves it.
      const game = queue.run(taskOf(1))
      await until(async () => (await jobs.getFailedCount()) === 9)
      expect((await game)?.verdict.kind).toBe("score")
      expect(await jobs.getJobCounts("wait", "active", "delayed")).toEqual({ wait: 0, active: 0, delayed: 0 })
      const reasonOf = (id: string) => redis.hget(`montego:${LINE}:${id}`, "failedReason")
      expect(await reasonOf("rules")).toMatch(/^worker sturdy refused it: it is no game: task\.match\.rules/)
      expect(await reasonOf("size")).toMatch(/it is no game: .*board size/)
      expect(await reasonOf("komi")).toMatch(/it is no game: task\.match\.komi/)
      expect(await reasonOf("budget")).toMatch(/it is no game: task\.match\.budget/)
      expect(await reasonOf("broken")).toMatch(/it is no game: it is no JSON/)
      expect(await reasonOf("options")).toMatch(/it is no game: it is no JSON/)
      expect(said.filter((line) => line.includes("task.match.rules"))).toHaveLength(1)
      expect(said.join("")).toContain("�[2Jnobody")
      expect(said.join("")).not.toMatch(/\p{Cc}/u)
    },
    60_000,
  )

  itNeeding(
    redisServer,
    "malformed cards are skipped and told once, and the other queues are served",
    async (path) => {
      const { server, redis, queue, said: told } = await open(path)
      const card = { signature: OURS, version: "1", kind: "game", title: "games", subject: 5 }
      const plant = async (kind: string, name: string, text: string): Promise<void> => {
        await redis.set(`montego:${kind}:${name}`, text)
        await redis.sadd(`montego:${kind}`, name)
      }
      await plant("queues", "brace", "{")
      await plant("queues", "five", JSON.stringify({ ...card, name: "five", title: 5 }))
      await plant("queues", "subject", JSON.stringify({ ...card, name: "subject" }))
      await plant("queues", "kind", JSON.stringify({ ...card, name: "kind", kind: "walk" }))
      await plant("queues", "a:b", JSON.stringify({ ...card, name: "a:b" }))
      await plant("queues", "alias", JSON.stringify({ ...card, name: "other" }))
      await plant("queues", "esc\u001b[2J", "null")
      await plant("workers", "much", JSON.stringify({ name: "much", concurrency: 1e300 }))
      const { said } = await hire(server, "calm", (task) => Promise.resolve(gameOf(task)))
      for (let number = 0; number < 3; number++)
        expect((await queue.run(taskOf(number)))?.verdict.kind).toBe("resign")
      // Several beats later each was still told only once.
      await until(() => said.length >= 7 && told.some((line) => line.includes("worker much")))
      await sleep(2500)
      expect(said.filter((line) => line.includes("is skipped")).sort()).toEqual([
        "the card of queue a:b is skipped: name: a name has no such characters",
        "the card of queue alias is skipped: it has the name of another",
        "the card of queue brace is skipped: it is no JSON",
        "the card of queue esc�[2J is skipped: expected Object, found null",
        "the card of queue five is skipped: title: expected string, found 5",
      ])
      expect(said.filter((line) => line.includes("for this worker")).sort()).toEqual([
        "no games for this worker: it does no jobs of the kind walk",
        "no games for this worker: its players: expected Array, found 5",
      ])
      expect(told.filter((line) => line.includes("is skipped"))).toEqual([
        "the card of worker much is skipped: host: it is missing",
      ])
    },
    60_000,
  )
})

describe("ARE-4 invalid results", () => {
  itNeeding(
    redisServer,
    "go into no journal; the game is played again, and the worker that brings them is quarantined",
    async (path) => {
      const { server, queue, said } = await open(path)
      let number = 0
      const poison = [
        (played: Played): object => ({ ...played, times: undefined }),
        (played: Played): object => ({ ...played, verdict: { kind: "crash", reason: "x" } }),
        (played: Played): object => ({ ...played, plays: ["C3", "C3"] }),
      ]
      const liar = await hire(server, "liar", (task) =>
        Promise.resolve(poison[number++ % 3]!(gameOf(task)) as Played),
      )
      const journal = unwrap(
        Journal.open(join(folder, "poisoned.jsonl"), {
          journal: "montego match",
          version: 1,
          definition: SMALL_MATCH,
          names: { a: "", b: "" },
        }),
      )
      const match = runMatch({
        match: SMALL_MATCH,
        openings: NO_OPENINGS,
        games: 6,
        concurrency: 6,
        journal,
        play: (task) => queue.run(task),
      })
      expect((await liar.ended).refusal).toMatch(/quarantine for an hour: \d+ of its results were invalid/)
      // A key of its own that a result brings along does not reach the journal.
      const honest = (task: GameTask): Promise<Played> =>
        Promise.resolve({ ...gameOf(task), id: "ffffffffffffffff" } as Played)
      await hire(server, "honest", honest)
      await match
      journal.close()
      const { entries, damaged } = unwrap(readJournal(journal.path))
      expect(damaged).toEqual([])
      expect(entries.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5].map((n) => taskOf(n).id).sort())
      expect(said.some((line) => /^worker liar returned an invalid game \d: played\.times/.test(line))).toBe(
        true,
      )
      expect(makeQueueTable(queue.status)).toMatch(/liar: 0 games, \d invalid results; quarantined/)
    },
    60_000,
  )

  itNeeding(
    redisServer,
    "nor do malformed progress and a job that was written over stop the coordinator",
    async (path) => {
      const { server, jobs, redis, queue } = await open(path)
      const game = queue.run(taskOf(0))
      await until(async () => (await jobs.getWaitingCount()) === 1)
      const job = (await jobs.getJob(`game-${taskOf(0).id}`))!
      for (const progress of ["null", "5", `{"worker":7}`]) {
        await redis.hset(`montego:${LINE}:${job.id}`, "progress", progress)
        await job.updateProgress(JSON.parse(progress) as object)
      }
      await redis.hset(`montego:${LINE}:${job.id}`, "data", "{")
      // The coordinator takes it away and puts the game there again.
      await until(async () => ((await redis.hget(`montego:${LINE}:${job.id}`, "data")) ?? "").length > 1)
      await hire(server, "patient", (task) => Promise.resolve(gameOf(task)))
      expect((await game)?.verdict.kind).toBe("resign")
      expect((await queue.run(taskOf(1)))?.verdict.kind).toBe("resign")
    },
    60_000,
  )
})
