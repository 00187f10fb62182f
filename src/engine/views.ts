// The last search, for GoGui's analyze window: who owns what, which moves were looked at and how they did. Nothing is
// searched for these; they tell what the last `genmove`, `reg_genmove` or analysis found, also after moves were played
// or taken back.

import { percent } from "../base/format.ts"
import { err, ok } from "../base/result.ts"
import {
  allPoints,
  Black,
  colorName,
  isPass,
  makeVertex,
  opponent,
  type Color,
  type Move,
  makeMargin,
} from "../rules/index.ts"
import type { Candidate, SearchReport } from "../search/index.ts"
import type { Answer, Handler } from "./arguments.ts"

/** More labels than these hide the board. */
const MOST_LISTED = 20

export const VIEW_COMMANDS: Readonly<Record<string, Handler>> = {
  "montego-win_rate": view((report) => ok(winRate(report))),
  "montego-owner_map": view(({ owners, playouts }, size) => {
    // The tree that it found decided everything; win rates are in the tree, owners are not.
    if (playouts === 0) return err("the last search needed no simulations")
    const shares = allPoints(size).map((point) => owners[point]!.toFixed(2))
    const rows = Array.from({ length: size }, (_, row) =>
      shares.slice(row * size, (row + 1) * size).join(" "),
    )
    return ok(rows.join("\n"))
  }),
  "montego-candidates": view((report, size) => {
    const lines = visited(report).map((candidate) => describe(candidate, size))
    return ok([winRate(report), ...lines].join("\n"))
  }),
  "montego-candidates_gfx": view((report, size) => {
    const onBoard = visited(report).filter(({ move }) => !isPass(move))
    const most = onBoard[0]
    if (!most) return ok(`TEXT ${winRate(report)}`)
    // The larger the square, the more visits; black squares for Black's moves.
    const side = report.color === Black ? 1 : -1
    const share = ({ visits }: Candidate): string => ((side * visits) / most.visits).toFixed(2)
    return ok(
      [
        `INFLUENCE ${pairs(onBoard, size, share)}`,
        `LABEL ${pairs(onBoard, size, (candidate) => percent(candidate.winRate, 0))}`,
        `TEXT ${winRate(report)}`,
      ].join("\n"),
    )
  }),
  "montego-rave_map": view(({ candidates }, size) => {
    const known = candidates.flatMap(({ move, rave }) => (rave && !isPass(move) ? [{ move, ...rave }] : []))
    if (known.length === 0) return err("the last search had no RAVE")
    return ok(pairs(known, size, (rave) => percent(rave.winRate, 0)))
  }),
  "montego-pv": view(({ candidates, color }, size) => {
    let turn: Color = color
    const words = (candidates[0]?.pv ?? []).map((move) => {
      const word = `${turn === Black ? "b" : "w"} ${makeVertex(move, size)}`
      turn = opponent(turn)
      return word
    })
    return ok(words.join(" "))
  }),
}

function view(show: (report: SearchReport, size: number) => Answer): Handler {
  return ({ report, game }) => (report ? show(report, game.size) : err("no search yet"))
}

function visited({ candidates }: SearchReport): Candidate[] {
  return candidates.filter(({ visits }) => visits > 0).slice(0, MOST_LISTED)
}

function winRate({ color, winRate: rate, score, playouts }: SearchReport): string {
  const lead = `${makeMargin(score.mean)} (deviation ${score.spread.toFixed(1)})`
  return [
    `${colorName(color)} ${percent(rate)}%`,
    ...(playouts > 0 ? [lead] : []),
    `${playouts} simulations`,
  ].join(", ")
}

function describe({ move, visits, winRate: rate, rave, pv }: Candidate, size: number): string {
  const line = pv.map((reply) => makeVertex(reply, size)).join(" ")
  const known = rave ? ` rave ${percent(rave.winRate)}%` : ""
  return `${makeVertex(move, size)} visits ${visits} win ${percent(rate)}%${known} pv ${line}`
}

function pairs<T extends { readonly move: Move }>(
  moves: readonly T[],
  size: number,
  text: (move: T) => string,
): string {
  return moves.map((entry) => `${makeVertex(entry.move, size)} ${text(entry)}`).join(" ")
}
