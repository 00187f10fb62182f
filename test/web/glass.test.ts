// The glass box in a real browser (TREE-15): its table is compared with a search of the library, cell by cell.

import { describe, expect } from "vitest"
import type { Page } from "playwright-core"
import { unwrap } from "../../src/base/index.ts"
import { mainLine, parseSgf, readPlays } from "../../src/record/index.ts"
import { Game, makeVertex, parseVertex, pointAt, type Board, type Move } from "../../src/rules/index.ts"
import { NODE_ENVIRONMENT } from "../../src/players/node/index.ts"
import { findKnowledge, presetParams, Searcher, type PresetName } from "../../src/search/index.ts"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button, overflow, picture, status, stones, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

const RECORD = "(;GM[1]FF[4]SZ[9]KM[7]RU[chinese]PB[Ann]PW[Bob];B[ee];W[ce];B[gc];W[cc];B[eg];W[cg])"

function gameOf(sgf: string): Game {
  const [root] = unwrap(parseSgf(sgf)).games
  const game = unwrap(Game.create({ size: 9, komi: 7 }))
  for (const node of mainLine(root!))
    for (const { color, move } of readPlays(node, 9).plays) unwrap(game.play(move, color))
  return game
}

async function searched(preset: PresetName, simulations: number): Promise<Searcher> {
  const game = gameOf(RECORD)
  const params = presetParams(preset)
  const knowledge = await findKnowledge(params, game.board.size, NODE_ENVIRONMENT)
  const searcher = await Searcher.create({ params, knowledge })
  searcher.begin({ position: game.position(), color: game.toPlay, seed: 1 })
  searcher.step(simulations)
  return searcher
}

/** The rows that the page must show, written here once more: by value, the first of equals first. */
async function expected(
  preset: PresetName,
  simulations: number,
  line: readonly Move[] = [],
): Promise<string[][]> {
  const searcher = await searched(preset, simulations)
  const four = (value: number): string => (value === Infinity ? "∞" : value.toFixed(4))
  const pair = (mean: number, count: number): string =>
    count > 0 ? `${four(mean)} ×${Number(count.toFixed(1))}` : "–"
  const rows = searcher
    .explain(line)
    .sort((a, b) => (a.terms.value === b.terms.value ? 0 : b.terms.value > a.terms.value ? 1 : -1))
    .map(({ node, terms }) => [
      makeVertex(node.move, 9),
      String(node.visits),
      node.visits > 0 ? four(node.mean) : "–",
      pair(node.raveMean, node.raveVisits),
      pair(node.priorMean, node.priorVisits),
      ...[terms.estimate, terms.exploration, terms.value].map(four),
    ])
  await searcher.close()
  return rows
}

/** The table as it is shown, all rows. */
async function shown(page: Page): Promise<string[][]> {
  const more = page.getByRole("button", { name: /^Show all/ })
  if (await more.isVisible()) await more.click()
  return page.evaluate(`[...document.querySelectorAll(".glass-table tbody tr")].map((row) =>
    [...row.children].map((cell) => (cell.querySelector(".glass-move") ?? cell).textContent.trim()))`)
}

async function open(page: Page): Promise<void> {
  await button(page, "Review").click()
  await page.locator("textarea").fill(RECORD)
  await button(page, "Open").click()
  await page.getByRole("heading", { name: "Ann – Bob" }).waitFor()
  await page.keyboard.press("End")
  await page.getByRole("tab", { name: "Analysis" }).click()
  await button(page, "Look into the search").click()
  await page.getByRole("heading", { name: "The search, step by step" }).waitFor()
}

function drawn(board: Board): string[] {
  const lines = [...Array(board.size).keys()]
  return lines.map((y) => lines.map((x) => ".XO"[board.at(pointAt(x, y))]).join(""))
}

/** Waits until this number of simulations is done, not only wanted. */
const counted = (page: Page, count: string) =>
  status(page)
    .filter({ hasText: new RegExp(`^${count}[0-9,]+ nodes`) })
    .waitFor()

