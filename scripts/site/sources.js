// Which files become pages of the site, at which address, and in which order the reader is led through them. The order
// is that of docs/README.md: its headings are the groups of the navigation, its lists the pages.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

/** @typedef {{ source: string, path: string }} SourcePage */
/** @typedef {{ title: string, paths: string[] }} Group */

const INDEX = "docs/README.md"
const BESIDE = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]

/**
 * The pages of Markdown, the index first.
 * @param {string} root
 * @returns {SourcePage[]}
 */
export function sourcePages(root) {
  const inFolders = ["docs", "examples"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((path) => posix.join(folder, path.replaceAll("\\", "/")))
      .filter((path) => path.endsWith(".md") && path !== INDEX && !path.includes("node_modules"))
      .sort(),
  )
  return [INDEX, ...inFolders, ...BESIDE].map((source) => ({ source, path: pathOf(source) }))
}

/**
 * Where a file of the checkout lies in the site: pages of docs/ at its top, and what lies beside docs/ by its own path.
 * @param {string} source
 */
export function pathOf(source) {
  if (source === INDEX) return "index.html"
  const below = source.replace(/^docs\//, "")
  if (!below.endsWith(".md")) return below
  return below
    .replace(/\/README\.md$/, "/index.md")
    .replace(/\.md$/, ".html")
    .toLowerCase()
}

/** @param {string} href */
const isElsewhere = (href) => /^[a-z]+:/i.test(href) || href.startsWith("#")

/**
 * The address of a link, from a page of the site; and the file that must be copied for it, if it is no page. A link
 * that leads nowhere keeps its address: the test of the site finds it.
 * @param {string} root
 * @param {SourcePage} page
 * @param {string} href
 * @returns {{ href: string, file?: string, title?: string | undefined }}
 */
export function resolveLink(root, page, href) {
  if (isElsewhere(href)) return { href }
  const [target = "", anchor] = href.split("#")
  const source = posix.join(posix.dirname(page.source), target)
  const place = posix.relative(posix.dirname(page.path), pathOf(source))
  const address = place + (anchor === undefined ? "" : `#${anchor}`)
  if (!existsSync(join(root, source))) return { href: address }
  if (!source.endsWith(".md")) return { href: address, file: source }
  return { href: address, title: titleOf(join(root, source)) }
}

/** @param {string} file */
function titleOf(file) {
  return /^# (.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.replaceAll("`", "")
}

/**
 * The groups of docs/README.md.
 * @param {string} root
 * @returns {Group[]}
 */
export function readGroups(root) {
  const [, ...parts] = readFileSync(join(root, INDEX), "utf8").split(/^## /m)
  return parts.map((part) => ({
    title: part.slice(0, part.indexOf("\n")),
    paths: [...part.matchAll(/^- \[[^\]]*\]\(([^)]+\.md)\)/gm)].map(([, href = ""]) =>
      pathOf(posix.join("docs", href)),
    ),
  }))
}
