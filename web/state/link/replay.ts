// What replay links are made of in a game and in a review, and a link that was opened: its search, and what came of it.

import { makeRecord, makeSgf } from "montego/record"
import { Black, Game, White, type Color, type Move, type Point, type Position } from "montego/rules"
import type { SearchReport } from "montego/search"
import type { Asking, Engine } from "../../engine/client.ts"
import { THIS_MAKER, type ReplayLink } from "./link.ts"
import { Observable } from "../shared/observable.ts"
import type { PlaySession } from "../play/play.ts"
import { FIRST_SETTINGS, limitOf, playerOf, type Settings } from "../shared/settings.ts"

export type LinkDraft = Omit<ReplayLink, "maker">

/** Where nothing else says how many: enough to have an opinion, and done in a moment. */
export const LINK_PLAYOUTS = 3000
/** Players that are other programs, or use what was learned here, can't be made again from a link. */
const OUTSIDE = /^(gtp|hybrid|patterns)\b/

/** The search for a move in the position that is shown. */
export function linkOfPosition(game: Game): LinkDraft {
  return {
    position: game.position(),
    color: game.toPlay,
    player: FIRST_SETTINGS.player,
    playouts: LINK_PLAYOUTS,
    seed: 1,
  }
}

/** The search by which the opponent would move now. */
export function linkOfGame({ game, settings, seed, machine, report }: PlaySession): LinkDraft {
  if (machine === undefined) return linkOfPosition(game)
  return {
    ...searchOf(settings, report),
    position: game.position(),
    color: game.toPlay,
    seed: seed + game.moves.length,
  }
}

/** The search for the machine's last move; undefined when there is none, or another program made it. */
export function linkOfLastMove({
  game,
  settings,
  seed,
  machine,
  report,
}: PlaySession): LinkDraft | undefined {
  const isOutside = machine !== undefined && OUTSIDE.test(playerOf(settings))
  const before = game.moves.findLastIndex(({ color }) => color === machine)
  if (isOutside || before < 0) return undefined
  const position: Position = { ...game.position(), moves: game.moves.slice(0, before) }
  return {
    ...searchOf(settings, report),
    position,
    color: game.moves[before]!.color,
    seed: seed + before,
    played: game.moves[before]!.move,
  }
}

/** The game of a link as a record. */
export function sgfOfLink({ position }: Pick<ReplayLink, "position">, date: string): string {
  const { size, komi, rules, handicap, setup, moves, firstToPlay } = position
  const stones = (color: Color): Point[] => setup.filter(([of]) => of === color).map(([, point]) => point)
  const record = makeRecord(
    { size, komi, rules: rules.name, ...(handicap > 0 ? { handicap } : {}), date, application: "Montego" },
    moves,
    {
      black: stones(Black),
      white: stones(White),
      empty: [],
      ...(setup.length > 0 ? { turn: firstToPlay } : {}),
    },
  )
  return makeSgf([record])
}

/** Time can't be repeated: a search that was limited by it becomes one of the number of playouts that it made. */
function searchOf(
  settings: Settings,
  report: SearchReport | undefined,
): Pick<LinkDraft, "player" | "playouts"> {
  const player = playerOf(settings)
  if (OUTSIDE.test(player)) return { player: FIRST_SETTINGS.player, playouts: LINK_PLAYOUTS }
  const limit = limitOf(settings)
  const playouts = "playouts" in limit ? limit.playouts : (report?.playouts ?? LINK_PLAYOUTS)
  return { player, playouts: Math.max(1, playouts) }
}

/** A link that was opened: the search that it asks for, and what came of it. */
export class LinkReplay extends Observable {
  readonly link: ReplayLink
  readonly game: Game
  status: "searching" | "done" | "stopped" | "trouble" = "stopped"
  report: SearchReport | undefined
  move: Move | "resign" | undefined
  trouble: string | undefined
  readonly #engine: Engine
  #asking: Asking<"replay"> | undefined

  constructor(link: ReplayLink, engine: Engine) {
    super()
    this.link = link
    this.#engine = engine
    const game = Game.replay(link.position, link.position.moves)
    if (!game.ok) throw new RangeError(game.error.reason)
    this.game = game.value
  }

  /** Whether another Montego made it, which may play another move. */
  get isForeign(): boolean {
    const { version, signature } = this.link.maker
    return version !== THIS_MAKER.version || signature !== THIS_MAKER.signature
  }

  /** Searches, from the beginning. */
  async start(): Promise<void> {
    const { position, color, player, playouts, seed } = this.link
    this.report = undefined
    this.move = undefined
    this.trouble = undefined
    const asking = this.#engine.ask({ kind: "replay", position, color, player, playouts, seed }, (report) => {
      this.report = report
      this.changed()
    })
    this.#asking = asking
    this.status = "searching"
    this.changed()
    const answer = await asking.answer.catch((error: Error) => error)
    if (this.#asking !== asking) return
    this.#asking = undefined
    if (answer instanceof Error) {
      this.status = "trouble"
      this.trouble = answer.message
    } else if (answer) {
      this.status = "done"
      this.move = answer.move
      this.report = answer.report
    } else this.status = "stopped"
    this.changed()
  }

  /** Ends the search; what it has so far would be no replay. */
  stop(): void {
    const asking = this.#asking
    if (!asking) return
    this.#asking = undefined
    this.status = "stopped"
    asking.stop()
    this.changed()
  }
}
