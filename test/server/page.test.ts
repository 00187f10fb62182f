// The page that `montego serve` serves (APP-3, APP-5): it finds its server by itself, plays with native threads and
// against programs that were named to it, and goes on alone when the server is gone.

import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page, WebSocket } from "playwright-core"
import { afterAll, beforeAll, describe, expect } from "vitest"
import type { RunningServer } from "../../src/server/index.ts"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import {
  begin,
  button,
  clickPoint,
  moveSomewhere,
  picture,
  status,
  stones,
  turn,
  violations,
} from "../web/page.ts"
import { Site } from "../web/site.ts"
import { start, TOKEN, type Said } from "./site.ts"

const SLOW = 240_000
const script = fileURLToPath(new URL("../arena/engine.js", import.meta.url))
const engines = new Map([
  ["tester", `"${process.execPath}" "${script}" --moves C3,G7`],
  ["broken", `"${process.execPath}" "${script}" --crash 1`],
])

const site = new Site()
const servers: RunningServer[] = []
beforeAll(() => site.build())
afterAll(async () => {
  await site.close()
  await Promise.all(servers.map((server) => server.close()))
})

async function serve(): Promise<RunningServer> {
  const server = await start(site.files, { engines, limits: { threads: 2 } })
  servers.push(server)
  return server
}

/** The page at this address, with what it says to the server. */
async function open(chromium: string, address: string) {
  const opened = await site.open(chromium, "about:blank")
  const said: Said[] = []
  const watch = (socket: WebSocket): void =>
    void socket.on("framesent", ({ payload }) => said.push(JSON.parse(String(payload)) as Said))
  opened.page.on("websocket", watch)
  await opened.page.goto(address)
  return { ...opened, said }
}

const where = (page: Page) => page.locator("footer").getByRole("combobox")
const line = (page: Page) => page.locator("footer")
const searches = (said: readonly Said[]): Said[] =>
  said.flatMap(({ kind, task }) => (kind === "ask" ? [task as Said] : []))
const count = async (page: Page): Promise<number> => (await stones(page)).join("").replaceAll(".", "").length

/** The page itself thinks until the person chooses. */
async function useComputer(page: Page): Promise<void> {
  await expect.poll(() => where(page).inputValue()).toBe("page")
  await where(page).selectOption("computer")
}

async function chooseOpponent(page: Page, player: string): Promise<void> {
  await page.getByText("For researchers").click()
  await page.getByRole("combobox", { name: "Player" }).selectOption(player)
}

describe("native threads (APP-3)", () => {
  itNeeding(
    CHROMIUM,
    "are the choice of a page that has the token, which leaves the address",
    async (chromium) => {
      const server = await serve()
      const { page, faults, said } = await open(chromium, server.url)
      await useComputer(page)
      await expect
        .poll(() => where(page).locator("option").allTextContents())
        .toEqual([
          "on this computer (2 threads)",
          expect.stringMatching(/^in this page \((one thread|\d threads)\)$/),
        ])
      expect(new URL(page.url()).hash).toBe("")
      // The choice makes the foot higher, but not the page.
      await page.setViewportSize({ width: 1280, height: 800 })
      expect(await page.evaluate("document.documentElement.scrollHeight - innerHeight")).toBe(0)
      expect(await violations(page)).toEqual([])
      await page.getByText("For researchers").click()
      await page.getByRole("spinbutton", { name: "Seed" }).fill("7")
      await begin(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      expect(searches(said)).toMatchObject([{ player: expect.stringMatching(/^net,/) as string, seed: 8 }])
      const native = await stones(page)
      await picture(page, "web-native")

      // A reload keeps the token; the game goes on where it was.
      await page.reload()
      await expect.poll(() => where(page).inputValue()).toBe("computer")
      await expect.poll(() => stones(page)).toEqual(native)
      // The same seed gives the same game in the page itself.
      await where(page).selectOption("page")
      await button(page, "New game").click()
      await begin(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      await expect.poll(() => stones(page)).toEqual(native)
      expect(searches(said)).toHaveLength(1)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "without the token, or with a wrong one, the page says what to do, and plays by itself",
    async (chromium) => {
      const server = await serve()
      const { page, faults, said } = await open(chromium, server.origin)
      await expect.poll(() => line(page).textContent()).toContain("open the whole address")
      expect(said).toEqual([])
      await page.goto(`${server.origin}/#token=of-yesterday`)
      await expect.poll(() => line(page).textContent()).toContain("doesn't know the token")
      await begin(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      await expect.poll(() => count(page)).toBe(2)
      expect(searches(said)).toEqual([])
      await picture(page, "web-native-refused")
      await button(page, "All right").click()
      await expect.poll(() => line(page).textContent()).not.toContain("token")
      // The right address, pasted into the same tab.
      await page.evaluate(`location.hash = "#token=${TOKEN}"`)
      await expect.poll(() => where(page).inputValue()).toBe("page")
      expect(await line(page).textContent()).not.toContain("token")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("installed engines (APP-3)", () => {
  itNeeding(
    CHROMIUM,
    "are opponents; one that breaks is told, and can be tried again",
    async (chromium) => {
      const server = await serve()
      const { page, faults, said } = await open(chromium, server.url)
      await expect.poll(() => where(page).inputValue()).toBe("page")
      await chooseOpponent(page, "gtp:tester")
      await begin(page)
      await clickPoint(page, 4, 4)
      await turn(page)
      await expect.poll(async () => (await stones(page))[6]![2]).toBe("O")
      await clickPoint(page, 4, 2)
      await turn(page)
      await expect.poll(async () => (await stones(page))[2]![6]).toBe("O")
      expect(searches(said).map(({ player }) => player)).toEqual(["gtp:tester", "gtp:tester"])
      // It is called by its own name, in the page and in the record.
      await page.locator(".side-name").getByText("tester (White)").waitFor()
      const [file] = await Promise.all([page.waitForEvent("download"), button(page, "Save SGF").click()])
      expect(readFileSync(await file.path(), "utf8")).toContain("PW[tester]")

      await button(page, "New game").click()
      await chooseOpponent(page, "gtp:broken")
      await begin(page)
      await clickPoint(page, 4, 4)
      await page.getByText("exit code 3").waitFor()
      await button(page, "Try again").waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("the end of the server (APP-3)", () => {
  itNeeding(
    CHROMIUM,
    "in mid-thought: the game goes on in the page",
    async (chromium) => {
      const server = await serve()
      const { page, said } = await open(chromium, server.url)
      await useComputer(page)
      await page.getByText("For researchers").click()
      await page.getByRole("combobox", { name: "Player" }).selectOption("uct:strong")
      await page.getByRole("combobox", { name: "Thinks for" }).selectOption("seconds")
      await page.getByRole("spinbutton", { name: "Thinks for" }).fill("2")
      await begin(page)
      await clickPoint(page, 4, 4)
      await expect
        .poll(() => searches(said))
        .toMatchObject([{ player: "uct:strong", budget: { seconds: 2 } }])
      await expect.poll(() => status(page).textContent()).toContain("thinking")
      await server.close()
      await expect.poll(() => line(page).textContent()).toContain("connection to montego serve is lost")
      await turn(page)
      await expect.poll(() => count(page)).toBe(2)
      await picture(page, "web-native-lost")
      expect(await violations(page)).toEqual([])
      await button(page, "All right").click()
      await moveSomewhere(page)
      await expect.poll(() => count(page)).toBe(4)
      expect(await line(page).textContent()).not.toContain("montego serve")
      await page.close()
    },
    SLOW,
  )
})
