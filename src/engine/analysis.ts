// Searches that are watched while they run: `lz-analyze` as Leela Zero has it, `kata-analyze` as KataGo (its
// GTP_Extensions.md says what the fields mean), and both as a way to choose a move. Sabaki, Lizzie and the CGOS client
// read them.
//
// Left out are fields that we don't have: `prior` (ours is a number of playouts, not a probability), `lcb`, `utility`.
// The score is that of the whole search, so it stands with the best move, which most of the search is about, and with
// no other. A search that was decided by the tree it found, without a simulation of its own, has neither score nor
// owners.

import { err, ok, type Result } from "../base/result.ts"
import { allPoints, Black, makeVertex, type Color } from "../rules/index.ts"
import type { Candidate, SearchReport } from "../search/index.ts"
import { parseColorWord, parseFinite, parseWhole, type Streamer } from "./arguments.ts"
import { Feed } from "./feed.ts"
import { genmove } from "./play.ts"
import type { Session } from "./session.ts"

type AnalysisFormat = "lz" | "kata"

export interface AnalysisOptions {
  readonly color: Color
  /** Milliseconds between lines. */
  readonly every: number
  /** At least this number of moves is listed, even if some were never visited. */
  readonly minMoves: number
  readonly maxMoves: number
  readonly ownership: boolean
  readonly rootInfo: boolean
}

const DEFAULT_EVERY = 1000
const SHORTEST_EVERY = 10
const MILLISECONDS_PER_CENTISECOND = 10

/** Commands that show a search line by line. */
export const ANALYSIS_COMMANDS: Readonly<Record<string, Streamer>> = {
  "lz-analyze": analyze("lz"),
  "kata-analyze": analyze("kata"),
  "lz-genmove_analyze": genmoveAnalyze("lz"),
  "kata-genmove_analyze": genmoveAnalyze("kata"),
}

/** Goes on until the next line of input, whatever it is. */
function analyze(format: AnalysisFormat): Streamer {
  return async (session, words, superseded) => {
    if (!session.player.analyze) return err("this player does not analyse")
    const read = parseAnalysis(words, session.game.toPlay)
    if (!read.ok) return read
    const feed = new Feed<SearchReport>()
    const ended = session
      .analyze(read.value.color, superseded, watching(feed, read.value))
      .finally(() => feed.end())
    // A player that can't analyse fails at once; the client must not wait for anything else.
    await Promise.race([ended, nextTurn()])
    return ok(
      (async function* () {
        try {
          yield* infoLines(feed, session.game.size, format, read.value)
          await ended
        } finally {
          // If the client stops reading, the search still ends before the next command begins.
          session.interrupt()
          await ended.catch(() => {})
        }
      })(),
    )
  }
}

/**
 * An ordinary `genmove` whose answer has more lines. The first waits for a report, so that an error before is an error.
 */
function genmoveAnalyze(format: AnalysisFormat): Streamer {
  return async (session, words) => {
    const read = parseAnalysis(words, session.game.toPlay)
    if (!read.ok) return read
    const feed = new Feed<SearchReport>()
    const chosen = genmove(session, read.value.color, watching(feed, read.value)).finally(() => feed.end())
    const early = await Promise.race([chosen, feed.begun])
    if (early && !early.ok) return early
    return ok(
      (async function* () {
        yield* infoLines(feed, session.game.size, format, read.value)
        const answer = await chosen
        if (!answer.ok) throw new Error(answer.error)
        const last = lastLine(session, format, read.value)
        if (last !== undefined) yield last
        yield `play ${answer.value}`
      })(),
    )
  }
}

function watching(feed: Feed<SearchReport>, { every }: AnalysisOptions) {
  return { onReport: (report: SearchReport) => feed.put(report), reportEvery: every }
}

async function* infoLines(
  reports: AsyncIterable<SearchReport>,
  size: number,
  format: AnalysisFormat,
  options: AnalysisOptions,
): AsyncGenerator<string> {
  for await (const report of reports) {
    const line = makeInfo(report, size, format, options)
    if (line !== undefined) yield line
  }
}

/** How the search stood when it chose: clients that ask for few lines still get this one. */
function lastLine(session: Session, format: AnalysisFormat, options: AnalysisOptions): string | undefined {
  const { report, game } = session
  return report && makeInfo(report, game.size, format, options)
}

