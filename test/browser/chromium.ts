// Debian's Chromium for tests, with the flags that keep it from looking for a network.

import { chromium, type BrowserContext } from "playwright-core"
import { program } from "../support/programs.ts"

export const CHROMIUM = program("chromium")

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

/** A browser with a profile of its own in an empty folder. */
export function startChromium(executablePath: string, profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath, headless: true, args: FLAGS })
}
