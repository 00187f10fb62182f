// The simulation methods side by side: a table of figures, and an owner map of each.

import type { SimulationsSnapshot } from "../../engine/lab/simulations.ts"
import { LAB_TEXTS } from "../../texts-lab.ts"
import { short } from "./chart.tsx"
import { BoardMap } from "./map.tsx"
import { Scroll } from "./scroll.tsx"

const { simulations: text } = LAB_TEXTS

export function SimulationsView({ snapshot }: { snapshot: SimulationsSnapshot | undefined }) {
  if (!snapshot) return <p class="quiet">{LAB_TEXTS.empty}</p>
  const { board, methods } = snapshot
  return (
    <>
      <section class="card">
        <Scroll>
          <table class="lab-numbers">
            <thead>
              <tr>
                {[text.method, text.speed, text.score, text.moves].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {methods.map(({ method, speed, meanScore, error, meanMoves }) => (
                <tr key={method}>
                  <th scope="row">{text.methods[method]}</th>
                  <td>{short(speed)}</td>
                  <td>
                    {short(meanScore)} ± {short(error)}
                  </td>
                  <td>{meanMoves.toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
        <p class="quiet">{text.speedNote}</p>
      </section>
      <p class="quiet">{text.legend}</p>
      <section class="lab-maps">
        {methods.map(({ method, owners }) => (
          <BoardMap
            key={method}
            title={text.ownerMap(text.methods[method]!)}
            size={board.length}
            board={board}
            values={owners}
            shade={(value) => value}
            told={(value) => short(Number(value.toFixed(2)))}
          />
        ))}
      </section>
    </>
  )
}
