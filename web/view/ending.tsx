// The end of a game: the count while it is made, the score sheet, and what to do next.

import { Black, opponent, White, type Score } from "montego/rules"
import { findLevel } from "montego/players"
import type { App } from "../state/app.ts"
import type { PlaySession } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"

const { play: text } = TEXTS

export function Ending({ app, play }: { app: App; play: PlaySession }) {
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
            <NextLevel app={app} play={play} />
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

/** The opponent that one's results propose, where it is another one. */
function NextLevel({ app, play }: { app: App; play: PlaySession }) {
  const { opponent: played, size } = play.settings
  const level = app.results.suggested(size)
  if (level === undefined || level === played || !findLevel(played)) return null
  const begin = (): void => {
    app.choose({ opponent: level, handicap: 0 })
    app.newGame()
  }
  return (
    <button type="button" onClick={begin}>
      {text.nextLevel(TEXTS.levels[level])}
    </button>
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
