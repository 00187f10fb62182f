// What the app keeps, in a real browser (APP-1): games over reloads, crashes and lost hosts, in two tabs, in the
// library, and without a browser's consent.

import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { begin, button, clickPoint, overflow, picture, stones, turn, violations } from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

type Place = readonly [x: number, y: number]

/** Begins a game against the weakest player, and makes the first move. */
async function play(page: Page): Promise<Place> {
  await page.getByRole("radio", { name: "Newcomer" }).check()
  await begin(page)
  await turn(page)
  return put(page)
}

/** A move near the middle, where nothing is captured so soon. */
async function put(page: Page): Promise<Place> {
  const before = await stones(page)
  const [x, y] = MIDDLE.find(([column, row]) => before[row]?.[column] === ".")!
  await clickPoint(page, x, y)
  return [x, y]
}

const MIDDLE: readonly Place[] = [4, 3, 5].flatMap((y) => [4, 3, 5].map((x) => [x, y] as const))
const stoneAt = async (page: Page, [x, y]: Place): Promise<string | undefined> => (await stones(page))[y]?.[x]
const count = async (page: Page): Promise<number> => (await stones(page)).join("").replaceAll(".", "").length
const isControlled = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
const rows = (page: Page) => page.locator(".game")
const elsewhere = (page: Page) => page.getByRole("heading", { name: "open in another tab" })

async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), press()])
  return readFileSync(await file.path(), "utf8")
}

describe("a game that is interrupted (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "goes on after a reload, a closed tab and a crashed one, with the move that was just made",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address)
      const one = await play(page)
      await page.reload()
      await turn(page)
      await expect.poll(() => stoneAt(page, one)).toBe("X")

      const two = await put(page)
      await page.close()
      const second = await site.open(chromium, address)
      await turn(second.page)
      await expect.poll(() => stoneAt(second.page, two)).toBe("X")

      const three = await put(second.page)
      const devtools = await second.page.context().newCDPSession(second.page)
      const crashed = second.page.waitForEvent("crash")
      void devtools.send("Page.crash").catch(() => undefined)
      await crashed
      await second.page.close()
      const third = await site.open(chromium, address)
      await turn(third.page)
      for (const place of [one, two, three]) await expect.poll(() => stoneAt(third.page, place)).toBe("X")
      await expect.poll(() => count(third.page)).toBe(6)
      expect([...faults, ...third.faults]).toEqual([])
      await third.page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "goes on without host and network: the machine moves, memory is shared, the library opens",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address)
      await expect.poll(() => page.evaluate(isControlled)).toBe(true)
      const one = await play(page)
      await turn(page)
      await site.stop(address)
      const context = page.context()
      await context.setOffline(true)
      try {
        await page.reload()
        await turn(page)
        await expect.poll(() => stoneAt(page, one)).toBe("X")
        await put(page)
        await turn(page)
        await expect.poll(() => count(page)).toBe(4)
        expect(await page.evaluate("crossOriginIsolated")).toBe(true)
        await button(page, "Library").click()
        await rows(page).waitFor()
        await page.goto(`${address}?from=home-screen`)
        await rows(page).waitFor()
        expect(faults.filter((fault) => !fault.includes("ERR_"))).toEqual([])
      } finally {
        await context.setOffline(false)
        await page.close()
      }
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "belongs to one of two tabs; the other looks on, and can take it over",
    async (chromium) => {
      const address = await site.serve()
      const first = await site.open(chromium, address)
      const one = await play(first.page)
      await turn(first.page)
      const second = await site.open(chromium, address)
      await elsewhere(second.page).waitFor()
      await expect.poll(() => stoneAt(second.page, one)).toBe("X")
      await picture(second.page, "web-elsewhere")
      expect(await violations(second.page)).toEqual([])
      await put(second.page)
      expect(await count(second.page)).toBe(2)
      const two = await put(first.page)
      await expect.poll(() => stoneAt(second.page, two)).toBe("X")
      await turn(first.page)
      const before = await stones(first.page)

      await button(second.page, "Take over here").click()
      await turn(second.page)
      await expect.poll(() => stones(second.page)).toEqual(before)
      await elsewhere(first.page).waitFor()
      await put(second.page)
      await turn(second.page)
      const after = await stones(second.page)
      await expect.poll(() => stones(first.page)).toEqual(after)

      await second.page.close()
      await first.page.reload()
      await turn(first.page)
      await expect.poll(() => stones(first.page)).toEqual(after)
      await expect.poll(() => count(first.page)).toBe(6)
      expect([...first.faults, ...second.faults]).toEqual([])
      await first.page.close()
    },
    SLOW,
  )
})

