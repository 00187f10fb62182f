// Games on many machines (ARE-4): a Redis of our own, workers in this process where the game does not matter, and real
// ones where it does. Whatever happens to them, the journal has every game once, and the games are those of a single
// machine. The full size of the tournament: node test/arena/survive-queue.js --games 40 --kill-seconds 5

import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { Queue, Worker } from "bullmq"
import { afterAll, afterEach, describe, expect } from "vitest"
import {
  breakOff,
  GamePool,
  Journal,
  makeTask,
  NO_OPENINGS,
  runMatch,
  type GameTask,
  type MatchDefinition,
  type MatchOptions,
  type Played,
} from "../../src/arena/index.ts"
import {
  Abilities,
  cardOf,
  connect,
  Coordinator,
  gameJobs,
  gameTrade,
  jobIdOf,
  makeQueueTable,
  parseQueueUrl,
  QueueWorker,
  Roster,
  type GameOrder,
  type GameReturn,
  type QueueWorkerOptions,
  type WorkerEnd,
} from "../../src/arena/queue/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { SIGNATURE } from "../../src/search/index.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"
import { RedisServer } from "./redis.js"
import { surviveQueue } from "./survive-queue.js"

const redisServer = program("redis-server")
const built = fileURLToPath(new URL("../../dist/cli/worker.js", import.meta.url))
const builtMain = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url))
const realWorkers = existsSync(built) ? redisServer : { missing: "npm run build makes the worker" }

const folder = mkdtempSync(join(tmpdir(), "montego-queue-"))
/** What a test leaves behind, whatever happened to it; the last that was opened goes first. */
const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of leftovers.splice(0).reverse()) await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MATCH: MatchDefinition = {
  a: "uct,playouts=20",
  b: "random",
  size: 5,
  komi: 7.5,
  rules: "chinese",
  budget: { kind: "own" },
  threads: 1,
  openings: { kind: "none" },
  seed: 7,
}
const OURS = "0123456789abcdef"

async function openRedis(path: string, ...options: string[]): Promise<RedisServer> {
  const server = await RedisServer.open(path, options)
  leftovers.push(() => server.close())
  return server
}

async function connection(server: RedisServer) {
  return unwrap(await connect(unwrap(parseQueueUrl(server.url)), () => undefined))
}

interface Coordination {
  readonly queue: Coordinator<GameTask, Played>
  readonly said: string[]
}

async function coordinate(server: RedisServer, own = OURS): Promise<Coordination> {
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const queue = new Coordinator({ redis: await connection(server), kind: gameJobs(60), signature: own, say })
  leftovers.push(() => queue.close())
  return { queue, said }
}

interface Hired {
  readonly worker: QueueWorker
  readonly said: string[]
  readonly ended: Promise<WorkerEnd>
}

interface Game {
  readonly play: (task: GameTask) => Promise<Played | undefined>
  readonly engines: readonly string[]
}

/** A worker in this process, whose games are over after the first move. */
async function hire(
  server: RedisServer,
  name: string,
  options: Partial<QueueWorkerOptions> & Partial<Game> = {},
): Promise<Hired> {
  const said: string[] = []
  const { play = (task) => Promise.resolve(shortGame(task)), engines, ...rest } = options
  const abilities = new Abilities(engines)
  const worker = new QueueWorker({
    redis: await connection(server),
    name,
    concurrency: 2,
    signature: OURS,
    abilities,
    trades: [gameTrade(abilities, play)],
    say: (line) => void said.push(line),
    ...rest,
  })
  const ended = worker.run()
  leftovers.push(async () => {
    worker.finish()
    await worker.leave()
    await ended
  })
  return { worker, said, ended }
}

function shortGame(task: GameTask): Played {
  return breakOff(task, ["C3"], { kind: "resign", winner: task.seed % 2 === 0 ? "black" : "white" })
}

function crashedGame(task: GameTask): Played {
  return breakOff(task, ["C3"], { kind: "crash", winner: "black", reason: "no memory" })
}

async function playMatch(
  name: string,
  games: number,
  options: Pick<MatchOptions, "play"> & Partial<MatchOptions>,
): Promise<string> {
  const path = join(folder, `${name}.jsonl`)
  const match = options.match ?? MATCH
  const header = { journal: "montego match", version: 1, definition: match, names: { a: "", b: "" } } as const
  const journal = unwrap(Journal.open(path, header))
  try {
    await runMatch({ match, openings: NO_OPENINGS, games, concurrency: 100, journal, ...options })
  } finally {
    journal.close()
  }
  return path
}

