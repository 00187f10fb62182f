// What few people change: rules and komi, and the opponent of one's own with its limit and seed.

import { installedName, type Opponent } from "montego/service"
import type { App } from "../state/app.ts"
import {
  komiOf,
  limitOf,
  MORE_SIZES,
  MOST_KOMI,
  MOST_PLAYOUTS,
  MOST_SECONDS,
  playerOf,
  RULES,
  rulesOf,
  type Limit,
  type Settings,
} from "../state/shared/settings.ts"
import { TEXTS } from "../texts.ts"
import { Field, Numeric, Select } from "./fields.tsx"

const { start: text } = TEXTS

/** Rules, komi, and boards of other sizes. */
export function More({ app }: { app: App }) {
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
      </div>
    </details>
  )
}

/** Any player of the registry, with its limit and seed. */
export function Research({ app, opponents }: { app: App; opponents: readonly Opponent[] }) {
  return (
    <details class="more">
      <summary>{text.research}</summary>
      <div class="fields">
        <OwnOpponent app={app} opponents={opponents} />
        <Field label={text.seed}>
          <Numeric
            value={app.settings.seed}
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

/** The player of one's own; one that is not listed, because its program is not there now, may heed a limit. */
export function chosenOf({ player }: Settings, opponents: readonly Opponent[]): Opponent {
  const listed = opponents.find((opponent) => opponent.player === player)
  if (listed) return listed
  // A player with options heeds a limit where the player without them does.
  const [name] = player.split(/[:,]/)
  const alike = opponents.find((opponent) => opponent.player === name)
  return { player, isBudgeted: alike?.isBudgeted ?? true }
}

export function limitText(limit: Limit): string {
  if ("byClock" in limit) return text.byClock
  return "playouts" in limit ? TEXTS.levelNote(limit.playouts) : `${limit.seconds} ${text.seconds}`
}
