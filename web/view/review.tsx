// The review: a record on the board, what the engine thinks of it, and the way through it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { Black, makeVertex, White } from "montego/rules"
import type { App } from "../state/app.ts"
import { makePicture, percent, short } from "../state/picture.ts"
import { moveNumbers } from "../state/play.ts"
import { titleOf, type Review as ReviewState } from "../state/review.ts"
import { TEXTS } from "../texts.ts"
import { Board } from "./board.tsx"
import { Graph } from "./graph.tsx"
import { useKeys, useSource } from "./hooks.ts"
import { saveText, Table, Toggles } from "./parts.tsx"

const { review: text } = TEXTS

export function Review({ app, review }: { app: App; review: ReviewState }) {
  useSource(review)
  useKeys((event) => pressed(event, app, review))
  // Where one stands is kept, but not at every step of a fast walk.
  useEffect(() => {
    const timer = setTimeout(() => app.keepReview(), 400)
    return () => clearTimeout(timer)
  }, [review.at, review.line])

  const { game, info, siblings } = review
  const facts = [info.date, info.event, info.result].filter((part) => part !== undefined).join(" · ")
  return (
    <Table
      board={
        <Board
          picture={usePicture(app, review)}
          coordinates={app.view.coordinates}
          ghost={game.toPlay}
          refused={review.refused}
          onPoint={(point) => review.play(point)}
          onRead={() => review.forgetRefusal()}
          arrowsWithShift
        />
      }
    >
      <section class="card" aria-label={TEXTS.nav.review}>
        <h1 class="record-title">{titleOf(info) ?? text.unnamed}</h1>
        {facts !== "" && <p class="quiet">{facts}</p>}
        <Fault app={app} />
        <Walk review={review} />
        <p class="status" role="status">
          {text.place(review.moveNumber, review.line.length - 1)}
          {", "}
          {TEXTS.play.toMove(game.toPlay)}
          {siblings.count > 1 && (
            <button type="button" class="small" title={text.nextVariation} onClick={() => review.turn(1)}>
              {text.variation(siblings.place + 1, siblings.count)}
            </button>
          )}
        </p>
        <Analysis review={review} />
        <Graph review={review} />
        <Candidates review={review} />
        {review.comment !== undefined && (
          <blockquote class="comment" aria-label={text.comment}>
            {review.comment}
          </blockquote>
        )}
      </section>
      <section class="card slim">
        <Toggles app={app} names={["candidates", "owners", "coordinates", "numbers"]} />
        <div class="buttons">
          <button type="button" onClick={() => saveText("montego.sgf", review.sgf())}>
            {TEXTS.play.save}
          </button>
          <button type="button" onClick={() => app.closeRecord()}>
            {text.openAnother}
          </button>
        </div>
        {review.notes.length > 0 && (
          <details>
            <summary>{text.notes}</summary>
            <ul>
              {review.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </details>
        )}
        <p class="quiet keys">{TEXTS.keys.review}</p>
      </section>
    </Table>
  )
}

function pressed({ key, shiftKey }: KeyboardEvent, app: App, review: ReviewState): boolean {
  if (shiftKey) return false
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => review.back(),
    ArrowRight: () => review.forward(),
    ArrowUp: () => review.turn(-1),
    ArrowDown: () => review.turn(1),
    PageUp: () => review.back(10),
    PageDown: () => review.forward(10),
    Home: () => review.go(0),
    End: () => review.go(Infinity),
    a: () => review.analyse(!review.isAnalysing),
    o: () => app.show({ owners: !app.view.owners }),
    k: () => app.show({ candidates: !app.view.candidates }),
    c: () => app.show({ coordinates: !app.view.coordinates }),
    n: () => app.show({ numbers: !app.view.numbers }),
  }
  const action = actions[key]
  action?.()
  return action !== undefined
}

function usePicture(app: App, review: ReviewState) {
  const { game, report, node, labels } = review
  const { candidates, owners, numbers } = app.view
  return useMemo(
    () =>
      makePicture({
        board: game.board,
        last: game.moves.at(-1)?.move,
        numbers: numbers ? moveNumbers(game) : undefined,
        candidates: candidates ? report?.candidates : undefined,
        owners: owners ? report?.owners : undefined,
        labels,
      }),
    [node, report, candidates, owners, numbers],
  )
}

function Walk({ review }: { review: ReviewState }) {
  const { at, canForward } = review
  const steps = [
    { label: text.first, shape: "M4 4h3v12H4zM17 4v12L8 10z", isOff: at === 0, go: () => review.go(0) },
    { label: text.back, shape: "M15 4v12L5 10z", isOff: at === 0, go: () => review.back() },
    { label: text.forward, shape: "M5 4v12l10-6z", isOff: !canForward, go: () => review.forward() },
    {
      label: text.last,
      shape: "M13 4h3v12h-3zM3 4v12l9-6z",
      isOff: !canForward,
      go: () => review.go(Infinity),
    },
  ]
  return (
    <div class="buttons walk">
      {steps.map(({ label, shape, isOff, go }) => (
        <button key={label} type="button" aria-label={label} title={label} disabled={isOff} onClick={go}>
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d={shape} />
          </svg>
        </button>
      ))}
    </div>
  )
}

