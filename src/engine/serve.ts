// A GTP conversation over a pair of streams. Commands run one after the other, but the input is read all the
// time, so that `# interrupt` reaches a player that is thinking, and any line ends an analysis.

import type { Readable, Writable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { isInterrupt, LineSplitter, makeResponse, MAX_LINE, parseCommand } from "../gtp/index.ts"
import type { Command, Response } from "../gtp/index.ts"
import { streamCommand } from "./commands.ts"
import type { Session } from "./session.ts"

/** Milliseconds that a player gets to stop when nobody listens any more. */
const GRACE = 1000
/** Input that ends so many milliseconds after its last piece is no script: whoever spoke has hung up. */
const QUIET = 500

/** Reads commands from `input` and answers on `output` until `quit` or the end of the input. */
export async function serveGtp(session: Session, input: Readable, output: Writable): Promise<void> {
  const splitter = new LineSplitter()
  let last: Promise<void> = Promise.resolve()
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

  const write = async (piece: string): Promise<void> => {
    if (!output.write(piece)) await Promise.race([drained(output), lost])
  }
  const answer = async (line: string, superseded: AbortSignal): Promise<void> => {
    const command = parseCommand(line)
    if (!command || session.isOver) return
    // Of a line over the limit only the beginning is known, and half a command is none.
    if (line.length >= MAX_LINE) await write(makeResponse(refuse(command, "line too long")))
    else for await (const piece of streamCommand(session, command, superseded)) await write(piece)
    if (session.isOver) input.destroy()
  }
  const receive = (lines: readonly string[]): void => {
    for (const line of lines) {
      newest.abort()
      if (isInterrupt(line)) {
        session.interrupt()
        continue
      }
      const { signal } = (newest = new AbortController())
      last = last.then(() => answer(line, signal))
    }
  }

  try {
    for await (const chunk of input.setEncoding("utf8")) {
      quiet.refresh()
      isQuiet = false
      receive(splitter.push(String(chunk)))
    }
  } catch {
    // The input was destroyed by `quit`, or broke: what came before is still answered.
  }
  clearTimeout(quiet)
  receive(splitter.end())
  newest.abort()
  // A script gets all its answers in full. Who hangs up waits for none, and must not leave a process behind that thinks.
  if (isQuiet) session.hurry()
  await Promise.race([last, lost.then(() => delay(GRACE, undefined, { ref: false }))])
  session.tellEnd()
  await session.player.close()
}

function refuse({ id }: Command, text: string): Response {
  return id === undefined ? { ok: false, text } : { id, ok: false, text }
}

function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => output.once("drain", resolve))
}