/** The games of a journal, without what depends on the machine, in the order of the schedule. */
function gamesOf(path: string): { id: string; number: number; result: string; plays: string }[] {
  const lines = readFileSync(path, "utf8").trim().split("\n").slice(1)
  return lines
    .map((line) => JSON.parse(line) as { id: string; number: number; result: string; plays: string })
    .map(({ id, number, result, plays }) => ({ id, number, result, plays }))
    .sort((one, other) => one.number - other.number)
}

async function until(what: () => boolean): Promise<void> {
  await expect.poll(what, { interval: 20 }).toBe(true)
}

describe("ARE-4 games on many machines", () => {
  itNeeding(
    realWorkers,
    "three workers, one killed every second: every game once, and the same games as on one machine",
    async (path) => {
      const match = { ...MATCH, a: "uct,playouts=400", size: 7 }
      const games = 20
      const server = await openRedis(path)
      const crew = new Crew(server)
      leftovers.push(() => crew.close())
      for (let i = 0; i < 3; i++) crew.hire()
      const { queue } = await coordinate(server, SIGNATURE)
      const ended = playMatch("killed", games, { match, play: (task) => queue.run(task) })
      const end = { isHere: false }
      void ended.then(() => (end.isHere = true))
      const isLost = (): boolean => queue.status.workers.some(({ losses }) => losses > 0)
      // A worker may send its result while it is being killed: the next one is killed then, too.
      for (let kills = 0; kills < 2 || (!isLost() && !end.isHere); kills++) {
        await until(() => queue.status.inFlight > 0 || end.isHere)
        crew.kill(queue.status.workers.find(({ inFlight }) => inFlight > 0)?.name ?? "")
        crew.hire()
        await sleep(1000)
      }
      const through = gamesOf(await ended)
      expect(isLost()).toBe(true)
      expect(new Set(through.map(({ id }) => id)).size).toBe(games)
      const pool = new GamePool(60)
      leftovers.push(() => pool.close())
      const local = await playMatch("local", games, {
        match,
        play: (task) => pool.play(task),
        concurrency: 2,
      })
      expect(through).toEqual(gamesOf(local))
    },
  )

  itNeeding(
    realWorkers,
    "a tournament whose workers, coordinator and Redis are killed is that of a single machine (ARE-3)",
    async (redis) => {
      const tournament = {
        name: "Small",
        players: [
          { name: "random", spec: "random" },
          { name: "few", spec: "uct,playouts=20" },
          { name: "more", spec: "uct,playouts=60" },
        ],
        gamesPerPair: 4,
        size: 7,
        openings: "random:1",
      }
      const survived = await surviveQueue(
        // A worker that starts costs more than all games: it computes its signature.
        { redis, tournament, workers: 3, killSeconds: 0.5, mostKills: 2 },
        join(folder, "tournament"),
      )
      expect(survived).toMatchObject({ games: 12, distinct: 12, isSame: true })
      expect(survived).toMatchObject({ redisKilled: 1, coordinatorsKilled: 1 })
      expect(survived.workersKilled).toBeGreaterThan(0)
    },
    300_000,
  )

  for (const [kind, options] of [
    ["without its data", []],
    ["with its data", ["--appendonly", "yes", "--appendfsync", "always"]],
  ] as const)
    itNeeding(
      redisServer,
      `Redis killed and started again ${kind}, in the middle of a match`,
      async (path) => {
        const server = await openRedis(path, ...options)
        const slow = async (task: GameTask): Promise<Played> => {
          await sleep(60)
          return shortGame(task)
        }
        await hire(server, "steady", { play: slow })
        await hire(server, "other", { play: slow })
        const { queue, said } = await coordinate(server)
        let played = 0
        const games = 60
        const name = `restarted ${kind}`
        const ended = playMatch(name, games, { play: (task) => queue.run(task), onGame: () => played++ })
        await until(() => played > 10)
        await server.stop()
        await sleep(300)
        expect(played).toBeLessThan(games)
        await server.start()
        const numbers = gamesOf(await ended).map(({ number }) => number)
        expect(numbers).toEqual(Array.from({ length: games }, (_, number) => number))
        expect(queue.status.workers.filter(({ state }) => state === "quarantined")).toEqual([])
        expect(said.filter((line) => line.includes("quarantined"))).toEqual([])
      },
    )

  itNeeding(redisServer, "the same result twice counts once", async (path) => {
    const server = await openRedis(path)
    const { queue } = await coordinate(server)
    const task = makeTask(MATCH, NO_OPENINGS, 0)
    const results = [queue.run(task), queue.run(task)]
    // A worker that takes the game and lets its lease run out …
    const name = cardOf(MATCH, OURS).name
    const redis = await connection(server)
    const settings = { connection: redis, prefix: "montego" }
    const slow = new Worker<GameOrder, GameReturn>(name, null, { ...settings, lockDuration: 1 })
    const jobs = new Queue(name, settings)
    leftovers.push(async () => {
      await slow.close()
      await jobs.close()
      redis.disconnect()
    })
    await untilAsync(async () => (await jobs.getWaitingCount()) > 0)
    expect(await jobs.getWaitingCount()).toBe(1)
    const job = await slow.getNextJob("slow", { block: false })
    // … and brings it back when another one has played it.
    const quick = await hire(server, "quick")
    const played = await Promise.all(results)
    expect(played[0]).toBe(played[1])
    const late: GameReturn = { played: crashedGame(task), worker: "slow" }
    await expect(job.moveToCompleted(late, "slow", false)).rejects.toThrow(/Missing/)
    expect(played[0]!.verdict.kind).toBe("resign")
    expect(queue.status.workers.map(({ name: who, done }) => [who, done])).toEqual([["quick", 1]])
    quick.worker.finish()
    expect(await quick.ended).toEqual({ done: 1 })
    expect(await jobs.getJob(jobIdOf(task))).toBeUndefined()
  })

  itNeeding(redisServer, "a worker that plays otherwise is refused, and both sides say so", async (path) => {
    const server = await openRedis(path)
    const { queue, said } = await coordinate(server)
    const game = queue.run(makeTask(MATCH, NO_OPENINGS, 0))
    const { ended } = await hire(server, "odd", { signature: "ffffffffffffffff" })
    const { done, refusal } = await ended
    expect(done).toBe(0)
    expect(refusal).toMatch(/signature is ffffffffffffffff, the coordinator's 0123456789abcdef/)
    await until(() => said.length > 0)
    expect(said).toEqual([
      "worker odd is refused: its signature ffffffffffffffff is not ours, 0123456789abcdef",
    ])
    expect(makeQueueTable(queue.status)).toContain("odd: 0 games; refused: its signature")
    await hire(server, "even")
    expect((await game)?.verdict.kind).toBe("resign")
  })

  itNeeding(redisServer, "games go only to workers that have their engines", async (path) => {
    const server = await openRedis(path)
    const { queue, said: told } = await coordinate(server)
    const foreign = { ...MATCH, a: "gtp:no-such-engine --level 1" }
    // More than a queue has room for: the others must not wait for them.
    const inVain = Array.from({ length: 5 }, (_, number) => queue.run(makeTask(foreign, NO_OPENINGS, number)))
    const { said } = await hire(server, "bare", { engines: ["no-such-engine"] })
    await until(() => queue.status.workers[0]?.state === "unable")
    expect(said.join()).toContain("no-such-engine is not on its PATH")
    expect(makeQueueTable(queue.status)).toContain("bare: 0 games; unable: no-such-engine is not on its PATH")
    expect((await queue.run(makeTask(MATCH, NO_OPENINGS, 1)))?.verdict.kind).toBe("resign")
    expect(makeQueueTable(queue.status)).toMatch(/bare: \d games; takes not all: no-such-engine/)
    expect(told.join()).toContain("worker bare takes no games of gtp:no-such-engine --level 1 and random")
    await queue.close()
    expect(await Promise.all(inVain)).toEqual(Array(5).fill(undefined))
  })

  itNeeding(
    redisServer,
    "engines are started only where they are allowed, whatever the queue says",
    async (path) => {
      const server = await openRedis(path)
      const { queue } = await coordinate(server)
      const forbidden = { ...MATCH, a: `gtp:"${process.execPath}" evil.js` }
      const started: string[] = []
      const play = (task: GameTask): Promise<Played> => {
        started.push(task.match.a)
        return Promise.resolve(shortGame(task))
      }
      const inVain = queue.run(makeTask(forbidden, NO_OPENINGS, 0))
      const { said } = await hire(server, "careful", { play })
      await until(() => queue.status.workers[0]?.state === "unable")
      expect(said.join()).toContain("is not allowed here (--allow-engine)")
      // A game of these players in the queue of others: the worker looks at each game, too.
      const honest = queue.run(makeTask(MATCH, NO_OPENINGS, 0))
      await honest
      const redis = await connectionFor(server)
      const jobs = new Queue<GameOrder>(cardOf(MATCH, OURS).name, { connection: redis, prefix: "montego" })
      leftovers.push(() => jobs.close())
      const forged = { task: makeTask(forbidden, NO_OPENINGS, 1), stallSeconds: 1 }
      await jobs.add("game", forged, { jobId: "forged" })
      await jobs.add("game", {} as GameOrder, { jobId: "nonsense" })
      await untilAsync(async () => (await jobs.getFailedCount()) === 2)
      expect((await jobs.getJob("forged"))?.failedReason).toMatch(
        /^worker careful refused it: .* is not allowed/,
      )
      expect((await jobs.getJob("nonsense"))?.failedReason).toBe(
        "worker careful refused it: it is no game: task: it is missing",
      )
      expect(started).toEqual([MATCH.a])
      // Another worker, whose owner allows it.
      await hire(server, "trusting", { play, engines: [process.execPath] })
      expect((await inVain)?.verdict.kind).toBe("resign")
      expect(started).toEqual([MATCH.a, forbidden.a])
    },
  )

  itNeeding(
    redisServer,
    "a worker whose games crash as they do nowhere else is quarantined",
    async (path) => {
      const server = await openRedis(path)
      const { queue, said } = await coordinate(server)
      // The good one plays four games for each of the bad one's, so that these don't run out too soon.
      const played = { good: 0, bad: 0, isBadGone: false }
      const steady = async (task: GameTask): Promise<Played> => {
        while (!played.isBadGone && played.good > 4 * played.bad + 8) await sleep(5)
        played.good++
        return shortGame(task)
      }
      await hire(server, "good", { play: steady })
      const bad = await hire(server, "bad", {
        concurrency: 1,
        play: (task) => {
          played.bad++
          return Promise.resolve(crashedGame(task))
        },
      })
      void bad.ended.then(() => (played.isBadGone = true))
      const ended = playMatch("quarantine", 100, { play: (task) => queue.run(task) })
      const { refusal } = await bad.ended
      expect(refusal).toMatch(
        /^worker bad is in quarantine for an hour: \d+ of its \d+ games crashed or stalled/,
      )
      await ended
      expect(said.some((line) => line.startsWith("worker bad is quarantined: "))).toBe(true)
      expect(makeQueueTable(queue.status)).toMatch(/bad: \d+ games, \d+ faults; quarantined: /)
      // It does not come back under its name.
      const again = await hire(server, "bad")
      expect((await again.ended).refusal).toContain("quarantine")
    },
  )

  itNeeding(redisServer, "who leaves finishes its games, or gives them back at once", async (path) => {
    const server = await openRedis(path)
    const { queue } = await coordinate(server)
    let release: (played: undefined) => void = () => undefined
    const hung = new Promise<undefined>((resolve) => (release = resolve))
    const first = await hire(server, "first", { concurrency: 1, play: () => hung })
    const game = queue.run(makeTask(MATCH, NO_OPENINGS, 0))
    await until(() => queue.status.inFlight === 1)
    expect(first.worker.finish()).toBe(1)
    await hire(server, "second")
    await sleep(200)
    expect(queue.status.inFlight).toBe(1)
    await first.worker.leave()
    expect((await game)?.verdict.kind).toBe("resign")
    // A lease that runs out is a loss.
    expect(queue.status.workers.filter(({ losses }) => losses > 0)).toEqual([])
    release(undefined)
    expect(await first.ended).toEqual({ done: 0 })
    expect(await new Roster(await connectionFor(server)).queues()).toHaveLength(1)
  })

  itNeeding(redisServer, "a coordinator that is stopped finds the finished games again", async (path) => {
    const server = await openRedis(path)
    const one = await coordinate(server)
    const task = makeTask(MATCH, NO_OPENINGS, 0)
    const dropped = one.queue.run(task)
    let count = 0
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await hire(server, "worker", {
      play: async (game) => {
        count++
        await released
        return shortGame(game)
      },
    })
    await until(() => one.queue.status.inFlight === 1)
    await one.queue.close()
    expect(await dropped).toBeUndefined()
    release()
    const two = await coordinate(server)
    expect((await two.queue.run(task))?.verdict.kind).toBe("resign")
    expect(count).toBe(1)
  })
})

async function connectionFor(server: RedisServer) {
  const redis = await connection(server)
  leftovers.push(() => Promise.resolve(redis.disconnect()))
  return redis
}

async function untilAsync(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(what, { interval: 20 }).toBe(true)
}

/** Real workers, each a process that is called by its id. */
class Crew {
  readonly #server: RedisServer
  readonly #processes = new Set<ChildProcess>()

  constructor(server: RedisServer) {
    this.#server = server
  }

  hire(): void {
    const script = `import(${JSON.stringify(builtMain)}).then(async ({ main }) => { process.exitCode = await main(process.argv.slice(1)) })`
    const args = ["worker", "--queue", this.#server.url, "--concurrency", "1"]
    this.#processes.add(spawn(process.execPath, ["-e", script, ...args], { stdio: "ignore" }))
  }

  kill(name: string): void {
    const child = [...this.#processes].find(({ pid }) => name.endsWith(`-${pid}`))
    child?.kill("SIGKILL")
  }

  async close(): Promise<void> {
    const running = [...this.#processes].filter(
      (child) => child.exitCode === null && child.signalCode === null,
    )
    const gone = running.map((child) => once(child, "exit"))
    for (const child of running) child.kill("SIGKILL")
    await Promise.all(gone)
  }
}
