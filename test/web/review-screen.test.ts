// The review on one screen (APP-2): nothing to scroll on a small laptop, the line of a candidate on the board, the
// whole game by the network with its progress, and the page without a network.

import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, clickPoint, picture, status, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()
const LAPTOP = { width: 1280, height: 800 }

const RECORD =
  "(;GM[1]FF[4]SZ[9]KM[7]PB[Ann]PW[Bob]RE[B+3];B[ee];W[ce];B[gc];W[cc];B[eg]C[A good extension?];W[cg]" +
  ";B[ec](;W[dd];B[ed];W[dg];B[df];W[cf];B[dh])(;W[eb];B[db]))"

/** A hundred stones that don't touch each other: long enough to be stopped on the way. */
const LONG_RECORD = `(;SZ[19]${Array.from({ length: 100 }, (_, index) => {
  const letter = (line: number): string => String.fromCharCode("a".charCodeAt(0) + 2 * line)
  return `;${index % 2 === 0 ? "B" : "W"}[${letter(index % 10)}${letter(Math.floor(index / 10))}]`
}).join("")})`

async function open(page: Page, sgf = RECORD): Promise<void> {
  await button(page, "Review").click()
  await page.locator("textarea").fill(sgf)
  await button(page, "Open").click()
  await status(page).waitFor()
}

/** Pixels that the page is higher than the window. */
const below = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollHeight - innerHeight")

describe("the review on one screen (APP-2)", () => {
  itNeeding(
    CHROMIUM,
    "has all of its panels without scrolling, and shows lines and the moves to come on the board",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), LAPTOP)
      await open(page)
      for (let step = 0; step < 7; step++) await page.keyboard.press("ArrowRight")
      await expect.poll(() => page.locator(".shudan-ghost_next").getAttribute("data-x")).toBe("3")
      await expect.poll(() => page.locator(".shudan-ghost_variation").getAttribute("data-x")).toBe("4")
      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="14"]').waitFor()
      await button(page, "Whole game").waitFor()
      for (const tab of ["Moves", "Endgame", "Notes", "Analysis"]) {
        await page.getByRole("tab", { name: tab }).click()
        await page.getByRole("tabpanel", { name: tab }).waitFor()
        expect(await below(page)).toBe(0)
        expect(await violations(page)).toEqual([])
      }
      // By keys: arrows go from tab to tab while one of them has the focus, and walk elsewhere.
      await page.keyboard.press("ArrowLeft")
      await page.getByRole("tabpanel", { name: "Moves" }).waitFor()
      await page.keyboard.press("ArrowRight")
      await page.getByRole("tabpanel", { name: "Analysis" }).waitFor()
      await expect.poll(() => status(page).textContent()).toContain("Move 7 of 13")

      const numbered = page.locator(".review-line .shudan-dimmed .shudan-marker")
      await page.locator(".candidates tbody tr").first().hover()
      await expect.poll(() => numbered.count()).toBeGreaterThan(1)
      await picture(page, "web-review-line")
      await page.locator(".record-title").hover()
      await expect.poll(() => numbered.count()).toBe(0)
      await page.locator(".candidates tbody button").first().focus()
      await expect.poll(() => numbered.count()).toBeGreaterThan(1)
      // As in the graph, the win rate is Black's for both sides to move; candidates have the rate of the side to move.
      expect(await status(page).textContent()).toContain("White to move")
      expect(await page.locator(".numbers").textContent()).toMatch(
        /^Black \d+ %estimated lead: (even|[BW]\+)/,
      )
      expect(await page.locator(".candidates thead").textContent()).toContain("White wins")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "goes through a game with random games where the network is missing, says so, and stops when told to",
    async (chromium) => {
      const { page } = await site.open(chromium, "about:blank", LAPTOP)
      await page.context().route(/net19-.*\.bin/, (route) => route.abort())
      await page.goto(await site.serve())
      await open(page, LONG_RECORD)
      await button(page, "Whole game").click()
      await page.getByText(/Deeper look: \d+ of 101/).waitFor()
      await button(page, "Stop").click()
      await expect.poll(() => page.locator(".sweep").textContent()).toBe("")
      await expect.poll(() => page.locator("footer").textContent()).toContain("without a network")
      await page.keyboard.press("End")
      expect(await page.locator(".numbers").textContent()).toContain("random games")
      await page.context().unroute(/net19-.*\.bin/)
      await clickPoint(page, 9, 9)
      await expect.poll(() => status(page).textContent()).toContain("Move 101 of 101")
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "sets a position up on an empty board, marks it, names the players, and keeps the analysis in file and library",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), LAPTOP)
      await button(page, "Review").click()
      await page.getByRole("combobox", { name: "Size of the empty board" }).selectOption("9")
      await button(page, "Start with an empty board").click()
      await status(page).waitFor()
      await page.getByRole("tab", { name: "Notes" }).click()
      await button(page, "Put a black stone").click()
      await clickPoint(page, 2, 2)
      await clickPoint(page, 6, 6)
      await button(page, "Put a white stone").click()
      await clickPoint(page, 4, 4)
      await button(page, "Let White move").click()
      await expect.poll(() => status(page).textContent()).toContain("White to move")
      await button(page, "Arrow: click both ends").click()
      await clickPoint(page, 0, 0)
      await clickPoint(page, 4, 0)
      await page.locator(".shudan-arrow").waitFor()
      await button(page, "White's territory").click()
      await clickPoint(page, 8, 8)
      await page.locator(".shudan-marker_white-area").waitFor()
      await page.getByRole("textbox", { name: "Black", exact: true }).fill("Ann")
      await page.getByRole("textbox", { name: "Komi" }).fill("a lot")
      await page.getByRole("textbox", { name: "Komi" }).press("Enter")
      await page.getByText("Komi can't be that").waitFor()
      await page.getByRole("heading", { name: "Ann – ?" }).waitFor()
      await page.getByRole("textbox", { name: "Name of this position" }).fill("Joseki?")
      expect(await violations(page)).toEqual([])
      await picture(page, "web-review-setup")

      await page.getByLabel("Save with win rates").check()
      await page.getByLabel("Save with win rates").blur()
      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="1"]').waitFor()
      await button(page, "Whole game").waitFor()
      const saving = page.waitForEvent("download")
      await button(page, "Save SGF").click()
      const text = readFileSync(await (await saving).path(), "utf8")
      for (const part of ["AB[cc][gg]", "AW[ee]", "PL[W]", "AR[aa:ea]", "TW[ii]", "PB[Ann]", "N[Joseki?]"])
        expect(text).toContain(part)
      expect(text).toMatch(/SBKV\[[\d.]+\]V\[-?[\d.]+\]/)
      expect(text).toMatch(/C\[Montego: Black wins \d+ %, estimated lead: .*\. Best: [A-J]\d/)

      // After a reload the candidates are there again, without another search.
      await page.waitForTimeout(600)
      await page.reload()
      await page.getByRole("tab", { name: "Analysis" }).click()
      await page.locator(".candidates tbody tr").first().waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
