// Messages of an engine as JSON text: the server writes them, the page reads them. Only reports look different there:
// the owners are a plain list of rounded numbers, and reports on the way have no lines of the lesser candidates.

import type { Candidate, SearchReport } from "../search/index.ts"
import type { Answers, FromEngine, TaskKind } from "./messages.ts"

interface WireReport extends Omit<SearchReport, "owners" | "candidates"> {
  readonly owners: readonly number[]
  readonly candidates: readonly (Omit<Candidate, "pv"> & Partial<Pick<Candidate, "pv">>)[]
}

/** Candidates whose lines are sent while a search runs. */
const LINES = 20
/** Owners are drawn, not calculated with. */
const OWNER_DIGITS = 3

/** The text of a message. */
export function encodeMessage(message: FromEngine): string {
  if (message.kind === "report") return JSON.stringify({ ...message, report: brief(message.report) })
  if (message.kind !== "answer" || !hasReport(message.answer)) return JSON.stringify(message)
  const { answer } = message
  return JSON.stringify({ ...message, answer: { ...answer, report: whole(answer.report) } })
}

/** The message that an engine wrote; undefined for other text. */
export function decodeMessage(text: string): FromEngine | undefined {
  try {
    return decode(JSON.parse(text) as FromEngine)
  } catch {
    return undefined
  }
}

function decode(message: FromEngine): FromEngine {
  if (message.kind === "report") return { ...message, report: read(message.report) }
  if (message.kind !== "answer" || !hasReport(message.answer)) return message
  return { ...message, answer: { ...message.answer, report: read(message.answer.report) } }
}

function hasReport(
  answer: Answers[TaskKind],
): answer is Answers["move" | "analysis" | "replay"] & { readonly report: SearchReport } {
  return "report" in answer && answer.report !== undefined
}

function brief({ candidates, ...report }: SearchReport): WireReport {
  const short = candidates.map(({ pv, ...candidate }, index) =>
    index < LINES ? { ...candidate, pv } : candidate,
  )
  return { ...whole({ ...report, candidates: [] }), candidates: short }
}

function whole({ owners, ...report }: SearchReport): WireReport {
  return { ...report, owners: Array.from(owners, (owner) => Number(owner.toFixed(OWNER_DIGITS))) }
}

/** @param sent a `WireReport`, whatever its declared type */
function read(sent: SearchReport): SearchReport {
  const { owners, candidates, ...report } = sent as unknown as WireReport
  return {
    ...report,
    owners: Float64Array.from(owners),
    candidates: candidates.map((candidate) => ({ ...candidate, pv: candidate.pv ?? [candidate.move] })),
  }
}
