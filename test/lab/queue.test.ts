// Units of experiments on many machines (LAB-1): a Redis of our own, workers in this process, and real ones where one
// is killed. The journal has every unit once, and the findings are those of a single machine.

import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import {
  Abilities,
  connect,
  Coordinator,
  parseQueueUrl,
  QueueWorker,
  type WorkerEnd,
} from "../../src/arena/queue/index.ts"
import { unwrap } from "../../src/base/result.ts"
import { VERSION } from "../../src/base/version.ts"
import {
  defineExperiment,
  findExperiment,
  LabStore,
  OwnThread,
  prepareRun,
  QueuePlace,
  runExperiments,
  sizesOf,
  UNIT_JOBS,
  unitTrade,
  type Experiment,
  type PreparedRun,
  type RunEnd,
} from "../../src/lab/index.ts"
import { SIGNATURE } from "../../src/search/index.ts"
import { RedisServer } from "../arena/redis.js"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"

const redisServer = program("redis-server")
const builtMain = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url))
const realWorkers = existsSync(builtMain) ? redisServer : { missing: "npm run build makes the worker" }

const folder = mkdtempSync(join(tmpdir(), "montego-lab-queue-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const leftovers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of leftovers.splice(0).reverse()) await close()
})

const OURS = "0123456789abcdef"
const worked: number[] = []

const SQUARES = defineExperiment({
  id: "squares",
  title: "Squares",
  ids: ["LAB-1"],
  source: { text: "Montego", place: "a test" },
  about: "Squares numbers.",
  code: ["src/lab/queue.ts"],
  parameters: { count: { meaning: "how many numbers", quick: 12, full: 12, low: 1, high: 100 } },
  units: ({ count }, seed) => Array.from({ length: count }, (_, i) => ({ id: `no: ${i}`, task: i + seed })),
  work: (task: number) => {
    worked.push(task)
    if (task === 99) throw new Error("no such square")
    return Promise.resolve(task * task)
  },
  conclude: (found) => ({
    comparisons: [],
    tables: [],
    pictures: [],
    text: found.map(({ finding }) => finding).join(" "),
  }),
})
const ALONE: Experiment = { ...SQUARES, id: "alone", isAlone: true }
const GNUGO: Experiment = { ...SQUARES, id: "other", needs: ["gnugo"] }
const find = (id: string): Experiment | undefined => [SQUARES, ALONE, GNUGO].find((each) => each.id === id)

function quick(experiment: Experiment = SQUARES, seed = 1, changes: readonly string[] = []): PreparedRun {
  return prepareRun(experiment, "quick", unwrap(sizesOf(experiment, "quick", changes)), seed)
}

async function openRedis(path: string): Promise<RedisServer> {
  const server = await RedisServer.open(path)
  leftovers.push(() => server.close())
  return server
}

async function connection(server: RedisServer) {
  return unwrap(await connect(unwrap(parseQueueUrl(server.url)), () => undefined))
}

async function coordinate(server: RedisServer, signature = OURS) {
  const said: string[] = []
  const say = (line: string): void => void said.push(line)
  const queue = new Coordinator({ redis: await connection(server), kind: UNIT_JOBS, signature, say })
  leftovers.push(() => queue.close())
  return { queue, said }
}

async function hire(
  server: RedisServer,
  name: string,
  signature = OURS,
): Promise<{ ended: Promise<WorkerEnd> }> {
  const abilities = new Abilities()
  const worker = new QueueWorker({
    redis: await connection(server),
    name,
    concurrency: 2,
    signature,
    abilities,
    trades: [unitTrade(abilities, new OwnThread(), find)],
    say: () => undefined,
  })
  const ended = worker.run()
  leftovers.push(async () => {
    worker.finish()
    await worker.leave()
    await ended
  })
  return { ended }
}

let stores = 0
const newStore = (): LabStore => new LabStore(join(folder, String(stores++)))
const running = new AbortController().signal

interface Line {
  readonly unit: string
  readonly finding: unknown
  readonly worker?: string
}

function linesOf(store: LabStore, { definition }: PreparedRun): Line[] {
  const lines = readFileSync(store.journalPath(definition), "utf8").trim().split("\n").slice(1)
  return lines.map((line) => JSON.parse(line) as Line)
}

