// What tests do with the app's page, in its users' words: press a button, read the board, wait for the turn, look for
// what assistive technology would stumble over.

import { mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { Page } from "playwright-core"

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })
export const begin = (page: Page) => page.locator("form button.main").click()
export const status = (page: Page) => page.getByRole("status")

/** An opponent that thinks long enough to be watched. */
export async function chooseThinker(page: Page): Promise<void> {
  if ((await page.locator("details.more >> nth=1").getAttribute("open")) === null)
    await page.getByText("For researchers").click()
  await page.getByRole("combobox", { name: "Player" }).selectOption("uct:strong")
  const limit = page.getByRole("spinbutton", { name: "Thinks for" })
  await limit.fill("25000")
  await limit.press("Tab")
}

/** Waits until it is the person's turn or the game is over; answers the status line. */
export async function turn(page: Page): Promise<string> {
  await status(page)
    .filter({ hasText: /Your move|Count|wins|You win/ })
    .waitFor()
  return (await status(page).textContent()) ?? ""
}

/** Rows of `.`, `X` and `O`, as the board shows them. */
export function stones(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const rows = []
    for (const vertex of document.querySelectorAll(".shudan-vertex")) {
      const sign = vertex.classList.contains("shudan-sign_1") ? "X" : vertex.classList.contains("shudan-sign_-1") ? "O" : "."
      const y = Number(vertex.dataset.y)
      rows[y] = (rows[y] ?? "") + sign
    }
    return rows
  })()`)
}

export async function clickPoint(page: Page, x: number, y: number): Promise<void> {
  await page.locator(`.shudan-vertex[data-x="${x}"][data-y="${y}"]`).click()
}

/** Empty points that are no eye of Black's: enough to end every game. */
export function choices(rows: readonly string[]): [x: number, y: number][] {
  const at = (x: number, y: number): string => rows[y]?.[x] ?? "X"
  const points: [number, number][] = []
  for (const [y, row] of rows.entries())
    for (const [x, stone] of [...row].entries()) {
      const around = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)]
      if (stone === "." && around.some((other) => other !== "X")) points.push([x, y])
    }
  return points
}

/** The person moves where it is allowed, or passes; whatever becomes of the game. */
export async function moveSomewhere(page: Page): Promise<void> {
  const before = (await stones(page)).join("")
  for (const [x, y] of choices(await stones(page)).slice(0, 3)) {
    await clickPoint(page, x, y)
    if ((await stones(page)).join("") !== before) return
  }
  if ((await turn(page)).includes("Your move")) await button(page, "Pass").click()
}

export async function violations(page: Page): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
  await page.evaluate(source)
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map((node) => node.html).join(" ")))`,
  )
}

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["MONTEGO_PICTURES"]
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** The share of the points that the owner map gives to Black. */
export function darkShare(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const map = document.querySelector(".owner-map")
    if (!map) return 0
    const { data } = map.getContext("2d").getImageData(0, 0, map.width, map.height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if (data[at] < 128 && data[at + 3] > 20) dark++
    return dark / map.width ** 2
  })()`)
}

/** How far the page is wider than the window; the board follows a new window only in the next frame, so poll for 0. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - innerWidth")
