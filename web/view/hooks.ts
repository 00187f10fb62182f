// The bridge between state and view: a component draws again when what it shows has changed. It listens as soon as it
// is drawn, not a frame later: a key that comes in between counts.

import { useLayoutEffect, useReducer } from "preact/hooks"

interface Source {
  subscribe(listener: () => void): () => void
}

export function useSource(source: Source | undefined): void {
  const [, draw] = useReducer<number, void>((count) => count + 1, 0)
  useLayoutEffect(() => {
    // What changed between drawing and listening must not be missed.
    draw()
    return source?.subscribe(draw)
  }, [source])
}

/** A box that was just ticked keeps the focus, and takes no letters. */
const TYPED_INTO = "input:not([type=checkbox]), textarea, select, dialog"

/** Keys for the whole page, except while a field has the focus. The listener says whether it used the key. */
export function useKeys(listener: (event: KeyboardEvent) => boolean): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      const isTyping = target instanceof HTMLElement && target.closest(TYPED_INTO) !== null
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (listener(event)) event.preventDefault()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  })
}
