// A GTP conversation over a pair of streams. Commands run one after the other, but the input is read all the
// time, so that `# interrupt` reaches a player that is thinking.

import type { Readable, Writable } from "node:stream"
import { isInterrupt, LineSplitter, makeResponse, parseCommand } from "../gtp/index.ts"
import { runCommand } from "./commands.ts"
import type { Session } from "./session.ts"

/** Reads commands from `input` and answers on `output` until `quit` or the end of the input. */
export async function serveGtp(session: Session, input: Readable, output: Writable): Promise<void> {
  const splitter = new LineSplitter()
  let last: Promise<void> = Promise.resolve()
  // What can't be written has no reader: the conversation is over, whatever else comes.
  const lost = new Promise<void>((resolve) => output.once("error", () => resolve()))

  const answer = async (line: string): Promise<void> => {
    const command = parseCommand(line)
    if (!command || session.isOver) return
    const text = makeResponse(await runCommand(session, command))
    if (!output.write(text)) await Promise.race([drained(output), lost])
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

function drained(output: Writable): Promise<void> {
  return new Promise((resolve) => output.once("drain", resolve))
}
