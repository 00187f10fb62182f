// The first screen: a board that shows the choices, and beside it the choices, all of them already made. A stone on the
// board begins the game, or the button does.

import { useMemo } from "preact/hooks"
import { findLevel, ladderSize, LEVELS, rankText, type Level } from "montego/players"
import { unwrap } from "montego/base"
import { Black, Game, White, type Point } from "montego/rules"
import { installedName, type Opponent } from "montego/service"
import type { App } from "../state/app.ts"
import { makePicture } from "../state/shared/picture.ts"
import {
  gameOptionsOf,
  LONGEST_NAME,
  mostHandicap,
  rulesOf,
  SIZES,
  type Settings,
} from "../state/shared/settings.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { Choices, Field, Select } from "./fields.tsx"
import { useSource } from "./hooks.ts"
import { ClockFields } from "./start-clock.tsx"
import { chosenOf, limitText, More, Research } from "./start-more.tsx"

const { start: text } = TEXTS

/** Knows whom the machine can play as, and reports changes. */
interface OpponentSource {
  readonly opponents: readonly Opponent[]
  subscribe(listener: () => void): () => void
}

export function Start({ app, engine }: { app: App; engine: OpponentSource }) {
  useSource(engine)
  const { settings, play } = app
  const inProgress = play && play.game.phase !== "over" && play.game.moves.length > 0 ? play : undefined
  return (
    <main class="table start-table">
      <div class="table-board start-board">
        <FirstBoard app={app} />
      </div>
      <form
        class="card start-card start-form"
        onSubmit={(event) => {
          event.preventDefault()
          app.newGame()
        }}
      >
        <div>
          <h1>{text.title}</h1>
          <p class="quiet">{TEXTS.motto}</p>
        </div>
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
        <Opponents app={app} opponents={engine.opponents} />
        <You app={app} />
        <div class="fields start-fields">
          <Field label={text.handicap}>
            <Select
              value={String(settings.handicap)}
              options={handicaps(mostHandicap(settings))}
              onChoose={(handicap) => app.choose({ handicap: Number(handicap) })}
            />
          </Field>
          <ClockFields clock={settings.clock} onChange={(clock) => app.choose({ clock })} />
        </div>
        <button class="main wide" type="submit">
          {text.play}
        </button>
        {inProgress && (
          <button class="wide" type="button" onClick={() => app.goTo("play")}>
            {text.resume} <span class="quiet">{text.resumeNote(inProgress.game.moves.length)}</span>
          </button>
        )}
        <div class="start-details">
          <More app={app} />
          <Research app={app} opponents={engine.opponents} />
        </div>
      </form>
    </main>
  )
}

/** The board as the choices make it; a point that is pressed is the first move. */
function FirstBoard({ app }: { app: App }) {
  const { settings } = app
  const { size, handicap, rules } = settings
  const { picture, toPlay } = useMemo(() => {
    const game = unwrap(Game.create(gameOptionsOf(settings)))
    return { picture: makePicture({ board: game.board }), toPlay: game.toPlay }
  }, [size, handicap, rules])
  const isYours = settings.opponent === "person" || settings.color === toPlay
  return (
    <Board
      picture={picture}
      coordinates={app.view.coordinates}
      ghost={isYours ? toPlay : undefined}
      refused={undefined}
      onPoint={(point: Point) => app.newGame(point)}
      onRead={() => undefined}
      confirm={app.view.confirm}
      help={text.boardHelp}
    />
  )
}

function Opponents({ app, opponents }: { app: App; opponents: readonly Opponent[] }) {
  const { settings, results } = app
  const { size } = settings
  const suggested = results.suggested(size)
  const isCapture = rulesOf(settings).captureGoal !== undefined
  return (
    <Choices
      title={text.opponent}
      name="opponent"
      kind="levels"
      value={settings.opponent}
      options={[
        ...LEVELS.map((level: Level) => ({
          value: level.id,
          label: TEXTS.levels[level.id],
          note: isCapture ? undefined : rankText(level, size),
          badge: level.id === suggested ? text.suggested : undefined,
        })),
        { value: "person" as const, label: text.person, note: text.personNote },
        ...(settings.opponent === "custom" ? [{ value: "custom" as const, label: text.custom }] : []),
      ]}
      note={
        <>
          <p class="quiet level-note">{noteOn(settings, chosenOf(settings, opponents))}</p>
          <Offer app={app} />
        </>
      }
      onChoose={(opponent) => app.choose({ opponent })}
    />
  )
}

/** Stones that would make the game even, where one's games say so. */
function Offer({ app }: { app: App }) {
  const { settings, results } = app
  const stones = results.stonesAgainst(settings)
  if (stones === 0 || settings.handicap === stones) return null
  return (
    <p class="quiet">
      {text.stonesFit(stones)}{" "}
      <button type="button" class="link" onClick={() => app.choose({ handicap: stones })}>
        {text.takeStones(stones)}
      </button>
    </p>
  )
}

/** One's name, and the colour against the machine. */
function You({ app }: { app: App }) {
  const { settings } = app
  return (
    <div class="you">
      <Field label={text.name}>
        <input
          type="text"
          value={settings.name}
          placeholder={text.nameHint}
          maxLength={LONGEST_NAME}
          autocomplete="nickname"
          onChange={({ currentTarget }) => app.choose({ name: currentTarget.value })}
        />
      </Field>
      {settings.opponent !== "person" && (
        <Choices
          title={text.color}
          name="color"
          value={settings.color}
          options={[Black, White].map((value) => ({ value, label: TEXTS.color(value) }))}
          onChoose={(color) => app.choose({ color })}
        />
      )}
    </div>
  )
}

/** What there is to know of the opponent: how a level plays, or what one's own is. */
function noteOn(settings: Settings, { player, isBudgeted }: Opponent): string {
  const { opponent } = settings
  const level = findLevel(opponent)
  if (level) {
    const isCapture = rulesOf(settings).captureGoal !== undefined
    const rank = isCapture ? undefined : rankText(level, settings.size)
    const on = rank && text.rankOn(rank, ladderSize(settings.size))
    return text.levelNote(TEXTS.levels[level.id], on, level.sentence)
  }
  if (opponent === "person") return text.personHelp
  const name = installedName(player) ?? player
  return isBudgeted ? text.ownNote(name, limitText(settings.limit)) : name
}

function handicaps(most: number): [string, string][] {
  const counts = Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2)
  return [
    ["0", text.noHandicap],
    ...counts.map((count): [string, string] => [String(count), text.stones(count)]),
  ]
}
