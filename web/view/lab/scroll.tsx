// A table that is wider than a phone scrolls sideways in its own place, by keys too.

import type { ComponentChildren } from "preact"
import { LAB_TEXTS } from "../../texts-lab.ts"

export function Scroll({ children }: { children: ComponentChildren }) {
  return (
    <div class="lab-scroll" role="group" aria-label={LAB_TEXTS.table} tabIndex={0}>
      {children}
    </div>
  )
}
