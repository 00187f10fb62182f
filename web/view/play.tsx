// The page of a game: board, both sides, what to do now, and the count at the end.

import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { Black, Empty, isPass, makeVertex, White, type Color, type Point } from "montego/rules"
import type { App, ViewOptions } from "../state/app.ts"
import { lastCaptures, moveNumbers } from "../state/shared/game-facts.ts"
import { makePicture, wholePercent } from "../state/shared/picture.ts"
import type { PlaySession } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { ClockFace, TimeWarning, useLastSeconds } from "./clock.tsx"
import { Ending } from "./ending.tsx"
import { Field, Select } from "./fields.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { KeysHelp } from "./keys-help.tsx"
import { PlayLinks } from "./link.tsx"
import { ENTRY_ID, MoveEntry } from "./move-entry.tsx"
import { machineName, outcomeText, shortMachineName } from "./names.ts"
import { Question, saveSgf, Table, Toggles } from "./parts.tsx"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./play.css"
import { playSound } from "./sound.ts"
import { TextBoard, type PointFacts } from "./text-board.tsx"

const { play: text } = TEXTS

export function Play({ app, play }: { app: App; play: PlaySession }) {
  useSource(play)
  const [asked, ask] = useState<"resign" | "keys" | undefined>(undefined)
  const { game, status } = play
  const isYours = status === "your-move"
  const captures = useMemo(() => lastCaptures(game), [game, game.moves.length])
  useSound(app, play, captures)
  useLastSeconds(play, app.view.sound)
  useBoardFocus(play)
  useKeys((event) => pressed(event, app, play, ask))

  const answer = (isYes: boolean): void => {
    ask(undefined)
    if (isYes) play.resign()
  }

  return (
    <Table board={app.view.text ? <WordBoard app={app} play={play} /> : <DrawnBoard app={app} play={play} />}>
      <section class="card" aria-labelledby="game-title">
        <h1 class="unseen" id="game-title">
          {text.title}
        </h1>
        {/* As at a board: one sits on the near side. */}
        <Side play={play} color={play.machine === Black ? Black : White} />
        <Side play={play} color={play.machine === Black ? White : Black} />
        <p class="status" role="status">
          <LastMove play={play} captures={captures} isSeen={app.view.text} />
          <span class="unseen">{play.clock && <TimeWarning play={play} clock={play.clock} />}</span>
          <StatusText play={play} />
        </p>
        <Progress play={play} isShown={app.view.thinking} />
        {status === "counting" || status === "over" ? (
          <Ending app={app} play={play} />
        ) : (
          <div class="buttons">
            <button type="button" disabled={!isYours} onClick={() => play.pass()}>
              {text.pass}
            </button>
            <button type="button" disabled={!play.canUndo} onClick={() => play.undo()}>
              {text.undo}
            </button>
            <button
              type="button"
              disabled={!isYours || play.hint === "thinking"}
              onClick={() => void play.askHint()}
            >
              {text.hint}
            </button>
            <button type="button" onClick={() => ask("resign")}>
              {text.resign}
            </button>
          </div>
        )}
        {app.view.text && status !== "over" && <MoveEntry play={play} onResign={() => ask("resign")} />}
      </section>
      <section class="card slim">
        <Toggles
          app={app}
          names={[
            "coordinates",
            "numbers",
            "sound",
            "text",
            ...(play.machine ? (["thinking"] as const) : []),
          ]}
        />
        <Looks app={app} />
        <div class="buttons play-files">
          <button type="button" onClick={() => saveSgf(app.gameSgf())}>
            {text.save}
          </button>
          <button type="button" onClick={() => app.goTo("start")}>
            {text.newGame}
          </button>
          <PlayLinks play={play} />
        </div>
        <p class="quiet game-info">
          <span>
            {gameInfo(play)}, {text.moveNumber(game.moves.length)}
          </span>
          <button type="button" class="link keys" aria-haspopup="dialog" onClick={() => ask("keys")}>
            {TEXTS.help.button}
          </button>
        </p>
      </section>
      {asked === "resign" && (
        <Question text={text.resignQuestion} yes={text.resignYes} no={text.resignNo} onAnswer={answer} />
      )}
      {asked === "keys" && <KeysHelp keys={TEXTS.help.play} onClose={() => ask(undefined)} />}
    </Table>
  )
}

