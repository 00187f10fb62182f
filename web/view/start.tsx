// The first screen: three choices that are already made, and one button. All else is behind one disclosure.

import type { ComponentChildren } from "preact"
import { Black, White } from "montego/rules"
import { PRESET_NAMES } from "montego/search"
import type { App } from "../state/app.ts"
import {
  komiOf,
  LEVELS,
  limitOf,
  MORE_SIZES,
  MOST_KOMI,
  MOST_PLAYOUTS,
  MOST_SECONDS,
  mostHandicap,
  RULES,
  rulesOf,
  SIZES,
  type Settings,
} from "../state/settings.ts"
import { TEXTS } from "../texts.ts"

const { start: text } = TEXTS

export function Start({ app }: { app: App }) {
  const { settings } = app
  const { play } = app
  const inProgress = play && play.game.phase !== "over" && play.game.moves.length > 0 ? play : undefined
  return (
    <main class="start">
      <form
        class="card start-card"
        onSubmit={(event) => {
          event.preventDefault()
          app.newGame()
        }}
      >
        <h1>{text.title}</h1>
        <p class="quiet">{TEXTS.motto}</p>
        <Choices
          title={text.size}
          name="size"
          value={settings.size}
          options={SIZES.map((size) => ({
            value: size,
            label: text.sizeName(size),
            note: text.sizeHint[size],
          }))}
          onChoose={(size) => app.choose({ size })}
        />
        <Choices
          title={text.opponent}
          name="opponent"
          value={settings.opponent}
          options={[
            ...LEVELS.map(({ id }) => ({ value: id, label: TEXTS.levels[id] })),
            { value: "person" as const, label: text.person },
            ...(settings.opponent === "custom" ? [{ value: "custom" as const, label: text.custom }] : []),
          ]}
          note={noteOn(settings)}
          onChoose={(opponent) => app.choose({ opponent })}
        />
        {settings.opponent !== "person" && (
          <Choices
            title={text.color}
            name="color"
            value={settings.color}
            options={[Black, White].map((value) => ({ value, label: TEXTS.color(value) }))}
            onChoose={(color) => app.choose({ color })}
          />
        )}
        <More app={app} />
        <button class="main wide" type="submit">
          {text.play}
        </button>
        {inProgress && (
          <button class="wide" type="button" onClick={() => app.goTo("play")}>
            {text.resume} <span class="quiet">{text.resumeNote(inProgress.game.moves.length)}</span>
          </button>
        )}
      </form>
    </main>
  )
}

function noteOn(settings: Settings): string {
  if (settings.opponent === "person") return ""
  const limit = limitOf(settings)
  return "playouts" in limit ? TEXTS.levelNote(limit.playouts) : `${limit.seconds} ${text.seconds}`
}

interface ChoicesProps<T extends string | number> {
  readonly title: string
  readonly name: string
  readonly value: T
  readonly options: readonly {
    readonly value: T
    readonly label: string
    readonly note?: string | undefined
  }[]
  readonly note?: string
  readonly onChoose: (value: T) => void
}

function Choices<T extends string | number>({
  title,
  name,
  value,
  options,
  note,
  onChoose,
}: ChoicesProps<T>) {
  return (
    <fieldset>
      <legend>
        {title} {note !== undefined && <span class="quiet">{note}</span>}
      </legend>
      <div class="choices">
        {options.map((option) => (
          <label key={option.value} class="choice">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>
              {option.label}
              {option.note !== undefined && <small>{option.note}</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function More({ app }: { app: App }) {
  const { settings } = app
  const isCapture = rulesOf(settings).captureGoal !== undefined
  return (
    <details class="more">
      <summary>{text.more}</summary>
      <div class="fields">
        <Field label={text.rules}>
          <Select
            value={settings.rules}
            options={RULES.map((name) => [name, TEXTS.rules[name]!])}
            onChoose={(rules) => app.choose({ rules })}
          />
        </Field>
        <Field label={text.size}>
          <Select
            value={String(settings.size)}
            options={MORE_SIZES.map((size) => [String(size), text.sizeName(size)])}
            onChoose={(size) => app.choose({ size: Number(size) })}
          />
        </Field>
        <Field label={text.komi}>
          <Numeric
            value={settings.komi}
            placeholder={text.komiByRules(komiOf({ ...settings, komi: undefined }))}
            step={0.5}
            range={[-MOST_KOMI, MOST_KOMI]}
            disabled={isCapture}
            onChange={(komi) => app.choose({ komi })}
          />
        </Field>
        <Field label={text.handicap}>
          <Select
            value={String(settings.handicap)}
            options={handicaps(mostHandicap(settings))}
            onChoose={(handicap) => app.choose({ handicap: Number(handicap) })}
          />
        </Field>
        <OwnOpponent app={app} />
        <Field label={text.seed}>
          <Numeric
            value={settings.seed}
            placeholder={text.seedHint}
            step={1}
            range={[0, Number.MAX_SAFE_INTEGER]}
            onChange={(seed) => app.choose({ seed })}
          />
        </Field>
      </div>
    </details>
  )
}

function OwnOpponent({ app }: { app: App }) {
  const { limit, preset } = app.settings
  const isTimed = "seconds" in limit
  const choose = (change: Partial<Settings>): void => app.choose({ ...change, opponent: "custom" })
  return (
    <>
      <Field label={text.limit}>
        <span class="pair">
          <Numeric
            value={isTimed ? limit.seconds : limit.playouts}
            placeholder=""
            step={isTimed ? 0.1 : 1}
            range={isTimed ? [0.1, MOST_SECONDS] : [1, MOST_PLAYOUTS]}
            onChange={(value) => {
              if (value !== undefined) choose({ limit: isTimed ? { seconds: value } : { playouts: value } })
            }}
          />
          <Select
            label={text.limit}
            value={isTimed ? "seconds" : "playouts"}
            options={[
              ["playouts", text.playouts],
              ["seconds", text.seconds],
            ]}
            onChoose={(kind) => choose({ limit: kind === "seconds" ? { seconds: 5 } : { playouts: 1000 } })}
          />
        </span>
      </Field>
      <Field label={text.preset}>
        <Select
          value={preset}
          options={PRESET_NAMES.map((name) => [name, TEXTS.presets[name]!])}
          onChoose={(name) => choose({ preset: name as Settings["preset"] })}
        />
      </Field>
      <p class="quiet field-note">{text.ownSettingsOnly}</p>
    </>
  )
}

function handicaps(most: number): [string, string][] {
  const counts = Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2)
  return [
    ["0", text.noHandicap],
    ...counts.map((count): [string, string] => [String(count), text.stones(count)]),
  ]
}

function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

function Select(props: {
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  label?: string
}) {
  return (
    <select
      value={props.value}
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

function Numeric(props: {
  value: number | undefined
  placeholder: string
  step: number
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
