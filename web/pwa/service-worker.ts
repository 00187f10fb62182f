// The service worker: hands the browser's events to offline.ts. A new build waits until the page asks for it, or until
// no tab has the old one. The build puts the list of files and their version in the place of the two names
// (vite.config.ts).

import { Offline } from "./offline.ts"

declare const MONTEGO_FILES: readonly string[]
declare const MONTEGO_VERSION: string

/** What the page says; see updates.ts. */
export type ToServiceWorker =
  /** Is this script of your build? */
  { readonly kind: "knows"; readonly script: string } | { readonly kind: "take" }

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchingEvent extends Event {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly registration: { readonly scope: string }
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void
  addEventListener(type: "fetch", listener: (event: FetchingEvent) => void): void
  addEventListener(type: "message", listener: (event: MessageEvent<ToServiceWorker>) => void): void
}

const scope = globalThis as unknown as WorkerScope
const offline = new Offline({
  scope: scope.registration.scope,
  files: MONTEGO_FILES,
  version: MONTEGO_VERSION,
  caches,
  fetch: (request, options) => fetch(request, options),
})

scope.addEventListener("install", (event) => event.waitUntil(offline.install()))
scope.addEventListener("activate", (event) =>
  event.waitUntil(offline.activate().then(() => scope.clients.claim())),
)
scope.addEventListener("fetch", (event) => {
  const answer = offline.answer(event.request)
  if (answer) event.respondWith(answer)
})
scope.addEventListener("message", ({ data, ports }) => {
  if (data.kind === "take") void scope.skipWaiting()
  else ports[0]?.postMessage(offline.has(data.script))
})