/** One line about all moves; undefined while there is nothing to tell. */
export function makeInfo(
  report: SearchReport,
  size: number,
  format: AnalysisFormat,
  { minMoves, maxMoves, ownership, rootInfo }: AnalysisOptions,
): string | undefined {
  const listed = report.candidates.filter(
    ({ visits }, index) => index < maxMoves && (visits > 0 || index < minMoves),
  )
  if (listed.length === 0) return undefined
  const parts = listed.map((candidate, order) => makeCandidate(candidate, order, report, size, format))
  if (format === "kata" && rootInfo) parts.push(makeRoot(report))
  // Last, because Sabaki takes the rest of the line for numbers.
  if (format === "kata" && ownership && report.playouts > 0) parts.push(makeOwnership(report, size))
  return parts.join(" ")
}

function makeCandidate(
  { move, visits, winRate, pv }: Candidate,
  order: number,
  report: SearchReport,
  size: number,
  format: AnalysisFormat,
): string {
  const rate = format === "lz" ? String(Math.round(winRate * 10_000)) : winRate.toFixed(6)
  return [
    `info move ${makeVertex(move, size)} visits ${visits} winrate ${rate}`,
    ...(format === "kata" && order === 0 ? makeScore(report) : []),
    `order ${order} pv ${pv.map((reply) => makeVertex(reply, size)).join(" ")}`,
  ].join(" ")
}

function makeRoot(report: SearchReport): string {
  const visits = report.candidates.reduce((sum, candidate) => sum + candidate.visits, 0)
  return [`rootInfo visits ${visits} winrate ${report.winRate.toFixed(6)}`, ...makeScore(report)].join(" ")
}

function makeScore({ color, score, playouts }: SearchReport): string[] {
  if (playouts === 0) return []
  const lead = (sideOf(color) * score.mean).toFixed(3)
  return [`scoreMean ${lead} scoreStdev ${score.spread.toFixed(3)} scoreLead ${lead}`]
}

/** From A19 along the rows, 1 where the side to move surely ends as the owner. */
function makeOwnership({ color, owners }: SearchReport, size: number): string {
  const shares = allPoints(size).map((point) => (sideOf(color) * owners[point]!).toFixed(4))
  return `ownership ${shares.join(" ")}`
}

/** Reports count for Black, these commands for the side to move. */
function sideOf(color: Color): 1 | -1 {
  return color === Black ? 1 : -1
}

type Draft = { -readonly [key in keyof AnalysisOptions]: AnalysisOptions[key] }

/** Puts the value of a key in its place; false when it can't be read. */
type Reader = (draft: Draft, word: string | undefined) => boolean

const whole =
  (key: "minMoves" | "maxMoves"): Reader =>
  (draft, word) => {
    const value = parseWhole(word)
    if (value !== undefined) draft[key] = value
    return value !== undefined
  }

const yesOrNo =
  (put: (draft: Draft, value: boolean) => void): Reader =>
  (draft, word) => {
    if (word !== "true" && word !== "false") return false
    put(draft, word === "true")
    return true
  }

const interval: Reader = (draft, word) => {
  const centiseconds = parseFinite(word)
  if (centiseconds === undefined || centiseconds < 0) return false
  draft.every = Math.max(SHORTEST_EVERY, centiseconds * MILLISECONDS_PER_CENTISECOND)
  return true
}

/** KataGo's clients ask for these, too, and do without. */
const without = yesOrNo(() => {})

const KEYS: ReadonlyMap<string, Reader> = new Map([
  ["interval", interval],
  ["minmoves", whole("minMoves")],
  ["maxmoves", whole("maxMoves")],
  ["ownership", yesOrNo((draft, value) => (draft.ownership = value))],
  ["rootInfo", yesOrNo((draft, value) => (draft.rootInfo = value))],
  ...[
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
  ].map((key) => [key, without] as const),
])

/** `[colour] [centiseconds] [key value]…`; Leela Zero takes them in any order, so do we. */
export function parseAnalysis(words: readonly string[], toPlay: Color): Result<AnalysisOptions, string> {
  const draft: Draft = {
    color: toPlay,
    every: DEFAULT_EVERY,
    minMoves: 0,
    maxMoves: Infinity,
    ownership: false,
    rootInfo: false,
  }
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const color = parseColorWord(word)
    if (color !== undefined) {
      draft.color = color
      continue
    }
    if (interval(draft, word)) continue
    if (word === "allow" || word === "avoid") return err(`${word} is not supported`)
    i++
    if (KEYS.get(word)?.(draft, words[i]) !== true) return err("syntax error")
  }
  return ok(draft)
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