describe("a game that another tab has (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "goes on here when that tab is closed, and stays there when it is reloaded",
    async (chromium) => {
      const address = await site.serve()
      const first = await site.open(chromium, address)
      await play(first.page)
      await turn(first.page)
      const second = await site.open(chromium, address)
      await elsewhere(second.page).waitFor()
      await first.page.reload()
      await turn(first.page)
      await put(first.page)
      await turn(first.page)
      await elsewhere(second.page).waitFor()
      await first.page.close()
      await turn(second.page)
      await put(second.page)
      await turn(second.page)
      await expect.poll(() => count(second.page)).toBe(6)
      expect([...first.faults, ...second.faults]).toEqual([])
      await second.page.close()
    },
    SLOW,
  )
})

const RECORD =
  "(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bob]RE[B+3]DT[2001-02-03];B[ee];W[ce];B[gc];W[cc];B[eg];W[cg];B[ec];W[dd];B[ed]" +
  ";W[dg];B[df];W[cf];B[dh];W[ch];B[de];W[cd];B[dc];W[db];B[eb];W[cb])"
const MANY = Array.from({ length: 25 }, (_, index) => `(;SZ[9]PB[Many ${index}];B[ee])`).join("\n")

describe("the analysis of a record (APP-2)", () => {
  itNeeding(
    CHROMIUM,
    "is there after a reload: the graph and the worst moves",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Review").click()
      await page.locator("textarea").fill(RECORD)
      await button(page, "Open").click()
      await button(page, "Whole game").click()
      await page.locator('.graph[data-known="21"]').waitFor()
      await button(page, "Whole game").waitFor()
      await page.reload()
      await page.locator('.graph[data-known="21"]').waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("the library (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "lists what was played and opened; searches, renames, deletes and brings back; exports and takes in",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, address)
      await button(page, "Library").click()
      await page.getByText("No games yet").waitFor()
      await button(page, "Play").click()
      await play(page)
      await turn(page)
      await button(page, "Resign").click()
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click()
      await button(page, "Play again").click()
      await turn(page)
      const mine = await put(page)
      await turn(page)
      await page.locator("nav").getByText("Review").click()
      await page.locator("textarea").fill(RECORD)
      await button(page, "Open").click()
      await page.getByRole("heading", { name: "Ann – Bob" }).waitFor()
      await page.keyboard.press("End")

      await button(page, "Library").click()
      await expect.poll(() => rows(page).count()).toBe(3)
      await expect
        .poll(() => rows(page).allTextContents())
        .toEqual([
          expect.stringMatching(/Ann – Bob2001-02-03 · 9×9 · 20 moves · B\+3Review/),
          expect.stringMatching(/You – Montego · Newcomer.* · 9×9 · 2 moves · unfinishedContinue/),
          expect.stringMatching(/You – Montego · Newcomer.*Montego wins by resignationReview/),
        ])
      await picture(page, "web-library")
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page)).toEqual([])
      }

      await page.getByRole("searchbox").fill("bob 2001")
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByRole("button", { name: "More: Ann – Bob" }).click()
      await button(page, "Rename").click()
      await page.getByRole("textbox", { name: "Name of the game" }).fill("The bob game, 2001 [été]")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "The bob game" }).waitFor()
      await page.getByRole("button", { name: "More: The bob game" }).click()
      await button(page, "Delete").click()
      await expect.poll(() => rows(page).count()).toBe(0)
      await page.getByText("Deleted: The bob game").waitFor()
      await button(page, "Undo").click()
      await expect.poll(() => rows(page).count()).toBe(1)
      await page.getByRole("searchbox").fill("")

      const all = await download(page, () => button(page, "Export all").click())
      expect(all.match(/\(;/g)).toHaveLength(3)
      for (const part of ["PB[Ann]", "GN[The bob game, 2001 [été\\]]", "RE[W+R]", "PB[Person]"])
        expect(all).toContain(part)

      const file = join(site.folder, "many.sgf")
      writeFileSync(file, `${MANY}\n${all}`)
      await page.locator("input[type=file]").setInputFiles(file)
      await page.getByRole("dialog").getByText("28 games").waitFor()
      await button(page, "Add all").click()
      await page.getByText("25 games were added. 3 were here already.").waitFor()
      await expect.poll(() => rows(page).count()).toBe(28)

      await page.setViewportSize({ width: 390, height: 844 })
      await picture(page, "web-library-phone-dark")
      await expect.poll(() => overflow(page)).toBe(0)
      await page.getByRole("combobox", { name: "Show" }).selectOption("Unfinished")
      await rows(page)
        .getByRole("button", { name: /^Continue/ })
        .click()
      expect(await turn(page)).toContain("Your move")
      await expect.poll(() => stoneAt(page, mine)).toBe("X")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "is taken over from the time before it, and nothing of that is lost",
    async (chromium) => {
      const address = await site.serve()
      const { page, faults } = await site.open(chromium, "about:blank")
      await page.addInitScript(`if (localStorage.getItem("montego.open") === null) {
        localStorage.setItem("montego.game", ${JSON.stringify(GAME_OF_FORMAT_1)})
        localStorage.setItem("montego.review", ${JSON.stringify(JSON.stringify({ sgf: RECORD, at: 2 }))})
        localStorage.setItem("montego.screen", '"play"')
        localStorage.setItem("montego.settings", '{"size":13,"opponent":"deep"}')
      }`)
      await page.goto(address)
      await turn(page)
      await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toBe("XO")
      await expect.poll(() => page.evaluate(`localStorage.getItem("montego.game")`)).toBeNull()
      await expect.poll(() => page.evaluate(`localStorage.getItem("montego.review")`)).toBeNull()
      await page.reload()
      await turn(page)
      await expect.poll(async () => (await stones(page)).join("").replaceAll(".", "")).toBe("XO")
      await page.locator("nav").getByText("Review").click()
      await page.getByText("Move 2 of 20").waitFor()
      await button(page, "Library").click()
      await expect.poll(() => rows(page).count()).toBe(2)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

const GAME_OF_FORMAT_1 =
  '{"format":1,"settings":{"size":9,"opponent":"learner","color":1,"rules":"chinese","handicap":0,' +
  '"limit":{"playouts":1000},"preset":"strong"},"seed":7,"moves":["E5","C3"],"dead":[],"rates":[[1,0.6]]}'

describe("a browser that keeps nothing (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is said in one line, and the game goes on all the same",
    async (chromium) => {
      const stubs = [
        [
          `Object.defineProperty(window, "indexedDB", { get() { throw new Error("forbidden") } })`,
          "doesn't let",
        ],
        [
          `IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError") }`,
          "storage is full",
        ],
      ] as const
      for (const [script, line] of stubs) {
        const { page, faults } = await site.open(chromium, "about:blank")
        await page.addInitScript(script)
        await page.goto(await site.serve())
        const one = await play(page)
        await turn(page)
        await page.getByText(line).waitFor()
        // The shelf still has the game that is open.
        await page.reload()
        await turn(page)
        await expect.poll(() => stoneAt(page, one)).toBe("X")
        await put(page)
        await turn(page)
        await button(page, "Library").click()
        await rows(page).waitFor()
        expect(faults).toEqual([])
        await page.close()
      }
    },
    SLOW,
  )
})

