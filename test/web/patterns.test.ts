// Patterns learned in the page, in a real browser (APP-1, SIM-7): from the example games and from the library, looked
// at, kept over a reload, and played against.

import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { makeCollection } from "../support/collections.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, overflow, picture, stones, turn, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

async function openPatterns(page: Page): Promise<void> {
  await button(page, "Library").click()
  await button(page, "Learn patterns").click()
  await page.getByRole("heading", { name: "Patterns in games" }).waitFor()
}

const learned = (page: Page) => page.getByRole("heading", { name: "What was learned on 9×9" })

describe("patterns in the page (SIM-7)", () => {
  itNeeding(
    CHROMIUM,
    "are learned from the example games where the library has few, kept over a reload, and play",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await openPatterns(page)
      await page.getByText("there are none that can be used").waitFor()
      expect(await button(page, "Learn from my library").isDisabled()).toBe(true)
      expect(await violations(page)).toEqual([])
      await button(page, "Learn from the example games").focus()
      await page.keyboard.press("Enter")
      await learned(page).waitFor()
      expect(await page.locator(".patterns-cards li").count()).toBe(24)
      const [shape] = await page.getByRole("img", { name: /^Black plays in the middle. Above: / }).all()
      expect(await shape!.getAttribute("aria-label")).toMatch(/Middle: [a-z ]+, the move, [a-z ]+\. Below:/)
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page)).toEqual([])
      }
      await page.emulateMedia({ colorScheme: "light" })
      await page.locator(".patterns-cards").first().scrollIntoViewIfNeeded()
      await picture(page, "web-patterns")
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => overflow(page)).toBe(0)
      await picture(page, "web-patterns-phone")

      await page.reload()
      await learned(page).waitFor()
      await page.getByText("example games with").waitFor()
      await button(page, "Play against these patterns").click()
      await turn(page)
      await clickPoint(page, 4, 4)
      expect(await turn(page)).toContain("Your move")
      await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toHaveLength(2)
      await page.getByText("Montego · patterns").first().waitFor()
      expect(await page.getByRole("note").count()).toBe(0)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "are learned from the games of the library, with what was left out; a run can be stopped",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Library").click()
      const file = join(site.folder, "many.sgf")
      writeFileSync(file, `${makeCollection({ games: 19, moves: 60 })}(;SZ[9];B[ee];W[ee])`)
      await page.locator("input[type=file]").setInputFiles(file)
      await page.getByText("20 games were added").waitFor()
      await button(page, "Learn patterns").click()
      await button(page, "Learn from my library").click()
      await learned(page).waitFor()
      await page.getByText("From 18 games of your library with").waitFor()
      await page.getByText("Left out: 1 (an illegal move).").waitFor()
      // A worker that never answers, so that there is something to stop.
      await page.evaluate("Worker.prototype.postMessage = () => {}")
      await button(page, "Learn from my library").click()
      await page.getByRole("progressbar").waitFor()
      await button(page, "Stop").click()
      await learned(page).waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("learned weights and networks that are missing", () => {
  itNeeding(
    CHROMIUM,
    "are told at the foot, each once, and the game goes on",
    async (chromium) => {
      const folder = join(site.folder, "without-weights")
      cpSync(site.files, folder, { recursive: true })
      for (const name of readdirSync(join(folder, "assets")).filter((each) => each.endsWith(".bin")))
        rmSync(join(folder, "assets", name))
      const { page } = await site.open(chromium, await site.serve(undefined, () => folder))
      await page.getByRole("radio", { name: "Newcomer" }).check()
      await begin(page)
      await clickPoint(page, 4, 4)
      expect(await turn(page)).toContain("Your move")
      const note = page.getByRole("note")
      await expect
        .poll(() => note.textContent())
        .toBe("Note: the network can't be fetched (404); uct:strong,playouts=300 plays in its place.")
      await page.close()
      const { page: other } = await site.open(chromium, await site.serve(undefined, () => folder))
      await other.locator("details.more").first().waitFor()
      await other.evaluate("for (const more of document.querySelectorAll('details.more')) more.open = true")
      await other.getByRole("combobox", { name: "Player", exact: true }).selectOption("uct:mogo")
      await other.getByRole("combobox", { name: "Player", exact: true }).selectOption("uct:strong")
      await begin(other)
      await clickPoint(other, 4, 4)
      expect(await turn(other)).toContain("Your move")
      await expect
        .poll(() => other.getByRole("note").textContent())
        .toBe("Note: the learned weights can't be fetched (404); the search goes on without learned weights.")
      await other.close()
    },
    SLOW,
  )
})
