// Fields of forms: choices that are all in sight, lists, numbers.

import type { ComponentChildren } from "preact"

interface ChoicesProps<T extends string | number> {
  readonly title: string
  readonly name: string
  readonly value: T
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly note?: string | undefined
    /** A word on the card's corner. */
    readonly badge?: string | undefined
  }[]
  readonly note?: ComponentChildren
  readonly kind?: string
  readonly onChoose: (value: T) => void
}

export function Choices<T extends string | number>(props: ChoicesProps<T>) {
  const { title, name, value, options, note, kind = "" } = props
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class={`choices ${kind}`}>
        {options.map((option) => (
          <label key={option.value} class="choice">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => props.onChoose(option.value)}
            />
            <span>
              {option.label}
              {option.note !== undefined && <small>{option.note}</small>}
              {option.badge !== undefined && <em class="badge">{option.badge}</em>}
            </span>
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  )
}

export function Field(props: { label: string; isWide?: boolean; children: ComponentChildren }) {
  const { label, isWide, children } = props
  return (
    <label class={isWide === true ? "field wide" : "field"}>
      <span>{label}</span>
      {children}
    </label>
  )
}

export function Select(props: {
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  label?: string
  disabled?: boolean
}) {
  return (
    <select
      value={props.value}
      disabled={props.disabled === true}
      aria-label={props.label}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

export function Numeric(props: {
  value: number | undefined
  placeholder: string
  /** "any": a field refuses to be sent with a number between its steps. */
  step: number | "any"
  range: readonly [number, number]
  disabled?: boolean
  onChange: (value: number | undefined) => void
}) {
  const [least, most] = props.range
  return (
    <input
      type="number"
      inputMode="decimal"
      value={props.value ?? ""}
      placeholder={props.placeholder}
      step={props.step}
      min={least}
      max={most}
      disabled={props.disabled === true}
      onChange={({ currentTarget }) => {
        const { value, valueAsNumber } = currentTarget
        if (value === "") props.onChange(undefined)
        else if (valueAsNumber >= least && valueAsNumber <= most) props.onChange(valueAsNumber)
      }}
    />
  )
}
