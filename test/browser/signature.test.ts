// The kernel in a real browser: a page built with Vite runs it in a worker, and its signature is Node's. It also has to
// work where the server sends no isolation headers and memory can't be shared between threads.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { build } from "vite"
import { SIGNATURE } from "../../src/search/index.ts"
import { itNeeding } from "../support/needs.ts"
import { CHROMIUM, startChromium } from "./chromium.ts"
import type { Answer } from "./page/worker.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-browser-"))
const site = join(folder, "site")
const servers: Server[] = []

beforeAll(async () => {
  if (CHROMIUM.path === undefined) return
  await build({
    root: join(import.meta.dirname, "page"),
    configFile: false,
    logLevel: "silent",
    worker: { format: "es" },
    build: { outDir: site, emptyOutDir: true, target: "es2023" },
  })
})

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" }

const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
}

/** Serves the built page on loopback; answers its address. */
async function serve(headers: Readonly<Record<string, string>>): Promise<string> {
  const server = createServer(({ url = "/" }, response) => {
    const path = new URL(url, "http://localhost").pathname
    const file = path === "/" ? "/index.html" : path
    try {
      const body = readFileSync(join(site, file))
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", ...headers }).end(body)
    } catch {
      response.writeHead(404, headers).end()
    }
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Opens the page and waits for what its worker says. */
async function ask(chromium: string, address: string): Promise<Answer> {
  const profile = mkdtempSync(join(folder, "profile-"))
  const browser = await startChromium(chromium, profile)
  try {
    const page = await browser.newPage()
    const faults: string[] = []
    page.on("pageerror", (error) => faults.push(error.message))
    await page.goto(address)
    await page.waitForFunction('document.title === "done"', undefined, { timeout: 60_000 })
    expect(faults).toEqual([])
    return JSON.parse((await page.textContent("#answer")) ?? "") as Answer
  } finally {
    await browser.close()
  }
}

describe("the kernel in Chromium", () => {
  itNeeding(
    CHROMIUM,
    "has Node's signature in a worker of an isolated page, and searches with a helper there (TREE-13)",
    async (chromium) => {
      const answer = await ask(chromium, await serve(ISOLATION))
      expect(answer).toEqual({
        signature: SIGNATURE,
        isolated: true,
        sharedArrayBuffer: true,
        helped: expect.any(Number),
      })
      expect((answer as { helped: number }).helped).toBeGreaterThanOrEqual(3000)
    },
    300_000,
  )

  itNeeding(
    CHROMIUM,
    "works without isolation headers too",
    async (chromium) => {
      const answer = await ask(chromium, await serve({}))
      expect(answer).toEqual({ signature: SIGNATURE, isolated: false, sharedArrayBuffer: false })
    },
    300_000,
  )
})
