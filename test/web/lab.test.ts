// The laboratory in a real browser (APP-4): every page runs in a worker, is reached by keyboard, is announced, and
// comes back by its link.

import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { playMatch } from "../../src/arena/index.ts"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, overflow, picture, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** Small runs of all pages, and a word that each must show at its end. */
const PAGES = [
  ["bandits", "trials=60&at=60", "Beside the published table"],
  ["simulations", "games=20&position=corner%20life&at=20", "Owner map: Naive"],
  ["gobble", "games=1000&at=1000", "Figure 1 of 1993"],
  ["evolve", "population=128&lineages=8&steps=1000&at=1000", "A typical plan of each side"],
  ["games", "playouts=500&at=500", "What the learner knows"],
  ["match", "a=random&b=uct:plain&size=5&playouts=10&games=4&at=4", "Cross table"],
] as const

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/** What is announced of the run. */
const announced = (page: Page) => page.locator(".lab-run [role=status]")

async function expectFine(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await expect.poll(() => overflow(page)).toBe(0)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await violations(page)).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: "light" })
}

describe("the laboratory", () => {
  itNeeding(
    CHROMIUM,
    "is reached from the head, runs and pauses by keyboard, and Back leads to where one was",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Laboratory").click()
      await page.getByRole("heading", { name: "Laboratory" }).waitFor()
      await expectFine(page)
      await picture(page, "web-lab")
      expect(await page.getByRole("heading", { name: "The hybrid" }).count()).toBe(0)
      expect(await page.getByRole("link", { name: "Experiments" }).getAttribute("href")).toMatch(
        /\/docs\/lab\.html$/,
      )
      await button(page, "Learned patterns").click()
      await page.getByRole("heading", { name: "Patterns in games" }).waitFor()
      await page.goBack()
      await page.getByRole("link", { name: "Tree heuristics" }).click()
      await page.getByRole("checkbox", { name: "RAVE" }).waitFor()
      await page.goBack()
      await page.getByRole("link", { name: "Bandits" }).focus()
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Bandits", exact: true }).waitFor()
      await page.getByRole("textbox", { name: "Trials" }).fill("10000")
      await page.getByRole("textbox", { name: "Pulls of a trial" }).fill("50000")
      await page.keyboard.press("Tab")
      await page.locator("h1").click()
      await page.keyboard.press("s")
      await expect.poll(() => page.locator(".lab-progress").textContent()).toMatch(/^[1-9]\d* of 10,000/)
      expect(await announced(page).textContent()).toBe("Running")
      await page.keyboard.press("s")
      expect(await announced(page).textContent()).toMatch(/^Paused after \d+ trials/)
      await expect.poll(() => page.url()).toMatch(/#lab1=bandits&rounds=50000&trials=10000&at=\d+$/)
      await page.keyboard.press("2")
      await expect.poll(() => page.locator(".lab-hand [role=status]").textContent()).toMatch(/^Arm 2: /)
      await page.keyboard.press("r")
      await expect.poll(() => page.url()).toMatch(/trials=10000$/)
      await page.goBack()
      await page.getByRole("heading", { name: "Laboratory" }).waitFor()
      await page.goBack()
      await page.getByRole("heading", { name: "A new game" }).waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has pages that run to the place of their link, without a fault of accessibility",
    async (chromium) => {
      const address = await site.serve()
      for (const [name, settings, words] of PAGES) {
        const { page, faults } = await site.open(chromium, `${address}#lab1=${name}&${settings}`)
        await expect.poll(() => announced(page).textContent()).toMatch(/^Done: /)
        await page.getByText(words).first().waitFor()
        await expectFine(page)
        const tables = page.getByText("The numbers as a table")
        if ((await tables.count()) > 0) await tables.first().click()
        await expect.poll(() => page.locator(".lab-scroll td").count()).toBeGreaterThan(5)
        await picture(page, `web-lab-${name}`)
        expect(faults).toEqual([])
        await page.close()
      }
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "reads the journal of a match, and reviews a game of it",
    async (chromium) => {
      const journal = join(site.folder, "match.jsonl")
      await playMatch({ a: "random", b: "random", games: 3, size: 5, seed: 4, journal })
      const { page, faults } = await site.open(chromium, `${await site.serve()}#lab1=match`)
      await page.locator("input[type=file]").setInputFiles(journal)
      await page.getByText("Open: match.jsonl (3 games).").waitFor()
      expect(await page.locator(".lab-games li").count()).toBe(3)
      await page.getByRole("button", { name: /^2\. random/ }).click()
      await page.getByRole("heading", { name: /random/ }).waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "draws thermographs before anything is started, and those of another sum",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, `${await site.serve()}#lab1=games`)
      await expect.poll(() => page.locator(".lab-panel").count()).toBe(4)
      expect(await announced(page).textContent()).toMatch(/^Nothing has been run yet/)
      await page.getByRole("textbox", { name: "Game, or sum of games" }).fill("{2|-2}")
      await page.keyboard.press("Enter")
      await page.getByRole("img", { name: "Thermograph of {2|-2}: mean 0, temperature 2" }).waitFor()
      expect(await page.locator(".lab-panel").count()).toBe(1)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "says what is wrong with settings and links",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, `${address}#lab1=games&sum=%7B1%7Cx%7D`)
      await page.getByRole("alert").filter({ hasText: `"x" has no meaning here (character 4)` }).waitFor()
      await page.goto(`${address}#lab1=nowhere`)
      await page.getByRole("alert").filter({ hasText: `the laboratory has no page "nowhere"` }).waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
