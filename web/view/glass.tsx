// The glass box: a node of the search tree with all that decides between its moves, the way to it, how the choice came
// about, and single simulations on the board.

import { useEffect, useMemo } from "preact/hooks"
import { percent } from "montego/base"
import { Black, makeVertex, White, type Move } from "montego/rules"
import { PRESET_NAMES } from "montego/search"
import type { App } from "../state/app.ts"
import { SPEEDS, STEPS, type GlassBox, type Playback } from "../state/glass/glass.ts"
import { makePicture } from "../state/shared/picture.ts"
import { timelineShape } from "../state/glass/timeline.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./glass.css"
import { WrittenOut } from "./glass-formula.tsx"
import { Meaning } from "./glass-meaning.tsx"
import { Switches } from "./glass-switches.tsx"
import { Children } from "./glass-table.tsx"
import { TreePicture } from "./glass-tree.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { GlassLink } from "./link.tsx"

const { glass: text } = TEXTS
/** Changes of the best move that are listed. */
const TOLD_CHOICES = 5

interface GlassProps {
  readonly app: App
  readonly glass: GlassBox
}

export function Glass({ app, glass }: GlassProps) {
  useSource(glass)
  useKeys((event) => pressed(event, glass))
  useTicks(glass)
  return (
    <main class="glass">
      <div class="glass-left">
        <div class="glass-board">
          <Board
            picture={usePicture(glass)}
            coordinates={app.view.coordinates}
            ghost={undefined}
            refused={undefined}
            onPoint={(point) => glass.enter(point)}
            onRead={() => undefined}
            arrowsWithShift
            help={text.board}
          />
        </div>
        <section class="card glass-play" aria-label={text.play.title}>
          {glass.playback ? <Player glass={glass} playback={glass.playback} /> : <Watch glass={glass} />}
        </section>
        <section class="card" aria-labelledby="glass-switches">
          <Switches glass={glass} />
        </section>
      </div>
      <div class="glass-right">
        <section class="card" aria-labelledby="glass-title">
          <h1 class="glass-title" id="glass-title">
            {text.title}
          </h1>
          <Path glass={glass} />
          <Run glass={glass} />
        </section>
        <section class="card glass-table" aria-label={text.table(glass.toPlay)}>
          <Children glass={glass} />
          <WrittenOut glass={glass} />
        </section>
        <section class="card" aria-labelledby="glass-tree">
          <TreePicture glass={glass} />
        </section>
        <section class="card" aria-label={text.timeline}>
          <Shares glass={glass} />
        </section>
        <section class="card slim">
          <Meaning glass={glass} />
          <Choices glass={glass} />
          <p class="quiet keys">{text.keys}</p>
        </section>
      </div>
    </main>
  )
}

function pressed({ key, target }: KeyboardEvent, glass: GlassBox): boolean {
  const isOnButton = target instanceof HTMLElement && target.closest("button, summary") !== null
  if (key === " " && isOnButton) return false
  const isPlaying = glass.playback !== undefined
  const actions: Readonly<Record<string, (() => void) | undefined>> = {
    ...Object.fromEntries(STEPS.map((count, index) => [String(index + 1), () => glass.run(count)])),
    w: () => glass.watchNext(),
    Backspace: () => glass.goUp(glass.line.length - 1),
    " ": isPlaying ? () => glass.togglePlay() : undefined,
    ArrowLeft: isPlaying ? () => glass.stepPlay(-1) : undefined,
    ArrowRight: isPlaying ? () => glass.stepPlay(1) : undefined,
    Escape: isPlaying ? () => glass.endPlay() : undefined,
  }
  const action = actions[key]
  action?.()
  return action !== undefined
}

/** A simulation that plays goes on by the clock. */
function useTicks(glass: GlassBox): void {
  const isPlaying = glass.playback?.isPlaying === true
  const { speed } = glass
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => glass.tick(), 1000 / speed)
    return () => clearInterval(timer)
  }, [glass, isPlaying, speed])
}

function usePicture(glass: GlassBox) {
  const { view, line, playback } = glass
  return useMemo(
    () =>
      makePicture({
        board: glass.board,
        last: glass.last,
        numbers: glass.numbers,
        candidates: glass.candidates,
      }),
    [glass, view, line, playback],
  )
}

