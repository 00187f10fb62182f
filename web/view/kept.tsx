// What the app says about keeping things, on every page: that nothing is kept, that another tab has the game, that a
// new version is there.

import type { App } from "../state/app.ts"
import { makePicture } from "../state/shared/picture.ts"
import type { PlaySession } from "../state/play/play.ts"
import type { Updates } from "../pwa/updates.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { useSource } from "./hooks.ts"
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import "./kept.css"
import { Table } from "./parts.tsx"

const { kept: text } = TEXTS

/** Lines below the header; none, most of the time. */
export function KeptLines({ app }: { app: App }) {
  const { library } = app.desk
  useSource(library)
  return (
    <div class="kept-lines" aria-live="polite">
      {library.fault !== undefined && <p class="kept-line">{text.fault[library.fault]}</p>}
      {app.screen === "review" && app.isElsewhere && (
        <p class="kept-line">
          {text.recordElsewhere}
          <button type="button" class="small" onClick={() => void app.takeOver()}>
            {text.takeOver}
          </button>
        </p>
      )}
    </div>
  )
}

/** A game that another tab has: to look at. */
export function Elsewhere({ app, play }: { app: App; play: PlaySession }) {
  const { game } = play
  return (
    <Table
      board={
        <Board
          picture={makePicture({ board: game.board, last: game.moves.at(-1)?.move })}
          coordinates={app.view.coordinates}
          ghost={undefined}
          refused={undefined}
          onPoint={() => undefined}
          onRead={() => undefined}
          help={text.lookOn}
        />
      }
    >
      <section class="card" aria-labelledby="elsewhere">
        <h1 id="elsewhere" class="record-title">
          {text.elsewhere}
        </h1>
        <p>{text.elsewhereHelp}</p>
        <p class="quiet" role="status">
          {TEXTS.play.moveNumber(game.moves.length)}
        </p>
        <div class="buttons">
          <button type="button" class="main" onClick={() => void app.takeOver()}>
            {text.takeOver}
          </button>
          <button type="button" onClick={() => app.goTo("start")}>
            {TEXTS.play.newGame}
          </button>
        </div>
      </section>
    </Table>
  )
}

export function UpdateBar({ updates }: { updates: Updates }) {
  useSource(updates)
  return (
    <div aria-live="polite">
      {updates.isReady && (
        <div class="bar">
          <span>{text.update}</span>
          <button type="button" class="main" onClick={() => updates.accept()}>
            {TEXTS.reload}
          </button>
          <button type="button" onClick={() => updates.later()}>
            {text.later}
          </button>
        </div>
      )}
    </div>
  )
}
