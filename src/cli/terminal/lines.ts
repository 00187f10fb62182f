// Lines from a terminal or a pipe, one at a time when asked for. Lines that come early wait; the end of the
// input comes after them.

import { createInterface, type Interface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { COMMAND_WORDS } from "./commands.ts"

interface LinesOptions {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
  /** Line editing, history and completion. */
  readonly isTerminal: boolean
  /** Ctrl-C, which a terminal in raw mode sends as a key. */
  readonly onInterrupt: () => void
}

export class Lines {
  readonly #reader: Interface
  readonly #output: Writable
  readonly #isTerminal: boolean
  readonly #isTyped: boolean
  readonly #waiting: string[] = []
  #ended = false
  #wake: () => void = () => {}

  constructor({ input, output, isTerminal, onInterrupt }: LinesOptions) {
    this.#output = output
    this.#isTerminal = isTerminal
    this.#isTyped = Boolean(input.isTTY)
    const editing = isTerminal ? { output, completer, terminal: true } : { terminal: false }
    this.#reader = createInterface({ input, ...editing })
    this.#reader.on("line", (line) => {
      this.#waiting.push(line)
      this.#wake()
    })
    this.#reader.on("close", () => {
      this.#ended = true
      this.#wake()
    })
    this.#reader.on("SIGINT", onInterrupt)
  }

  /** The next line; undefined at the end of the input, or when the signal fires. */
  async next(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    if (this.#isTerminal && !this.#ended) {
      this.#reader.setPrompt(prompt)
      this.#reader.prompt()
    } else if (this.#isTyped) this.#output.write(prompt)
    while (this.#waiting.length === 0 && !this.#ended && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener("abort", this.#wake)
          resolve()
        }
        signal.addEventListener("abort", this.#wake, { once: true })
      })
    }
    if (signal.aborted) return undefined
    const line = this.#waiting.shift()
    // What came through a pipe is not on the screen yet: a transcript without it could not be followed.
    if (!this.#isTyped && line !== undefined) this.#output.write(`${prompt}${line}\n`)
    return line
  }

  close(): void {
    this.#reader.close()
  }
}

function completer(line: string): [string[], string] {
  const found = COMMAND_WORDS.filter((word) => word.startsWith(line.trimStart().toLowerCase()))
  return [found, line]
}
