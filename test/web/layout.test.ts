// How the page lies on screens (APP-1, APP-2): nothing wider than the window, boards in their place, stones round.

import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, overflow, picture, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

const LONG = "N".repeat(400)
const RECORD = `(;SZ[19]PB[${LONG}]PW[${LONG}]DT[${LONG}]RE[${LONG}];B[dd];W[pp])(;SZ[9]PB[${LONG}];B[aa];W[aa])`
const PHONE = { width: 390, height: 844 }
const SCREENS = [
  { width: 1280, height: 800 },
  PHONE,
  // 1280 × 800 at 200 %.
  { width: 640, height: 400 },
]

describe("a page on any screen", () => {
  itNeeding(
    CHROMIUM,
    "is never wider than the window, however long the names in a record are",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Review").click()
      await page.locator("textarea").fill(RECORD)
      await button(page, "Open").click()
      await page.locator(".record-title").waitFor()
      for (const screen of SCREENS) {
        await page.setViewportSize(screen)
        await expect.poll(() => overflow(page)).toBe(0)
      }
      await button(page, "Library").click()
      await page.locator(".game").waitFor()
      for (const screen of SCREENS) {
        await page.setViewportSize(screen)
        await expect.poll(() => overflow(page)).toBe(0)
      }
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has boards at the top of their frame and round stones on a phone",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), PHONE)
      for (const size of [9, 13, 19]) {
        await page.getByText("Rules and other boards").click()
        await page.getByRole("combobox", { name: "Board" }).selectOption(String(size))
        await page.getByRole("radio", { name: "A person" }).check()
        await begin(page)
        // A look without shadows: what is dark is the stone.
        await page.getByRole("combobox", { name: "Board and stones" }).selectOption("flat")
        await clickPoint(page, 2, 2)
        await page.locator(".shudan-sign_1").first().waitFor()
        const gap = await page.evaluate(`document.querySelector(".shudan-goban").getBoundingClientRect().top -
          document.querySelector(".board-frame").getBoundingClientRect().top`)
        expect(gap, `${size}×${size}`).toBe(0)
        const [width, height] = await stoneExtent(page)
        expect(width, `${size}×${size}`).toBe(height)
        expect(width).toBeGreaterThan(12)
        await button(page, "Play").click()
      }
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
  itNeeding(
    CHROMIUM,
    "has all of the first screen in the window of a laptop, with no card wider than its place",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await picture(page, "web-start")
      for (const size of ["9×9", "13×13", "19×19"]) {
        await page.getByRole("radio", { name: size }).check()
        expect(
          await page.evaluate("document.documentElement.scrollHeight - innerHeight"),
          `board ${size}`,
        ).toBe(0)
        const tooWide = await page.evaluate(`[...document.querySelectorAll(".choice span")]
          .filter((card) => card.scrollWidth > card.clientWidth).length`)
        expect(tooWide, `board ${size}`).toBe(0)
      }
      const tops =
        await page.evaluate(`[...document.querySelectorAll(".you input[type=text], .you .choice span")]
        .map((place) => Math.round(place.getBoundingClientRect().top))`)
      expect(new Set(tops as number[]).size).toBe(1)
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "keeps the place in the graph when the window changes, and the fields of a record below their head",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[9];B[ee];W[ce];B[gc];W[cc])")
      await button(page, "Open").click()
      await page.locator(".graph-here").waitFor({ state: "attached" })
      await page.keyboard.press("ArrowRight")
      // As a share of the graph's width: one move of four.
      const share = `(() => {
        const over = document.querySelector(".u-over").getBoundingClientRect()
        const here = document.querySelector(".graph-here").getBoundingClientRect()
        return Math.round((100 * (here.left + here.width / 2 - over.left)) / over.width)
      })()`
      await expect.poll(() => page.evaluate(share)).toBe(25)
      for (const screen of SCREENS) {
        await page.setViewportSize(screen)
        const isFilled = `Math.abs(document.querySelector(".uplot").offsetWidth -
          document.querySelector(".graph-place").clientWidth) < 2`
        await expect.poll(() => page.evaluate(isFilled)).toBe(true)
        expect(await page.evaluate(share)).toBe(25)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole("tab", { name: "Notes" }).click()
      const lefts = await page.evaluate(`["summary", ".info-fields"].map((each) =>
        Math.round(document.querySelector(".review-panel details " + each).getBoundingClientRect().left))`)
      expect(new Set(lefts as number[]).size).toBe(1)
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "lists the games of the library one below the other, also after a review was open",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      for (const name of ["Ann", "Cid"]) {
        await button(page, "Review").click()
        if (name === "Cid") await button(page, "Open another").click()
        await page.locator("textarea").fill(`(;SZ[9]PB[${name}]PW[Bob];B[ee])`)
        await button(page, "Open").click()
        await page.getByRole("heading", { name: `${name} – Bob` }).waitFor()
      }
      await button(page, "Library").click()
      await expect.poll(() => page.locator(".game").count()).toBe(2)
      const lefts = await page.evaluate(
        `[...document.querySelectorAll(".game")].map((game) => game.getBoundingClientRect().left)`,
      )
      expect(new Set(lefts as number[]).size).toBe(1)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has each number of the candidates on one line on a phone",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), PHONE)
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[9]PB[Ann]PW[Bob];B[ee];W[ce];B[gc])")
      await button(page, "Open").click()
      await page.getByRole("tab", { name: "Analysis" }).click()
      await button(page, "Analyse").click()
      await page.locator(".candidates tbody tr").first().waitFor()
      expect(
        await page.evaluate(`(() => {
          const range = document.createRange()
          range.selectNodeContents(document.querySelector(".candidates tbody td"))
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        })()`),
      ).toBe(1)
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has all pages of the app in the header of a phone",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), PHONE)
      await begin(page)
      await button(page, "Glass box").waitFor()
      for (const width of [390, 360]) {
        await page.setViewportSize({ ...PHONE, width })
        const right = `document.querySelector("header nav button:last-child").getBoundingClientRect().right`
        await expect.poll(() => page.evaluate(right)).toBeLessThanOrEqual(width)
      }
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "keeps the board and the way through the game in sight on a phone, wherever its review is scrolled to",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), PHONE)
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[19]PB[Ann]PW[Bob];B[dd];W[pp];B[dp])")
      await button(page, "Open").click()
      await page.locator(".review .shudan-vertex").first().waitFor()
      await page.keyboard.press("Home")
      await page.getByRole("tab", { name: "Notes" }).click()
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
      const isSeen = `["board-frame", "walk"].every((name) => {
        const { top, bottom } = document.querySelector("." + name).getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      })`
      await expect.poll(() => page.evaluate(isSeen)).toBe(true)
      // What stands last isn't under the bar.
      const room = `document.querySelector(".way-bar").getBoundingClientRect().top -
        document.querySelector("footer").lastElementChild.getBoundingClientRect().bottom`
      expect(await page.evaluate(room)).toBeGreaterThanOrEqual(0)
      await button(page, "Forward").click()
      await page.locator(".shudan-vertex.shudan-sign_1").waitFor()
      expect(await violations(page)).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "shows three rows of variations on a laptop, and no number of a position in part",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[9]KM[7];B[ee](;W[aa];B[cc])(;W[gc])(;W[cg]))")
      await button(page, "Open").click()
      await button(page, "Whole game").click()
      await page.locator(".sweep progress").waitFor({ state: "detached" })
      for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key)
      await page.locator(".mistake-word").waitFor()
      const rows = await page.evaluate(`document.querySelector(".tree").clientHeight / 28`)
      expect(rows).toBeGreaterThanOrEqual(3)
      for (const width of [1280, 1100, 900]) {
        await page.setViewportSize({ width, height: 800 })
        const cut = `(() => {
          const line = document.querySelector(".numbers").getBoundingClientRect()
          return [...document.querySelector(".numbers").children].filter((each) => {
            const { left, right, top, bottom } = each.getBoundingClientRect()
            const isIn = right <= line.right + 0.5 && bottom <= line.bottom + 0.5
            return !isIn && left < line.right && top < line.bottom - 1
          }).length
        })()`
        await expect.poll(() => page.evaluate(cut)).toBe(0)
      }
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has a gap between the box of the endgame and its words",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await button(page, "Review").click()
      await page.locator("textarea").fill("(;SZ[9]PB[Ann]PW[Bob];B[ee])")
      await button(page, "Open").click()
      await page.getByRole("tab", { name: "Endgame" }).click()
      await page.locator(".endgame-trust").waitFor()
      const gap = await page.evaluate(`(() => {
        const label = document.querySelector(".endgame-trust")
        const range = document.createRange()
        range.selectNodeContents(label.lastChild)
        return range.getBoundingClientRect().left - label.querySelector("input").getBoundingClientRect().right
      })()`)
      expect(gap).toBeGreaterThan(4)
      await page.close()
    },
    SLOW,
  )
})

/** Width and height of the black stone, in pixels of a picture of its point. */
async function stoneExtent(page: Page): Promise<[width: number, height: number]> {
  const picture = await page.locator(".shudan-vertex.shudan-sign_1").screenshot({ animations: "disabled" })
  return page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob("${picture.toString("base64")}"), (sign) => sign.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
    canvas.drawImage(bitmap, 0, 0)
    const { data, width } = canvas.getImageData(0, 0, bitmap.width, bitmap.height)
    const columns = new Set(), rows = new Set()
    // Lines and shadows are brown: only the stone has little red.
    for (let at = 0; at < data.length; at += 4)
      if (data[at] < 70 && data[at] - data[at + 2] < 30) {
        columns.add((at / 4) % width)
        rows.add(Math.floor(at / 4 / width))
      }
    return [columns.size, rows.size]
  })()`)
}
