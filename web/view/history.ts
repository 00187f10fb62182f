// The browser's Back and Forward go between the pages of the app: each page that is shown becomes an entry of the
// history. A replay link is an entry with its own address, which the browser makes.

import type { App, Screen } from "../state/app.ts"

export function followHistory(app: App): void {
  let shown: Screen | undefined
  const note = (): void => {
    if (app.screen === shown) return
    const isFirst = shown === undefined
    shown = app.screen
    const state = { screen: shown }
    if (isFirst || shown === "link") history.replaceState(state, "")
    else history.pushState(state, "", `${location.pathname}${location.search}`)
  }
  note()
  app.subscribe(note)
  addEventListener("hashchange", () => app.openLink(location.hash))
  addEventListener("popstate", ({ state }) => {
    const { screen } = (state ?? {}) as { screen?: Screen }
    // The browser tells of a link by its address, too, and of pages that it has from another visit.
    if (screen === undefined || screen === "link" || (screen === "glass" && !app.glass)) return
    shown = screen
    app.goTo(screen)
    shown = app.screen
  })
}