function Analysis({ review }: { review: ReviewState }) {
  const { isAnalysing, sweep, report } = review
  if (!review.isWatchable) return <p class="quiet">{text.tooLarge}</p>
  const lead = report?.score.mean ?? 0
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class={isAnalysing ? "on" : ""}
          aria-pressed={isAnalysing}
          onClick={() => review.analyse(!isAnalysing)}
        >
          {isAnalysing ? text.stop : text.analyse}
        </button>
        <button
          type="button"
          class={sweep ? "on" : ""}
          aria-pressed={sweep !== undefined}
          onClick={() => void review.sweepGame()}
        >
          {sweep ? text.sweeping(sweep.done, sweep.all) : text.sweep}
        </button>
      </div>
      {review.trouble !== undefined && (
        <p class="fault" role="alert">
          {TEXTS.play.trouble} {review.trouble}
        </p>
      )}
      <p class="numbers">
        {report ? (
          <>
            <strong>
              {TEXTS.color(report.color)} {percent(report.winRate)} %
            </strong>
            <span>{text.lead(lead >= 0 ? Black : White, Math.abs(lead).toFixed(1))}</span>
            <span class="quiet">{text.playouts(short(report.playouts))}</span>
          </>
        ) : (
          "\u00a0"
        )}
      </p>
    </>
  )
}

function Fault({ app }: { app: App }) {
  if (app.fault === undefined) return null
  return (
    <p class="fault" role="alert">
      {text.fault} {app.fault}
    </p>
  )
}

const SHOWN_CANDIDATES = 5

function Candidates({ review }: { review: ReviewState }) {
  const { report, game } = review
  // While it thinks, the table has its place: nothing below it jumps.
  if (!report) return review.isAnalysing ? <div class="candidates-place" /> : null
  const vertex = (move: Parameters<typeof makeVertex>[0]): string => makeVertex(move, game.size)
  return (
    <div class="candidates-place">
      <table class="candidates">
        <caption class="unseen">{text.candidates}</caption>
        <thead>
          <tr>
            <th scope="col">{text.move}</th>
            <th scope="col">{text.winRate}</th>
            <th scope="col">{text.visits}</th>
            <th scope="col">{text.line}</th>
          </tr>
        </thead>
        <tbody>
          {report.candidates.slice(0, SHOWN_CANDIDATES).map(({ move, winRate, visits, pv }) => (
            <tr key={move}>
              <th scope="row">
                <button type="button" class="link" onClick={() => review.play(move)}>
                  {vertex(move)}
                </button>
              </th>
              <td>{percent(winRate)} %</td>
              <td>{short(visits)}</td>
              <td class="line">{pv.slice(1, 6).map(vertex).join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Where a record is opened: by file, by dropping it on the page (app.tsx), or as text. */
export function OpenRecord({ app }: { app: App }) {
  const file = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState("")
  return (
    <main class="start">
      <section class="card start-card">
        <h1>{text.title}</h1>
        <p class="quiet">{text.intro}</p>
        <Fault app={app} />
        <button class="main wide" type="button" onClick={() => file.current?.click()}>
          {text.choose}
        </button>
        <input
          ref={file}
          class="unseen"
          type="file"
          accept=".sgf,.gz,application/x-go-sgf,text/plain"
          aria-label={text.choose}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            if (chosen) void openFile(app, chosen)
            currentTarget.value = ""
          }}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            app.open(pasted)
          }}
        >
          <label class="field tall">
            <span>{text.paste}</span>
            <textarea
              rows={5}
              spellcheck={false}
              value={pasted}
              placeholder="(;GM[1]FF[4]SZ[9];B[ee];W[cc])"
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
          </label>
          <button class="wide" type="submit" disabled={pasted.trim() === ""}>
            {text.open}
          </button>
        </form>
      </section>
    </main>
  )
}

/** Largest file that is read: far beyond any game. */
const LARGEST_FILE = 20_000_000

export async function openFile(app: App, file: File): Promise<void> {
  try {
    if (file.size > LARGEST_FILE) throw new Error("the file is too large for a game record")
    app.open(await bytesOf(file))
  } catch (error) {
    app.refuse(error instanceof Error ? error.message : String(error))
  }
}

/** A file's bytes, unpacked where they are packed. */
async function bytesOf(file: File): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isPacked) return bytes
  const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"))
  return new Uint8Array(await new Response(unpacked).arrayBuffer())
}