describe("a new version (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "waits until it is asked for; the app can be installed",
    async (chromium) => {
      let folder = site.files
      const address = await site.serve(undefined, () => folder)
      const { page, faults } = await site.open(chromium, address)
      await expect.poll(() => page.evaluate(isControlled)).toBe(true)
      const manifest = (await page.evaluate(
        `fetch(document.querySelector("link[rel=manifest]").href).then((response) => response.json())`,
      )) as { icons: { src: string; sizes: string }[] }
      for (const { src, sizes } of manifest.icons) {
        const [width] = await page.evaluate<number[]>(
          `new Promise((resolve) => { const image = new Image(); image.onload = () => resolve([image.naturalWidth]); image.src = ${JSON.stringify(src)} })`,
        )
        if (sizes !== "any") expect(`${width}x${width}`).toBe(sizes)
      }
      const devtools = await page.context().newCDPSession(page)
      const { installabilityErrors } = (await devtools.send("Page.getInstallabilityErrors")) as {
        installabilityErrors: { errorId: string }[]
      }
      expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])

      const one = await play(page)
      await turn(page)
      folder = newVersion(folder)
      await page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
      await page.getByText("A new version is there").waitFor()
      await picture(page, "web-update")
      expect(await page.evaluate("document.scripts[0].src")).not.toContain("-newer123")
      await button(page, "Reload").click()
      await expect.poll(() => page.evaluate("document.scripts[0].src").catch(() => "")).toContain("-newer123")
      await turn(page)
      await expect.poll(() => stoneAt(page, one)).toBe("X")
      expect(await page.getByText("A new version is there").count()).toBe(0)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

/** The same app as another build: its main script has another name. */
function newVersion(folder: string): string {
  const copy = join(site.folder, "new")
  cpSync(folder, copy, { recursive: true })
  const html = readFileSync(join(copy, "index.html"), "utf8")
  const [, script = ""] = /src="\.\/assets\/([^"]+)"/.exec(html) ?? []
  // A hash has eight signs, and "-" may be among them.
  const renamed = script.replace(/-[\w-]{8}\.js$/, "-newer123.js")
  expect(renamed).not.toBe(script)
  renameSync(join(copy, "assets", script), join(copy, "assets", renamed))
  const texts = ["index.html", "sw.js", ...readdirSync(join(copy, "assets")).map((name) => `assets/${name}`)]
  for (const name of texts.filter((text) => /\.(html|js)$/.test(text))) {
    const text = readFileSync(join(copy, name), "utf8")
    if (text.includes(script)) writeFileSync(join(copy, name), text.replaceAll(script, renamed))
  }
  return copy
}
