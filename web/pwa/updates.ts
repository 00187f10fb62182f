// The page's side of the service worker: registers it and announces new versions. Nothing is replaced during a game: a
// new version waits for the person's consent, or for the next visit.

import { Observable } from "../state/shared/observable.ts"
import type { ToServiceWorker } from "./service-worker.ts"

/** The parts of the browser that are used. */
interface UpdatesHost {
  /** Undefined where there are none: old browsers, and hosts without encryption. */
  readonly container: ServiceWorkerContainer | undefined
  /** The service worker's address, and that of the script that runs now. */
  readonly worker: string
  readonly script: string
  readonly reload: () => void
}

const HOUR_MS = 3_600_000

export class Updates extends Observable {
  /** Whether a newer version is there than the one that runs. */
  isReady = false
  readonly #host: UpdatesHost
  #waiting: ServiceWorker | undefined

  constructor(host: UpdatesHost) {
    super()
    this.#host = host
  }

  async watch(): Promise<void> {
    const { container, worker } = this.#host
    if (!container) return
    container.addEventListener("controllerchange", () => {
      if (container.controller) void this.#consider(container.controller, false)
    })
    try {
      const registration = await container.register(worker, { updateViaCache: "none" })
      if (registration.waiting) void this.#consider(registration.waiting, true)
      registration.addEventListener("updatefound", () => this.#follow(registration.installing))
      setInterval(() => void registration.update().catch(() => undefined), HOUR_MS)
    } catch {
      // Without it the page is as good as before; only not offline.
    }
  }

  /** Reloads with the new version. */
  accept(): void {
    const { container, reload } = this.#host
    if (!this.#waiting) {
      reload()
      return
    }
    container?.addEventListener("controllerchange", reload, { once: true })
    tell(this.#waiting, { kind: "take" })
  }

  later(): void {
    this.isReady = false
    this.changed()
  }

  #follow(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => {
      // The very first one has nothing to replace.
      if (worker.state === "installed" && this.#host.container?.controller) void this.#consider(worker, true)
    })
  }

  /** A reload may have brought the new page already: then its service worker can follow without a question. */
  async #consider(worker: ServiceWorker, isWaiting: boolean): Promise<void> {
    const isOurs = await knows(worker, this.#host.script)
    if (isOurs) {
      if (isWaiting) tell(worker, { kind: "take" })
      return
    }
    this.#waiting = isWaiting ? worker : undefined
    this.isReady = true
    this.changed()
  }
}

function tell(worker: ServiceWorker, message: ToServiceWorker, ports: MessagePort[] = []): void {
  worker.postMessage(message, ports)
}

function knows(worker: ServiceWorker, script: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener("message", ({ data }: MessageEvent<boolean>) => resolve(data), { once: true })
    port1.start()
    tell(worker, { kind: "knows", script }, [port2])
  })
}
