// A line to type moves into.

import { useRef, useState } from "preact/hooks"
import type { PlaySession } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"

const { entry: text } = TEXTS
export const ENTRY_ID = "move-entry"

export function MoveEntry({ play, onResign }: { play: PlaySession; onResign: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState<string | undefined>(undefined)

  const enter = (): void => {
    const input = field.current!
    const words = input.value.trim()
    if (words === "") return
    const isResignation = words.toLowerCase() === "resign"
    if (isResignation) onResign()
    const isRead = isResignation || play.enter(words)
    setUnread(isRead ? undefined : words)
    if (isRead) input.value = ""
  }

  return (
    <form
      class="move-entry"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <label for={ENTRY_ID}>{text.label}</label>
      <span class="move-entry-line">
        <input
          id={ENTRY_ID}
          ref={field}
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder={text.example}
          onInput={() => setUnread(undefined)}
        />
        <button type="submit">{text.play}</button>
      </span>
      <p class="quiet" role="alert">
        {unread !== undefined && text.unreadable(unread)}
      </p>
    </form>
  )
}
