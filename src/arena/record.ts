// The record of a game of the arena: what was played, how long each move took, what the players said to it.

import { VERSION } from "../base/version.ts"
import {
  mainLine,
  makeRecord,
  makeSgf,
  setProperty,
  setText,
  makeReal,
  type SgfNode,
} from "../record/index.ts"
import { Black, type Color, type Move } from "../rules/index.ts"
import type { TimeLeft } from "../search/index.ts"
import { handicapOptions } from "./handicap.ts"
import { makeRefereeText, type DeadJudged, type RefereeWord } from "./played.ts"
import { makeResult, makeVerdict, type Verdict } from "./verdict.ts"
import { budgetText, otherSide, type GameTask } from "./definition.ts"

/** A move of a game with its time, the clock and a note, as far as they are known. */
export interface LoggedMove {
  readonly color: Color
  readonly move: Move
  /** Missing for the moves of the opening, and where only the moves are known. */
  readonly seconds?: number
  /** The clock after the move. */
  readonly left?: TimeLeft
  readonly note?: string
}

/** How a game ended, with what each side claims. */
export interface Ending {
  readonly verdict: Verdict
  readonly claims: Readonly<Partial<Record<"a" | "b", string>>>
  readonly dead?: DeadJudged
  readonly referee?: RefereeWord
}

/** A game that was played, as SGF. */
export function makeGameRecord(task: GameTask, log: readonly LoggedMove[], ending: Ending): string {
  const { match, black, number } = task
  const info = {
    size: match.size,
    komi: match.komi,
    rules: match.rules,
    result: makeResult(ending.verdict),
    black: { name: match[black] },
    white: { name: match[otherSide(black)] },
    round: `${number + 1}`,
    application: `Montego:${VERSION}`,
    comment: makeComment(task, ending),
    ...(match.handicap === undefined ? {} : { handicap: match.handicap }),
    ...timeInfo(task),
  }
  const { setup } = handicapOptions(match.size, match.handicap)
  const root = makeRecord(info, log, setup && { black: setup.map(([, point]) => point) })
  const [, ...nodes] = mainLine(root)
  for (const [index, node] of nodes.entries()) annotate(node, log[index]!, index < task.opening.length)
  return makeSgf([root])
}

function timeInfo({ match: { budget } }: GameTask): { seconds?: number; overtime?: string } {
  if (budget.kind !== "clock") return {}
  const { settings } = budget
  if (settings.kind === "absolute") return { seconds: settings.main }
  const overtime =
    settings.kind === "byo-yomi"
      ? `${settings.periods}x${settings.period} byo-yomi`
      : `${settings.stones}/${settings.period} Canadian`
  return { seconds: settings.main, overtime }
}

function makeComment({ id, number, black, seed, match }: GameTask, ending: Ending): string {
  const { claims, dead, referee } = ending
  return [
    `Game ${number + 1} of a match with seed ${match.seed}: ${makeVerdict(ending.verdict)}`,
    `id ${id}, seed ${seed}, A is ${black === "a" ? "Black" : "White"}, ${budgetText(match.budget)}`,
    ...(dead ? [`dead by the ${dead.by}: ${dead.stones.join(" ") || "none"}`] : []),
    ...Object.entries(claims).map(([side, claim]) => `${side.toUpperCase()} counts ${claim}`),
    ...(referee ? [makeRefereeText(referee)] : []),
  ].join("\n")
}

function annotate(node: SgfNode, { color, seconds, left, note }: LoggedMove, isOpening: boolean): void {
  if (isOpening) return setText(node, "opening")
  if (seconds === undefined) return
  setText(node, `${seconds.toFixed(3)} s; ${note ?? ""}`)
  if (!left) return
  setProperty(node, color === Black ? "BL" : "WL", [makeReal(Number(left.seconds.toFixed(3)))])
  if (left.stones > 0) setProperty(node, color === Black ? "OB" : "OW", [`${left.stones}`])
}
