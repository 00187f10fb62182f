// A match as one page: self-contained, no scripts, light or dark as the reader has it. All that comes from players is
// escaped.

import {
  countVerdicts,
  courseOfMatch,
  describeMatch,
  makeTable,
  replayEntry,
  Standing,
  timeUsed,
  type JournalEntry,
  type JournalHeader,
  type SprtOptions,
} from "../../arena/index.ts"
import { VERSION } from "../../base/version.ts"
import { bandFigure, escape, histogramFigure, smallBoard } from "../../draw/index.ts"
import { parseVertex, type Point } from "../../rules/index.ts"
import { eloChart, rateChart } from "./charts.ts"

interface MatchReport {
  readonly header: JournalHeader
  readonly entries: readonly JournalEntry[]
  readonly path: string
  readonly sprt?: SprtOptions | undefined
}

/** More pictures and rows than these make a page too long to read. */
const MOST_BOARDS = 24
const MOST_ROWS = 500
const MOST_POINTS = 400

const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#222;--faint:#666;--rule:#ddd;--blue:#2f5f96;--red:#c0392b;--soft:#f4f5f7}
@media (prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#e2e4e7;--faint:#9aa0a8;--rule:#3a3f46;--blue:#8fbcf0;--red:#e8685b;--soft:#1f2429}}
body{margin:0 auto;padding:24px 20px 60px;max-width:1000px;background:var(--ground);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
h1{font-size:24px;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:18px;margin:36px 0 10px}
p{margin:4px 0}.note{color:var(--faint)}code{overflow-wrap:anywhere;background:var(--soft);padding:2px 5px;border-radius:3px;font-size:13px}
pre{background:var(--soft);padding:12px 14px;border-radius:6px;overflow-x:auto;font-size:13px;line-height:1.35}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:4px 12px 4px 0;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-weight:600;white-space:nowrap}td.n,th.n{text-align:right}td.long{overflow-wrap:anywhere}.wide{overflow-x:auto}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:16px}figure{margin:0}figcaption{color:var(--faint);font-size:13px;text-align:center}
figure svg{width:100%;font:12px system-ui,sans-serif}.ink{fill:var(--ink)}.faint{fill:var(--faint)}.frame{fill:none;stroke:var(--rule)}
.line{fill:none;stroke:var(--blue);stroke-width:2}.band{fill:var(--blue);opacity:.18}.level{stroke:var(--faint);stroke-dasharray:4 3}.bar{fill:var(--blue)}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:18px 16px}.boards figcaption{text-align:left;color:var(--ink);overflow-wrap:anywhere}
.board{display:block;width:100%}.wood{fill:#e8c887}.grid{stroke:#7a5a2b;stroke-width:.04;fill:none}.star{fill:#7a5a2b}.black{fill:#111}.white{fill:#fff;stroke:#555;stroke-width:.04}
.dead{opacity:.35}.mark-on-black{fill:none;stroke:#fff;stroke-width:.09}.mark-on-white{fill:none;stroke:#111;stroke-width:.09}
`

export function makeMatchHtml({ header, entries, path, sprt }: MatchReport): string {
  const { definition, names, command } = header
  const standing = new Standing(entries, sprt)
  const title = `${definition.a} against ${definition.b}`
  const dates = entries.map(({ at }) => at).sort()
  const when = dates.length > 0 ? `${shortDate(dates[0]!)} to ${shortDate(dates.at(-1)!)} UTC` : "no game yet"
  const sections = [
    `<h1>${escape(title)}</h1>`,
    `<p class="note">${entries.length} games, ${escape(when)}</p>`,
    settings([
      ["A", definition.a, names.a],
      ["B", definition.b, names.b],
      ["conditions", describeMatch(definition), ""],
      ["openings", openingsText(header), ""],
      ["journal", path, ""],
    ]),
    ...(command === undefined ? [] : [`<p><code>${escape(command)}</code></p>`]),
    `<h2>Result</h2><pre>${escape(makeTable(definition, standing, sprt))}</pre>`,
    ...(entries.length === 0
      ? []
      : [charts(entries), ends(entries), times(entries), boards(header, entries), games(entries)]),
    `<p class="note">Montego ${VERSION}. Intervals in the charts are by single games, those of the table by pairs where these are complete.</p>`,
  ]
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escape(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n${sections.join("\n")}\n</body>\n</html>\n`
}

function settings(rows: readonly (readonly [string, string, string])[]): string {
  const lines = rows.map(([name, value, more]) => {
    const told = more === "" ? "" : ` <span class="note">${escape(more)}</span>`
    return `<tr><th>${name}</th><td class="long">${escape(value)}${told}</td></tr>`
  })
  return `<table>${lines.join("")}</table>`
}

function openingsText({ definition: { openings } }: JournalHeader): string {
  if (openings.kind === "random") return `${openings.moves} random moves, one opening for each pair`
  return openings.kind === "list" ? `${openings.count} of a file, one for each pair` : "none"
}

function charts(entries: readonly JournalEntry[]): string {
  const course = courseOfMatch(entries, MOST_POINTS)
  const drawn = [
    ...(course.length > 0 ? [bandFigure(rateChart(course)), bandFigure(eloChart(course))] : []),
    histogramFigure(
      "games by their number of moves",
      entries.map(({ moves }) => moves),
      "moves",
    ),
  ]
  return `<h2>Course</h2><div class="charts">${drawn.join("")}</div>`
}

function ends(entries: readonly JournalEntry[]): string {
  const rows = countVerdicts(entries).map(({ kind, a, b, neither }) => [kind, a, b, neither, a + b + neither])
  return `<h2>How the games ended</h2>${table(["verdict", "won by A", "won by B", "no winner", "games"], rows)}<p class="note">Faults are time, illegal, crash, stall and void.</p>`
}

function times(entries: readonly JournalEntry[]): string {
  const rows = (["a", "b"] as const).map((side) => {
    const { moves, seconds, longest } = timeUsed(entries, side)
    const each = moves > 0 ? (seconds / moves).toFixed(3) : "–"
    return [side.toUpperCase(), moves, seconds.toFixed(1), each, longest.toFixed(3)]
  })
  return `<h2>Time used</h2>${table(["", "moves", "seconds", "seconds a move", "longest move"], rows)}`
}

function boards({ definition }: JournalHeader, entries: readonly JournalEntry[]): string {
  const shown = byNumber(entries).slice(0, MOST_BOARDS)
  const pictures = shown.map((entry) => {
    const { number, black, result, moves, dead } = entry
    const caption = `${number + 1}: ${result}, ${moves} moves, A ${black === "a" ? "Black" : "White"}`
    const game = replayEntry(definition, entry)
    const stones = dead?.stones.map((vertex) => parseVertex(vertex, definition.size) as Point) ?? []
    const board = game.ok ? smallBoard(game.value, new Set(stones), caption) : `<p>${escape(game.error)}</p>`
    return `<figure>${board}<figcaption>${escape(caption)}</figcaption></figure>`
  })
  const rest = entries.length - shown.length
  const note = rest > 0 ? `the first ${shown.length} of ${entries.length} games; ` : ""
  return `<h2>Final boards</h2><p class="note">${note}stones that were taken for dead are faint, the last move has a ring</p><div class="boards">${pictures.join("")}</div>`
}

function games(entries: readonly JournalEntry[]): string {
  const shown = byNumber(entries).slice(0, MOST_ROWS)
  const rows = shown.map(({ number, black, winner, result, verdict, moves, times: { a, b } }) => [
    number + 1,
    black.toUpperCase(),
    winner?.toUpperCase() ?? "–",
    result,
    "reason" in verdict ? `${verdict.kind}: ${verdict.reason}` : verdict.kind,
    moves,
    a.seconds.toFixed(1),
    b.seconds.toFixed(1),
  ])
  const head = ["game", "Black", "winner", "result", "verdict", "moves", "seconds A", "seconds B"]
  const rest = entries.length - shown.length
  const note = rest > 0 ? `<p class="note">and ${rest} more, in the journal</p>` : ""
  return `<h2>Games</h2><div class="wide">${table(head, rows)}</div>${note}`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => /^[\d.–]*$/.test(String(row[column]))))
  const line = (tag: "th" | "td", cells: readonly (string | number)[]): string =>
    `<tr>${cells.map((cell, i) => `<${tag}${isNumber[i] ? ' class="n"' : ""}>${escape(String(cell))}</${tag}>`).join("")}</tr>`
  return `<table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table>`
}

function byNumber(entries: readonly JournalEntry[]): JournalEntry[] {
  return [...entries].sort((one, other) => one.number - other.number)
}

function shortDate(iso: string): string {
  return iso.slice(0, 16).replace("T", " ")
}
