// A GTP conversation over a pair of streams. Commands run one after the other, but the input is read meanwhile,
// so that `# interrupt` reaches a player that is thinking, and any line ends an analysis. Lines without a command are
// not kept, and when too many commands wait, the input is not read until some of them are answered.

import type { Readable, Writable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { isInterrupt, LineSplitter, makeResponse, MAX_LINE, parseCommand } from "../gtp/index.ts"
import type { Command, Response } from "../gtp/index.ts"
import { streamCommand } from "./commands.ts"
import type { Session } from "./session.ts"

/** Milliseconds that a player gets to stop when the client is gone. */
const GRACE = 1000
/** Input that ends this number of milliseconds after its last piece is no script: the client has hung up. */
const QUIET = 500
/** Commands that may wait, and their characters, before reading pauses. */
const MOST_WAITING = 1000
const MOST_CHARACTERS = 4 * MAX_LINE
/** Milliseconds between two checks whether the client still reads. */
const PROBE = 1000

/** Reads commands from `input` and answers on `output` until `quit` or the end of the input. */
export async function serveGtp(session: Session, input: Readable, output: Writable): Promise<void> {
  const splitter = new LineSplitter()
  const queue = new Queue()
  /** Fires when something comes after the newest line. */
  let newest = new AbortController()
  let isQuiet = false
  // Set a turn later than the timer: an end that waited behind long work is read before.
  const quiet = setTimeout(() => setImmediate(() => (isQuiet = true)), QUIET).unref()
  // What can't be written has no reader: the conversation is over, whatever else comes.
  const lost = new Promise<void>((resolve) => {
    output.on("error", () => resolve())
    output.once("close", () => resolve())
  }).then(() => {
    session.isOver = true
    session.interrupt()
    newest.abort()
    input.destroy()
  })
  // Writing nothing fails at once on a socket whose reader is gone, as a program's child has it. A shell's pipe tells
  // only when something is written.
  const probe = setInterval(() => output.writable && output.write(""), PROBE).unref()

  const write = async (piece: string): Promise<void> => {
    if (!output.write(piece)) await Promise.race([drained(output), lost])
  }
  const answer = async (command: Command, isWhole: boolean, superseded: AbortSignal): Promise<void> => {
    if (session.isOver) return
    // Of a line over the limit only the beginning is known, and part of a command must not be run.
    if (!isWhole) await write(makeResponse(refuse(command, "line too long")))
    else for await (const piece of streamCommand(session, command, superseded)) await write(piece)
    if (session.isOver) input.destroy()
  }
  const receive = (lines: readonly string[]): void => {
    for (const line of lines) {
      // Each call makes an error with its stack, even for a signal that has fired.
      if (!newest.signal.aborted) newest.abort()
      if (isInterrupt(line)) session.interrupt()
      const command = parseCommand(line)
      if (!command) continue
      const { signal } = (newest = new AbortController())
      queue.add(line.length, () => answer(command, line.length < MAX_LINE, signal))
    }
  }
  const heard = (): void => {
    quiet.refresh()
    isQuiet = false
  }

  try {
    for await (const chunk of input.setEncoding("utf8")) {
      heard()
      receive(splitter.push(String(chunk)))
      if (!queue.isFull) continue
      await Promise.race([queue.untilRoom(), lost])
      heard()
    }
  } catch {
    // The input was destroyed by `quit`, or broke: what came before is still answered.
  }
  clearTimeout(quiet)
  receive(splitter.end())
  newest.abort()
  // A script gets all its answers in full. Who hangs up waits for none, and must not leave a process behind that
  // thinks.
  if (isQuiet) session.hurry()
  await Promise.race([queue.done, lost.then(() => delay(GRACE, undefined, { ref: false }))])
  clearInterval(probe)
  session.tellEnd()
  await session.player.close()
}

/** Work that is done one after the other, and how much of it waits. */
class Queue {
  /** Ends with the last of it. */
  done: Promise<void> = Promise.resolve()
  #waiting = 0
  #characters = 0
  #wake: () => void = () => {}

  get isFull(): boolean {
    return this.#waiting > MOST_WAITING || this.#characters > MOST_CHARACTERS
  }

  add(characters: number, work: () => Promise<void>): void {
    this.#waiting++
    this.#characters += characters
    this.done = this.done.then(work).finally(() => {
      this.#waiting--
      this.#characters -= characters
      if (!this.isFull) this.#wake()
    })
  }

  untilRoom(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }
}

function refuse({ id }: Command, text: string): Response {
  return id === undefined ? { ok: false, text } : { id, ok: false, text }
}

function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => output.once("drain", resolve))
}
