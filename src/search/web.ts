// Helpers as Web Workers. The page makes the workers itself, because bundlers want to see where their files are; in
// each, `serveHelper(self)` is all there is to do. Memory is shared with them only where the page is isolated (COOP
// and COEP).

import { messageOf } from "../base/failure.ts"
import { Helper, HelperPool, type HelperPort, type HelperTask } from "./helpers.ts"

/** How a helper's task ended. A rejected promise in a Web Worker is no `error` for its page, so it is a message. */
export type HelperNews = "done" | { readonly failure: string }

/** The part of a Web Worker that is used; this folder knows no DOM. */
export interface WebWorker {
  postMessage(message: HelperTask): void
  addEventListener(kind: "message", listener: (event: { readonly data: HelperNews }) => void): void
  addEventListener(kind: "error", listener: (event: { readonly message?: string }) => void): void
  terminate(): void
}

/** The other side: a worker's own `self`. */
export interface WebWorkerScope {
  addEventListener(kind: "message", listener: (event: { readonly data: HelperTask }) => void): void
  postMessage(message: HelperNews): void
}

/** Helpers of a search in these Web Workers, each of which runs `serveHelper`. */
export function openWebHelpers(workers: readonly WebWorker[]): HelperPool {
  return new HelperPool(workers.map(makePort))
}

function makePort(worker: WebWorker): HelperPort {
  return {
    send: (task) => worker.postMessage(task),
    onDone: (listener) =>
      worker.addEventListener("message", ({ data }) => {
        if (data === "done") listener()
      }),
    onFailure: (listener) => {
      worker.addEventListener("message", ({ data }) => {
        if (data !== "done") listener(new Error(data.failure))
      })
      worker.addEventListener("error", ({ message }) => listener(new Error(message ?? "the worker broke")))
    },
    close: () => Promise.resolve(worker.terminate()),
  }
}

/** Makes the Web Worker that calls it a helper of a search. */
export function serveHelper(scope: WebWorkerScope): void {
  const helper = new Helper()
  scope.addEventListener("message", ({ data }) => {
    void helper.carryOut(data).then(
      () => scope.postMessage("done"),
      (error: unknown) => scope.postMessage({ failure: messageOf(error) }),
    )
  })
}
