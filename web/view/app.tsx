// The frame around the pages: the way between them, the line about the engine, and records that are dropped anywhere.

import { Component, type ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useState } from "preact/hooks"
import type { EngineChoice } from "../engine/remote-choice.ts"
import type { Updates } from "../pwa/updates.ts"
import type { App as AppState } from "../state/app.ts"
import { TEXTS } from "../texts.ts"
import { TimeElsewhere } from "./clock.tsx"
import { EngineLine } from "./engine-line.tsx"
import { useSource } from "./hooks.ts"
import { Elsewhere, KeptLines, UpdateBar } from "./kept.tsx"
import { Later } from "./later.tsx"
import { Link } from "./link.tsx"
import { Play } from "./play.tsx"
import { Crash, openFile } from "./parts.tsx"
import { OpenRecord } from "./review-open.tsx"
import { Start } from "./start.tsx"

interface AppProps {
  readonly app: AppState
  readonly engine: EngineChoice
}

export function App({ app, engine, updates }: AppProps & { readonly updates: Updates }) {
  useSource(app)
  const isDropping = useDrop(app)
  const { theme } = app.view
  useLayoutEffect(() => document.documentElement.setAttribute("data-theme", theme), [theme])
  const isReview = app.screen === "review"
  const isPlay = app.screen === "play" || app.screen === "start"
  const isGlass = app.screen === "glass"
  return (
    <Guard>
      <header>
        <span class="brand">{TEXTS.title}</span>
        <nav aria-label={TEXTS.nav.label}>
          <button
            type="button"
            aria-current={isPlay ? "page" : undefined}
            onClick={() => app.goTo(!isPlay && app.play ? "play" : "start")}
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
          <button
            type="button"
            aria-current={app.screen === "library" || app.screen === "patterns" ? "page" : undefined}
            onClick={() => app.goTo("library")}
          >
            {TEXTS.library.title}
          </button>
          <button
            type="button"
            aria-current={app.screen === "lab" ? "page" : undefined}
            onClick={() => {
              // The address leads there, too, so that Back comes back to the page of the laboratory that was open.
              if (app.screen === "lab") location.hash = "#lab"
              else app.goTo("lab")
            }}
          >
            {TEXTS.nav.lab}
          </button>
          {(isGlass || app.glassPosition) && (
            <button type="button" aria-current={isGlass ? "page" : undefined} onClick={() => app.openGlass()}>
              {TEXTS.glass.nav}
            </button>
          )}
        </nav>
        {app.screen !== "play" && app.play?.clock && <TimeElsewhere clock={app.play.clock} />}
      </header>
      <KeptLines app={app} />
      <Page app={app} engine={engine} />
      <footer>
        <EngineLine engine={engine} />
      </footer>
      <UpdateBar updates={updates} />
      {isDropping && <div class="drop">{TEXTS.review.drop}</div>}
    </Guard>
  )
}

const loadGlass = () => import("./glass.tsx").then(({ Glass }) => Glass)

const loadLibrary = () => import("./library.tsx").then(({ LibraryPage }) => LibraryPage)

const loadPatterns = () => import("./patterns.tsx").then(({ PatternsPage }) => PatternsPage)

const loadReview = () => import("./review.tsx").then(({ Review }) => Review)

const loadLab = () => import("./lab/lab.tsx").then(({ LabPages }) => LabPages)

function Page({ app, engine }: AppProps) {
  const { screen, play, review, glass, patterns } = app
  if (screen === "glass" && glass) return <Later load={loadGlass} props={{ app, glass }} />
  if (screen === "link") return <Link app={app} />
  if (screen === "lab") return <Later load={loadLab} props={{ app, engine }} />
  if (screen === "library") return <Later load={loadLibrary} props={{ app }} />
  if (screen === "patterns" && patterns) return <Later load={loadPatterns} props={{ app, patterns }} />
  if (screen === "play" && play && app.isElsewhere) return <Elsewhere app={app} play={play} />
  if (screen === "play" && play) return <Play app={app} play={play} />
  if (screen !== "review") return <Start app={app} engine={engine} />
  return review ? <Later load={loadReview} props={{ app, review }} /> : <OpenRecord app={app} />
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
    return <Crash />
  }
}
