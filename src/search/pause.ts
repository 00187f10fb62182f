// Lets other work of the thread have its turn: messages, timers, input. Timers alone are slow for that: browsers make
// nested ones wait for four milliseconds.

interface Scheduling {
  setImmediate?(callback: () => void): unknown
  MessageChannel: new () => {
    port1: { addEventListener(type: "message", listener: () => void): void; start(): void; close(): void }
    port2: { postMessage(message: unknown): void }
  }
}

const scheduling = globalThis as unknown as Scheduling

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (scheduling.setImmediate) {
      scheduling.setImmediate(resolve)
      return
    }
    const { port1, port2 } = new scheduling.MessageChannel()
    port1.addEventListener("message", () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(0)
  })
}

/** Waits for this number of milliseconds or a little more. */
export function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
