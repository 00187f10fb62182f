// The engine as a Web Worker: the page stays free while it thinks. Where the page is isolated and memory may be shared,
// it starts helpers for the searches that use them.

import { openWebHelpers, type WebWorker } from "montego/search"
import { makePlayer } from "montego/players"
import { loadKnowledge } from "./knowledge.ts"
import { EngineService, KeptPlayers, shortened, type FromEngine, type ToEngine } from "montego/service"

/** More threads on one tree gain little, and phones get warm. */
const MOST_THREADS = 8

interface WorkerScope {
  readonly crossOriginIsolated: boolean
  postMessage(message: FromEngine): void
  addEventListener(kind: "message", listener: (event: { readonly data: ToEngine }) => void): void
}

const scope = globalThis as unknown as WorkerScope

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
const ENVIRONMENT = { openHelpers, loadKnowledge }

const service = new EngineService({
  post: (message) => scope.postMessage(shortened(message)),
  threads: threads(),
  players: new KeptPlayers((order) => makePlayer(order.name, { threads: order.threads }, ENVIRONMENT)),
  knowledge: { loadKnowledge },
})
scope.addEventListener("message", ({ data }) => service.handle(data))