describe("the glass box in the browser (TREE-15)", () => {
  itNeeding(
    CHROMIUM,
    "shows the search's own numbers after any number of simulations, at any node",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 1280, height: 800 })
      await open(page)
      await button(page, "Run 1 simulation").click()
      await counted(page, "1 simulation")
      await expect.poll(() => shown(page)).toEqual(await expected("strong", 1))
      await page.keyboard.press("2")
      await page.keyboard.press("3")
      await page.keyboard.press("4")
      await counted(page, "1,111 simulations")
      const rows = await expected("strong", 1111)
      await expect.poll(() => shown(page)).toEqual(rows)
      await button(page, "Show the first moves only").click()
      await page.evaluate("scrollTo(0, 0)")
      await picture(page, "web-glass")
      // The whole table is in sight, the value too; on a large screen the board is large.
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".glass-scroll"))`
      expect(await page.evaluate(hidden)).toBe(0)
      await page.setViewportSize({ width: 2560, height: 1440 })
      await expect
        .poll(() => page.evaluate(`document.querySelector(".shudan-goban").getBoundingClientRect().width`))
        .toBeGreaterThan(800)
      await page.setViewportSize({ width: 1280, height: 800 })

      const most = rows.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0]![0]!
      await button(page, most).click()
      await page.getByRole("navigation", { name: "The way" }).getByText(most).waitFor()
      const game = gameOf(RECORD)
      const move = parseVertex(most, 9)!
      unwrap(game.play(move))
      await expect.poll(() => stones(page)).toEqual(drawn(game.board))
      await expect.poll(() => shown(page)).toEqual(await expected("strong", 1111, [move]))
      await page.keyboard.press("Backspace")
      await expect.poll(() => shown(page)).toEqual(rows)

      await page.getByRole("button", { name: "Visits" }).click()
      await expect.poll(async () => (await shown(page))[0]![0]).toBe(most)
      await expect.poll(() => page.locator("th[aria-sort=descending]").textContent()).toContain("Visits")
      await button(page, "Show the first moves only").click()
      await page.getByText("What the columns mean").click()
      await page.getByText("The formula of this search").click()
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page)).toEqual([])
      }
      await picture(page, "web-glass-dark")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "plays a simulation on the board, move by move as the search played it; on a phone, too",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 390, height: 844 })
      await open(page)
      await page.getByRole("combobox", { name: "Kind of search" }).selectOption("uct:plain")
      await page.keyboard.press("Escape")
      await page.locator("body").press("3")
      await counted(page, "100 simulations")
      await button(page, "Watch the next").click()
      const play = page.getByRole("region", { name: "One simulation" })
      await play.getByText("In the tree").waitFor()
      await play.getByRole("button", { name: "Pause" }).click()
      const searcher = await searched("plain", 101)
      const { moves, descent } = searcher.lastSimulation()
      const { board } = gameOf(RECORD)
      const now = async (): Promise<number> => Number(await play.locator("progress").getAttribute("value"))
      for (const { color, move } of moves.slice(0, await now())) board.play(color, move)
      for (let at = await now(); at < descent + 3; at++) {
        await play.getByRole("button", { name: "One move on" }).click()
        board.play(moves[at]!.color, moves[at]!.move)
        await expect.poll(() => stones(page)).toEqual(drawn(board))
      }
      await play.getByText(`Random game: move 3 of ${moves.length - descent}`).waitFor()
      await picture(page, "web-glass-phone")
      expect(await violations(page)).toEqual([])
      await expect.poll(() => overflow(page)).toBe(0)
      await play.getByRole("button", { name: "To the end" }).click()
      for (const { color, move } of moves.slice(descent + 3)) board.play(color, move)
      await expect.poll(() => stones(page)).toEqual(drawn(board))
      await expect.poll(() => play.textContent()).toMatch(/wins by/)
      await play.getByRole("button", { name: "Back to the tree" }).click()
      await expect.poll(() => stones(page)).toEqual(drawn(gameOf(RECORD).board))
      await searcher.close()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "draws the tree, walks it by keys, writes out the formula, turns switches, and comes back by its link",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address, { width: 1280, height: 800 })
      await open(page)
      await page.keyboard.press("4")
      await counted(page, "1,000 simulations")
      const tree = page.locator(".glass-tree")
      expect(await tree.getByRole("button").count()).toBe(41)
      await tree.getByRole("button", { name: "Position" }).focus()
      await page.keyboard.press("ArrowRight")
      const [best] = (await searched("strong", 1000)).report().candidates
      const name = makeVertex(best!.move, 9)
      await expect
        .poll(() => page.evaluate("document.activeElement.textContent"))
        .toMatch(new RegExp(`^${name} ${best!.visits} · \\d+ %, depth 1`))
      await page.keyboard.press("Enter")
      await expect.poll(() => page.locator(".glass-path [aria-current]").textContent()).toBe(name)
      await page.evaluate(
        `navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }`,
      )
      await button(page, "Copy link").click()
      await button(page, "Copied").waitFor()
      const link = await page.evaluate<string>("copied")
      expect(link).toMatch(/&playouts=1000&seed=1&look=[a-i]{2}$/)
      const { page: other } = await site.open(chromium, link, { width: 1280, height: 800 })
      await counted(other, "1,000 simulations")
      await expect.poll(() => other.locator(".glass-path [aria-current]").textContent()).toBe(name)
      expect(await shown(other)).toEqual(await shown(page))
      await other.close()

      await tree.getByRole("button", { name: "Position" }).click()
      await counted(page, "1,000 simulations")
      await page.locator(".glass-table tbody tr").nth(2).hover()
      const third = await page.locator(".glass-table tbody tr").nth(2).locator(".glass-move").textContent()
      await expect.poll(() => page.locator(".glass-written p").textContent()).toBe(`${third} in numbers`)
      await button(page, "Show the first moves only").click()
      await page.setViewportSize({ width: 1280, height: 1000 })
      await page.locator(".glass-table").evaluate((table) => table.scrollIntoView())
      await picture(page, "web-glass-tree")
      await page.getByRole("checkbox", { name: "RAVE" }).click()
      await counted(page, "1,000 simulations")
      await page.getByText("RAVE off: the most visited moves").waitFor()
      expect(await page.locator(".glass-compare tbody tr").count()).toBe(5)
      expect(await violations(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => overflow(page)).toBe(0)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
