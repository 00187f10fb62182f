// The list of keys, in a dialog of its own.

import { useEffect, useRef } from "preact/hooks"
import { TEXTS } from "../texts.ts"

const { help: text } = TEXTS

export function KeysHelp(props: {
  keys: readonly (readonly [key: string, meaning: string])[]
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="keys-help" aria-labelledby="keys-title" onClose={props.onClose}>
      <h2 id="keys-title">{text.title}</h2>
      <dl>
        {props.keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="main wide" onClick={() => dialog.current?.close()}>
        {text.close}
      </button>
    </dialog>
  )
}
