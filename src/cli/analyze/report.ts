// What a search found, as text and as JSON (TREE-15). The text names no times, so that the same seed prints the same.

import { stripVTControlCharacters } from "node:util"
import { percent } from "../../base/format.ts"
import { colorName, makeVertex, pointAt, type Game, type Move, makeMargin } from "../../rules/index.ts"
import type { Candidate, SearchReport } from "../../search/index.ts"
import type { Subject } from "./position.ts"
import { drawOwners, ownersWidth } from "../owner-board.ts"
import { fitWords, heightOf, wrap } from "../wrap.ts"
import type { CsvRow } from "../csv.ts"

/** Whose search it was. */
export interface Origin {
  readonly player: string
  readonly seed: number
}

/** Candidates in the table; JSON has all. */
const SHOWN = 10

/** A terminal that the report should fit; without one it is as long and as wide as it is. */
export interface ReportScreen {
  readonly columns: number
  readonly rows: number
}

/** Where the whole report has no room on the screen, the moves stand beside the board, and the rest is short. */
export function reportLines(
  subject: Subject,
  report: SearchReport,
  origin: Origin,
  hasColors: boolean,
  screen?: ReportScreen,
): string[] {
  const whole = wholeReport(subject, report, origin, hasColors, screen?.columns)
  if (!screen || heightOf(whole.map(withoutColors), screen.columns) <= screen.rows - ROWS_BELOW) return whole
  return lowReport(subject, report, hasColors, screen)
}

function wholeReport(
  subject: Subject,
  report: SearchReport,
  origin: Origin,
  hasColors: boolean,
  columns = Infinity,
): string[] {
  const { game } = subject
  const { owners, nodes, capacity } = report
  // In Capture Go points have no owner and games no score.
  const isScored = game.rules.captureGoal === undefined
  const fit = (line: string): string[] => wrap(line, columns, "  ")
  return [
    ...headLines(subject, report, origin).flatMap(fit),
    "",
    ...candidateLines(report, game.size, columns),
    "",
    ...consideredLines(report, game.size),
    ...(isScored ? drawOwners(game.board, owners, hasColors) : []),
    summaryLine(report, isScored),
    `${nodes} nodes in the tree, room for ${capacity}`,
    ...[...subject.notes, ...report.notes].flatMap((note) => fit(`note: ${note}`)),
  ]
}

function summaryLine(report: SearchReport, isScored: boolean): string {
  const { color, winRate, score } = report
  const margin = isScored ? `; score ${makeMargin(score.mean)} ± ${score.spread.toFixed(1)}` : ""
  return `${colorName(color)} wins ${percent(winRate)} % of ${simulations(report)}${margin}`
}

/** How much was searched. */
export function simulations({ playouts, judge }: Pick<SearchReport, "playouts" | "judge">): string {
  return `${playouts} ${simulated(judge)}`
}

function simulated(judge: SearchReport["judge"]): string {
  return judge === "network" ? "evaluations" : "playouts"
}

const GAP = " "
/** Below the report: how long it took, and a prompt. */
const ROWS_BELOW = 2

/** A headline, the board with the moves beside it, and how it stands; no higher than the screen. */
function lowReport(
  { name, game, earlier }: Subject,
  report: SearchReport,
  hasColors: boolean,
  { columns, rows }: ReportScreen,
): string[] {
  const isScored = game.rules.captureGoal === undefined
  const board = isScored ? drawOwners(game.board, report.owners, hasColors, { isLow: true }) : []
  const left = isScored ? ownersWidth(game.size) : 0
  const most = isScored ? board.length : rows - 4
  const moves = lowCandidates(report.candidates, game.size, columns - left - GAP.length).slice(0, most)
  const beside = Array.from({ length: Math.max(board.length, moves.length) }, (_, i) => {
    const row = board[i] ?? ""
    const blanks = " ".repeat(Math.max(0, left - withoutColors(row).length))
    return `${row}${blanks}${isScored ? GAP : ""}${moves[i] ?? ""}`.trimEnd()
  })
  const head = `${name}, after ${earlier + game.moves.length} moves: ${colorName(report.color)} to play`
  return [head.slice(0, columns), ...beside, summaryLine(report, isScored).slice(0, columns)].slice(
    0,
    rows - ROWS_BELOW,
  )
}

