// The engine in a Web Worker of this page.

import type { FromEngine } from "montego/service"
import type { Port, Transport } from "./client.ts"

/** The part of a Worker that is used. */
export type EngineWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">

/** A worker that breaks is replaced at once; one that can't be loaded is not tried again before the next question. */
export function workerTransport(makeWorker: () => EngineWorker): Transport {
  return { open: () => openPort(makeWorker()), pauses: [0], isOnDemand: true, stopPatience: 4000 }
}

function openPort(worker: EngineWorker): Port {
  return {
    send(message) {
      worker.postMessage(message)
      return true
    },
    listen({ onOpen, onMessage, onClosed }) {
      worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => onMessage(data))
      worker.addEventListener("messageerror", () => onClosed("a message could not be read", false))
      worker.addEventListener("error", (event) => {
        // It is replaced and said so in the page; the console need not complain, too.
        event.preventDefault()
        onClosed(event.message || "the engine could not be started", false)
      })
      // The browser keeps messages until the worker listens.
      onOpen()
    },
    close: () => worker.terminate(),
  }
}
