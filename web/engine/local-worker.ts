// The engine in the page's own thread, for browsers without workers: the same module, which finds its way to the page
// in a global variable. The search pauses often, so that the page can still be used.

import type { FromEngine, ToEngine } from "montego/service"

type Listener = (event: { readonly data: ToEngine }) => void

/** Where the module looks for its page, in place of a worker's scope. */
export const LOCAL_SCOPE = "montegoPage"

/** There can be only one: a module is run once. */
export class LocalWorker extends EventTarget {
  readonly #waiting: ToEngine[] = []
  #listener: Listener | undefined

  constructor(address: URL) {
    super()
    const scope = {
      crossOriginIsolated: false,
      postMessage: (data: FromEngine) => void this.dispatchEvent(new MessageEvent("message", { data })),
      addEventListener: (_: string, listener: Listener) => {
        this.#listener = listener
        for (const data of this.#waiting.splice(0)) listener({ data })
      },
    }
    Object.assign(globalThis, { [LOCAL_SCOPE]: scope })
    import(/* @vite-ignore */ address.href).catch((error: Error) =>
      this.dispatchEvent(Object.assign(new Event("error"), { message: error.message })),
    )
  }

  postMessage(data: ToEngine): void {
    if (this.#listener) this.#listener({ data })
    else this.#waiting.push(data)
  }

  terminate(): void {
    // It lives as long as the page.
  }
}
