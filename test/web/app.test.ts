// The web app in a real browser (APP-1, APP-2, APP-3): whole games by mouse and by keyboard, reload, records, a broken
// engine, accessibility. Pictures for docs/images are taken on the way when MONTEGO_PICTURES names a folder.

import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { watchMainThread } from "../../bench/web-page.js"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import {
  begin,
  button,
  choices,
  chooseThinker,
  clickPoint,
  darkShare,
  moveSomewhere,
  overflow,
  picture,
  status,
  stones,
  turn,
  violations,
} from "./page.ts"
import { NOT_ISOLATED, useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** Common first moves. */
const OPENING = [
  [4, 4],
  [2, 5],
  [6, 3],
  [3, 2],
  [5, 6],
] as const

const RECORD =
  "(;GM[1]FF[4]SZ[9]KM[7]PB[Ann]PW[Bob]RE[B+3];B[ee];W[ce];B[gc];W[cc];B[eg]C[A good extension?];W[cg]" +
  ";B[ec](;W[dd];B[ed];W[dg];B[df];W[cf];B[dh])(;W[eb];B[db]))"

describe("a game in the browser (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is played from the first click to the count by mouse, and reviewed",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      for (const title of ["Rules and other boards", "For researchers"]) await page.getByText(title).click()
      await page.getByRole("combobox", { name: "Board" }).selectOption("5")
      await page.getByRole("radio", { name: "Newcomer" }).check()
      await begin(page)
      for (let moves = 0; moves < 80; moves++) {
        if (!(await turn(page)).includes("Your move")) break
        await moveSomewhere(page)
      }
      if ((await turn(page)).includes("Count")) {
        await page.locator("table.score").waitFor()
        await button(page, "Agree on this count").click()
      }
      expect(await turn(page)).toMatch(/(You win|Montego wins)/)
      const final = await stones(page)
      await page.locator(".card").getByRole("button", { name: "Review" }).click()
      await expect.poll(() => stones(page)).toEqual(final)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "is played by keyboard alone: stones, refusals, hint, undo, pass",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await page.locator("form button.main").focus()
      await page.keyboard.press("Enter")
      await turn(page)
      // The first arrow shows the cursor in the middle.
      for (const key of ["ArrowUp", "Enter"]) await page.keyboard.press(key)
      await expect.poll(async () => (await stones(page))[4]![4]).toBe("X")
      await turn(page)
      await page.keyboard.press("Enter")
      await expect
        .poll(() => page.getByRole("alert").textContent())
        .toBe("there is already a stone on that point")
      await page.keyboard.press("h")
      await expect.poll(() => status(page).textContent()).toContain("Hint:")
      await page.keyboard.press("u")
      await expect.poll(async () => (await stones(page)).join("")).toBe(".".repeat(81))
      await page.keyboard.press("p")
      // The machine plays on, or passes too where it is ahead by the komi.
      expect(await turn(page)).toMatch(/Your move|Count/)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "survives a reload, on a phone, in the dark, and without shared memory",
    async (chromium) => {
      const size = { width: 390, height: 844 }
      const { page, faults } = await site.open(chromium, await site.serve(NOT_ISOLATED), size)
      await page.emulateMedia({ colorScheme: "dark" })
      await picture(page, "web-start-phone-dark")
      await begin(page)
      for (let moves = 0; moves < 2; moves++) {
        await turn(page)
        const [x, y] = choices(await stones(page))[40]!
        await clickPoint(page, x, y)
      }
      await turn(page)
      const before = await stones(page)
      expect(before.join("").replaceAll(".", "")).toHaveLength(4)
      await page.reload()
      await turn(page)
      await expect.poll(() => stones(page)).toEqual(before)
      await expect.poll(() => page.locator("footer").textContent()).toContain("one thread")
      await picture(page, "web-play-phone-dark")
      // The first arrow finds the board by itself, and shows the cursor.
      await page.keyboard.press("ArrowUp")
      await page.locator(".shudan-selected").waitFor()
      await expect.poll(() => overflow(page)).toBe(0)
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "asks before it resigns, and offers another game",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await begin(page)
      await clickPoint(page, 2, 2)
      await turn(page)
      await button(page, "Resign").click()
      await page.getByRole("dialog").getByText("Play on").click()
      await expect.poll(() => status(page).textContent()).toContain("Your move")
      await button(page, "Resign").click()
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click()
      await expect.poll(() => status(page).textContent()).toBe("Montego wins by resignation")
      await button(page, "Play again").click()
      await expect.poll(async () => (await stones(page)).join("")).toBe(".".repeat(81))
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("the engine in the page (APP-3)", () => {
  itNeeding(
    CHROMIUM,
    "is replaced when it breaks, and the game goes on; thinking doesn't block the page",
    async (chromium) => {
      const { page } = await site.open(chromium, await site.serve())
      await chooseThinker(page)
      await begin(page)
      await clickPoint(page, 4, 4)
      await status(page).getByText("thinking").waitFor()
      const [worker] = page.workers()
      await worker!.evaluate("setTimeout(() => { throw new Error('a fault, for the test') }, 0)")
      await expect.poll(() => page.locator("footer").textContent()).toContain("restarted once")
      const busy = await watchMainThread(page)
      const before = await busy()
      await page.waitForTimeout(500)
      // A search in the main thread would need all of the time.
      expect((await busy()) - before).toBeLessThan(250)
      // It may have moved by itself meanwhile.
      await Promise.race([turn(page), button(page, "Move now").click()])
      expect(await turn(page)).toContain("Your move")
      await page.close()
    },
    SLOW,
  )
})

describe("a review in the browser (APP-2)", () => {
  itNeeding(
    CHROMIUM,
    "says what is wrong with a record, opens others, walks by keys, and shows what the engine thinks",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Review").click()
      await page.locator("textarea").fill("this is no game")
      await button(page, "Open").click()
      await expect.poll(() => page.getByRole("alert").textContent()).toContain("no game found")
      expect(await violations(page)).toEqual([])
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(["(;SZ[9]PB[Dropped];B[ee];W[ee])"], "dropped.sgf"))
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }))
      })()`)
      await page.getByRole("heading", { name: "Dropped – ?" }).waitFor()
      await page.getByRole("note").getByText("The record breaks the rules: move 2, W[ee]: there is").waitFor()
      await page.getByRole("tab", { name: "Notes" }).click()
      await page.getByText("Notes on the record").click()
      await page.locator("details").getByText("move 2, W[ee]: there is already a stone").waitFor()
      await page.keyboard.press("End")
      await page.getByRole("note").getByText("Not lawful: move 2, W[ee]: there is already a stone").waitFor()
      await picture(page, "web-review-unlawful")
      await button(page, "Open another").click()

      const file = join(site.folder, "game.sgf.gz")
      writeFileSync(file, gzipSync(RECORD))
      await page.locator("input[type=file]").setInputFiles(file)
      await page.getByRole("heading", { name: "Ann – Bob" }).waitFor()
      await page.keyboard.press("End")
      await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toHaveLength(13)
      for (let back = 0; back < 5; back++) await page.keyboard.press("ArrowLeft")
      await expect.poll(() => status(page).textContent()).toContain("Variation 1 of 2")
      await page.keyboard.press("ArrowDown")
      await expect.poll(() => status(page).textContent()).toContain("Variation 2 of 2")
      await page.keyboard.press("ArrowUp")

      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="14"]').waitFor()
      await button(page, "Whole game").waitFor()
      await page.keyboard.press("End")
      await page.keyboard.press("a")
      await page.locator(".shudan-heat_9").waitFor()
      await page.keyboard.press("o")
      await expect.poll(() => darkShare(page)).toBeGreaterThan(0.1)
      await expect.poll(() => page.locator(".numbers").textContent()).toMatch(/\d evaluations/)
      expect(await page.locator(".numbers").textContent()).toMatch(/estimated lead: (even|[BW]\+[\d.]+)/)
      await page.keyboard.press("a")
      await picture(page, "web-review")
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("the first screen", () => {
  itNeeding(
    CHROMIUM,
    "has no accessibility violations, neither light nor dark, and a game has none",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      for (const title of ["Rules and other boards", "For researchers"]) await page.getByText(title).click()
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page)).toEqual([])
      }
      await page.emulateMedia({ colorScheme: "light" })
      await page.getByRole("radio", { name: "Steady" }).check()
      await begin(page)
      for (const [x, y] of OPENING) {
        await turn(page)
        if ((await stones(page))[y]![x] === ".") await clickPoint(page, x, y)
      }
      await turn(page)
      await button(page, "Hint").click()
      await expect.poll(() => status(page).textContent()).toContain("Hint:")
      await picture(page, "web-play")
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  it("loads at most 250 kB: page, styles, engine and its helper, service worker, packed", () => {
    const folder = site.files
    // Pictures are for home screens; the page shows none of them.
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(html|js|css|svg|wasm|webmanifest)$/.test(name),
    )
    expect(names).toContain("sw.js")
    const sizeOf = (some: readonly string[]): number =>
      some.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
    // Pages that `Later` shows, the curves of a review and the code that learns patterns are fetched when opened.
    const isOnDemand = (name: string): boolean =>
      /(glass|lab|library|patterns|plot|learning|review)-[^/]*\.(js|css)$/.test(name)
    expect(sizeOf(names.filter((name) => !isOnDemand(name)))).toBeLessThan(250_000)
    expect(sizeOf(names)).toBeLessThan(360_000)
  })
})
