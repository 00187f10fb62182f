// The composition root: the engine in its worker, what the browser keeps, the state, and the view on top of it.

// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "@sabaki/shudan/css/goban.css"
import { render } from "preact"
import { EngineClient, type EngineWorker } from "./engine/client.ts"
import type { FromEngine, ToEngine } from "./engine/protocol.ts"
import { App as AppState } from "./state/app.ts"
import { Keep } from "./state/storage.ts"
import { TEXTS } from "./texts.ts"
import { App } from "./view/app.tsx"

function makeWorker(): EngineWorker {
  const worker = new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" })
  return {
    postMessage: (message: ToEngine) => worker.postMessage(message),
    listen(onMessage, onBroken) {
      worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => onMessage(data))
      worker.addEventListener("messageerror", () => onBroken("a message could not be read"))
      worker.addEventListener("error", (event) => {
        // It is replaced and said so in the page; the console need not complain, too.
        event.preventDefault()
        onBroken(event.message || "the engine could not be started")
      })
    },
    terminate: () => worker.terminate(),
  }
}

/** Browsers may forbid storage, and throw at the mere name. */
function shelf(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()
const client = new EngineClient(makeWorker, () => {
  for (const listener of listeners) listener()
})
const engine = Object.assign(client, {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
})

const app = new AppState({
  engine,
  keep: new Keep(shelf()),
  newSeed: () => crypto.getRandomValues(new Uint32Array(1))[0]!,
  today: () => new Date().toISOString().slice(0, 10),
  names: TEXTS.names,
})

render(<App app={app} engine={engine} />, document.querySelector("#app")!)
app.start()
