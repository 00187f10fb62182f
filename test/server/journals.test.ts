// Journals that `montego serve --journal` lets its page watch (ARE-5): with the token only, by number only, and live.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { playMatch } from "../../src/arena/index.ts"
import type { RunningServer } from "../../src/server/index.ts"
import { CHROMIUM } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { button } from "../web/page.ts"
import { Site } from "../web/site.ts"
import { start, TOKEN } from "./site.ts"

const SLOW = 240_000
const folder = mkdtempSync(join(tmpdir(), "montego-journals-"))
const journal = join(folder, "match.jsonl")
const site = new Site()
const servers: RunningServer[] = []

beforeAll(async () => {
  await site.build()
  await playMatch({ a: "random", b: "random", games: 3, size: 5, seed: 4, journal })
})
afterAll(async () => {
  await site.close()
  await Promise.all(servers.map((server) => server.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function serve(...journals: string[]): Promise<RunningServer> {
  const server = await start(site.files, { journals })
  servers.push(server)
  return server
}

const ask = ({ origin }: RunningServer, path: string, token = TOKEN): Promise<Response> =>
  fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${token}` } })

describe("journals of the server", () => {
  it("are listed and read with the token, and not without", async () => {
    const server = await serve(journal, join(folder, "later.jsonl"), folder)
    expect(await (await ask(server, "/journals")).json()).toEqual([
      "match.jsonl",
      "later.jsonl",
      folder.split("/").at(-1),
    ])
    const first = await ask(server, "/journals/0")
    expect(await first.text()).toBe(readFileSync(journal, "utf8"))
    expect(first.headers.get("cache-control")).toBe("no-store")
    for (const path of ["/journals", "/journals/0"]) {
      expect((await ask(server, path, "wrong")).status).toBe(401)
      expect((await fetch(`${server.origin}${path}`)).status).toBe(401)
    }
    // A file that is not there yet, a folder, numbers that are none.
    for (const path of ["1", "2", "3", "-1", "x", "..%2F..%2Fetc%2Fpasswd"])
      expect([path, (await ask(server, `/journals/${path}`)).status]).toEqual([path, 404])
  })

  itNeeding(
    CHROMIUM,
    "are watched by the page while the match goes on",
    async (chromium) => {
      const growing = join(folder, "growing.jsonl")
      const [header, ...games] = readFileSync(journal, "utf8").trimEnd().split("\n")
      writeFileSync(growing, `${header}\n${games[0]}\n`)
      const server = await serve(growing)
      const { page, faults } = await site.open(chromium, `${server.origin}/#token=${TOKEN}`)
      await button(page, "Laboratory").click()
      await page.getByRole("link", { name: "Arena" }).click()
      await button(page, "Watch the server's journals").click()
      await page.getByText("Open: growing.jsonl (1 game).").waitFor()
      appendFileSync(growing, `${games.slice(1).join("\n")}\n`)
      await page.getByText("Open: growing.jsonl (3 games).").waitFor()
      await button(page, "Stop watching").click()
      expect(faults).toEqual([])
      await page.close()
    },
    SLOW,
  )
})
