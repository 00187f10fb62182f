// Replay links in real browsers (APP-2): a link that was handed out long ago opens, two profiles that know nothing of
// each other make the same search of it, and what is broken is explained.

import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { unwrap } from "../../src/base/index.ts"
import { UctPlayer } from "../../src/players/index.ts"
import { NODE_ENVIRONMENT } from "../../src/players/node/index.ts"
import { Game, makeVertex, parseSgfPoint } from "../../src/rules/index.ts"
import { presetParams } from "../../src/search/index.ts"
import { CHROMIUM, startChromium } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, picture, status, stones, turn, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** Never to be changed: links of this form are out there. */
const LINK_OF_FORMAT_1 =
  "#r1=0.1.0-11f8c2b4573bb5e0&size=9&rules=chinese&komi=7&moves=eecegccc&player=uct:strong&playouts=400&seed=7"

/** The move that is shown, and every number of the table. */
async function result(page: Page): Promise<string[]> {
  await status(page).filter({ hasText: "It plays" }).waitFor()
  const cells = await page.locator("table.candidates td, table.candidates th, .numbers").allTextContents()
  return [(await status(page).textContent()) ?? "", ...cells]
}

/** The same by the library. */
async function expected(): Promise<{ move: string; visits: string; rate: string }> {
  const game = unwrap(Game.create({ size: 9, komi: 7 }))
  for (const point of ["ee", "ce", "gc", "cc"]) unwrap(game.play(parseSgfPoint(point, 9)!))
  const options = { params: presetParams("strong"), budget: {}, threads: 1 }
  const player = new UctPlayer(options, NODE_ENVIRONMENT)
  const { move, report } = await player.choose({
    position: game.position(),
    color: game.toPlay,
    budget: { playouts: 400 },
    seed: 7,
  })
  await player.close()
  const [best] = report!.candidates
  if (move === "resign") throw new Error("the player must not resign here")
  return {
    move: makeVertex(move, 9),
    visits: String(best!.visits),
    rate: `${(100 * best!.winRate).toFixed(1)} %`,
  }
}

describe("a replay link in the browser (APP-2)", () => {
  itNeeding(
    CHROMIUM,
    "of format 1 opens, and two fresh profiles show the same move and numbers, which are the library's",
    async (chromium) => {
      const address = (await site.serve()) + LINK_OF_FORMAT_1
      const { page, faults } = await site.open(chromium, address)
      await page
        .getByText("uct:strong searches a move for Black: 400 playouts, seed 7, one thread.")
        .waitFor()
      await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toHaveLength(4)
      const first = await result(page)
      await picture(page, "web-link")
      expect(await violations(page)).toEqual([])

      const other = await startChromium(chromium, join(site.folder, "other-profile"))
      const second = await other.newPage()
      await second.goto(address)
      expect(await result(second)).toEqual(first)
      await other.close()

      const { move, visits, rate } = await expected()
      expect(first[0]).toBe(`It plays ${move}`)
      expect(first).toEqual(expect.arrayContaining([move, visits, rate]))

      await button(page, "Look into the search").click()
      await page.getByRole("heading", { name: "The search, step by step" }).waitFor()
      await expect.poll(() => page.getByRole("spinbutton", { name: "Seed" }).inputValue()).toBe("7")
      expect(new URL(page.url()).hash).toBe("")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "from another Montego is announced as such; a broken one says what is wrong, and the app goes on",
    async (chromium) => {
      const address = await site.serve()
      const foreign = LINK_OF_FORMAT_1.replace("0.1.0-11f8c2b4573bb5e0", "0.0.9-0123456789abcdef")
      const { page, faults } = await site.open(chromium, address + foreign)
      const note = await page.getByRole("note").textContent()
      expect(note).toContain("made by Montego 0.0.9 with signature 0123456789abcdef; this is 0.1.0 with ")
      expect(note).toContain("The result may differ")
      await result(page)

      for (const [change, reason] of [
        ["#r9=x", "it has format 9, and this Montego reads format 1"],
        [LINK_OF_FORMAT_1.replace("eece", "eeee"), "move 2: there is already a stone"],
        ["#r1=%00<img src=x onerror=alert(1)>", "which Montego made it"],
      ] as const) {
        await page.evaluate(`location.hash = ${JSON.stringify(change)}`)
        await page.getByRole("alert").filter({ hasText: reason }).waitFor()
      }
      expect(await violations(page)).toEqual([])
      await page.evaluate(`location.hash = ${JSON.stringify(foreign.replace("uct:strong", "alpha"))}`)
      await page.getByRole("alert").filter({ hasText: 'no player "alpha"' }).waitFor()
      await button(page, "Play").click()
      await begin(page)
      await clickPoint(page, 4, 4)
      expect(await turn(page)).toContain("Your move")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "is copied from a game: of the position, and of the machine's last move",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await page.evaluate(
        `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`,
      )
      await page.getByRole("radio", { name: "Newcomer" }).check()
      await begin(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      await button(page, "Link to its last move").click()
      await button(page, "Copied").waitFor()
      const last = new URL(await page.evaluate<string>("copied"))
      expect(last.hash).toMatch(
        /^#r1=0\.1\.0-[0-9a-f]{16}&size=9&.*&moves=ee&player=net,temperature=10,top=0\.99999&playouts=1&seed=\d+&played=..$/,
      )
      await button(page, "Copy link").click()
      await expect.poll(() => page.evaluate("copied")).toMatch(/&moves=ee..&player=/)
      await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error("no"))`)
      await button(page, "Copy link").click()
      await expect
        .poll(() => page.getByRole("textbox", { name: "Copy this address" }).inputValue())
        .toContain("#r1=")
      await picture(page, "web-link-copy")
      expect(await violations(page)).toEqual([])
      await page.goto(last.href)
      await result(page)
      // Its first move of a game comes from a fresh search, in the game as here.
      await page.getByText(/^In the game it was .*, too\.$/).waitFor()
      await button(page, "Review the game").click()
      await page.getByText("Move 1 of 1").waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
