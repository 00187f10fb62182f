// The panels of a review, as a list: a new one is a line here and a component of its own. Only the panel that is shown
// is drawn.

import type { ComponentType } from "preact"
import { useRef } from "preact/hooks"
import type { App } from "../state/app.ts"
import type { Review } from "../state/review/review.ts"
import { TEXTS } from "../texts.ts"
import { Later } from "./later.tsx"
import { AnalysisPanel } from "./review-analysis.tsx"
import { MovesPanel } from "./review-moves.tsx"
import { NotesPanel } from "./review-notes.tsx"

export interface PanelProps {
  readonly app: App
  readonly review: Review
}

interface ReviewTab {
  readonly id: keyof typeof TEXTS.review.tabNames
  readonly Panel: ComponentType<PanelProps>
}

const loadEndgame = async () => (await import("./review-endgame.tsx")).EndgamePanel

function LateEndgame(props: PanelProps) {
  return <Later load={loadEndgame} props={props} />
}

/** In the order of the tabs; the first is shown at first. A panel that is large comes by `Later`. */
export const REVIEW_TABS: readonly ReviewTab[] = [
  { id: "moves", Panel: MovesPanel },
  { id: "analysis", Panel: AnalysisPanel },
  { id: "endgame", Panel: LateEndgame },
  { id: "notes", Panel: NotesPanel },
]

export type TabId = ReviewTab["id"]

interface TabsProps extends PanelProps {
  readonly shown: TabId
  readonly onShow: (id: TabId) => void
}

export function ReviewTabs({ app, review, shown, onShow }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const place = Math.max(
    0,
    REVIEW_TABS.findIndex(({ id }) => id === shown),
  )
  const { id, Panel } = REVIEW_TABS[place]!

  /** Arrows go from tab to tab while one has the focus; elsewhere they walk through the game. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (by === 0) return
    const next = (place + by + REVIEW_TABS.length) % REVIEW_TABS.length
    onShow(REVIEW_TABS[next]!.id)
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section class="card review-panels" aria-label={TEXTS.review.tabs}>
      <div class="tabs" role="tablist" aria-label={TEXTS.review.tabs} ref={list} onKeyDown={onKeyDown}>
        {REVIEW_TABS.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab.id === id}
            aria-controls="review-panel"
            tabIndex={tab.id === id ? 0 : -1}
            onClick={() => onShow(tab.id)}
          >
            {TEXTS.review.tabNames[tab.id]}
          </button>
        ))}
      </div>
      <div class={`review-panel panel-${id}`} role="tabpanel" id="review-panel" aria-labelledby={`tab-${id}`}>
        <Panel app={app} review={review} />
      </div>
    </section>
  )
}