/** How board and stones look, and whether taps are confirmed where fingers are used. */
function Looks({ app }: { app: App }) {
  const { view } = TEXTS
  return (
    <div class="looks">
      <Field label={view.theme}>
        <Select
          value={app.view.theme}
          options={Object.entries(view.themes)}
          onChoose={(theme) => app.show({ theme: theme as ViewOptions["theme"] })}
        />
      </Field>
      {matchMedia("(any-pointer: coarse)").matches && (
        <Field label={view.confirm}>
          <Select
            value={app.view.confirm}
            options={Object.entries(view.confirms)}
            onChoose={(confirm) => app.show({ confirm: confirm as ViewOptions["confirm"] })}
          />
        </Field>
      )}
    </div>
  )
}

function gameInfo({ game }: PlaySession): string {
  const rules = TEXTS.rules[game.rules.name] ?? game.rules.name
  return game.rules.captureGoal === undefined ? text.gameInfo(rules, game.komi) : rules
}

function pressed(
  event: KeyboardEvent,
  app: App,
  play: PlaySession,
  ask: (what: "resign" | "keys") => void,
): boolean {
  switch (event.key.toLowerCase()) {
    case "?":
      ask("keys")
      return true
    case "r":
      if (play.game.phase !== "over") ask("resign")
      return true
    case "m":
      if (!app.view.text) app.show({ text: true })
      requestAnimationFrame(() => document.getElementById(ENTRY_ID)?.focus())
      return true
    case "t":
      app.show({ text: !app.view.text })
      requestAnimationFrame(() => boardElement()?.focus())
      return true
    case "s":
      app.show({ sound: !app.view.sound })
      return true
    case "p":
      play.pass()
      return true
    case "u":
      play.undo()
      return true
    case "h":
      void play.askHint()
      return true
    case "c":
      app.show({ coordinates: !app.view.coordinates })
      return true
    case "n":
      app.show({ numbers: !app.view.numbers })
      return true
    default:
      return passToBoard(event)
  }
}

function DrawnBoard({ app, play }: { app: App; play: PlaySession }) {
  const { game, status } = play
  return (
    <Board
      picture={usePicture(app, play)}
      coordinates={app.view.coordinates}
      ghost={status === "your-move" ? game.toPlay : undefined}
      refused={play.refused}
      onPoint={(point) => play.choose(point)}
      onRead={() => play.forgetRefusal()}
      confirm={app.view.confirm}
    />
  )
}

function WordBoard({ app, play }: { app: App; play: PlaySession }) {
  const { game, hint, score, dead } = play
  const numbers = app.view.numbers ? moveNumbers(game) : undefined
  const factsOn = (point: Point): PointFacts => ({
    content: game.board.at(point) as PointFacts["content"],
    number: numbers?.get(point),
    isLast: game.moves.at(-1)?.move === point,
    isHint: typeof hint === "object" && hint.move === point,
    isDead: score !== undefined && dead.has(point),
    owner: (score?.owner[point] ?? Empty) as PointFacts["owner"],
  })
  return (
    <TextBoard
      size={game.size}
      factsOn={factsOn}
      refused={play.refused}
      onPoint={(point) => play.choose(point)}
      onRead={() => play.forgetRefusal()}
    />
  )
}

function usePicture(app: App, play: PlaySession) {
  const { game, dead, report, hint, score, status } = play
  const { numbers, thinking } = app.view
  const isThinking = status === "thinking" && thinking
  const move = typeof hint === "object" ? hint.move : undefined
  return useMemo(
    () =>
      makePicture({
        board: game.board,
        last: game.moves.at(-1)?.move,
        numbers: numbers ? moveNumbers(game) : undefined,
        dead: score ? dead : undefined,
        owner: score?.owner,
        candidates: isThinking ? report?.candidates : undefined,
        hint: move,
      }),
    [game, game.moves.length, game.phase, numbers, dead, isThinking && report, move],
  )
}

function Side({ play, color }: { play: PlaySession; color: Color }) {
  const { game, machine } = play
  const isOn = game.phase === "playing" && game.toPlay === color
  const name =
    machine === undefined
      ? TEXTS.color(color)
      : color === machine
        ? machineName(play.settings)
        : play.settings.name.trim() || TEXTS.you
  return (
    <div class={`side${isOn ? " side-on" : ""}${play.clock ? " side-timed" : ""}`}>
      <span class={`stone stone-${color === Black ? "black" : "white"}`} aria-hidden="true" />
      <span class="side-name">
        {name}
        {machine !== undefined && <span class="unseen"> ({TEXTS.color(color)})</span>}
      </span>
      <span class="quiet side-captures">{text.captures(game.board.prisoners(color))}</span>
      {play.clock && <ClockFace clock={play.clock} color={color} />}
    </div>
  )
}

