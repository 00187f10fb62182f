// The endgame's panel of a review in a real browser (CGT-7): regions on the board, a click or a key shows one.

import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, clickPoint, picture, status, stones, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

const ROWS = [
  ".X.XXO.O.",
  "XXXXXOOOO",
  "XXXX.XXOO",
  "XXXXXOOOO",
  "XXXX.OOOO",
  "XXXXXOOOO",
  "XXXXXOOOO",
  "XXXXXOOOO",
  "XXXXXOOOO",
]

function recordOf(rows: readonly string[]): string {
  const letters = "abcdefghi"
  const places = (sign: string): string =>
    rows
      .flatMap((row, y) =>
        [...row].flatMap((stone, x) => (stone === sign ? [`[${letters[x]}${letters[y]}]`] : [])),
      )
      .join("")
  return `(;GM[1]FF[4]SZ[9]KM[0.5]AB${places("X")}AW${places("O")}PL[B])`
}

describe("the endgame in a review (CGT-7)", () => {
  itNeeding(
    CHROMIUM,
    "shows regions and temperatures; a click and keys choose a region; the solver comes on demand",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      const loaded: string[] = []
      page.on("request", (request) => loaded.push(request.url()))
      await button(page, "Review").click()
      await page.locator("textarea").fill(recordOf(ROWS))
      await button(page, "Open").click()
      await status(page).waitFor()
      expect(loaded.some((url) => url.includes("endgame-worker"))).toBe(false)
      await page.getByRole("tab", { name: "Endgame" }).click()
      const head = page.locator(".endgame-region h2")
      await expect.poll(() => head.textContent()).toBe("Region a, 3 points")
      expect(loaded.some((url) => url.includes("endgame-worker"))).toBe(true)
      expect(await page.locator(".endgame-region dl").textContent()).toContain("{3||1|-3}")
      expect(await page.locator(".shudan-heat_9").count()).toBe(3)
      expect(await page.locator(".endgame-order").textContent()).toMatch(
        /^Recommended order of playB E7 \(a\)/,
      )

      // A click on the board shows the region and plays nothing.
      const before = await stones(page)
      await clickPoint(page, 4, 4)
      await expect.poll(() => head.textContent()).toBe("Region b, 1 point")
      expect(await stones(page)).toEqual(before)
      // So do keys: the cursor on the board, and the buttons of the panel.
      await page.locator(".board").focus()
      for (const key of ["Shift+ArrowUp", "Shift+ArrowUp", "Shift+ArrowUp"]) await page.keyboard.press(key)
      await expect.poll(() => page.locator(".board [aria-live]").textContent()).toBe("E7, empty, region a")
      await page.keyboard.press("Enter")
      await expect.poll(() => head.textContent()).toBe("Region a, 3 points")
      await page.getByRole("button", { name: "b E5, temperature 1" }).press("Enter")
      await expect.poll(() => head.textContent()).toBe("Region b, 1 point")
      expect(await page.getByRole("img", { name: /^Thermograph: .* mean 0, temperature 1$/ }).count()).toBe(1)

      expect(await violations(page)).toEqual([])
      await picture(page, "web-review-endgame")
      // In another tab a click plays again.
      await page.getByRole("tab", { name: "Moves" }).click()
      await clickPoint(page, 4, 4)
      await expect.poll(() => stones(page)).not.toEqual(before)
      expect(faults).toEqual([])
    },
    SLOW,
  )
})
