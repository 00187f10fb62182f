// The page of a game: board, both sides, what to do now, and the count at the end.

import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import {
  Black,
  isPass,
  makeVertex,
  opponent,
  White,
  type Color,
  type Outcome,
  type Score,
} from "montego/rules"
import type { App } from "../state/app.ts"
import { makePicture, percent } from "../state/picture.ts"
import { moveNumbers, type PlaySession } from "../state/play.ts"
import { limitOf } from "../state/settings.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { Question, saveText, Table, Toggles } from "./parts.tsx"
import { playClick } from "./sound.ts"

const { play: text } = TEXTS

export function Play({ app, play }: { app: App; play: PlaySession }) {
  useSource(play)
  const [isResigning, setResigning] = useState(false)
  const { game, status } = play
  const isYours = status === "your-move"
  useClick(app, game.moves.length)
  useBoardFocus(play)
  useKeys((event) => pressed(event, app, play))

  const answer = (isYes: boolean): void => {
    setResigning(false)
    if (isYes) play.resign()
  }

  return (
    <Table
      board={
        <Board
          picture={usePicture(app, play)}
          coordinates={app.view.coordinates}
          ghost={isYours ? game.toPlay : undefined}
          refused={play.refused}
          onPoint={(point) => play.choose(point)}
          onRead={() => play.forgetRefusal()}
        />
      }
    >
      <section class="card" aria-labelledby="game-title">
        <h1 class="unseen" id="game-title">
          {text.title}
        </h1>
        <Side play={play} color={White} />
        <Side play={play} color={Black} />
        <p class="status" role="status">
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
            <button type="button" onClick={() => setResigning(true)}>
              {text.resign}
            </button>
          </div>
        )}
      </section>
      <section class="card slim">
        <Toggles
          app={app}
          names={["coordinates", "numbers", "sound", ...(play.machine ? (["thinking"] as const) : [])]}
        />
        <div class="buttons">
          <button type="button" onClick={() => saveText("montego.sgf", app.gameSgf())}>
            {text.save}
          </button>
          <button type="button" onClick={() => app.goTo("start")}>
            {text.newGame}
          </button>
        </div>
        <p class="quiet">
          {text.gameInfo(TEXTS.rules[game.rules.name] ?? game.rules.name, game.komi)},{" "}
          {text.moveNumber(game.moves.length)}
        </p>
        <p class="quiet keys">{TEXTS.keys.play}</p>
      </section>
      {isResigning && (
        <Question text={text.resignQuestion} yes={text.resignYes} no={text.resignNo} onAnswer={answer} />
      )}
    </Table>
  )
}