/** What happened, said before what is to do now; stones are seen on the board, passes are not. */
function LastMove({ play, captures, isSeen }: { play: PlaySession; captures: number; isSeen: boolean }) {
  const { game } = play
  const last = game.moves.at(-1)
  const isEndedOtherwise = game.outcome?.kind === "resign" || game.outcome?.kind === "time"
  if (!last || isEndedOtherwise) return null
  const said = isPass(last.move)
    ? text.passed(last.color)
    : text.played(last.color, makeVertex(last.move, game.size), captures)
  const isPassInPlay = isPass(last.move) && game.phase === "playing"
  return <span class={isSeen || isPassInPlay ? "" : "unseen"}>{said}. </span>
}

function StatusText({ play }: { play: PlaySession }) {
  const { game, status, hint } = play
  switch (status) {
    case "your-move":
      if (hint === "thinking") return <>{text.hintThinking}</>
      if (hint) return <>{text.hintIs(makeVertex(hint.move, game.size), wholePercent(hint.winRate))}</>
      return <>{play.machine === undefined ? text.toMove(game.toPlay) : text.yourMove(game.toPlay)}</>
    case "thinking":
      return <>{thinkingText(play)} …</>
    case "trouble":
      return (
        <>
          {text.trouble} {play.trouble}
        </>
      )
    case "counting":
      return <>{play.isProposing ? text.counting : text.count}</>
    case "over":
      return <strong>{outcomeText(game.outcome!, play.machine, play.settings)}</strong>
  }
}

const thinkingText = ({ settings }: PlaySession): string => text.thinking(shortMachineName(settings))

/** How far the machine is, in the same place whether it thinks or not: nothing jumps. */
function Progress({ play, isShown }: { play: PlaySession; isShown: boolean }) {
  const { status, report, game } = play
  if (play.machine === undefined || status === "counting" || status === "over") return null
  if (status === "trouble")
    return (
      <div class="buttons">
        <button type="button" onClick={() => play.tryAgain()}>
          {text.tryAgain}
        </button>
      </div>
    )
  const isThinking = status === "thinking"
  const best = isThinking && isShown ? report?.candidates[0] : undefined
  return (
    <div class={`progress${isThinking ? "" : " progress-idle"}`}>
      <progress value={play.progress} max={1} aria-label={thinkingText(play)} />
      <button type="button" class="small" disabled={!isThinking} onClick={() => play.hurry()}>
        {text.moveNow}
      </button>
      {isShown && (
        <p class="quiet">
          {best ? text.machineThinks(makeVertex(best.move, game.size), wholePercent(best.winRate)) : "\u00a0"}
        </p>
      )}
    </div>
  )
}

/** A move is heard when it is made, not when a game is opened or a move taken back. */
function useSound(app: App, { game }: PlaySession, captures: number): void {
  const moves = game.moves.length
  const before = useRef(moves)
  useEffect(() => {
    const isNew = moves > before.current
    before.current = moves
    if (!isNew || !app.view.sound) return
    playSound(isPass(game.moves.at(-1)!.move) ? "pass" : captures > 0 ? "capture" : "stone")
  }, [moves])
}

/** The board, or the point of the text board that takes the focus. */
const boardElement = (): HTMLElement | null =>
  document.querySelector(".board, .text-board button[tabindex='0']")

/** A new game begins at the board, for keys and screen readers; a reload leaves the focus alone. */
function useBoardFocus(play: PlaySession): void {
  useEffect(() => {
    scrollTo(0, 0)
    if (play.game.moves.length < 2) boardElement()?.focus({ preventScroll: true })
  }, [play])
}

/** An arrow goes to the board from wherever the focus is; the board keeps its own. */
function passToBoard({ key }: KeyboardEvent): boolean {
  const board = boardElement()
  if (!board || !key.startsWith("Arrow")) return false
  board.focus()
  if (!board.matches(".board")) return true
  return !board.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }))
}
