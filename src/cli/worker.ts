// `montego worker`: plays games of matches, and runs units of experiments, that other machines ask for (ARE-4, LAB-1).

import { availableParallelism, hostname } from "node:os"
import { Command, InvalidArgumentError, Option } from "commander"
import { GamePool, type GameTask, type Played } from "../arena/index.ts"
import type { QueueWorker } from "../arena/queue/index.ts"
import { loadQueue } from "../arena/queue/load.ts"
import { UnitPool, unitTrade } from "../lab/index.ts"
import { findProgram } from "../gtp/controller/index.ts"
import { isModuleSpec } from "../players/node/index.ts"
import { ownSignature } from "./signature.ts"
import { fail } from "./failure.ts"
import { ENDING_SIGNALS, INTERRUPTED } from "./interrupt.ts"
import { concurrencyOption } from "./options.ts"

const HELP = `
The coordinator is montego match, montego tournament or montego lab run with the same --queue; workers come and go as they like.
Montego's own players need no permission. Other engines (gtp:COMMAND, hybrid, GNU Go in experiments) are started only when
--allow-engine names their program, with whatever arguments come by the queue: keep this Redis in a network of your own, with a
password. Players of your own (module:FILE) are loaded only when --allow-engine names their file, which has the same path on
all machines.

Examples:
  montego worker --queue redis://127.0.0.1:6379
  montego worker --queue redis://10.0.0.1 --allow-engine gnugo
  montego worker --queue redis://10.0.0.1 --allow-engine module:./my-player.js

Ctrl-C finishes the jobs that were begun; a second one gives them back at once.`

interface Options {
  queue: string
  concurrency?: number
  name?: string
  allowEngine: readonly string[]
}

export function workerCommand(): Command {
  return new Command("worker")
    .description("Work for montego match, tournament or lab run --queue on this machine, too.")
    .requiredOption("--queue <url>", "where the jobs are: redis://HOST:PORT")
    .option(
      "--concurrency <n>",
      "games and units at once (default: the cores); fewer where searches have several threads",
      concurrencyOption,
    )
    .option("--name <name>", "what the coordinator calls it (default: host and process)", nameOption)
    .addOption(
      new Option(
        "--allow-engine <program>",
        "an engine, or module:FILE, that games may start here; may be given more than once",
      )
        .argParser((program: string, before: readonly string[]) => [...before, program])
        .default([], "none"),
    )
    .addHelpText("after", HELP)
    .action(work)
}

async function work(options: Options): Promise<void> {
  // Only here: a match on one machine need not load a Redis client.
  const { Abilities, connect, gameTrade, parseQueueUrl, QueueWorker } = await loadQueue()
  const address = parseQueueUrl(options.queue)
  if (!address.ok) fail(`--queue: ${address.error}`)
  const redis = await connect(address.value, say)
  if (!redis.ok) fail(redis.error)
  const own = await ownSignature()
  const { concurrency = availableParallelism(), name = defaultName() } = options
  const engines = options.allowEngine
  for (const engine of engines)
    if (!isModuleSpec(engine) && findProgram(engine) === undefined)
      say(`--allow-engine: ${engine} is not on this machine's PATH`)
  // Each game says itself how long a silent player is waited for.
  const pool = new GamePool()
  const play = (task: GameTask, stallSeconds: number): Promise<Played | undefined> =>
    pool.play(task, stallSeconds)
  const abilities = new Abilities(engines)
  const units = new UnitPool()
  const trades = [gameTrade(abilities, play), unitTrade(abilities, units)]
  const settings = { name, concurrency, signature: own, abilities, trades }
  const worker = new QueueWorker({ redis: redis.value, ...settings, say })
  const close = (): Promise<unknown> => Promise.all([pool.close(), units.close()])
  const stopListening = listenForInterrupts(worker, close)
  say(`worker ${name} at ${address.value.shown}: jobs at once: ${concurrency}, signature ${own}`)
  try {
    const { done, refusal } = await worker.run()
    if (refusal !== undefined) fail(refusal)
    say(`jobs done: ${done}`)
  } finally {
    await close()
    stopListening()
  }
}

/** The first signal lets the jobs end, the second gives them back, the third ends the process. */
function listenForInterrupts(worker: QueueWorker, close: () => Promise<unknown>): () => void {
  let signals = 0
  const listener = (): void => {
    signals++
    if (signals > 2) process.exit(INTERRUPTED)
    if (signals === 2) {
      process.exitCode = INTERRUPTED
      void worker.leave().then(close)
      return
    }
    const jobs = worker.finish()
    say(
      jobs === 0
        ? "leaving"
        : `leaving after the jobs that were begun: ${jobs}; Ctrl-C again gives them back at once`,
    )
  }
  for (const name of ENDING_SIGNALS) process.on(name, listener)
  return () => {
    for (const name of ENDING_SIGNALS) process.off(name, listener)
  }
}

function say(text: string): void {
  process.stderr.write(`montego: ${text}\n`)
}

/** A host may be called anything, a worker may not. */
function defaultName(): string {
  return `${hostname()
    .replace(/[^\w.-]/g, "_")
    .slice(0, LONGEST_HOST)}-${process.pid}`
}

const LONGEST_HOST = 64

function nameOption(text: string): string {
  if (!/^[\w.-]{1,64}$/.test(text))
    throw new InvalidArgumentError("It is 1 to 64 letters, digits, dots, hyphens or underscores.")
  return text
}
