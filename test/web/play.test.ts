// Playing in a real browser (APP-1): Capture Go, the count with a seki, clocks, the board in words, two people, and a
// page that stands still while the machine thinks.

import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import {
  begin,
  button,
  chooseThinker,
  clickPoint,
  moveSomewhere,
  overflow,
  picture,
  status,
  stones,
  turn,
  violations,
} from "./page.ts"
import { useSite } from "./site.ts"

const SLOW = 240_000
const site = useSite()

/** Choices behind the disclosure: of lists by their value, of fields by their number. */
async function choose(page: Page, options: Readonly<Record<string, string>>): Promise<void> {
  await page.locator("details.more").first().waitFor()
  await page.evaluate("for (const more of document.querySelectorAll('details.more')) more.open = true")
  for (const [label, value] of Object.entries(options)) {
    const list = page.getByRole("combobox", { name: label, exact: true })
    const field = page.getByRole("spinbutton", { name: label, exact: true })
    await list.or(field).first().waitFor()
    if (await list.count()) await list.selectOption(value)
    else await field.fill(value)
  }
}

/** One of the choices that are always seen. */
const pick = (page: Page, name: string) => page.getByRole("radio", { name }).check()

const statusText = (page: Page): Promise<string> => status(page).innerText()
const toMove = (page: Page, color: string) =>
  status(page)
    .filter({ hasText: `${color} to move` })
    .waitFor()
const clocks = (page: Page): Promise<string[]> => page.locator(".clock-time").allTextContents()

/** Of White, whose clock is above. */
async function secondsLeft(page: Page): Promise<number> {
  const [minutes, seconds] = (await clocks(page))[0]!.split(":")
  return Number(minutes) * 60 + Number(seconds)
}

