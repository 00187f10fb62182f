// Coevolution: the shares of first moves over the steps, what the plans have learned, and a typical plan of each side.

import type { EvolveSnapshot } from "../../engine/lab/evolve.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { Chart } from "./chart.tsx"
import { BoardMap } from "./map.tsx"

const { evolve: text } = LAB_TEXTS

export function EvolveView({ snapshot }: { snapshot: EvolveSnapshot | undefined }) {
  if (!snapshot) return <p class="quiet">{LAB_TEXTS.empty}</p>
  const { board, population, steps, openings, measures, winning, leadsSince, typical } = snapshot
  const series = (lines: readonly { readonly label: string; readonly individuals: readonly number[] }[]) =>
    lines.map(({ label, individuals }) => ({
      label,
      points: steps.map((step, i) => [step, individuals[i]! / population] as const),
    }))
  return (
    <>
      <section class="lab-beside">
        <div>
          <BoardMap title={text.board} size={board.length} board={board} />
          {winning.length > 0 && (
            <p>
              {text.winning(winning.join(", "))}{" "}
              {leadsSince === undefined ? text.notYet : text.leads(leadsSince)}
            </p>
          )}
        </div>
        <Chart
          title={text.openings}
          xTitle={text.steps}
          series={series(openings.map(({ vertex, individuals }) => ({ label: vertex, individuals })))}
          low={0}
          high={1}
          isPercent
        />
      </section>
      {measures.length > 0 && (
        <Chart
          title={text.measures}
          xTitle={text.steps}
          series={series(measures)}
          low={0}
          high={1}
          isPercent
        />
      )}
      {typical.some((lines) => lines.length > 0) && (
        <section class="card" aria-labelledby="lab-typical">
          <h2 id="lab-typical">{text.typical}</h2>
          <div class="lab-plans">
            {typical.map((lines, side) => (
              <pre key={side} tabIndex={0}>
                {lines.join("\n")}
              </pre>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
