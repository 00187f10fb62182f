// What a search found, as text and as JSON (TREE-15). The text names no times, so that the same seed prints the same.

import { colorName, makeVertex, pointAt, type Game, type Move } from "../rules/index.ts"
import type { Candidate, SearchReport } from "../search/index.ts"
import type { Subject } from "./analyze-position.ts"
import type { CsvRow } from "./csv.ts"
import { drawOwners } from "./owner-board.ts"

/** Whose search it was. */
export interface Origin {
  readonly player: string
  readonly seed: number
}

/** Candidates in the table; JSON has all. */
const SHOWN = 10

export function reportLines(
  subject: Subject,
  report: SearchReport,
  origin: Origin,
  hasColors: boolean,
): string[] {
  const { game } = subject
  const { color, playouts, winRate, score, owners, nodes, capacity } = report
  // In Capture Go points have no owner and games no score.
  const isScored = game.rules.captureGoal === undefined
  const { mean, spread } = score
  return [
    ...headLines(subject, report, origin),
    "",
    ...candidateLines(report.candidates, game.size),
    "",
    ...(isScored ? drawOwners(game.board, owners, hasColors) : []),
    `${colorName(color)} wins ${percent(winRate)} of ${playouts} playouts${isScored ? `; score ${signed(mean)} ± ${spread.toFixed(1)}` : ""}`,
    `${nodes} nodes in the tree, room for ${capacity}`,
    ...[...subject.notes, ...report.notes].map((note) => `note: ${note}`),
  ]
}

function headLines({ name, game, earlier }: Subject, { color }: SearchReport, origin: Origin): string[] {
  return [
    `${name}, after ${earlier + game.moves.length} moves: ${colorName(color)} to play, ${conditions(game)}`,
    `search by ${origin.player}, seed ${origin.seed}`,
  ]
}

export function conditions({ komi, rules }: Game): string {
  return `komi ${komi}, ${rules.name} rules`
}

function candidateLines(candidates: readonly Candidate[], size: number): string[] {
  const visited = candidates.filter(({ visits }) => visits > 0)
  const rows = visited
    .slice(0, SHOWN)
    .map(({ move, visits, winRate, rave, prior, pv }) =>
      [
        makeVertex(move, size).padEnd(5),
        String(visits).padStart(8),
        percent(winRate).padStart(9),
        share(rave),
        share(prior),
        `   ${vertices(pv, size)}`,
      ].join(""),
    )
  const more = visited.length - rows.length
  return [
    "move   visits     wins        RAVE of       prior of   line",
    ...rows,
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
}

function share(part: { visits: number; winRate: number } | undefined): string {
  const text = part ? `${percent(part.winRate)} ${String(Math.round(part.visits)).padStart(6)}` : "–"
  return text.padStart(15)
}

export function vertices(line: readonly Move[], size: number): string {
  return line.map((move) => makeVertex(move, size)).join(" ")
}

export function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}

/** Black's margin as SGF writes results. */
export function signed(margin: number): string {
  return `${margin < 0 ? "W" : "B"}+${Math.abs(margin).toFixed(1)}`
}

/** The position and the search, the first keys of all JSON that `analyze` prints. */
export function originJson({ name, game, earlier }: Subject, { player, seed }: Origin) {
  const { size, komi, rules, moves } = game
  return { file: name, size, moves: earlier + moves.length, komi, rules: rules.name, player, seed }
}

export function reportJson(subject: Subject, report: SearchReport, stopped: string, origin: Origin): string {
  const { size } = subject.game
  const { color, candidates, owners, notes, ...numbers } = report
  return JSON.stringify({
    ...originJson(subject, origin),
    toPlay: colorName(color),
    stopped,
    ...numbers,
    candidates: candidates.map((candidate) => candidateJson(candidate, size)),
    owners: Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_cell, x) => Number(owners[pointAt(x, y)]!.toFixed(4))),
    ),
    notes: [...subject.notes, ...notes],
  })
}

export function candidateJson({ move, pv, ...numbers }: Candidate, size: number) {
  return { move: makeVertex(move, size), ...numbers, pv: pv.map((next) => makeVertex(next, size)) }
}

export function candidateRow({ move, visits, winRate, rave, prior, pv }: Candidate, size: number): CsvRow {
  return {
    move: makeVertex(move, size),
    visits,
    winRate,
    raveVisits: rave?.visits,
    raveWinRate: rave?.winRate,
    priorVisits: prior?.visits,
    priorWinRate: prior?.winRate,
    line: vertices(pv, size),
  }
}
