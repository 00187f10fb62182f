// The documentation as a site: every link and anchor leads somewhere, nothing is loaded from elsewhere, and the search
// works from disk and from `montego serve`, by keyboard (APP-6).

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, posix } from "node:path"
import { pathToFileURL } from "node:url"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildSite } from "../../scripts/site/build.js"
import { anchorOf, renderPage } from "../../scripts/site/markdown.js"
import { CHROMIUM } from "../browser/chromium.ts"
import { start } from "../server/site.ts"
import { itNeeding } from "../support/needs.ts"
import { violations } from "../web/page.ts"
import { Site } from "../web/site.ts"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "montego-docs-"))
const docs = join(folder, "docs")
mkdirSync(docs)
writeFileSync(
  join(folder, "index.html"),
  '<!doctype html><title>the board</title><link rel="icon" href="docs/icon.svg">',
)

beforeAll(() => buildSite(join(root, "dist"), docs))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Pages = ReadonlyMap<string, string>

/** Every file of the site, pages with their text. */
function readSite(): Map<string, string> {
  const names = readdirSync(docs, { recursive: true, encoding: "utf8", withFileTypes: true })
  return new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const path = posix.relative(docs.replaceAll("\\", "/"), file.replaceAll("\\", "/"))
        return [path, path.endsWith(".html") ? readFileSync(file, "utf8") : ""]
      }),
  )
}

const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]!)

/** What is wrong with the links of a page. */
function deadLinks(pages: Pages, path: string): string[] {
  const links = [...pages.get(path)!.matchAll(/ (href|src|data-index)="([^"]*)"/g)]
  return links.flatMap(([, kind, encoded = ""]) => {
    const link = encoded.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    if (/^https?:/.test(link)) return kind === "href" ? [] : [`${path} loads ${link}`]
    const [target = "", anchor] = link.split("#")
    const file = target === "" ? path : posix.join(posix.dirname(path), target)
    // The app lies beside the site.
    if (file === "../index.html") return []
    const html = pages.get(file)
    if (html === undefined) return [`${path}: ${link} is not there`]
    if (anchor === undefined || anchor === "") return []
    return idsOf(html).includes(decodeURIComponent(anchor)) ? [] : [`${path}: ${file} has no ${anchor}`]
  })
}

describe("the pages of the site", () => {
  it("lead nowhere in vain, and load nothing from elsewhere", () => {
    const pages = readSite()
    const paths = [...pages.keys()].filter((path) => path.endsWith(".html"))
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.flatMap((path) => deadLinks(pages, path))).toEqual([])
  })

  it("have every anchor once, and one heading of the first rank", () => {
    const faults = [...readSite()].flatMap(([path, html]) => {
      if (html === "") return []
      const ids = idsOf(html)
      const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
      return [
        ...twice.map((id) => `${path}: ${id} twice`),
        ...(html.match(/<h1/g)?.length === 1 ? [] : [`${path}: headings`]),
      ]
    })
    expect(faults).toEqual([])
  })

  it("have no script and no style inside: the server's policy forbids them", () => {
    const inline = [...readSite()].filter(([, html]) => /<script>|<style| style="| on\w+="/.test(html))
    expect(inline.map(([path]) => path)).toEqual([])
  })

  it("a dead link is found", () => {
    const page = '<a href="b.html#x"></a><a href="c.html"></a><img src="https://example.org/a.png">'
    const pages = new Map([
      ["a.html", page],
      ["b.html", '<p id="y">'],
    ])
    expect(deadLinks(pages, "a.html")).toEqual([
      "a.html: b.html has no x",
      "a.html: c.html is not there",
      "a.html loads https://example.org/a.png",
    ])
  })
})

describe("Markdown", () => {
  it.each([
    ["Which command?", "which-command"],
    ["`uct`: the tree search, 19×19", "uct-the-tree-search-1919"],
    ["Brügmann's table 1", "brügmanns-table-1"],
  ])("%j has GitHub's anchor %s", (heading, anchor) =>
    expect(anchorOf(heading.replaceAll("`", ""))).toBe(anchor),
  )

  it("has sections with their words, numbered anchors, escaped code and tables that scroll", () => {
    const text =
      "# A `b`\nSome *words*.\n\n## Same\n\n- one\n- two <x>\n\n## Same\n\n| a | b |\n|---|--:|\n| `c<d` | 2 |\n"
    const { html, title, sections } = renderPage(text, (href) => ({ href, title: "Titled" }))
    expect(title).toBe("A b")
    expect(sections.map(({ id, text: words }) => [id, words])).toEqual([
      ["a-b", "Some words."],
      ["same", "one two <x>"],
      ["same-1", "a b c<d 2"],
    ])
    expect(html).toContain('<div class="table"><table>')
    expect(html).toContain("<code>c&lt;d</code>")
  })
})

describe("the site in a browser", () => {
  const site = new Site()
  afterAll(() => site.close())

  const search = async (page: Page, words: string): Promise<void> => {
    await page.keyboard.press("/")
    await page.getByRole("searchbox").fill(words)
    await page.locator("#site-results li").first().waitFor()
  }

  itNeeding(CHROMIUM, "finds by keyboard from disk, and says how much", async (chromium) => {
    const { page, faults } = await site.open(chromium, pathToFileURL(join(docs, "players/gobble.html")).href)
    await search(page, "thermograph")
    await expect.poll(() => page.getByRole("status").textContent()).toMatch(/^\d+ results/)
    await page.keyboard.press("Escape")
    expect(await page.locator("#site-results").isVisible()).toBe(false)
    await search(page, "playmatch")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/api\/arena\.html#playMatch$/)
    await page.getByRole("searchbox").fill("zzqqx")
    await expect.poll(() => page.getByRole("status").textContent()).toBe("0 results")
    expect(faults).toEqual([])
    await page.close()
  })

  itNeeding(CHROMIUM, "fits a phone", async (chromium) => {
    const { page } = await site.open(chromium, "about:blank", { width: 390, height: 844 })
    const wide: string[] = []
    for (const path of [...readSite().keys()].filter((each) => each.endsWith(".html"))) {
      await page.goto(pathToFileURL(join(docs, path)).href)
      if (await page.evaluate("document.documentElement.scrollWidth > innerWidth")) wide.push(path)
    }
    expect(wide).toEqual([])
    await page.close()
  })

  itNeeding(CHROMIUM, "is served at /docs under the server's policy", async (chromium) => {
    const server = await start(folder)
    try {
      const { page, faults } = await site.open(chromium, `${server.origin}/docs`, { width: 390, height: 844 })
      expect(page.url()).toBe(`${server.origin}/docs/`)
      await search(page, "brugmann")
      expect(await page.locator("#site-results li").first().textContent()).toContain("Brügmann")
      expect(await violations(page)).toEqual([])
      for (const path of ["api/gtp.html", "search.html"])
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme })
          await page.goto(`${server.origin}/docs/${path}`)
          expect([path, colorScheme, await violations(page)]).toEqual([path, colorScheme, []])
        }
      await page.getByText("Open the board").click()
      expect(await page.title()).toBe("the board")
      expect(faults).toEqual([])
      await page.close()
    } finally {
      await server.close()
    }
  })
})