/** As much of each move as there is room for: visits and wins always, whole vertices of its line. */
function lowCandidates(candidates: readonly Candidate[], size: number, columns: number): string[] {
  const rows = candidates
    .filter(({ visits }) => visits > 0)
    .map(({ move, visits, winRate, pv }) => {
      const start = `${makeVertex(move, size).padEnd(4)}${String(visits).padStart(6)}${(100 * winRate).toFixed(1).padStart(6)}`
      const line = fitWords(
        pv.map((next) => makeVertex(next, size)),
        columns - start.length - 2,
      )
      return line === "" ? start : `${start}  ${line}`
    })
  const heading = "move visits wins%"
  return [columns > heading.length + 5 ? "move visits wins%  line" : "move visits  %", ...rows]
}

function withoutColors(line: string): string {
  return stripVTControlCharacters(line)
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

function candidateLines({ candidates, judge }: SearchReport, size: number, columns: number): string[] {
  const visited = candidates.filter(({ visits }) => visits > 0)
  const isJudged = judge === "network"
  const heading = `move   visits     wins${isJudged ? "   chance" : "        RAVE of       prior of"}   `
  const rows = visited.slice(0, SHOWN).map(({ move, visits, winRate, chance = 0, rave, prior, pv }) =>
    [
      makeVertex(move, size).padEnd(5),
      String(visits).padStart(8),
      `${percent(winRate)} %`.padStart(9),
      ...(isJudged ? [`${percent(chance)} %`.padStart(9)] : [share(rave), share(prior)]),
      `   ${fitWords(
        pv.map((next) => makeVertex(next, size)),
        columns - heading.length,
      )}`,
    ].join(""),
  )
  const more = visited.length - rows.length
  return [`${heading}line`, ...rows, ...(more > 0 ? [`and ${more} more`] : [])]
}

function consideredLines({ considered = [], judge }: SearchReport, size: number): string[] {
  if (considered.length === 0) return []
  const heading = simulated(judge)
  const rows = considered.map(({ playouts, move, visits, winRate }) =>
    [
      String(playouts).padStart(heading.length),
      `   ${makeVertex(move, size).padEnd(5)}`,
      String(visits).padStart(8),
      `${percent(winRate)} %`.padStart(9),
    ].join(""),
  )
  return [`${heading}   led by  visits     wins`, ...rows, ""]
}

function share(part: { visits: number; winRate: number } | undefined): string {
  const text = part ? `${percent(part.winRate)} % ${String(Math.round(part.visits)).padStart(6)}` : "–"
  return text.padStart(15)
}

export function vertices(line: readonly Move[], size: number): string {
  return line.map((move) => makeVertex(move, size)).join(" ")
}

/** The position and the search, the first keys of all JSON that `analyze` prints. */
export function originJson({ name, game, earlier }: Subject, { player, seed }: Origin) {
  const { size, komi, rules, moves } = game
  return { file: name, size, moves: earlier + moves.length, komi, rules: rules.name, player, seed }
}

export function reportJson(subject: Subject, report: SearchReport, stopped: string, origin: Origin): string {
  const { size } = subject.game
  const { color, candidates, considered = [], owners, notes, ...numbers } = report
  return JSON.stringify({
    ...originJson(subject, origin),
    toPlay: colorName(color),
    stopped,
    ...numbers,
    candidates: candidates.map((candidate) => candidateJson(candidate, size)),
    considered: considered.map(({ move, ...each }) => ({ ...each, move: makeVertex(move, size) })),
    owners: Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_cell, x) => Number(owners[pointAt(x, y)]!.toFixed(4))),
    ),
    notes: [...subject.notes, ...notes],
  })
}

export function candidateJson({ move, pv, ...numbers }: Candidate, size: number) {
  return { move: makeVertex(move, size), ...numbers, pv: pv.map((next) => makeVertex(next, size)) }
}

export function candidateRow(
  { move, visits, winRate, chance, rave, prior, pv }: Candidate,
  size: number,
): CsvRow {
  return {
    move: makeVertex(move, size),
    visits,
    winRate,
    chance,
    raveVisits: rave?.visits,
    raveWinRate: rave?.winRate,
    priorVisits: prior?.visits,
    priorWinRate: prior?.winRate,
    line: vertices(pv, size),
  }
}
