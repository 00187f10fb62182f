// The composition root: the engine in its worker, what the browser keeps, the state, and the view on top of it.

// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "@sabaki/shudan/css/goban.css"
import { render } from "preact"
import { EngineClient } from "./engine/client.ts"
import { serverJournals } from "./engine/lab/journals.ts"
import { workerLab } from "./engine/lab/port.ts"
import { workerLearner } from "./engine/learn-port.ts"
import { BrowserPatternStore } from "./engine/patterns.ts"
import { EngineChoice } from "./engine/remote-choice.ts"
import { findLive, memo } from "./engine/remote-door.ts"
import { LocalWorker } from "./engine/local-worker.ts"
import { workerTransport, type EngineWorker } from "./engine/worker-port.ts"
import { Updates } from "./pwa/updates.ts"
import { App as AppState } from "./state/app.ts"
import { openDatabase } from "./state/library/database.ts"
import { Library } from "./state/library/library.ts"
import { Keep } from "./state/shared/storage.ts"
import { BrowserTabs } from "./state/library/tabs.ts"
import { TEXTS } from "./texts.ts"
import { App } from "./view/app.tsx"
import { followHistory } from "./view/history.ts"
import { machineName } from "./view/names.ts"

const hasWorkers = typeof Worker === "function"

/** The bundler looks for these very words, and makes a file of the module that they name. */
function startWorker(Worker: new (address: URL, options: { type: "module" }) => EngineWorker): EngineWorker {
  return new Worker(new URL("./engine/worker.ts", import.meta.url), { type: "module" })
}

function makeWorker(): EngineWorker {
  if (!hasWorkers) throw new Error(TEXTS.engine.noWorkers)
  return startWorker(Worker)
}

/** Without workers, one engine serves for all of the page's life. */
let local: EngineWorker | undefined
function makeEngine(): EngineWorker {
  return hasWorkers ? makeWorker() : (local ??= startWorker(LocalWorker))
}

/** Browsers may forbid storage, and throw at the mere name. */
function attempt<T>(get: () => T): T | undefined {
  try {
    return get()
  } catch {
    return undefined
  }
}

const live = findLive(() => engine.changed())
const page = new EngineClient(workerTransport(makeEngine), () => engine.changed())
const engine: EngineChoice = new EngineChoice(
  page,
  live?.remote,
  memo("place"),
  hasWorkers ? "page" : "computer",
)
page.connect()
live?.enter()

const keep = new Keep(attempt(() => localStorage))
const library = await Library.open({
  keep,
  session: new Keep(attempt(() => sessionStorage)),
  store: await openDatabase(),
  tabs: new BrowserTabs({
    locks: navigator.locks,
    channel: attempt(() => new BroadcastChannel("montego")),
  }),
})

const app = new AppState({
  engine,
  keep,
  library,
  patterns: { learn: workerLearner(makeWorker), store: new BrowserPatternStore() },
  lab: workerLab(makeWorker),
  journals: live && serverJournals(() => memo("token").read()),
  newSeed: () => crypto.getRandomValues(new Uint32Array(1))[0]!,
  today: () => new Date().toISOString().slice(0, 10),
  names: { machine: machineName, person: TEXTS.names.person },
})

// Only a build has a manifest, and a service worker with it.
const isBuilt = document.querySelector("link[rel=manifest]") !== null
const updates = new Updates({
  container: isBuilt ? navigator.serviceWorker : undefined,
  worker: new URL("./sw.js", document.baseURI).href,
  script: import.meta.url,
  reload: () => location.reload(),
})

render(<App app={app} engine={engine} updates={updates} />, document.querySelector("#app")!)
followHistory(app)
app.openLink(location.hash)
app.start()
void updates.watch()
// What was added to a record in the last moment.
addEventListener("pagehide", () => app.keepReview())
