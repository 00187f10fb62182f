// A real browser (APP-3, APP-5): what our page needs works under our headers, and a page of another site gets nothing.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { Game } from "../../src/rules/index.ts"
import { CHROMIUM, startChromium } from "../browser/chromium.ts"
import { itNeeding } from "../support/needs.ts"
import { makeSite, start, TOKEN } from "./site.ts"

const site = makeSite()
const profile = mkdtempSync(join(tmpdir(), "montego-chromium-"))
afterAll(() => {
  site.remove()
  rmSync(profile, { recursive: true, force: true })
})

const ASK = {
  kind: "ask",
  id: 1,
  token: TOKEN,
  task: {
    kind: "move",
    position: unwrap(Game.create({ size: 9 })).position(),
    budget: { playouts: 100 },
    seed: 1,
    player: "uct:plain",
  },
}

const PAGE = `<!doctype html>
<title>Montego</title>
<link rel="stylesheet" href="app.css">
<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
<p id="marked" style="color: rgb(9, 9, 9)">x</p>
<script>window.inline = true</script>
<script type="module" src="app.js"></script>`

/** Does what the page does, and tells what came of it. */
const APP = `
const worker = new Promise((resolve) => {
  const thread = new Worker("worker.js", { type: "module" })
  thread.onmessage = ({ data }) => resolve(data)
  thread.onerror = () => resolve("refused")
})
const live = new Promise((resolve) => {
  const socket = new WebSocket("ws://" + location.host + "/live")
  socket.onopen = () => socket.send(JSON.stringify(${JSON.stringify(ASK)}))
  socket.onmessage = ({ data }) => resolve(JSON.parse(data).kind)
  socket.onerror = () => resolve("refused")
})
const marked = document.getElementById("marked")
marked.style.setProperty("--size", "7px")
marked.style.cssText += "; width: 33px"
window.told = {
  isolated: crossOriginIsolated,
  shared: new WebAssembly.Memory({ initial: 1, maximum: 2, shared: true }).buffer instanceof SharedArrayBuffer,
  wasm: String((await WebAssembly.compileStreaming(fetch("kernel.wasm"))) instanceof WebAssembly.Module),
  worker: await worker,
  live: await live,
  serviceWorker: await navigator.serviceWorker.register("sw.js").then(() => "registered", String),
  inline: window.inline === true,
  written: getComputedStyle(marked).color,
  set: marked.style.width + getComputedStyle(marked).getPropertyValue("--size"),
  sheet: getComputedStyle(document.body).backgroundColor,
  elsewhere: await fetch("http://127.0.0.1:1/").then(String, () => "refused"),
  token: location.hash,
}
`

/** Tries what another site might try. */
const evil = (origin: string): string => `
const target = ${JSON.stringify(origin)}
const socket = new Promise((resolve) => {
  const socket = new WebSocket(target.replace("http", "ws") + "/live")
  socket.onopen = () => resolve("open")
  socket.onerror = () => resolve("refused")
})
const load = (element, key) => new Promise((resolve) => {
  element.onload = () => resolve("loaded")
  element.onerror = () => resolve("refused")
  element[key] = target + "/app.js"
  document.body.append(element)
})
window.told = {
  socket: await socket,
  read: await fetch(target).then(String, () => "refused"),
  blind: await fetch(target, { mode: "no-cors" }).then(String, () => "refused"),
  script: await load(document.createElement("script"), "src"),
}
`

describe("in Chromium (APP-3, APP-5)", () => {
  itNeeding(CHROMIUM, "our page has all it needs, another site's has nothing", async (chromium) => {
    const files = { "index.html": PAGE, "app.js": APP, "app.css": "body { background: rgb(1, 2, 3) }" }
    const more = { "worker.js": "postMessage('ran')", "sw.js": "", "evil.html": "<!doctype html><body>" }
    for (const [name, text] of Object.entries({ ...files, ...more }))
      writeFileSync(join(site.folder, name), text)
    const [server, other] = await Promise.all([start(site.folder), start(site.folder)])
    const browser = await startChromium(chromium, profile)
    try {
      const page = await browser.newPage()
      await page.goto(server.url)
      const told = await page.waitForFunction(() => (globalThis as { told?: object }).told)
      expect(await told.jsonValue()).toEqual({
        isolated: true,
        shared: true,
        wasm: "true",
        worker: "ran",
        live: "answer",
        serviceWorker: "registered",
        inline: false,
        written: "rgb(0, 0, 0)",
        set: "33px7px",
        sheet: "rgb(1, 2, 3)",
        elsewhere: "refused",
        token: `#token=${TOKEN}`,
      })
      // Without its headers, or it could not even try.
      await page.route(`${other.origin}/evil.html`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<!doctype html><title>evil</title><body><script type="module">${evil(server.origin)}</script>`,
        }),
      )
      await page.goto(`${other.origin}/evil.html`)
      const stolen = await page.waitForFunction(() => (globalThis as { told?: object }).told)
      const refused = "refused"
      expect(await stolen.jsonValue()).toEqual({
        socket: refused,
        read: refused,
        blind: refused,
        script: refused,
      })
    } finally {
      await browser.close()
      await Promise.all([server.close(), other.close()])
    }
  })
})