function pressed(event: KeyboardEvent, app: App, play: PlaySession): boolean {
  switch (event.key.toLowerCase()) {
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
        ? `${TEXTS.names.machine} · ${levelName(play)}`
        : TEXTS.you
  return (
    <div class={`side${isOn ? " side-on" : ""}`}>
      <span class={`stone stone-${color === Black ? "black" : "white"}`} aria-hidden="true" />
      <span class="side-name">
        {name}
        {machine !== undefined && <span class="unseen"> ({TEXTS.color(color)})</span>}
      </span>
      <span class="quiet">{text.captures(game.board.prisoners(color))}</span>
    </div>
  )
}

function levelName({ settings }: PlaySession): string {
  const { opponent: name } = settings
  return name === "custom" || name === "person" ? TEXTS.start.custom : TEXTS.levels[name]
}

function StatusText({ play }: { play: PlaySession }) {
  const { game, status, hint } = play
  const last = game.moves.at(-1)
  const before =
    last && game.phase === "playing" && last.color !== undefined && isPass(last.move)
      ? `${text.passed(last.color)}. `
      : ""
  switch (status) {
    case "your-move":
      if (hint === "thinking") return <>{text.hintThinking}</>
      if (hint) return <>{text.hintIs(makeVertex(hint.move, game.size), percent(hint.winRate))}</>
      return (
        <>
          {before}
          {play.machine === undefined ? text.toMove(game.toPlay) : text.yourMove(game.toPlay)}
          <span class="unseen">
            {last && `. ${text.played(last.color, makeVertex(last.move, game.size))}`}
          </span>
        </>
      )
    case "thinking":
      return (
        <>
          {before}
          {text.thinking} …
        </>
      )
    case "trouble":
      return (
        <>
          {text.trouble} {play.trouble}
        </>
      )
    case "counting":
      return <>{play.isProposing ? text.counting : text.count}</>
    case "over":
      return <strong>{outcomeText(game.outcome!, play.machine)}</strong>
  }
}

export function outcomeText(outcome: Outcome, machine: Color | undefined): string {
  const { outcome: words } = TEXTS
  if (!("winner" in outcome)) return words[outcome.kind]
  const { winner } = outcome
  const who = machine === undefined ? words.won(winner) : winner === machine ? words.youLose : words.youWin
  return `${who} ${outcome.kind === "score" ? words.by(outcome.margin) : words[outcome.kind]}`
}

/** How far the machine is, in the same place whether it thinks or not: nothing jumps. */
function Progress({ play, isShown }: { play: PlaySession; isShown: boolean }) {
  const { status, report, settings, game } = play
  if (play.machine === undefined || status === "counting" || status === "over") return null
  if (status === "trouble")
    return (
      <div class="buttons">
        <button type="button" onClick={() => play.tryAgain()}>
          {text.tryAgain}
        </button>
      </div>
    )
  const limit = limitOf(settings)
  const isThinking = status === "thinking"
  const done =
    !isThinking || !report
      ? 0
      : "playouts" in limit
        ? report.playouts / limit.playouts
        : report.seconds / limit.seconds
  const best = isThinking && isShown ? report?.candidates[0] : undefined
  return (
    <div class={`progress${isThinking ? "" : " progress-idle"}`}>
      <progress value={Math.min(1, done)} max={1} aria-label={text.thinking} />
      <button type="button" class="small" disabled={!isThinking} onClick={() => play.hurry()}>
        {text.moveNow}
      </button>
      {isShown && (
        <p class="quiet">
          {best ? text.machineThinks(makeVertex(best.move, game.size), percent(best.winRate)) : "\u00a0"}
        </p>
      )}
    </div>
  )
}

function Ending({ app, play }: { app: App; play: PlaySession }) {
  const { score, status, game } = play
  return (
    <>
      {status === "counting" && <p>{text.countHelp}</p>}
      {score && (
        <ScoreSheet score={score} isArea={game.rules.scoring === "area"} isFinal={status === "over"} />
      )}
      <div class="buttons">
        {status === "counting" ? (
          <>
            <button type="button" class="main" onClick={() => play.accept()}>
              {text.accept}
            </button>
            <button type="button" onClick={() => play.resume()}>
              {text.playOn}
            </button>
          </>
        ) : (
          <>
            <button type="button" class="main" onClick={() => app.newGame()}>
              {text.again}
            </button>
            <button type="button" onClick={() => app.reviewGame()}>
              {text.review}
            </button>
            <button type="button" disabled={!play.canUndo} onClick={() => play.undo()}>
              {text.undo}
            </button>
          </>
        )}
      </div>
    </>
  )
}

function ScoreSheet({ score, isArea, isFinal }: { score: Score; isArea: boolean; isFinal: boolean }) {
  const { score: words } = TEXTS
  const { black, white, margin } = score
  const rows = [
    ...(isArea ? (["stones"] as const) : []),
    "territory" as const,
    ...(isArea ? [] : (["prisoners"] as const)),
    "komi" as const,
    ...(white.compensation === 0 ? [] : (["compensation"] as const)),
    "total" as const,
  ]
  const leader = margin > 0 ? Black : White
  return (
    <table class="score">
      <caption>
        {isFinal ? words.title : margin === 0 ? words.even : words.leads(leader, Math.abs(margin))}
      </caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{TEXTS.color(Black)}</th>
          <th scope="col">{TEXTS.color(opponent(Black))}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row} class={row === "total" ? "total" : ""}>
            <th scope="row">{words[row]}</th>
            <td>{black[row]}</td>
            <td>{white[row]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A stone is heard when it is placed, not when a game is opened or a move taken back. */
function useClick(app: App, moves: number): void {
  const before = useRef(moves)
  useEffect(() => {
    if (moves > before.current && app.view.sound) playClick()
    before.current = moves
  }, [moves])
}

const boardElement = (): HTMLElement | null => document.querySelector(".board")

/** A new game begins at the board, for keys and screen readers; a reload leaves the focus alone. */
function useBoardFocus(play: PlaySession): void {
  useEffect(() => {
    if (play.game.moves.length < 2) boardElement()?.focus({ preventScroll: true })
  }, [play])
}

/** An arrow goes to the board from wherever the focus is; the board keeps its own. */
function passToBoard({ key }: KeyboardEvent): boolean {
  const board = boardElement()
  if (!board || !key.startsWith("Arrow")) return false
  board.focus()
  return !board.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }))
}
