// Components that are drawn again only when what they are given is another. The component compares; no node is kept
// from one drawing to the next. Preact's nodes link to their parents, so a node that is used again (from `useMemo`,
// say) keeps the tree that it was first drawn in, and through that one every earlier tree.

import { Component, type ComponentChild, type ComponentClass } from "preact"

/** `draw` uses no hooks. */
export function memo<P extends object>(
  draw: (props: P) => ComponentChild,
  isSame: (before: P, now: P) => boolean = hasSameValues,
): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !isSame(this.props, next)
    }

    override render(): ComponentChild {
      return draw(this.props)
    }
  }
}

function hasSameValues(before: object, now: object): boolean {
  const keys = Object.keys(now) as (keyof typeof now)[]
  return keys.length === Object.keys(before).length && keys.every((key) => before[key] === now[key])
}
