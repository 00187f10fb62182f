// The engine as a Web Worker: the page stays free while it thinks. Where the page is isolated and memory may be shared,
// it starts helpers for the searches that use them.

import { messageOf } from "montego/base"
import { openWebHelpers, type WebWorker } from "montego/search"
import { makePlayer } from "montego/players"
import { fetchExamples, loadKnowledge, loadPatterns } from "./knowledge.ts"
import type { LabNews, LabTask } from "./lab/messages.ts"
import { LOCAL_SCOPE } from "./local-worker.ts"
import { loadNet } from "./net.ts"
import { PATTERNS_PLAYER, type LearnNews, type LearnTask } from "./patterns.ts"
import { EngineService, KeptPlayers, shortened, type FromEngine, type ToEngine } from "montego/service"

/** More threads on one tree gain little, and phones get warm. */
const MOST_THREADS = 8

interface WorkerScope {
  readonly crossOriginIsolated: boolean
  postMessage(message: FromEngine | LearnNews | LabNews): void
  addEventListener(
    kind: "message",
    listener: (event: { readonly data: ToEngine | LearnTask | LabTask }) => void,
  ): void
}

const world = globalThis as unknown as WorkerScope & { readonly [LOCAL_SCOPE]?: WorkerScope }
const scope: WorkerScope = world[LOCAL_SCOPE] ?? world

function openHelpers(count: number): ReturnType<typeof openWebHelpers> {
  const workers = Array.from(
    { length: count },
    () => new Worker(new URL("./helper.ts", import.meta.url), { type: "module" }) as WebWorker,
  )
  return openWebHelpers(workers)
}

/** One processor stays for the page, where there are more than two. */
function threads(): number {
  const processors = navigator.hardwareConcurrency
  if (!scope.crossOriginIsolated || processors < 2) return 1
  return Math.min(MOST_THREADS, Math.max(2, processors - 1))
}

/** What players get from the page. */
const ENVIRONMENT = { openHelpers, loadKnowledge, loadNet }
/** What the player of the learned patterns gets, and what it is but for its weights. */
const PATTERNS_ENVIRONMENT = { openHelpers, loadKnowledge: loadPatterns }
const PATTERNS_SEARCH = "uct:strong,policy=gamma"

const service = new EngineService({
  post: (message) => scope.postMessage(shortened(message)),
  threads: threads(),
  players: new KeptPlayers(({ name, threads: count }) =>
    name === PATTERNS_PLAYER
      ? makePlayer(PATTERNS_SEARCH, { threads: count }, PATTERNS_ENVIRONMENT)
      : makePlayer(name, { threads: count }, ENVIRONMENT),
  ),
  knowledge: { loadKnowledge, loadNet },
})

/** Learning has a worker of this kind to itself, so that a game goes on meanwhile. */
async function learn({ size, records }: LearnTask): Promise<void> {
  try {
    const { learnPatterns } = await import("./learning.ts")
    const task = { size, records: records ?? [await fetchExamples()], isFromExamples: !records }
    scope.postMessage(
      await learnPatterns({ ...task, now: Date.now() }, (progress) => scope.postMessage(progress)),
    )
  } catch (error) {
    scope.postMessage({ kind: "failed", reason: messageOf(error) })
  }
}

/** An experiment of the laboratory has a worker of this kind to itself, too. */
const openBench = () => import("./lab/lab.ts").then(({ LabBench }) => new LabBench())
let bench: ReturnType<typeof openBench> | undefined

async function experiment(task: LabTask): Promise<void> {
  try {
    bench ??= openBench()
    scope.postMessage(await (await bench).handle(task))
  } catch (error) {
    scope.postMessage({ kind: "lab", fault: messageOf(error) })
  }
}

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "learn") void learn(data)
  else if (data.kind === "lab") void experiment(data)
  else service.handle(data)
})
