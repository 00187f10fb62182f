// The charts of a match report: the win rate and the Elo of A after each game, with 95 % confidence.

import type { CoursePoint } from "../../arena/index.ts"
import { percent, signed } from "../../base/format.ts"
import type { BandChart } from "../../draw/index.ts"

export function rateChart(course: readonly CoursePoint[]): BandChart {
  return {
    title: "win rate of A, with 95 % confidence",
    points: course.map(({ games, summary: { rate, interval } }) => ({ x: games, y: rate, ...interval })),
    range: [0, 1],
    level: 0.5,
    label: (y) => `${percent(y, 0)} %`,
    unit: "games",
  }
}

/** Wider than any two players of interest lie apart; what is beyond is cut off. */
const MOST_ELO = 800
const LEAST_ELO = 50

export function eloChart(course: readonly CoursePoint[]): BandChart {
  const points = course.map(({ games, summary: { elo, eloInterval } }) => ({
    x: games,
    y: elo,
    ...eloInterval,
  }))
  // The intervals of the first games are infinite: the scale is that of the second half.
  const settled = points
    .slice(Math.floor(points.length / 2))
    .flatMap(({ low, high }) => [low, high].map(Math.abs))
  const end = Math.min(MOST_ELO, 50 * Math.ceil(Math.max(LEAST_ELO, ...settled) / 50))
  return {
    title: "Elo of A over B, with 95 % confidence",
    points,
    range: [-end, end],
    level: 0,
    label: (y) => (y === 0 ? "0" : signed(y, 0, "-")),
    unit: "games",
  }
}
