// A whole game as text and as JSON: the win rate by move, the worst moves and what would have been better.

import { percent, signed } from "../../base/format.ts"
import { Black, colorName, makeVertex, type Game, type PlayedMove, makeMargin } from "../../rules/index.ts"
import { worstMoves, type Mistake, type ReviewedPosition } from "../../search/index.ts"
import { drawRates } from "./graph.ts"
import type { Subject } from "./position.ts"
import { candidateJson, conditions, originJson, vertices } from "./report.ts"
import type { Origin } from "./report.ts"
import type { CsvRow } from "../csv.ts"

export function gameLines(
  { name, game, notes }: Subject,
  reviewed: readonly ReviewedPosition[],
  { player, seed }: Origin,
  { hasGraph }: { readonly hasGraph: boolean },
): string[] {
  const worst = worstMoves(reviewed)
  return [
    `${name}: ${conditions(game)}`,
    `search by ${player}, seed ${seed}`,
    "",
    ...standingLines(reviewed, worst, game),
    ...(worst.length > 0 ? ["", ...mistakeLines(worst, game.size)] : []),
    ...(hasGraph && reviewed.length > 1 ? ["", ...drawRates(reviewed, worst)] : []),
    ...notes.map((note) => `note: ${note}`),
  ]
}

function standingLines(
  reviewed: readonly ReviewedPosition[],
  worst: readonly Mistake[],
  { size, rules }: Game,
): string[] {
  const isScored = rules.captureGoal === undefined
  const rows = reviewed.map(({ number, played, blackWins, score, candidates: [best] }, index) => {
    const rank = worst.findIndex((mistake) => mistake.number === number)
    return [
      String(number).padStart(4),
      `  ${played ? playedText(played, size) : ""}`.padEnd(10),
      `${percent(blackWins)} %`.padStart(11),
      (index === 0 ? "" : change(reviewed[index - 1]!, reviewed[index]!)).padStart(9),
      (score && isScored ? makeMargin(score.mean) : "").padStart(10),
      `   ${best ? makeVertex(best.move, size) : "–"}`.padEnd(9),
      rank < 0 ? "" : `  worst ${rank + 1}`,
    ]
      .join("")
      .trimEnd()
  })
  return [
    `move      ${"Black wins".padStart(15)}${"mover".padStart(9)}${(isScored ? "score" : "").padStart(10)}   next best`,
    ...rows,
  ]
}

function change(from: ReviewedPosition, to: ReviewedPosition): string {
  const gain = (to.blackWins - from.blackWins) * (to.played!.color === Black ? 1 : -1)
  return signed(100 * gain, 1)
}

function playedText({ color, move }: PlayedMove, size: number): string {
  return `${colorName(color)[0]} ${makeVertex(move, size)}`
}

function mistakeLines(worst: readonly Mistake[], size: number): string[] {
  return worst.flatMap((mistake, index) => {
    const { number, before, after, loss, better } = mistake
    return [
      `worst ${index + 1}: move ${number}, ${playedText(mistake, size)}: ${percent(before)} % → ${percent(after)} % (${signed(-100 * loss, 1)})`,
      ...better.map(({ winRate, pv }) => `    better ${percent(winRate)} %: ${vertices(pv, size)}`),
      ...(better.length === 0 ? ["    the search saw nothing better"] : []),
    ]
  })
}

export function gameJson(subject: Subject, reviewed: readonly ReviewedPosition[], origin: Origin): string {
  const { size } = subject.game
  const moveJson = ({ color, move }: PlayedMove) => ({
    color: colorName(color),
    move: makeVertex(move, size),
  })
  return JSON.stringify({
    ...originJson(subject, origin),
    positions: reviewed.map(({ number, played, blackWins, score, candidates: [best] }) => ({
      number,
      ...(played ? moveJson(played) : {}),
      blackWins,
      ...(score ? { score } : {}),
      ...(best ? { best: candidateJson(best, size) } : {}),
    })),
    worst: worstMoves(reviewed).map((mistake) => ({
      number: mistake.number,
      ...moveJson(mistake),
      before: mistake.before,
      after: mistake.after,
      better: mistake.better.map((candidate) => candidateJson(candidate, size)),
    })),
    notes: subject.notes,
  })
}

/** A row for each position: the move that led there, and what the search holds of it. */
export function gameRows({ game: { size } }: Subject, reviewed: readonly ReviewedPosition[]): CsvRow[] {
  const worst = worstMoves(reviewed)
  return reviewed.map(({ number, played, blackWins, score, candidates: [best] }) => ({
    number,
    color: played && colorName(played.color),
    move: played && makeVertex(played.move, size),
    blackWins,
    score: score?.mean,
    spread: score?.spread,
    best: best && makeVertex(best.move, size),
    bestVisits: best?.visits,
    bestWinRate: best?.winRate,
    bestLine: best && vertices(best.pv, size),
    worst: worst.findIndex((mistake) => mistake.number === number) + 1 || undefined,
  }))
}
