// Montego's GTP commands (GTP-1), one small function each. `list_commands` is this table, so that it can't
// promise what does not work. Error texts are those of the protocol's draft where it has one.

import { ok } from "../base/result.ts"
import { VERSION } from "../base/version.ts"
import type { Command, Response } from "../gtp/index.ts"
import { DONE, type Handler } from "./arguments.ts"
import { CLIENT_COMMANDS } from "./clients.ts"
import { GAME_COMMANDS } from "./play.ts"
import { SCORE_COMMANDS } from "./score.ts"
import type { Session } from "./session.ts"
import { TIME_COMMANDS } from "./time.ts"

const ADMINISTRATION: Readonly<Record<string, Handler>> = {
  protocol_version: () => ok("2"),
  name: () => ok("Montego"),
  version: () => ok(VERSION),
  known_command: (_, [name]) => ok(String(name !== undefined && COMMANDS.has(name))),
  list_commands: () => ok([...COMMANDS.keys()].join("\n")),
  quit: (session) => {
    session.isOver = true
    return DONE
  },
}

export const COMMANDS: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    ...ADMINISTRATION,
    ...GAME_COMMANDS,
    ...TIME_COMMANDS,
    ...SCORE_COMMANDS,
    ...CLIENT_COMMANDS,
  }),
)

/** Carries out one command. Never throws: a fault of ours is an answer too, and the engine goes on. */
export async function runCommand(session: Session, { id, name, args }: Command): Promise<Response> {
  const answer = async (): Promise<Omit<Response, "id">> => {
    const handler = COMMANDS.get(name)
    if (!handler) return { ok: false, text: "unknown command" }
    try {
      const result = await handler(session, args)
      return { ok: result.ok, text: result.ok ? result.value : result.error }
    } catch (error) {
      return { ok: false, text: `internal error: ${error instanceof Error ? error.message : String(error)}` }
    }
  }
  return id === undefined ? await answer() : { id, ...(await answer()) }
}
