// The browser's Back and Forward go between the pages of the app: each page that is shown becomes an entry of the
// history. A replay link is an entry with its own address, which the browser makes, and so is a place of the
// laboratory.

import { isLabLink, type App, type Screen } from "../state/app.ts"

export function followHistory(app: App): void {
  let shown: Screen | undefined
  const note = (): void => {
    if (app.screen === shown) return
    const isFirst = shown === undefined
    shown = app.screen
    const state = { screen: shown }
    const hasAddress =
      shown === "link" ||
      (shown === "lab" && isLabLink(location.hash)) ||
      (shown === "glass" && location.hash.includes("&look="))
    if (isFirst || hasAddress) history.replaceState(state, "")
    else history.pushState(state, "", `${location.pathname}${location.search}`)
  }
  /** Shows the page of the entry. Of a link the browser tells by its address, too. */
  const arrive = (screen: Screen): void => {
    if (screen === "link" || (screen === "glass" && !app.glass)) return
    shown = screen
    app.goTo(screen)
    shown = app.screen
  }
  // Back may have been pressed while the app was loading.
  const kept = screenOf(history.state)
  if (kept) arrive(kept)
  shown = undefined
  note()
  app.subscribe(note)
  addEventListener("hashchange", () => app.openLink(location.hash))
  addEventListener("popstate", ({ state }) => {
    // An entry without a page is of the time before the app was there, or of a fragment that someone typed.
    const screen = screenOf(state) ?? (location.hash === "" ? "start" : undefined)
    if (screen) arrive(screen)
  })
}

function screenOf(state: unknown): Screen | undefined {
  return (state as { screen?: Screen } | null)?.screen
}
