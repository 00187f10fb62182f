// The clock of a new game: its kind, and the parts that the kind has.

import type { TimeSettings } from "montego/search"
import { FIRST_CLOCKS, MOST_MAIN, MOST_PERIOD, MOST_PERIODS } from "../state/shared/settings.ts"
import { TEXTS } from "../texts.ts"
import { Field, Numeric, Select } from "./fields.tsx"

export function ClockFields({
  clock,
  onChange,
}: {
  clock: TimeSettings
  onChange: (clock: TimeSettings) => void
}) {
  const { clock: words } = TEXTS
  const fields: readonly TimeField[] = {
    none: [],
    absolute: [["main", words.main, [1, MOST_MAIN], 60] as const],
    "byo-yomi": [MAIN, PERIOD, ["periods", words.periods, [1, MOST_PERIODS], 1] as const],
    canadian: [MAIN, PERIOD, ["stones", words.stones, [1, MOST_PERIODS], 1] as const],
  }[clock.kind]
  const values = clock as Readonly<Partial<Record<TimeField[0], number>>>
  return (
    <>
      <Field label={words.field}>
        <Select
          value={clock.kind}
          options={Object.entries(words.kinds)}
          onChoose={(kind) => onChange(FIRST_CLOCKS[kind as TimeSettings["kind"]])}
        />
      </Field>
      {fields.map(([name, label, [least, most], unit]) => (
        <Field key={name} label={label}>
          <Numeric
            value={values[name]! / unit}
            placeholder=""
            step={unit === 1 ? 1 : "any"}
            range={[least / unit, most / unit]}
            onChange={(value) => {
              if (value !== undefined) onChange({ ...clock, [name]: value * unit })
            }}
          />
        </Field>
      ))}
    </>
  )
}

/**
 * A part of a clock: its name, what it is called, its range in seconds or pieces, and the unit that people write it in.
 */
type TimeField = readonly [
  name: "main" | "period" | "periods" | "stones",
  label: string,
  range: readonly [number, number],
  unit: number,
]
const MAIN: TimeField = ["main", TEXTS.clock.main, [0, MOST_MAIN], 60]
const PERIOD: TimeField = ["period", TEXTS.clock.period, [1, MOST_PERIOD], 1]
