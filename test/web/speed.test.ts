// The app is quick (APP-3). The figures are bench/web.js's; here are bounds three times as wide, which only a mistake
// exceeds: they are counted in processor time of the page's main thread, so that a busy machine does not matter much.

import { describe, expect } from "vitest"
import { makeScene, measureRedraws, measureStream, median, openBoard } from "../../bench/web-page.js"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, darkShare } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const REDRAW_MS = 3 * 16
const STREAM_SHARE = 3 * 0.2

const site = useSite()

describe("a full 19×19 board with candidates and owner map", () => {
  itNeeding(
    CHROMIUM,
    "is redrawn quickly, report by report and in a stream, and shows what a drawing from scratch shows",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, "about:blank")
      const { sgf, reports } = makeScene(30)
      await openBoard(page, await site.serve(), sgf)
      const [, ...times] = await measureRedraws(page, reports.slice(0, 16))
      const board = (): Promise<string> => page.locator(".shudan-vertices").innerHTML()
      const patched = await board()
      expect(patched).toMatch(/shudan-heat_9/)
      expect(await darkShare(page)).toBeGreaterThan(0.1)
      // Another page and back: all of it is made anew.
      await button(page, "Play").click()
      await button(page, "Review").click()
      const points = (html: string): string => html.replaceAll(/shudan-random_\d|title="[^"]*"/g, "")
      expect(points(await board())).toBe(points(patched))
      expect(median(times)).toBeLessThan(REDRAW_MS)

      await page.keyboard.press("a")
      expect(await measureStream(page, reports.slice(16))).toBeLessThan(STREAM_SHARE)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