function Path({ glass }: Pick<GlassProps, "glass">) {
  const { line, game } = glass
  const steps = [text.root, ...line.map((move) => makeVertex(move, game.size))]
  return (
    <nav class="glass-path" aria-label={text.path}>
      <ol>
        {steps.map((name, depth) => (
          <li key={depth}>
            {depth < line.length ? (
              <button type="button" class="link" onClick={() => glass.goUp(depth)}>
                {name}
              </button>
            ) : (
              <strong aria-current="step">{name}</strong>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Run({ glass }: Pick<GlassProps, "glass">) {
  const { view, isRunning, simulations, trouble } = glass
  return (
    <>
      <div class="buttons glass-steps" role="group" aria-label={text.run}>
        {STEPS.map((count, index) => (
          <button
            key={count}
            type="button"
            class={index === 0 ? "main" : ""}
            aria-label={text.runCount(count)}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => glass.run(count)}
          >
            +{count}
          </button>
        ))}
        <button type="button" disabled={simulations === 0} onClick={() => glass.restart()}>
          {text.restart}
        </button>
        <GlassLink glass={glass} />
      </div>
      <p class="glass-count" role="status">
        {isRunning ? text.running(glass.done, simulations) : text.done(view?.simulations ?? 0)}
        {view && !isRunning && <span class="quiet">{text.tree(view.nodes)}</span>}
        {glass.isFull && <span class="quiet">{text.full}</span>}
      </p>
      {trouble !== undefined && (
        <p class="fault" role="alert">
          {TEXTS.play.trouble} {trouble}
        </p>
      )}
    </>
  )
}

function Watch({ glass }: Pick<GlassProps, "glass">) {
  return (
    <>
      <p class="glass-phase">{text.play.title}</p>
      <div class="buttons">
        <button type="button" aria-keyshortcuts="w" onClick={() => glass.watchNext()}>
          {text.watch}
        </button>
        <button type="button" disabled={!glass.view?.last} onClick={() => glass.watchLast()}>
          {text.watchLast}
        </button>
      </div>
    </>
  )
}

function Player({ glass, playback }: Pick<GlassProps, "glass"> & { playback: Playback }) {
  const { isPlaying, at, simulation } = playback
  const { play: words } = text
  const all = simulation.moves.length
  return (
    <>
      <p class="glass-phase" aria-live={isPlaying ? "off" : "polite"}>
        {phaseText(glass, playback)}
      </p>
      <progress value={at} max={Math.max(1, all)} aria-label={words.title} />
      <div class="buttons">
        <button type="button" class="main" onClick={() => glass.togglePlay()}>
          {isPlaying ? words.pause : words.play}
        </button>
        <button type="button" aria-label={words.back} disabled={at === 0} onClick={() => glass.stepPlay(-1)}>
          ‹
        </button>
        <button
          type="button"
          aria-label={words.forward}
          disabled={at === all}
          onClick={() => glass.stepPlay(1)}
        >
          ›
        </button>
        <button
          type="button"
          aria-label={words.toEnd}
          disabled={at === all}
          onClick={() => glass.stepPlay(all)}
        >
          »
        </button>
        <label class="glass-speed">
          <span>{words.speed}</span>
          <select
            value={glass.speed}
            onChange={({ currentTarget }) => glass.setSpeed(Number(currentTarget.value))}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => glass.endPlay()}>
          {words.close}
        </button>
      </div>
    </>
  )
}

function phaseText({ game }: GlassBox, { at, simulation }: Playback): string {
  const { moves, descent, lead } = simulation
  const { play: words } = text
  if (at === 0) return words.begin
  if (at === moves.length) {
    if (game.rules.captureGoal !== undefined) return words.over
    return lead === 0 ? words.draw : words.end(lead > 0 ? Black : White, String(Math.abs(lead)))
  }
  const vertex = makeVertex(moves[at - 1]!.move, game.size)
  const phase = at <= descent ? words.inTree(at, descent) : words.random(at - descent, moves.length - descent)
  return `${phase}, ${vertex}`
}

function Shares({ glass }: Pick<GlassProps, "glass">) {
  const { view, game } = glass
  const timeline = view?.timeline
  const shape = useMemo(() => timeline && timelineShape(timeline), [timeline])
  const lines = shape?.lines ?? []
  const choices = timeline?.choices ?? []
  const vertex = (move: Move): string => makeVertex(move, game.size)
  return (
    <figure class="glass-shares">
      <figcaption>
        {text.timeline} <span class="quiet">{lines.length > 0 ? text.timelineHint : text.timelineEmpty}</span>
      </figcaption>
      <p class="quiet glass-top">
        {shape && lines.length > 0 ? `${Math.round(100 * shape.top)} %` : "\u00a0"}
      </p>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={text.timeline}>
        {shape?.ticks.map(({ at, x }) => (
          <line key={at} class="glass-tick" x1={x} x2={x} y1={0} y2={100} />
        ))}
        {lines.map(({ move, path }, index) => (
          <path key={move} class={`glass-line glass-line-${index}`} d={path} />
        ))}
      </svg>
      <div class="glass-ticks" aria-hidden="true">
        {shape?.ticks.map(({ at, x }) => (
          <span key={at} style={{ left: `${x}%` }}>
            {at.toLocaleString("en")}
          </span>
        ))}
      </div>
      <ul class="glass-legend">
        {lines.map(({ move, share }, index) => (
          <li key={move}>
            <svg viewBox="0 0 24 4" aria-hidden="true">
              <path class={`glass-line glass-line-${index}`} d="M0 2L24 2" />
            </svg>
            {vertex(move)} {percent(share)} %
          </li>
        ))}
      </ul>
      <p class="glass-choices">
        {choices.length > 0 && (
          <>
            {text.choice}:{" "}
            {choices
              .slice(-TOLD_CHOICES)
              .map(({ move, since }) => text.since(vertex(move), since))
              .join(", ")}
          </>
        )}
      </p>
    </figure>
  )
}

/** Which search is looked into. */
function Choices({ glass }: Pick<GlassProps, "glass">) {
  const presets = PRESET_NAMES.map((preset) => [`uct:${preset}`, TEXTS.presets[preset] ?? preset] as const)
  const isOwn = presets.every(([player]) => player !== glass.player)
  return (
    <div class="fields">
      <label class="field">
        <span>{text.search}</span>
        <select
          value={glass.player}
          onChange={({ currentTarget }) => glass.choose({ player: currentTarget.value })}
        >
          {isOwn && <option value={glass.player}>{glass.player}</option>}
          {presets.map(([player, name]) => (
            <option key={player} value={player}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{text.seed}</span>
        <input
          type="number"
          step={1}
          value={glass.seed}
          onChange={({ currentTarget }) => {
            const seed = currentTarget.valueAsNumber
            if (Number.isSafeInteger(seed)) glass.choose({ seed })
            else currentTarget.value = String(glass.seed)
          }}
        />
      </label>
    </div>
  )
}
