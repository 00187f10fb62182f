// The formula of the search with the numbers of one row: that of the move under the pointer or with the focus.

import { makeVertex } from "montego/rules"
import { writeOut } from "../state/glass/formula.ts"
import type { GlassBox } from "../state/glass/glass.ts"
import { GLASS_TEXTS as text } from "../texts-lab.ts"

export function WrittenOut({ glass }: { glass: GlassBox }) {
  const { written, view, params, game } = glass
  if (!written || !view) return null
  return (
    <div class="glass-written" aria-live="off">
      <p class="quiet">{text.written(makeVertex(written.move, game.size))}</p>
      <dl>
        {writeOut(written, params, view.visits).map(({ term, numbers, result }) => (
          <div key={term}>
            <dt>{text.terms[term]}</dt>
            <dd>
              = {numbers !== "" && <>{numbers} = </>}
              <strong>{result}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