/** The rows of the score sheet: name, Black, White. */
const sheet = (page: Page): Promise<string[]> =>
  page
    .locator("table.score tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" ")))

// Black's three stones in the corner and White's around them live in seki, each with an eye (A1, C3); F6 is lost.
const SEKI = "A5 A4 B5 B4 C5 C4 D5 D4 E5 B3 E4 D3 E3 D2 E2 D1 E1 C2 A2 F6 B2 pass B1 pass pass"

/** Two people type moves; the board is drawn again afterwards. */
async function typeMoves(page: Page, moves: string): Promise<void> {
  await page.locator(".board:focus").waitFor()
  await page.keyboard.press("m")
  for (const move of moves.split(" ")) {
    await page.getByLabel("Type a move").fill(move)
    await page.keyboard.press("Enter")
  }
  await page.getByRole("checkbox", { name: "Text board" }).uncheck()
  await page.locator(".shudan-vertex").first().waitFor()
}

/** Marks exactly the stone at F6 dead, whatever was proposed. */
async function agreeOnDead(page: Page): Promise<void> {
  await page.locator("table.score").waitFor()
  await status(page).filter({ hasText: "Count the board" }).waitFor()
  const dead = page.locator(".shudan-vertex.shudan-dimmed:not([data-x='5'][data-y='1'])")
  while (await dead.count()) await dead.first().click()
  const lost = page.locator(".shudan-vertex[data-x='5'][data-y='1']")
  if (!(await lost.getAttribute("class"))!.includes("dimmed")) await lost.click()
}

describe("what the first screen and the board offer (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is what a level plays with, and what becomes an opponent of one's own",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await page.getByText("For researchers").click()
      const limit = page.getByRole("spinbutton", { name: "Thinks for" })
      for (const [level, playouts] of [
        ["Master", "400"],
        ["Expert", "80"],
      ] as const) {
        await page.getByRole("radio", { name: level }).check()
        await expect.poll(() => limit.inputValue()).toBe(playouts)
      }
      await limit.fill("70")
      await limit.press("Tab")
      await page.getByText("uct:net, 70 playouts a move").waitFor()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "is a master that a network guides; it is fetched with its first move",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      const nets: string[] = []
      page.on("request", (request) => {
        if (/net(9|19)[-.]/.test(request.url())) nets.push(request.url())
      })
      await pick(page, "Master")
      await begin(page)
      expect(nets).toEqual([])
      await clickPoint(page, 4, 4)
      await expect.poll(async () => (await stones(page)).join(""), { timeout: SLOW }).toContain("O")
      expect(nets).toHaveLength(1)
      await picture(page, "web-master")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "is no stone where a ko forbids it",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await button(page, "Review").click()
      const ko = "(;SZ[9]AB[ba][ab][bc]AW[ca][cc][db];B[cb];W[bb])"
      await page.locator("textarea").fill(ko)
      await button(page, "Open").click()
      await page.locator(".review .shudan-vertex").first().waitFor()
      await page.keyboard.press("End")
      const ghost = (x: number, y: number): Promise<string> =>
        page.evaluate(
          `getComputedStyle(document.querySelector('.shudan-vertex[data-x="${x}"][data-y="${y}"]'), "::after").borderRadius`,
        )
      const hover = (x: number, y: number) =>
        page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`).hover()
      await hover(6, 6)
      expect(await ghost(6, 6)).toBe("50%")
      await expect.poll(() => page.locator(".shudan-marker_ko").count()).toBe(1)
      await hover(2, 1)
      expect(await ghost(2, 1)).toBe("0px")
      await picture(page, "web-ko")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("a game between two people (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is counted with a seki and a dead stone, by area and by territory",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "A person")
      await choose(page, { Board: "7", Rules: "chinese", Seed: "1" })
      await begin(page)
      await typeMoves(page, SEKI)
      await agreeOnDead(page)
      await picture(page, "web-play-count")
      await page.keyboard.press("t")
      await page.getByRole("button", { name: "F6, white stone, dead, Black's point" }).waitFor()
      await picture(page, "web-play-text-count")
      await page.keyboard.press("t")
      await expect
        .poll(() => sheet(page))
        .toEqual(["Stones 12 9", "Territory 25 1", "Komi 0 7.5", "Total 37 17.5"])
      await button(page, "Agree on this count").click()
      await expect.poll(() => statusText(page)).toContain("Black wins by 19.5 points")
      await button(page, "New game").click()

      await choose(page, { Rules: "japanese" })
      await begin(page)
      await typeMoves(page, SEKI)
      await agreeOnDead(page)
      await expect
        .poll(() => sheet(page))
        .toEqual(["Territory 24 0", "Prisoners 1 0", "Komi 0 6.5", "Total 25 6.5"])
      await button(page, "Agree on this count").click()
      await expect.poll(() => statusText(page)).toContain("Black wins by 18.5 points")
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "has two clocks, which stand still over a reload, come back with undo, and end the game",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "A person")
      await choose(page, { Clock: "byo-yomi", "Period, seconds": "20" })
      await picture(page, "web-start-clock")
      expect(await violations(page)).toEqual([])
      await begin(page)
      await clickPoint(page, 4, 4)
      await toMove(page, "White")
      await expect.poll(async () => (await clocks(page))[0]).toMatch(/^9:\d\d$/)
      const [, black] = await clocks(page)
      const began = performance.now()
      const white = await secondsLeft(page)
      const address = page.url()
      await page.goto("about:blank")
      const left = performance.now()
      await page.waitForTimeout(4000)
      const away = (performance.now() - left) / 1000
      await page.goto(address)
      await toMove(page, "White")
      expect((await clocks(page))[1]).toBe(black)
      const spent = white - (await secondsLeft(page))
      // All of the time but that away, and a second that is not shown.
      const here = (performance.now() - began) / 1000 - away
      expect({ spent, here, isMore: spent > here + 1.5 }).toEqual({ spent, here, isMore: false })
      await expect.poll(async () => (await stones(page))[4]).toBe("....X....")
      // The clock runs on while the person looks at another page, and shows it afterwards.
      const [timed] = await clocks(page)
      await button(page, "Library").click()
      await expect.poll(() => page.getByRole("timer").textContent()).not.toBe(timed)
      await button(page, "Play").click()
      expect((await clocks(page))[0]).not.toBe(timed)
      await button(page, "Undo").click()
      await toMove(page, "Black")
      expect((await clocks(page))[0]).toBe("10:00")
      await button(page, "New game").click()

      await choose(page, { "Main time, minutes": "0", "Period, seconds": "2", Periods: "1" })
      await begin(page)
      await clickPoint(page, 2, 2)
      await expect.poll(async () => (await clocks(page))[0]).toMatch(/^[01]\.\d$/)
      await picture(page, "web-play-clock")
      await status(page).filter({ hasText: "Black wins on time" }).waitFor()
      expect((await clocks(page))[0]).toBe("0.0")
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("moves that the rules refuse (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "are explained at the point: a ko, and a position that stood before",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "A person")
      await choose(page, { Board: "5", Rules: "chinese" })
      const refusalAfter = async (moves: string, x: number, y: number): Promise<string | null> => {
        await begin(page)
        await typeMoves(page, moves)
        const before = await stones(page)
        await clickPoint(page, x, y)
        const refusal = await page.getByRole("alert").textContent()
        expect(await stones(page)).toEqual(before)
        await button(page, "New game").click()
        return refusal
      }
      // White takes D3, and Black may not take back at once.
      expect(await refusalAfter("C4 D4 B3 E3 C2 D2 D3 C3", 3, 2)).toContain("ko: you can't take back at once")
      // Black sends two stones and would return one.
      expect(await refusalAfter("B3 B2 A4 E5 A2 B1 A1 A3", 0, 3)).toBe(
        "that repeats the position after move 6",
      )
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("a game in words (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is played to its end by keys alone, with names, announcements, refusals and the list of keys",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "A person")
      await choose(page, { Board: "5", Rules: "capture-2" })
      await page.locator("form button.main").focus()
      await page.keyboard.press("Enter")
      await page.locator(".board:focus").waitFor()
      await page.keyboard.press("t")
      const here = (): Promise<string> => page.evaluate("document.activeElement.getAttribute('aria-label')")
      await expect.poll(here).toBe("C3, empty")
      await page.keyboard.press("Enter")
      await expect.poll(() => here()).toBe("C3, black stone, last move")
      await expect.poll(() => status(page).textContent()).toBe("Black C3. White to move")
      await page.keyboard.press("Enter")
      await page.getByText("C3: there is already a stone on that point").waitFor()
      // White runs into the corner, Black takes two stones there.
      const walks = [
        ["Control+Home"],
        ["ArrowDown", "ArrowDown"],
        ["ArrowUp", "ArrowUp", "ArrowRight"],
        ["ArrowDown"],
        ["PageDown"],
        ["PageUp", "ArrowRight"],
        ["End"],
        ["Home", "ArrowDown"],
      ]
      for (const walk of walks) {
        for (const key of walk) await page.keyboard.press(key)
        if (walk === walks.at(-1)) await picture(page, "web-play-text")
        await page.keyboard.press("Enter")
      }
      await expect
        .poll(() => status(page).textContent())
        .toBe("Black A4, captures 2 stones. Black wins by capture")
      await page.keyboard.press("?")
      await page.getByRole("dialog").getByText("resign, after a question").waitFor()
      await picture(page, "web-play-keys")
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Escape")
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

describe("a game against the machine (APP-1)", () => {
  itNeeding(
    CHROMIUM,
    "is Capture Go to its end, against a player of the registry and the clock",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await choose(page, { Board: "5", Rules: "capture-3", Clock: "canadian", Seed: "3" })
      const players = page.getByRole("combobox", { name: "Player", exact: true })
      await expect
        .poll(() => players.locator("option").allTextContents())
        .toContainEqual(expect.stringMatching(/^amaf – .*Br/))
      await choose(page, { Player: "amaf" })
      await begin(page)
      for (let moves = 0; moves < 40; moves++) {
        if (!(await turn(page)).includes("Your move")) break
        await moveSomewhere(page)
      }
      expect(await turn(page)).toMatch(/(You win|Montego wins) by capture/)
      await expect.poll(() => page.getByText("Montego · amaf").count()).toBe(1)
      await button(page, "Play again").click()
      await expect.poll(async () => (await stones(page)).join("")).toBe(".".repeat(25))
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "starts on 13×13 within two clicks, and nothing moves while the machine thinks",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve())
      await pick(page, "13×13")
      await begin(page)
      await expect.poll(async () => (await stones(page)).join("")).toHaveLength(169)
      await page.getByRole("checkbox", { name: "What it thinks" }).check()
      await button(page, "New game").click()
      await chooseThinker(page)
      await choose(page, { Clock: "absolute", "Main time, minutes": "5" })
      await begin(page)
      await watchShifts(page)
      await clickPoint(page, 9, 3)
      await page.locator(".shudan-heat_9").waitFor()
      await picture(page, "web-play-thinking")
      await button(page, "Move now").click()
      await turn(page)
      expect(await shifts(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )

  itNeeding(
    CHROMIUM,
    "fits a phone, with clocks and in words",
    async (chromium) => {
      const { page, faults } = await site.open(chromium, await site.serve(), { width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: "dark" })
      await pick(page, "19×19")
      await choose(page, { Clock: "canadian" })
      await picture(page, "web-start-clock-phone")
      await begin(page)
      await clickPoint(page, 3, 3)
      await turn(page)
      await picture(page, "web-play-clock-phone")
      await page.getByRole("checkbox", { name: "Text board" }).check()
      await page.getByRole("gridcell").first().waitFor()
      await page.evaluate("scrollTo(0, 0)")
      await picture(page, "web-play-text-phone")
      // A finger meets every point: the board is pushed aside, the page is not.
      const corner = page.getByRole("button", { name: /^T1, / })
      expect((await corner.boundingBox())!.width).toBeGreaterThan(28)
      await corner.click()
      await turn(page)
      await page.getByRole("button", { name: /^T1, black stone/ }).waitFor()
      await expect.poll(() => overflow(page)).toBe(0)
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})

/**
 * Begins to note what shifts on the page; the candidates' numbers, which change in their places, are too small to be
 * noted.
 */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    globalThis.shifts = []
    const note = (list) => {
      for (const { value, sources } of list.getEntries())
        if (value > 0.0001) globalThis.shifts.push(value + " " + sources.map(({ node }) => (node?.outerHTML ?? node?.textContent)?.slice(0, 80)).join(" "))
    }
    new PerformanceObserver(note).observe({ type: "layout-shift" })
  })()`)
}

const shifts = (page: Page): Promise<string[]> => page.evaluate("globalThis.shifts")
