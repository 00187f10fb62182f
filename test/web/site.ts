// The web app as tests see it: built by the project's own Vite configuration, served on loopback with the headers that
// `montego serve` sends (isolation, and a policy without inline scripts), opened in Debian's Chromium.

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { startChromium } from "../browser/chromium.ts"
import { builtApp } from "./built.ts"

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
}

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

export const ISOLATED = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "x-content-type-options": "nosniff",
}
export const NOT_ISOLATED = { "content-security-policy": POLICY }

export class Site {
  /** For whatever a test writes. */
  readonly folder = mkdtempSync(join(tmpdir(), "montego-web-"))
  /** The built app, to be read only. */
  files = ""
  readonly #servers = new Map<string, Server>()
  #browser: Promise<BrowserContext> | undefined

  async build(): Promise<void> {
    this.files = await builtApp()
  }

  /** Serves the built app on loopback, or what lies in another folder; answers its address. */
  async serve(
    headers: Readonly<Record<string, string>> = ISOLATED,
    folder: () => string = () => this.files,
  ): Promise<string> {
    const server = createServer(({ url = "/" }, response) => {
      const path = new URL(url, "http://localhost").pathname
      const file = path === "/" ? "/index.html" : path
      try {
        const body = readFileSync(join(folder(), file))
        response
          .writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain", ...headers })
          .end(body)
      } catch {
        response.writeHead(404, headers).end()
      }
    })
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    this.#servers.set(address, server)
    return address
  }

  /** The host of an address is gone. */
  async stop(address: string): Promise<void> {
    const server = this.#servers.get(address)
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  }

  /**
   * A page, and whatever goes wrong there. Servers have ports of their own, so pages of different ones share no
   * storage.
   */
  async open(
    chromium: string,
    address: string,
    { width = 1040, height = 700 } = {},
  ): Promise<{ page: Page; faults: string[] }> {
    this.#browser ??= startChromium(chromium, join(this.folder, "profile"))
    const page = await (await this.#browser).newPage()
    page.setDefaultTimeout(60_000)
    const faults: string[] = []
    page.on("pageerror", (error) => faults.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") faults.push(message.text())
    })
    await page.setViewportSize({ width, height })
    await page.goto(address)
    return { page, faults }
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close()
    for (const server of this.#servers.values()) server.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The site of a test file: built before its tests, closed behind them. */
export function useSite(): Site {
  const site = new Site()
  beforeAll(() => site.build())
  afterAll(() => site.close())
  return site
}