describe("LAB-1 units on many machines", () => {
  itNeeding(
    redisServer,
    "each goes to the journal once, with its worker; what measures time stays here",
    async (path) => {
      const server = await openRedis(path)
      const { queue } = await coordinate(server)
      await hire(server, "one")
      await hire(server, "two")
      const runs = [quick(), quick(ALONE)]
      const store = newStore()
      const elsewhere = new QueuePlace(queue)
      const ends = await runExperiments({ runs, store, threads: 0, elsewhere, signal: running })
      expect(ends.map(({ kind }) => kind)).toEqual(["done", "done"])
      const lines = linesOf(store, runs[0]!)
      expect(new Set(lines.map(({ unit }) => unit)).size).toBe(12)
      expect(lines).toHaveLength(12)
      for (const { worker } of lines) expect(["one", "two"]).toContain(worker)
      expect(linesOf(store, runs[1]!).map(({ worker }) => worker)).toEqual(Array(12).fill(undefined))
      const local = newStore()
      const [end] = await runExperiments({ runs: [quick()], store: local, threads: 0, signal: running })
      const textOf = (each: RunEnd | undefined): unknown => each?.kind === "done" && each.conclusion.text
      expect(textOf(ends[0])).toBe(textOf(end))
    },
  )

  itNeeding(redisServer, "one that throws fails its experiment with the reason", async (path) => {
    const server = await openRedis(path)
    const { queue } = await coordinate(server)
    await hire(server, "one")
    const runs = [quick(SQUARES, 99, ["count=2"]), quick()]
    const elsewhere = new QueuePlace(queue)
    const ends = await runExperiments({ runs, store: newStore(), threads: 0, elsewhere, signal: running })
    expect(ends.map(({ kind }) => kind)).toEqual(["failed", "done"])
    expect(ends[0]).toMatchObject({ reason: expect.stringContaining("worker one: no such square") as string })
  })

  itNeeding(redisServer, "a worker with another signature is refused", async (path) => {
    const server = await openRedis(path)
    const { queue, said } = await coordinate(server)
    const { definition, units } = quick()
    const found = queue.run({ definition, unit: units[3]!.id })
    const { ended } = await hire(server, "odd", "ffffffffffffffff")
    expect((await ended).refusal).toMatch(/signature is ffffffffffffffff/)
    await expect.poll(() => said.join()).toContain("worker odd is refused")
    await hire(server, "even")
    expect(await found).toMatchObject({ finding: 16, worker: "even" })
  })

  itNeeding(
    realWorkers,
    "a killed worker loses none, and the findings are those of one machine",
    async (path) => {
      const server = await openRedis(path)
      const { queue } = await coordinate(server, SIGNATURE)
      const crew: ChildProcess[] = []
      const hireReal = (): void => {
        const script = `import(${JSON.stringify(builtMain)}).then(({ main }) => main(process.argv.slice(1)))`
        const args = ["worker", "--queue", server.url, "--concurrency", "1"]
        crew.push(spawn(process.execPath, ["-e", script, ...args], { stdio: "ignore" }))
      }
      leftovers.push(async () => {
        const left = crew.filter((child) => child.exitCode === null && child.signalCode === null)
        const gone = left.map((child) => once(child, "exit"))
        for (const child of left) child.kill("SIGKILL")
        await Promise.all(gone)
      })
      hireReal()
      const run = quick(findExperiment("bandits"), 1, ["trials=20"])
      const [through, local] = [newStore(), newStore()]
      const elsewhere = new QueuePlace(queue)
      const ended = runExperiments({ runs: [run], store: through, threads: 0, elsewhere, signal: running })
      await expect.poll(() => queue.status.inFlight, { interval: 5 }).toBeGreaterThan(0)
      crew[0]!.kill("SIGKILL")
      hireReal()
      expect((await ended)[0]!.kind).toBe("done")
      await runExperiments({ runs: [run], store: local, threads: 0, signal: running })
      const findings = (store: LabStore): unknown[] =>
        linesOf(store, run)
          .toSorted((one, other) => one.unit.localeCompare(other.unit))
          .map(({ unit, finding }) => [unit, finding])
      expect(findings(through)).toEqual(findings(local))
    },
    120_000,
  )
})

describe("a worker takes no units", () => {
  const trade = unitTrade(new Abilities(), new OwnThread(), find)
  const cardOf = (run: PreparedRun, changes: object = {}) => ({
    ...UNIT_JOBS.cardOf({ definition: run.definition, unit: "" }, OURS),
    ...changes,
  })
  const { definition, units } = quick()

  it.each([
    [
      "of another version",
      cardOf(quick(), { version: "0.0.0" }),
      `${VERSION} is not the coordinator's, 0.0.0`,
    ],
    ["that measure time", cardOf(quick(ALONE)), "it measures time"],
    ["with GNU Go where it is not allowed", cardOf(quick(GNUGO)), "gnugo"],
    ["of what is no run", cardOf(quick(), { subject: 5 }), "it is no run"],
    ["of an unknown experiment", cardOf(quick({ ...SQUARES, id: "cubes" })), 'no experiment "cubes"'],
    [
      "of an experiment that is cut otherwise",
      cardOf(quick(), { subject: { ...definition, tasks: "other" } }),
      "install the same version",
    ],
    [
      "of a size that is not allowed",
      cardOf(quick(), { subject: { ...definition, sizes: { count: 1e12 } } }),
      "count is a whole number from 1 to 100",
    ],
  ])("%s", async (_, card, reason) => {
    expect(await trade.lackOf(card)).toContain(reason)
  })

  it("whose order is malformed, or names no unit", async () => {
    expect(await trade.lackOf(cardOf(quick()))).toBeUndefined()
    expect((await trade.accept({ definition, unit: units[0]!.id })).ok).toBe(true)
    for (const order of [null, {}, { definition, unit: "no: 99" }, { definition, unit: "no: 1", task: 7 }])
      expect((await trade.accept(order)).ok).toBe(false)
  })

  it("and the coordinator no return without a finding", () => {
    const order = { definition, unit: "no: 1" }
    expect(UNIT_JOBS.readReturn({ finding: null, seconds: 0, worker: "w" }, order).ok).toBe(true)
    for (const value of [null, {}, { seconds: 1, worker: "w" }, { finding: 1, seconds: -1, worker: "w" }])
      expect(UNIT_JOBS.readReturn(value, order).ok).toBe(false)
  })
})
