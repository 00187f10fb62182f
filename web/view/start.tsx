// The first screen: three choices that are already made, and one button. All else is behind one disclosure.

import type { ComponentChildren } from "preact"
import { LEVELS } from "montego/players"
import { Black, White } from "montego/rules"
import type { TimeSettings } from "montego/search"
import { installedName, type Opponent } from "montego/service"
import type { App } from "../state/app.ts"
import {
  FIRST_CLOCKS,
  komiOf,
  limitOf,
  MORE_SIZES,
  MOST_KOMI,
  MOST_MAIN,
  MOST_PERIOD,
  MOST_PERIODS,
  MOST_PLAYOUTS,
  MOST_SECONDS,
  mostHandicap,
  playerOf,
  RULES,
  rulesOf,
  SIZES,
  type Limit,
  type Settings,
} from "../state/shared/settings.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"

const { start: text } = TEXTS

/** Knows whom the machine can play as, and reports changes. */
interface OpponentSource {
  readonly opponents: readonly Opponent[]
  subscribe(listener: () => void): () => void
}

export function Start({ app, engine }: { app: App; engine: OpponentSource }) {
  useSource(engine)
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
          note={noteOn(settings, chosenOf(settings, engine.opponents))}
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
        <More app={app} opponents={engine.opponents} />
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

/** What there is to know of the opponent beside its level. */
function noteOn(settings: Settings, { player, isBudgeted }: Opponent): string {
  const { opponent } = settings
  if (opponent === "person") return ""
  if (opponent !== "custom") return limitText(limitOf(settings))
  const name = installedName(player) ?? player
  return isBudgeted ? text.ownNote(name, limitText(settings.limit)) : name
}

function limitText(limit: Limit): string {
  if ("byClock" in limit) return text.byClock
  return "playouts" in limit ? TEXTS.levelNote(limit.playouts) : `${limit.seconds} ${text.seconds}`
}

/** The player of one's own; one that is not listed, because its program is not there now, may heed a limit. */
function chosenOf({ player }: Settings, opponents: readonly Opponent[]): Opponent {
  return opponents.find((opponent) => opponent.player === player) ?? { player, isBudgeted: true }
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

function More({ app, opponents }: { app: App; opponents: readonly Opponent[] }) {
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
        <ClockFields clock={settings.clock} onChange={(clock) => app.choose({ clock })} />
        <OwnOpponent app={app} opponents={opponents} />
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

function ClockFields({ clock, onChange }: { clock: TimeSettings; onChange: (clock: TimeSettings) => void }) {
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
      <Field label={words.field} isWide>
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

function OwnOpponent({ app, opponents }: { app: App; opponents: readonly Opponent[] }) {
  // A level has its own player and limit: what is shown is what it plays with.
  const settings = { ...app.settings, player: playerOf(app.settings), limit: limitOf(app.settings) }
  const { player, limit } = settings
  const choose = (change: Partial<Settings>): void =>
    app.choose({ player, limit, ...change, opponent: "custom" })
  const chosen = chosenOf(settings, opponents)
  const listed = opponents.includes(chosen) ? opponents : [chosen, ...opponents]
  return (
    <>
      <Field label={text.player} isWide>
        <Select
          value={settings.player}
          options={listed.map((opponent) => [opponent.player, lineOn(opponent)])}
          onChoose={(name) => choose({ player: name })}
        />
      </Field>
      <LimitField settings={settings} isDisabled={!chosen.isBudgeted} choose={choose} />
      <p class="quiet field-note">{text.ownSettingsOnly}</p>
    </>
  )
}

/** The player's name and what it says of itself. */
function lineOn({ player, summary }: Opponent): string {
  const program = installedName(player)
  if (program !== undefined) return text.playerLine(program, text.installed)
  const words = summary ?? TEXTS.presets[player.slice(player.indexOf(":") + 1)]
  return words === undefined ? player : text.playerLine(player, words)
}

const FIRST_LIMITS: Readonly<Record<string, Limit>> = {
  playouts: { playouts: 1000 },
  seconds: { seconds: 5 },
  byClock: { byClock: true },
}

function LimitField(props: {
  settings: Settings
  isDisabled: boolean
  choose: (change: Partial<Settings>) => void
}) {
  const { settings, isDisabled, choose } = props
  const { limit, clock } = settings
  const isTimed = "seconds" in limit
  return (
    <Field label={text.limit}>
      <span class="pair">
        <Numeric
          value={"byClock" in limit ? undefined : isTimed ? limit.seconds : limit.playouts}
          placeholder=""
          step={isTimed ? "any" : 1}
          range={isTimed ? [0.1, MOST_SECONDS] : [1, MOST_PLAYOUTS]}
          disabled={isDisabled || "byClock" in limit}
          onChange={(value) => {
            if (value !== undefined) choose({ limit: isTimed ? { seconds: value } : { playouts: value } })
          }}
        />
        <Select
          label={text.limit}
          value={Object.keys(limit)[0]!}
          disabled={isDisabled}
          options={[
            ["playouts", text.playouts],
            ["seconds", text.seconds],
            ...(clock.kind === "none" ? [] : [["byClock", text.byClock] as const]),
          ]}
          onChoose={(kind) => choose({ limit: FIRST_LIMITS[kind]! })}
        />
      </span>
    </Field>
  )
}

function handicaps(most: number): [string, string][] {
  const counts = Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2)
  return [
    ["0", text.noHandicap],
    ...counts.map((count): [string, string] => [String(count), text.stones(count)]),
  ]
}

function Field(props: { label: string; isWide?: boolean; children: ComponentChildren }) {
  const { label, isWide, children } = props
  return (
    <label class={isWide === true ? "field wide" : "field"}>
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

function Numeric(props: {
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
