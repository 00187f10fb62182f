// Browsers that lack something (APP-3): the page says what, and plays all the same.

import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, status, stones, turn } from "./page.ts"
import { ISOLATED, useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** A policy under which no WebAssembly is compiled, as where its newer parts are missing. */
const NO_KERNEL = {
  ...ISOLATED,
  "content-security-policy": ISOLATED["content-security-policy"].replace(" 'wasm-unsafe-eval'", ""),
}

async function playOneMove(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Newcomer" }).check()
  await begin(page)
  await clickPoint(page, 4, 4)
  expect(await turn(page)).toContain("Your move")
  await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toHaveLength(2)
}

describe("a browser that lacks something (APP-3)", () => {
  itNeeding(
    CHROMIUM,
    "newer WebAssembly: a simpler search plays and hints, and the foot says why",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(NO_KERNEL))
      await playOneMove(page)
      await expect
        .poll(() => page.getByRole("note").textContent())
        .toContain("WebAssembly with SIMD, threads and bulk memory is missing here")
      await button(page, "Hint").click()
      await expect.poll(() => status(page).textContent()).toContain("Hint:")
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "workers: the engine thinks in the page itself",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, "about:blank")
      await page.addInitScript("delete globalThis.Worker")
      await page.goto(await site.serve())
      await playOneMove(page)
      await expect.poll(() => page.locator("footer").textContent()).toContain("this browser has no workers")
      await button(page, "Library").click()
      await button(page, "Learn patterns").click()
      await button(page, "Learn from the example games").click()
      await expect
        .poll(() => page.getByRole("alert").textContent())
        .toBe("Nothing could be learned: this browser has no workers.")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
