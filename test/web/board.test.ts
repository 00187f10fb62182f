// The board on its screens (APP-1, APP-2): it fills the window, changes its look, waits for a finger's second tap, and
// its wheel walks through a record. The first screen has a board of its own, where a stone begins the game.

import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, picture, stones, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

const pick = (page: Page, name: string) => page.getByRole("radio", { name }).check()
const count = async (page: Page): Promise<number> => (await stones(page)).join("").replaceAll(".", "").length
const frame = (page: Page): Promise<{ width: number; height: number }> =>
  page.evaluate(`(({ width, height }) => ({ width, height }))(
    document.querySelector(".board-frame").getBoundingClientRect())`)

describe("the board (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "has five star points as boards of wood have, and nine on 19×19",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve())
      for (const [size, stars] of [
        ["9×9", 5],
        ["13×13", 5],
        ["19×19", 9],
      ] as const) {
        await pick(page, size)
        await expect.poll(() => page.locator(".shudan-hoshi:visible").count()).toBe(stars)
      }
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "fills the height of the window up to 4K, and has round stones in every look",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "A person")
      await pick(page, "13×13")
      await begin(page)
      await clickPoint(page, 3, 3)
      for (const [width, height] of [
        [1280, 800],
        [2560, 1440],
        [3840, 2160],
      ] as const) {
        await page.setViewportSize({ width, height })
        // Header, footer and less than a pixel for each line are not the board's.
        await expect.poll(async () => (await frame(page)).height).toBeGreaterThan(height - 140)
        expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThanOrEqual(height)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      const look = page.getByRole("combobox", { name: "Board and stones" })
      const wood = (): Promise<string> =>
        page.evaluate("getComputedStyle(document.querySelector('.board-frame')).background")
      const seen = new Set<string>()
      for (const theme of ["shell", "flat", "contrast", "paper"]) {
        await look.selectOption(theme)
        expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(theme)
        seen.add(await wood())
        await picture(page, `web-theme-${theme}`)
        expect(await violations(page)).toEqual([])
      }
      expect(seen.size).toBe(4)
      await page.reload()
      await expect.poll(() => look.inputValue()).toBe("paper")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "waits for a finger's second tap where points are small, and not for a mouse",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 390, height: 844 })
      await pick(page, "A person")
      await pick(page, "19×19")
      await begin(page)
      await clickPoint(page, 3, 3)
      await expect.poll(() => count(page)).toBe(1)
      // The browser of these tests has no touch screen: a finger is told by its pointer event.
      const tap = async (x: number, y: number): Promise<void> => {
        await page.evaluate(`(() => {
          const point = document.querySelector('.shudan-vertex[data-x="${x}"][data-y="${y}"]')
          point.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" }))
          point.dispatchEvent(new MouseEvent("click", { bubbles: true }))
        })()`)
      }
      const waiting = button(page, "Play K10")
      await tap(8, 9)
      await button(page, "Play J10").waitFor()
      await tap(9, 9)
      await waiting.waitFor()
      await picture(page, "web-play-tap-phone")
      expect(await violations(page)).toEqual([])
      expect(await count(page)).toBe(1)
      await tap(9, 9)
      await expect.poll(() => count(page)).toBe(2)
      expect(await page.locator(".waiting-button").count()).toBe(0)
      await tap(9, 8)
      await button(page, "Play K11").click()
      await expect.poll(() => count(page)).toBe(3)
      // The points of 9×9 are large enough on the narrowest phone.
      await page.setViewportSize({ width: 360, height: 640 })
      await button(page, "New game").click()
      await pick(page, "9×9")
      await begin(page)
      await tap(4, 4)
      await expect.poll(() => count(page)).toBe(1)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "walks through a record by the mouse wheel",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[9];B[ee];W[cc];B[gg])")
      await button(page, "Open").click()
      await page.locator(".review .shudan-vertex").first().waitFor()
      await page.keyboard.press("Home")
      await expect.poll(() => count(page)).toBe(0)
      await page.locator(".shudan-vertex[data-x='4'][data-y='4']").hover()
      await page.mouse.wheel(0, 60)
      await expect.poll(() => count(page)).toBe(1)
      await page.mouse.wheel(0, 120)
      await expect.poll(() => count(page)).toBe(3)
      await page.mouse.wheel(0, -60)
      await expect.poll(() => count(page)).toBe(2)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("the first screen (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "shows the chosen board, begins with a stone on it, and keeps the person's name for the record",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await page.getByText(/Learner: about \d+ kyu on 9×9; takes what you leave in atari/).waitFor()
      await page.getByRole("combobox", { name: "Handicap" }).selectOption("4")
      await expect.poll(() => count(page)).toBe(4)
      await page.getByRole("combobox", { name: "Handicap" }).selectOption("0")
      await pick(page, "13×13")
      await expect.poll(async () => (await stones(page)).length).toBe(13)
      // Nothing of a player's string is in sight before a researcher asks for it.
      expect(await page.getByText("temperature").first().isVisible()).toBe(false)
      expect(await page.locator("form button.main").isVisible()).toBe(true)
      await page.getByRole("textbox", { name: "Your name" }).fill("Ada L.")
      await page.keyboard.press("Tab")
      await pick(page, "A person")
      await clickPoint(page, 3, 3)
      await button(page, "Save SGF").waitFor()
      await expect.poll(async () => (await stones(page))[3]).toBe("...X.........")
      const saved = page.waitForEvent("download")
      await button(page, "Save SGF").click()
      const download = await saved
      const today = new Date().toISOString().slice(0, 10)
      expect(download.suggestedFilename()).toBe(`Ada-L-Person-${today}.sgf`)
      expect(readFileSync(await download.path(), "utf8")).toContain("PB[Ada L.]")
      await page.reload()
      await button(page, "New game").click()
      await expect.poll(() => page.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Ada L.")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "proposes the level that fits one's results",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      expect(await page.locator(".badge").count()).toBe(0)
      await pick(page, "Newcomer")
      await begin(page)
      await button(page, "Resign").click()
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click()
      await button(page, "New game").click()
      await expect.poll(() => page.locator(".badge").textContent()).toBe("for you")
      expect(await page.getByRole("radio", { name: /Newcomer.*for you/ }).count()).toBe(1)
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
