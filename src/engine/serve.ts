// A GTP conversation over a pair of streams. Commands run one after the other, but the input is read all the
// time, so that `# interrupt` reaches a player that is thinking.

import type { Readable, Writable } from "node:stream"
import { isInterrupt, LineSplitter, makeResponse, MAX_LINE, parseCommand } from "../gtp/index.ts"
import type { Command, Response } from "../gtp/index.ts"
import { runCommand } from "./commands.ts"
import type { Session } from "./session.ts"

/** Reads commands from `input` and answers on `output` until `quit` or the end of the input. */
export async function serveGtp(session: Session, input: Readable, output: Writable): Promise<void> {
  const splitter = new LineSplitter()
  let last: Promise<void> = Promise.resolve()
  // What can't be written has no reader: the conversation is over, whatever else comes.
  const lost = new Promise<void>((resolve) => {
    output.on("error", () => resolve())
    output.once("close", () => resolve())
  }).then(() => void input.destroy())

  const answer = async (line: string): Promise<void> => {
    const command = parseCommand(line)
    if (!command || session.isOver) return
    // Of a line over the limit only the beginning is known, and half a command is none.
    const isWhole = line.length < MAX_LINE
    const response = isWhole ? await runCommand(session, command) : refuse(command, "line too long")
    if (!output.write(makeResponse(response))) await Promise.race([drained(output), lost])
    if (session.isOver) input.destroy()
  }
  const receive = (lines: readonly string[]): void => {
    for (const line of lines) {
      if (isInterrupt(line)) session.interrupt()
      else last = last.then(() => answer(line))
    }
  }

  try {
    for await (const chunk of input.setEncoding("utf8")) {
      receive(splitter.push(String(chunk)))
    }
  } catch {
    // The input was destroyed by `quit`, or broke: what came before is still answered.
  }
  receive(splitter.end())
  await Promise.race([last, lost])
  await session.player.close()
}

function refuse({ id }: Command, text: string): Response {
  return id === undefined ? { ok: false, text } : { id, ok: false, text }
}

function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => output.once("drain", resolve))
}
