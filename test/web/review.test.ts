// The review in a real browser (APP-2, TREE-15): the tree of variations, graph, maps, worst moves and the search for
// better ones, notes and marks that go into the file, and a record of 20 000 moves.

import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { longRecord } from "../../web/state/review/long-record.ts"
import { watchMainThread } from "../../bench/web-page.js"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, clickPoint, overflow, picture, status, stones, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** Black leaves a gap in his wall twice; the second time White walks in. */
const BLUNDER =
  "(;GM[1]FF[4]SZ[9]KM[5.5]PB[Ann]PW[Bob]AB[ea][eb][ec][ed][ef][eg][eh][ei]AW[fa][fb][fc][fd][ff][fg][fh][fi]PL[B]" +
  ";B[aa];W[ee](;B[ai];W[de];B[ii];W[ce])(;B[de];W[fe](;B[df])(;B[dd])))"

async function openText(page: Page, sgf: string): Promise<void> {
  await button(page, "Review").click()
  await page.locator("textarea").fill(sgf)
  await button(page, "Open").click()
  await status(page).waitFor()
}

async function openFile(page: Page, sgf: string): Promise<void> {
  const file = join(site.folder, "record.sgf")
  writeFileSync(file, sgf)
  await page.locator("input[type=file]").setInputFiles(file)
  await status(page).waitFor()
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Column and row of the node that the tree marks. */
function treePlace(page: Page): Promise<[number, number]> {
  return page.evaluate(`(() => {
    const { column, row } = document.querySelector(".tree-here").dataset
    return [Number(column), Number(row)]
  })()`)
}

/** Adds up the layout shifts that the browser saw without an input. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`globalThis.shifted = 0; new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shifted += entry.value
  }).observe({ type: "layout-shift" })`)
  return () => page.evaluate("shifted")
}

describe("a review (APP-2, TREE-15)", () => {
  itNeeding(
    CHROMIUM,
    "finds the worst move, lets one try again without a word too much, and shows the answer; graph and maps",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1180, height: 900 })
      await openText(page, BLUNDER)
      const shifts = await watchShifts(page)
      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="7"]').waitFor()
      await button(page, "Whole game").waitFor()
      await page.locator(".worst li").first().waitFor()
      await expect
        .poll(() => page.locator(".worst li").first().textContent())
        .toMatch(/^3 A1−\d+ %, −[\d.]+ ptsTry again$/)

      // The mistake is marked in the tree, on the stone, and said with its points.
      await page.locator(".tree-blunder").first().waitFor()
      await page.locator(".worst .link").first().click()
      await expect.poll(() => status(page).textContent()).toContain("Move 3 of 6")
      await page.locator('.shudan-ghost_blunder[data-x="0"][data-y="8"]').waitFor()
      await expect.poll(() => page.locator(".mistake-word").textContent()).toMatch(/^−\d+ %, −[\d.]+ points$/)
      await button(page, "Next mistake").click()
      await expect.poll(() => status(page).textContent()).not.toContain("Move 3 of 6")
      await page.getByRole("combobox", { name: "Win rate lost" }).selectOption("0.2")
      await page.locator(".worst .link").first().click()
      await expect.poll(() => status(page).textContent()).toContain("Move 3 of 6")
      await picture(page, "web-review-worst")
      await button(page, "Try again at move 3").click()
      await page.getByRole("heading", { name: "Find a better move for Black" }).waitFor()
      await expect.poll(() => status(page).textContent()).toContain("Move 2 of 6")
      const word = page.locator(".lesson-word")
      await clickPoint(page, 8, 0)
      await word.getByText("J9 is an error. Try another.").waitFor()
      await clickPoint(page, 3, 4)
      await word.getByText("D5 is fine.").waitFor()
      await picture(page, "web-review-lesson")
      // Neither numbers nor candidates, and the record stays as it was.
      await expect.poll(() => page.locator(".numbers").textContent()).toBe("")
      await expect.poll(() => page.locator("[class*=shudan-heat_]").count()).toBe(0)
      expect(await violations(page)).toEqual([])
      await button(page, "Show me").click()
      await page.locator(".shudan-heat_9").waitFor()

      const over = page.locator(".graph .u-over")
      const { width } = (await over.boundingBox())!
      await over.click({ position: { x: (width * 5) / 6, y: 20 } })
      await expect.poll(() => status(page).textContent()).toContain("Move 5 of 6")
      await page.locator(".graph-slider").focus()
      await page.keyboard.press("ArrowLeft")
      await expect.poll(() => status(page).textContent()).toContain("Move 4 of 6")
      await expect
        .poll(() => page.locator(".graph-slider").getAttribute("aria-valuetext"))
        .toMatch(/^Move 4, Black wins \d+ %, /)
      await page.locator(".graph-slider").blur()

      await press(page, "Home", "a", "r")
      await expect.poll(() => page.locator(".review-rave [class*=shudan-heat_]").count()).toBeGreaterThan(30)
      await expect
        .poll(() => page.locator(".review-rave .shudan-heatlabel").first().textContent())
        .toMatch(/^\d+$/)
      await expect.poll(() => page.locator(".numbers").textContent()).toMatch(/\dk playouts/)
      // The margin of random games is said to be what it is: it need not agree with the win rate.
      expect(await page.locator(".numbers").textContent()).toMatch(/random games: (even|[BW]\+[\d.]+) ± \d+/)
      await picture(page, "web-review-rave")
      await press(page, "a", "k")
      await expect.poll(() => page.locator(".review-rave").count()).toBe(0)
      expect(await shifts()).toBeLessThan(0.01)

      await page.emulateMedia({ colorScheme: "dark" })
      expect(await violations(page)).toEqual([])
      await picture(page, "web-review-dark")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "walks the tree by clicks and keys, and keeps notes, marks and variations in the file",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1180, height: 900 })
      await openText(page, BLUNDER.replace("PB[Ann]", "PB[Ann]XY[kept\\]]"))
      await press(page, "ArrowRight", "ArrowRight", "ArrowRight")
      await expect.poll(() => treePlace(page)).toEqual([3, 0])
      await press(page, "ArrowDown")
      await expect.poll(() => treePlace(page)).toEqual([3, 1])
      await expect.poll(() => status(page).textContent()).toContain("Variation 2 of 2")
      const tree = (await page.locator(".tree").boundingBox())!
      await page.mouse.click(tree.x + 5.5 * 28, tree.y + 2.5 * 28)
      await expect.poll(() => treePlace(page)).toEqual([5, 2])
      await press(page, "ArrowUp")
      await expect.poll(() => treePlace(page)).toEqual([5, 1])

      await press(page, "e")
      await page.keyboard.type("Why not [here]?")
      await press(page, "Escape", "1")
      await clickPoint(page, 0, 0)
      await press(page, "5")
      await clickPoint(page, 1, 1)
      await clickPoint(page, 2, 2)
      await press(page, "Escape")
      await clickPoint(page, 3, 3)
      await expect.poll(async () => (await stones(page))[3]![3]).toBe("O")
      await expect.poll(() => treePlace(page)).toEqual([6, 1])
      await press(page, "l")
      await expect.poll(async () => (await treePlace(page))[1]).toBe(0)
      await press(page, "ArrowLeft")
      await picture(page, "web-review-edit")
      const saving = page.waitForEvent("download")
      await press(page, "s")
      const text = readFileSync(await (await saving).path(), "utf8")
      for (const part of [
        "C[Why not [here\\]?]",
        "TR[aa]",
        "LB[bb:A][cc:B]",
        ";W[dd]",
        "XY[kept\\]]",
        ";W[ce]",
      ])
        expect(text).toContain(part)

      await press(page, "Delete")
      await expect.poll(() => treePlace(page)).toEqual([4, 0])
      await press(page, "z")
      await expect.poll(() => treePlace(page)).toEqual([5, 0])
      await expect.poll(() => page.locator("#note").inputValue()).toBe("Why not [here]?")
      await expect.poll(() => page.locator(".shudan-marker_label").count()).toBe(2)
      // What was changed, and where one stood, survives a reload.
      await page.waitForTimeout(600)
      await page.reload()
      await status(page).waitFor()
      await expect.poll(() => treePlace(page)).toEqual([5, 0])
      await expect.poll(() => page.locator("#note").inputValue()).toBe("Why not [here]?")
      await press(page, "?")
      await page.getByRole("dialog").getByText("variation above, below").waitFor()
      await button(page, "Close").click()

      await button(page, "Open another").click()
      await openFile(page, `${BLUNDER}(;SZ[13]PB[Cid]PW[Dee];B[aa])`)
      await page.getByRole("combobox", { name: "Game (2 in this record)" }).selectOption("1")
      await page.getByRole("heading", { name: "Cid – Dee" }).waitFor()
      await expect.poll(() => stones(page)).toHaveLength(13)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "opens 20 000 moves in a moment and walks through them as easily as through twenty",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      const busy = await watchMainThread(page)
      await button(page, "Review").click()
      await openFile(page, longRecord(20))
      await press(page, "End")
      await status(page).getByText("Move 20 of 20").waitFor()
      const shortStep = await stepCost(page, busy, "ArrowLeft", 10)
      await button(page, "Open another").click()
      const before = await busy()
      await openFile(page, longRecord(20_000))
      await expect.poll(() => status(page).textContent()).toContain("Move 0 of 20000")
      expect((await busy()) - before).toBeLessThan(4000)
      await expect.poll(() => status(page).textContent()).toContain("Move 0 of 20000")
      await press(page, "End")
      await status(page).getByText("Move 20000 of 20000").waitFor()
      // A thousand times as many moves: what grew with them would be seen.
      expect((await stepCost(page, busy, "ArrowLeft", 30)) / shortStep).toBeLessThan(10)
      await expect.poll(() => page.locator(".tree-part g").count()).toBeLessThan(200)
      await picture(page, "web-review-long")
      const tree = (await page.locator(".tree").boundingBox())!
      await page.evaluate("document.querySelector('.tree').scrollLeft = 280_000")
      await page.locator(".tree-part text").filter({ hasText: "10003" }).waitFor()
      await page.mouse.click(tree.x + 14, tree.y + 14)
      await expect.poll(() => status(page).textContent()).toContain("Move 10000 of 20000")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "fits on a phone",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 390, height: 844 })
      await openText(page, BLUNDER)
      await press(page, "End")
      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="7"]').waitFor()
      await expect.poll(() => overflow(page)).toBe(0)
      expect(await violations(page)).toEqual([])
      await picture(page, "web-review-phone")
      await page.getByRole("tab", { name: "Notes" }).click()
      await page.locator(".edit").scrollIntoViewIfNeeded()
      await picture(page, "web-review-phone-below")
      await press(page, "t")
      await page.locator(".lesson").waitFor()
      const shown = await page
        .locator(".review-board, .lesson")
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)))
      for (const top of shown) expect(top >= 0 && top < 844).toBe(true)
      await picture(page, "web-review-phone-lesson")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

/** Milliseconds that the page's main thread works for a step, by this key. */
async function stepCost(
  page: Page,
  busy: () => Promise<number>,
  key: string,
  steps: number,
): Promise<number> {
  const before = await busy()
  await page.evaluate(`(async () => {
    for (let step = 0; step < ${steps}; step++) {
      const before = document.querySelector(".tree-here").dataset.column
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true }))
      while (document.querySelector(".tree-here").dataset.column === before) await new Promise((go) => setTimeout(go))
      document.body.offsetHeight
    }
  })()`)
  return ((await busy()) - before) / steps
}
