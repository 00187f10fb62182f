// Builds the documentation as static pages: `node scripts/site/build.js TYPES OUT`, where TYPES is the folder with the
// declarations of the build and OUT the folder that is written. Set-up calls it; dist/web/docs is where the pages end
// up.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { readApi } from "./api.js"
import { API_INDEX, apiPages } from "./api-pages.js"
import { ICON, SCRIPT, SEARCH_INDEX, STYLES, layOut } from "./layout.js"
import { renderPage } from "./markdown.js"
import { pathOf, readGroups, resolveLink, sourcePages } from "./sources.js"

const root = fileURLToPath(new URL("../..", import.meta.url))
const browser = fileURLToPath(new URL("browser/", import.meta.url))

/** @typedef {{ path: string, title: string, html: string, headings: import("./layout.js").Heading[], sections: import("./markdown.js").Section[] }} Page */

/**
 * @param {string} types
 * @param {string} out
 */
export function buildSite(types, out) {
  /** @type {Set<string>} */
  const files = new Set()
  const texts = sourcePages(root).map((source) => textPage(source, files))
  const api = apiPages(readApi(root, types))
  const pages = [...texts, ...api]
  const nav = navigation(texts, api)
  rmSync(out, { recursive: true, force: true })
  for (const page of pages) {
    const ofApi = page.path.startsWith("api/")
    const groups = ofApi ? [apiGroup(api), ...nav] : nav
    write(join(out, page.path), layOut({ ...page, body: page.html, nav: groups }))
  }
  for (const file of files) copy(join(root, file), join(out, pathOf(file)))
  for (const file of [...STYLES, SCRIPT]) copy(join(browser, file), join(out, file))
  copy(join(root, "web", ICON), join(out, ICON))
  write(join(out, SEARCH_INDEX), searchIndex(pages))
}

/**
 * @param {import("./sources.js").SourcePage} source
 * @param {Set<string>} files what the page needs beside itself is added
 * @returns {Page}
 */
function textPage(source, files) {
  const text = readFileSync(join(root, source.source), "utf8")
  const { html, title, sections } = renderPage(text, (href) => {
    const link = resolveLink(root, source, href)
    if (link.file !== undefined) files.add(link.file)
    return link
  })
  const headings = sections
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ id, heading, depth }) => ({ id, title: heading, depth }))
  return { path: source.path, title, html, headings, sections }
}

/**
 * The groups of docs/README.md, with the API reference among what developers read.
 * @param {readonly Page[]} texts
 * @param {readonly Page[]} api
 * @returns {import("./layout.js").NavGroup[]}
 */
function navigation(texts, api) {
  const titles = new Map([...texts, ...api].map(({ path, title }) => [path, title]))
  const groups = readGroups(root)
  const last = groups.at(-1)
  last?.paths.splice(1, 0, API_INDEX)
  return groups.map(({ title, paths }) => ({
    title,
    pages: paths.map((path) => ({ path, title: titles.get(path) ?? path })),
  }))
}

/** @param {readonly Page[]} api */
const apiGroup = (api) => ({
  title: "API reference",
  pages: api.map(({ path, title }) => ({ path, title: path === API_INDEX ? "All subpaths" : title })),
})

/**
 * A script, not JSON: a page that is opened from disk may not fetch files.
 * @param {readonly Page[]} pages
 */
function searchIndex(pages) {
  const rows = pages.map(({ path, title, sections }) => [
    path,
    title,
    sections.map(({ id, heading, depth, text }) => [depth === 1 ? "" : id, heading, text]),
  ])
  return `globalThis.MONTEGO_DOCS = ${JSON.stringify(rows)}\n`
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @param {string} from @param {string} to */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

const [, program = "", types, out] = process.argv
if (resolve(program) === fileURLToPath(import.meta.url)) {
  if (types === undefined || out === undefined) {
    console.error("usage: node scripts/site/build.js TYPES OUT")
    process.exitCode = 2
  } else buildSite(types, out)
}
