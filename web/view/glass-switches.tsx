// Switches of the search, and what turning one of them did at once to the first moves.

import { wholePercent } from "../state/shared/picture.ts"
import { makeVertex } from "montego/rules"
import type { GlassRow } from "montego/service"
import type { GlassBox } from "../state/glass/glass.ts"
import { isOn, SWITCH_NAMES } from "../state/glass/switches.ts"
import { GLASS_TEXTS as text } from "../texts-lab.ts"

const COMPARED = 5

export function Switches({ glass }: { glass: GlassBox }) {
  const { params, before, view, isRunning, line } = glass
  return (
    <>
      <h2 class="glass-heading" id="glass-switches">
        {text.switches}
      </h2>
      <p class="quiet">{text.switchHint}</p>
      <div class="glass-switches">
        {SWITCH_NAMES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={isOn(name, params)}
              disabled={isRunning}
              onChange={() => glass.flip(name)}
            />
            {text.switchNames[name]}
          </label>
        ))}
      </div>
      {before && view && line.length === 0 && (
        <div role="status">
          <p>{text.turned(text.switchNames[before.turned], isOn(before.turned, params))}</p>
          <table class="glass-compare">
            <thead>
              <tr>
                <th scope="col">{text.before}</th>
                <th scope="col">{text.after}</th>
              </tr>
            </thead>
            <tbody>
              {pairs(before.rows, view.rows).map(([old, now], index) => (
                <tr key={index}>
                  <td>{cell(old, glass.game.size)}</td>
                  <td>{cell(now, glass.game.size)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function pairs(
  before: readonly GlassRow[],
  after: readonly GlassRow[],
): (readonly [GlassRow | undefined, GlassRow | undefined])[] {
  const best = (rows: readonly GlassRow[]): GlassRow[] =>
    rows.filter(({ visits }) => visits > 0).sort((a, b) => b.visits - a.visits)
  const [old, now] = [best(before), best(after)]
  return Array.from({ length: COMPARED }, (_, index) => [old[index], now[index]] as const)
}

function cell(row: GlassRow | undefined, size: number): string {
  return row ? text.candidate(makeVertex(row.move, size), row.visits, wholePercent(row.mean)) : "–"
}
