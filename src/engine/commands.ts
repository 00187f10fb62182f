// Montego's GTP commands (GTP-1), one small function each. `list_commands` is these tables, so that it can't
// promise what does not work. Error texts are those of the protocol's draft where it has one.

import { messageOf } from "../base/failure.ts"
import { err, ok } from "../base/result.ts"
import { VERSION } from "../base/version.ts"
import { makeResponse, type Command, type Response } from "../gtp/index.ts"
import { ANALYSIS_COMMANDS } from "./analysis.ts"
import { DONE, type Answer, type Handler, type Streamer } from "./arguments.ts"
import { CLIENT_COMMANDS } from "./clients.ts"
import { GAME_COMMANDS } from "./play.ts"
import { SCORE_COMMANDS } from "./score.ts"
import { PlayerRefusal, type Session } from "./session.ts"
import { TIME_COMMANDS } from "./time.ts"
import { VIEW_COMMANDS } from "./views.ts"

const ADMINISTRATION: Readonly<Record<string, Handler>> = {
  protocol_version: () => ok("2"),
  name: () => ok("Montego"),
  version: () => ok(VERSION),
  known_command: (session, [name]) => ok(String(name !== undefined && offered(session).includes(name))),
  list_commands: (session) => ok(offered(session).join("\n")),
  quit: (session) => {
    session.isOver = true
    return DONE
  },
}

/** The commands that are answered when they are done, by name. */
export const COMMANDS: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    ...ADMINISTRATION,
    ...GAME_COMMANDS,
    ...TIME_COMMANDS,
    ...SCORE_COMMANDS,
    ...CLIENT_COMMANDS,
    ...VIEW_COMMANDS,
  }),
)

/** The commands whose answer comes line by line while they run, by name. */
export const STREAMS: ReadonlyMap<string, Streamer> = new Map(Object.entries(ANALYSIS_COMMANDS))

/** A client that reads `lz-analyze` in the list sends it, so it is there only with a player that can. */
function offered({ player }: Session): string[] {
  const analyses = ["lz-analyze", "kata-analyze"]
  const streams = [...STREAMS.keys()].filter(
    (name) => player.analyze !== undefined || !analyses.includes(name),
  )
  return [...COMMANDS.keys(), ...streams]
}

const NEVER: AbortSignal = new AbortController().signal

/**
 * Carries out one command and waits for the whole answer. Never throws: a fault of ours is an answer too, and the
 * engine goes on. An analysis ends when the signal fires, or by `session.interrupt()`.
 */
export async function runCommand(
  session: Session,
  command: Command,
  superseded: AbortSignal = NEVER,
): Promise<Response> {
  const answer = await carryOut(session, command, superseded)
  if ("ok" in answer) return answer
  let text = ""
  for await (const line of survive(answer)) text += `\n${line}`
  return respond(command, ok(text))
}

/** Carries out one command; the answer comes in pieces, as it is to be written. Never throws. */
export async function* streamCommand(
  session: Session,
  command: Command,
  superseded: AbortSignal,
): AsyncGenerator<string> {
  const answer = await carryOut(session, command, superseded)
  if ("ok" in answer) {
    yield makeResponse(answer)
    return
  }
  yield `=${command.id ?? ""}\n`
  for await (const line of survive(answer)) yield `${line}\n`
  yield "\n"
}

/** The whole answer, or the lines of one that has begun. */
async function carryOut(
  session: Session,
  command: Command,
  superseded: AbortSignal,
): Promise<Response | AsyncIterable<string>> {
  const { name, args } = command
  try {
    const stream = STREAMS.get(name)
    if (stream) {
      const begun = await stream(session, args, superseded)
      return begun.ok ? begun.value : respond(command, begun)
    }
    const handler = COMMANDS.get(name)
    return respond(command, handler ? await handler(session, args) : err("unknown command"))
  } catch (error) {
    return respond(command, err(explain(error)))
  }
}

/** After its first line an answer can't become an error any more: its last line reports the error. */
async function* survive(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines
  } catch (error) {
    yield `error ${explain(error)}`
  }
}

function explain(error: unknown): string {
  if (error instanceof PlayerRefusal) return error.message
  return `internal error: ${messageOf(error)}`
}

function respond({ id }: Command, answer: Answer): Response {
  const response = { ok: answer.ok, text: answer.ok ? answer.value : answer.error }
  return id === undefined ? response : { id, ...response }
}
