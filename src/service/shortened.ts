// A report as the page needs it: the board shows no more, and copies cost time.

import type { SearchReport } from "../search/index.ts"

/** Candidates that are kept in full. */
const MOST_CANDIDATES = 12

/** The best with their lines; of all others only what RAVE knows of them, for its map. */
export function shortened(report: SearchReport): SearchReport {
  const best = report.candidates.filter(({ visits }) => visits > 0).slice(0, MOST_CANDIDATES)
  const kept = new Set(best)
  const others = report.candidates.flatMap((candidate) => {
    const { move, visits, winRate, rave } = candidate
    return rave && !kept.has(candidate) ? [{ move, visits, winRate, rave, pv: [move] }] : []
  })
  return { ...report, candidates: [...best, ...others] }
}
