// The frame around the pages: the way between them, the line about the engine, and records that are dropped anywhere.

import { Component, type ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { EngineClient } from "../engine/client.ts"
import type { App as AppState } from "../state/app.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"
import { Play } from "./play.tsx"
import { OpenRecord, openFile, Review } from "./review.tsx"
import { Start } from "./start.tsx"

interface AppProps {
  readonly app: AppState
  readonly engine: EngineClient & { subscribe(listener: () => void): () => void }
}

export function App({ app, engine }: AppProps) {
  useSource(app)
  const isDropping = useDrop(app)
  const isReview = app.screen === "review"
  return (
    <Guard>
      <header>
        <span class="brand">{TEXTS.title}</span>
        <nav aria-label={TEXTS.nav.label}>
          <button
            type="button"
            aria-current={isReview ? undefined : "page"}
            onClick={() => app.goTo(isReview && app.play ? "play" : "start")}
          >
            {TEXTS.nav.play}
          </button>
          <button
            type="button"
            aria-current={isReview ? "page" : undefined}
            onClick={() => app.goTo("review")}
          >
            {TEXTS.nav.review}
          </button>
        </nav>
      </header>
      <Page app={app} />
      <footer>
        <EngineLine engine={engine} />
      </footer>
      {isDropping && <div class="drop">{TEXTS.review.drop}</div>}
    </Guard>
  )
}

function Page({ app }: { app: AppState }) {
  const { screen, play, review } = app
  if (screen === "play" && play) return <Play app={app} play={play} />
  if (screen !== "review") return <Start app={app} />
  return review ? <Review app={app} review={review} /> : <OpenRecord app={app} />
}

function EngineLine({ engine }: Pick<AppProps, "engine">) {
  useSource(engine)
  const { engine: text } = TEXTS
  const { threads, restarts } = engine
  if (threads === undefined) return <span>{text.waiting}</span>
  const line = threads > 1 ? text.many(threads) : crossOriginIsolated ? text.one : text.oneWhy
  return (
    <span>
      {line}
      {restarts > 0 && ` (${text.restarted(restarts)})`}
    </span>
  )
}

function useDrop(app: AppState): boolean {
  const [isDropping, setDropping] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault()
      setDropping(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDropping(false)
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      setDropping(false)
      const [file] = event.dataTransfer?.files ?? []
      const text = event.dataTransfer?.getData("text/plain") ?? ""
      if (file) void openFile(app, file)
      else if (text !== "" && !app.open(text)) app.goTo("review")
    }
    document.addEventListener("dragover", over)
    document.addEventListener("dragleave", leave)
    document.addEventListener("drop", drop)
    return () => {
      document.removeEventListener("dragover", over)
      document.removeEventListener("dragleave", leave)
      document.removeEventListener("drop", drop)
    }
  }, [app])
  return isDropping
}

/** A fault in drawing must not leave an empty page: the game is kept, a reload shows it. */
class Guard extends Component<{ children: ComponentChildren }, { isBroken: boolean }> {
  override state = { isBroken: false }

  override componentDidCatch(): void {
    this.setState({ isBroken: true })
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <main class="start">
        <section class="card start-card" role="alert">
          <p>{TEXTS.crash}</p>
          <button type="button" class="main" onClick={() => location.reload()}>
            {TEXTS.reload}
          </button>
        </section>
      </main>
    )
  }
}
