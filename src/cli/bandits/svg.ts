// The regret over time as a picture: both scales logarithmic, so that a line that rises with the rounds and one that rises with
// their logarithm can be told apart over five decades.

import { escape, round, styledText } from "../svg.ts"
import type { Finished } from "./report.ts"

const WIDTH = 760
const HEIGHT = 460
const PLOT = { left: 64, right: 130, top: 52, bottom: 56 }

const STYLE = `
.ground{fill:#fff}.ink{fill:#222}.grid{stroke:#ddd}.line{fill:none;stroke-width:2}
.s0{stroke:#777}.s1{stroke:#b8742a}.s2{stroke:#2f5f96}.s3{stroke:#2e8b57}
.t0{fill:#777}.t1{fill:#b8742a}.t2{fill:#2f5f96}.t3{fill:#2e8b57}
@media (prefers-color-scheme:dark){.ground{fill:#16191d}.ink{fill:#e2e4e7}.grid{stroke:#3a3f46}
.s0{stroke:#aaa}.s1{stroke:#e0a35e}.s2{stroke:#8fbcf0}.s3{stroke:#72cf9d}.t0{fill:#aaa}.t1{fill:#e0a35e}.t2{fill:#8fbcf0}.t3{fill:#72cf9d}}
`
/** Less regret than this is drawn as this: a logarithm has no zero. */
const LEAST = 0.1

export function makeRegretSvg(
  finished: readonly Finished[],
  arms: readonly number[],
  rounds: readonly number[],
): string {
  const regrets = finished.flatMap(({ curve }) => curve.map(({ regret }) => regret))
  const decadesOf = (most: number): number => Math.max(1, Math.ceil(Math.log10(most)))
  const right = decadesOf(rounds.at(-1)!)
  const top = decadesOf(Math.max(1, ...regrets))
  const x = (count: number): number =>
    PLOT.left + (Math.log10(count) / right) * (WIDTH - PLOT.left - PLOT.right)
  const floor = HEIGHT - PLOT.bottom
  const y = (regret: number): number =>
    floor - ((Math.log10(Math.max(LEAST, regret)) + 1) / (top + 1)) * (floor - PLOT.top)
  const title = `Regret on the arms ${arms.join(", ")}, mean of ${finished[0]?.trials ?? 0} trials`
  const powers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i))
  const parts = [
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    styledText(title, WIDTH / 2, 28, "ink", `text-anchor="middle" font-size="16"`),
    ...powers(0, right).flatMap((count) => [
      line(x(count), PLOT.top, x(count), floor),
      styledText(count.toLocaleString("en"), x(count), floor + 18, "ink", `text-anchor="middle"`),
    ]),
    ...powers(-1, top).flatMap((regret) => [
      line(PLOT.left, y(regret), WIDTH - PLOT.right, y(regret)),
      styledText(regret.toLocaleString("en"), PLOT.left - 8, y(regret) + 4, "ink", `text-anchor="end"`),
    ]),
    styledText("rounds", (PLOT.left + WIDTH - PLOT.right) / 2, floor + 40, "ink", `text-anchor="middle"`),
    styledText("regret", PLOT.left - 8, PLOT.top - 12, "ink", `text-anchor="end"`),
    ...finished.flatMap(({ policy, curve }, i) => drawCurve(policy, curve, i % 4, x, y)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`
}

function drawCurve(
  policy: string,
  curve: Finished["curve"],
  style: number,
  x: (count: number) => number,
  y: (regret: number) => number,
): string[] {
  const points = curve.map(({ rounds, regret }) => `${round(x(rounds))},${round(y(regret))}`).join(" ")
  const last = curve.at(-1)!
  const told = `${policy}: ${last.regret.toFixed(1)} after ${last.rounds}`
  return [
    `<polyline class="line s${style}" points="${points}"><title>${escape(told)}</title></polyline>`,
    styledText(`${policy} ${last.regret.toFixed(0)}`, x(last.rounds) + 8, y(last.regret) + 4, `t${style}`),
  ]
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="grid" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`
}
