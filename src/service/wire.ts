// Messages of an engine as JSON text: the server writes them, the page reads them. Only reports look different there:
// they are short (shortened.ts), and the owners are a plain list of rounded numbers. A whole report on 19×19 has 60 kB,
// a short one 5: a page that goes through a game gets hundreds of them.

import type { SearchReport } from "../search/index.ts"
import type { Answers, FromEngine, TaskKind } from "./messages.ts"
import { shortened } from "./shortened.ts"

interface WireReport extends Omit<SearchReport, "owners"> {
  readonly owners: readonly number[]
}

/** Owners are drawn, not calculated with. */
const OWNER_DIGITS = 3

/** The text of a message. */
export function encodeMessage(whole: FromEngine): string {
  const message = shortened(whole)
  if (message.kind === "report") return JSON.stringify({ ...message, report: written(message.report) })
  if (message.kind !== "answer" || !hasReport(message.answer)) return JSON.stringify(message)
  const { answer } = message
  return JSON.stringify({ ...message, answer: { ...answer, report: written(answer.report) } })
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

function written({ owners, ...report }: SearchReport): WireReport {
  return { ...report, owners: Array.from(owners, (owner) => Number(owner.toFixed(OWNER_DIGITS))) }
}

/** @param sent a `WireReport`, whatever its declared type */
function read(sent: SearchReport): SearchReport {
  const { owners, ...report } = sent as unknown as WireReport
  return { ...report, owners: Float64Array.from(owners) }
}
