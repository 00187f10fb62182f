// The browser's own buttons (APP-1, APP-2): Back and Forward go between the pages of the app, and leave it only from
// its first page.

import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, stones, turn } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()
const LINK = "#r1=0.1.0-0&size=9&rules=chinese&komi=7&moves=eece&player=uct:strong&playouts=20&seed=7"

describe("Back and Forward", () => {
  itNeeding(
    CHROMIUM,
    "go between the pages of the app, and the game goes on",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address)
      await page.getByRole("radio", { name: "Newcomer" }).check()
      await begin(page)
      await turn(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      await button(page, "Library").click()
      await page.getByRole("heading", { name: "Library" }).waitFor()
      await page.goBack()
      await turn(page)
      await expect.poll(async () => (await stones(page))[4]![4]).toBe("X")
      await page.goBack()
      await page.getByRole("heading", { name: "A new game" }).waitFor()
      await page.goForward()
      await turn(page)
      await page.goForward()
      await page.getByRole("heading", { name: "Library" }).waitFor()
      await page.reload()
      await page.goBack()
      await turn(page)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "come back to a replay link, whose address is left with its page",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address)
      await page.getByRole("heading", { name: "A new game" }).waitFor()
      // As if the link had been opened before the app was there.
      await page.evaluate("history.replaceState(null, '')")
      await page.goto(`${address}${LINK}`)
      const link = page.getByRole("heading", { name: "A replay link" })
      await link.waitFor()
      await button(page, "Library").click()
      await page.getByRole("heading", { name: "Library" }).waitFor()
      expect(page.url()).toBe(address)
      await page.goBack()
      await link.waitFor()
      expect(page.url()).toContain("#r1=")
      await page.goBack()
      await page.getByRole("heading", { name: "A new game" }).waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
