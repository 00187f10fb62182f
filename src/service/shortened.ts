// Reports as the page needs them: the board shows no more, and copies cost time.

import { isConsidered, type SearchReport } from "../search/index.ts"
import type { FromEngine } from "./messages.ts"

/** Candidates that are kept in full. */
const MOST_CANDIDATES = 12

/** The message, with a short report where it has a report. */
export function shortened(message: FromEngine): FromEngine {
  if (message.kind === "report") return { ...message, report: shortenedReport(message.report) }
  if (message.kind !== "answer" || !("report" in message.answer) || !message.answer.report) return message
  const report = shortenedReport(message.answer.report)
  return { ...message, answer: { ...message.answer, report } }
}

/**
 * The best with their lines, of those that were not tried the likeliest first. Of all others only what RAVE knows of
 * them, for its map.
 */
function shortenedReport(report: SearchReport): SearchReport {
  const best = report.candidates
    .filter(isConsidered)
    .sort((one, other) => other.visits - one.visits || (other.chance ?? 0) - (one.chance ?? 0))
    .slice(0, MOST_CANDIDATES)
  const kept = new Set(best)
  const others = report.candidates.flatMap((candidate) => {
    const { move, visits, winRate, rave } = candidate
    return rave && !kept.has(candidate) ? [{ move, visits, winRate, rave, pv: [move] }] : []
  })
  return { ...report, candidates: [...best, ...others] }
}
