// The moves of a node in the glass box, with every term that decides between them.

import { useState } from "preact/hooks"
import type { Move } from "montego/rules"
import type { GlassBox } from "../state/glass/glass.ts"
import { COLUMNS_SHOWN } from "../state/glass/rows.ts"
import { TEXTS } from "../texts.ts"

const { glass: text } = TEXTS
/** Rows of the table until the person asks for all. */
const FIRST_ROWS = 12

export function Children({ glass }: { glass: GlassBox }) {
  const [isLong, setLong] = useState(false)
  const { rows, sorting, params, view } = glass
  if (rows.length === 0) return <p class="quiet">{view ? text.leaf : text.nothing}</p>
  const columns = COLUMNS_SHOWN.filter((column) => column !== "bias" || params.bias !== 0)
  return (
    <>
      <p class="glass-caption" id="glass-caption">
        {text.table(glass.toPlay)} <span class="quiet">{text.sortHint}</span>
      </p>
      <div class="glass-scroll">
        <table aria-labelledby="glass-caption">
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={
                    sorting.column === column ? (sorting.isFalling ? "descending" : "ascending") : "none"
                  }
                >
                  <button type="button" class="sort" onClick={() => glass.sortBy(column)}>
                    {text.columns[column]}
                    <span class="sort-mark" aria-hidden="true">
                      {sorting.column === column ? (sorting.isFalling ? "▾" : "▴") : ""}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isLong ? rows : rows.slice(0, FIRST_ROWS)).map(({ row, cells, isNext }) => (
              <tr
                key={row.move}
                class={`${isNext ? "glass-next" : ""} ${row.move === glass.pointed ? "glass-pointed" : ""}`}
                onPointerEnter={() => glass.pointAt(row.move)}
                onFocusIn={() => glass.pointAt(row.move)}
              >
                <th scope="row">
                  <span class="glass-arrow" aria-hidden="true">
                    {isNext ? "→" : ""}
                  </span>
                  <MoveCell glass={glass} move={row.move} name={cells.move} isOpen={row.visits > 0} />
                  {isNext && <span class="unseen">({text.next})</span>}
                </th>
                {columns.slice(1).map((column) => (
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > FIRST_ROWS && (
        <button type="button" class="small" onClick={() => setLong(!isLong)}>
          {isLong ? text.fewer : text.all(rows.length)}
        </button>
      )}
    </>
  )
}

function MoveCell(props: { glass: GlassBox; move: Move; name: string; isOpen: boolean }) {
  if (!props.isOpen) return <span class="glass-move">{props.name}</span>
  return (
    <button type="button" class="link glass-move" onClick={() => props.glass.enter(props.move)}>
      {props.name}
    </button>
  )
}
