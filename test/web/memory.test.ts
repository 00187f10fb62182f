// A review gives back the memory of what it no longer shows (APP-2): the heap of the page, after a forced collection,
// stays within bounds however long one walks through a record. The engine is bench/web-page.js's: a worker that says
// what the test gives it.

import type { CDPSession, Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeScene, openBoard } from "../../bench/web-page.js"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, status } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const MEGABYTE = 1e6
const STEPS = 400
/**
 * What 400 steps may leave behind: the reports that the page keeps for the positions looked at last, about 10 kB each.
 */
const WALK_MEGABYTES = 30
/** Without reports hardly anything may stay: a tree that is drawn has 75 kB. */
const QUIET_STEPS = 200
const QUIET_MEGABYTES = 5
/** What a record may leave behind when another one is opened in its place. */
const RECORD_MEGABYTES = 5

const site = useSite()

/** Bytes of the page's heap that are in use once all garbage is gone. */
async function heap(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.enable")
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  return usedSize
}

/** One key for each step, and a report about the position that it leads to where there is one; each is painted. */
async function walk(page: Page, keys: readonly string[], reports: readonly object[] = []): Promise<void> {
  // The reports come in portions, so that the page does not hold unread ones when it is measured.
  const portion = 50
  for (let first = 0; first < keys.length; first += portion) {
    const part = keys.slice(first, first + portion)
    await page.evaluate(`(async () => {
      bring(${JSON.stringify(reports.slice(first, first + portion))})
      for (const key of ${JSON.stringify(part)}) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key }))
        await frames(1)
        if (waiting.length === 0) continue
        say()
        await frames(1)
      }
    })()`)
  }
}

const steps = (key: string, count: number): string[] => Array.from({ length: count }, () => key)

describe("memory of a review (APP-2)", () => {
  itNeeding(
    CHROMIUM,
    `grows by less than ${WALK_MEGABYTES} MB in ${STEPS} steps with analysis and owner map, and goes with the record`,
    async (chromium) => {
      const { page, faults } = await site.open(chromium, "about:blank")
      const { sgf, reports, moves } = makeScene(STEPS + 20)
      await openBoard(page, await site.serve(), sgf)
      const session = await page.context().newCDPSession(page)

      // What the page loads late and compiles on its way is there before it is measured.
      await page.keyboard.press("Home")
      await walk(page, steps("ArrowRight", 20), reports.slice(0, 20))
      await page.keyboard.press("Home")
      const before = await heap(session)
      const there = steps("ArrowRight", moves)
      await walk(page, [...there, ...steps("ArrowLeft", STEPS - moves)], reports.slice(20))
      await expect.poll(() => status(page).textContent()).toContain(`Move ${2 * moves - STEPS} of ${moves}`)
      expect(await page.locator(".owner-map").count()).toBe(1)
      // A report that comes after the next key has come too late; those are few.
      expect(Number(await page.locator(".graph").getAttribute("data-known"))).toBeGreaterThan(0.8 * moves)
      const walked = await heap(session)
      expect((walked - before) / MEGABYTE).toBeLessThan(WALK_MEGABYTES)

      // Without analysis, candidates and owner map: one stone changes at a step, all other points stay as they are.
      for (const key of ["a", "o", "k"]) await page.keyboard.press(key)
      await page.keyboard.press("Home")
      await walk(page, steps("ArrowRight", QUIET_STEPS))
      await expect.poll(() => status(page).textContent()).toContain(`Move ${QUIET_STEPS} of ${moves}`)
      expect(((await heap(session)) - walked) / MEGABYTE).toBeLessThan(QUIET_MEGABYTES)

      // Another record in its place frees what was kept for this one.
      await button(page, "Open another").click()
      await page.locator("textarea").fill("(;SZ[19]PB[Cid]PW[Dan];B[dd])")
      await button(page, "Open").click()
      await page.getByRole("heading", { name: "Cid – Dan" }).waitFor()
      await page.evaluate("frames(3)")
      expect(((await heap(session)) - before) / MEGABYTE).toBeLessThan(RECORD_MEGABYTES)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
