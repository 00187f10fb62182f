// What the commands of `montego learn` say about the data and about predictions.

import { SKIP_TEXTS, type Prediction, type PredictionReport } from "../../learn/index.ts"
import type { DataReport } from "../../learn/node/index.ts"

/** What was read, and what was left out, with the first records of each reason. */
export function dataLines({ games, moves, skipped }: DataReport): string[] {
  return [
    `${games} games with ${moves} moves`,
    ...[...skipped].flatMap(([reason, { count, details }]) => [
      `left out: ${count} (${SKIP_TEXTS[reason]})`,
      ...details.map((detail) => `  ${detail}`),
      ...(count > details.length ? [`  and ${count - details.length} more`] : []),
    ]),
  ]
}

export function dataJson({ games, moves, skipped }: DataReport): object {
  return { games, moves, skipped: Object.fromEntries(skipped) }
}

const HEAD = "  moves    positions    top 1    top 3    top 5   top 10   log-likelihood"

export function predictionLines({ phases, ...all }: PredictionReport): string[] {
  return [
    HEAD,
    ...phases.map((phase) =>
      row(phase.to === undefined ? `${phase.from}–` : `${phase.from}–${phase.to}`, phase),
    ),
    row("all", all),
  ]
}

function row(name: string, { positions, top1, top3, top5, top10, logLikelihood }: Prediction): string {
  const shares = [top1, top3, top5, top10].map((share) => `${(100 * share).toFixed(2)} %`.padStart(9))
  return `${name.padStart(9)} ${String(positions).padStart(10)} ${shares.join("")} ${logLikelihood.toFixed(4).padStart(16)}`
}
