// Commands of particular clients: GoGui, CGOS, kgsGtp. `kgs-chat` is left out on purpose: Pachi's authors
// found that it makes newer kgsGtp versions crash.

import { ok } from "../base/result.ts"
import { allPoints, Empty, explainRefusal, parseOutcome } from "../rules/index.ts"
import {
  DONE,
  makeVertexList,
  parseColorWord,
  parseMoveWord,
  SYNTAX_ERROR,
  type Handler,
} from "./arguments.ts"

/** GoGui's menu: `type/label/command`. `%m` is the colour to move, `%p` a point that is clicked. */
const ANALYZE_COMMANDS = [
  "string/Win Rate/montego-win_rate",
  "dboard/Owner Map/montego-owner_map",
  "gfx/Candidates/montego-candidates_gfx",
  "hstring/List of Candidates/montego-candidates",
  "pspairs/RAVE Map/montego-rave_map",
  "var/Principal Variation/montego-pv",
  "string/Final Score/final_score",
  "plist/Dead Stones/final_status_list dead",
  "plist/Living Stones/final_status_list alive",
  "plist/Stones in Seki/final_status_list seki",
  "plist/Legal Moves/montego-legal_moves %m",
  "string/Why Not There?/montego-refusal %m %p",
  "hstring/Show Board/showboard",
  "string/CPU Time/cputime",
]

export const CLIENT_COMMANDS: Readonly<Record<string, Handler>> = {
  "gogui-interrupt": () => DONE,
  "gogui-title": (session) => ok(`Montego (${session.player.name})`),
  "gogui-analyze_commands": () => ok(ANALYZE_COMMANDS.join("\n")),

  "cgos-opponent_name": () => DONE,
  "cgos-opponent_rating": () => DONE,
  "cgos-gameover": (session, words) => {
    // The server's result counts; our own count where it can't be read.
    const heard = parseOutcome(words.at(-1) ?? "?")
    session.tellEnd(heard?.kind === "unknown" ? undefined : heard)
    return DONE
  },
  "kgs-game_over": (session) => {
    session.tellEnd()
    return DONE
  },

  cputime: () => {
    const { user, system } = process.cpuUsage()
    return ok(((user + system) / 1e6).toFixed(3))
  },
  "montego-legal_moves": ({ game }, [word]) => {
    const color = word === undefined ? game.toPlay : parseColorWord(word)
    if (color === undefined) return SYNTAX_ERROR
    const legal = allPoints(game.size).filter(
      (point) => game.board.at(point) === Empty && game.refusal(point, color) === undefined,
    )
    return ok(makeVertexList(legal, game.size))
  },
  "montego-refusal": ({ game }, [colorWord, vertex]) => {
    const color = parseColorWord(colorWord)
    const move = parseMoveWord(vertex, game.size)
    if (color === undefined || move === undefined) return SYNTAX_ERROR
    if (move === "off-board") return ok(explainRefusal({ reason: "off-board" }))
    const refusal = game.refusal(move, color)
    return ok(refusal ? explainRefusal(refusal) : "legal")
  },
}
