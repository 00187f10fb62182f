// The ratings of a tournament as a picture, the strongest player on top: Elo with its error bar, LMP beside it.

import type { RankedPlayer } from "../../arena/crosstable.ts"
import { intervalChart } from "../../draw/index.ts"

export function makeRatingsSvg(title: string, ranked: readonly RankedPlayer[], anchor: string): string {
  const rows = ranked.map(({ name, rating, all }) => {
    if (!rating) return { label: name, note: `${all.games} games` }
    const { elo, lmp } = rating
    const { low, high } = rating.interval
    const told = `${name}: Elo ${Math.round(elo)} [${Math.round(low)}, ${Math.round(high)}], LMP ${Math.round(lmp)}`
    return { label: name, note: `${all.games} games`, estimate: { value: elo, low, high, second: lmp, told } }
  })
  const words = { axis: `Elo; 0 is ${anchor}`, first: "Elo with 95 % confidence", second: "LMP" }
  return intervalChart(rows, { title, ...words })
}
