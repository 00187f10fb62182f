// What the columns of the glass box mean, and the formula of the search that is looked into.

import type { ParamName, SearchParams } from "montego/search"
import type { GlassBox } from "../state/glass/glass.ts"
import { COLUMNS_SHOWN, type Column } from "../state/glass/rows.ts"
import { TEXTS } from "../texts.ts"

const { glass: text } = TEXTS

export function Meaning({ glass }: { glass: GlassBox }) {
  const { params } = glass
  const columns = COLUMNS_SHOWN.filter((column) => column !== "bias" || params.bias !== 0)
  return (
    <>
      <details>
        <summary>{text.meaningTitle}</summary>
        <dl class="glass-meaning">
          {columns
            .filter((column): column is Exclude<Column, "move"> => column !== "move")
            .map((column) => (
              <div key={column}>
                <dt>{text.columns[column]}</dt>
                <dd>{text.meaning[column]}</dd>
              </div>
            ))}
        </dl>
      </details>
      <details>
        <summary>{text.formulaTitle}</summary>
        <ul class="glass-formula">
          {formula(params).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** How values come about with these parameters. */
function formula(params: SearchParams): string[] {
  const { formula: words } = text
  const knob = (name: ParamName): string =>
    params[name] === Infinity ? "∞" : String(Number(params[name].toPrecision(3)))
  const estimate =
    params.rave === 0
      ? words.mean
      : params["rave-schedule"] > 0
        ? words.raveSchedule(knob("rave-schedule"))
        : words.rave(knob("rave-bias"))
  const bonus =
    params.exploration === 0
      ? words.noBonus
      : (params.tuned === 1 ? words.bonusTuned : words.bonus)(knob("exploration"))
  const bias = params.bias === 0 ? words.noBias : words.bias(knob("bias"))
  return [words.sum, estimate, bonus, bias, words.first(knob("fpu")), words.knobs]
}
