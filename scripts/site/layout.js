// The frame of every page: head, search, navigation by reader, the way to the next page. All addresses are relative and
// all styles and scripts are files, so that a page works from disk, from any folder of a host, and under a policy that
// forbids everything inline.

import { posix } from "node:path"
import { escapeHtml } from "./markdown.js"

/** @typedef {{ title: string, path: string }} NavPage */
/** @typedef {{ title: string, pages: NavPage[] }} NavGroup */
/** @typedef {{ id: string, title: string, depth: number }} Heading */

/** Later sheets win: the last has the rules for narrow windows and paper. */
export const STYLES = ["text.css", "site.css"]
export const ICON = "icon.svg"
export const SCRIPT = "search.js"
export const SEARCH_INDEX = "search-index.js"

/**
 * @param {{ path: string, title: string, body: string, headings: readonly Heading[], nav: readonly NavGroup[] }} page
 */
export function layOut({ path, title, body, headings, nav }) {
  const to = (/** @type {string} */ target) =>
    posix.relative(posix.dirname(path), target) || posix.basename(path)
  const pageTitle = path === "index.html" ? "Montego: documentation" : `${title} · Montego`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(pageTitle)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${to(ICON)}" type="image/svg+xml">
${STYLES.map((style) => `<link rel="stylesheet" href="${to(style)}">`).join("\n")}
<script src="${to(SCRIPT)}" data-root="${to("index.html").replace(/index\.html$/, "")}" data-index="${to(SEARCH_INDEX)}" defer></script>
</head>
<body>
<a class="skip" href="#site-text">Skip to the text</a>
<header>
<a class="brand" href="${to("index.html")}">Montego <span>documentation</span></a>
<search class="search" id="site-search" hidden>
<input type="search" id="site-query" placeholder="Search" aria-label="Search the documentation" aria-controls="site-results" autocomplete="off" spellcheck="false">
<div id="site-results" hidden><p id="site-count" role="status"></p><ol></ol></div>
</search>
<a class="contents-link" href="#site-contents">Contents</a>
<a class="app-link" href="${to("../index.html")}">Open the board</a>
</header>
<div class="columns">
${tableOfContents(headings)}<main id="site-text" tabindex="-1">
<article>
${body}</article>
${neighbours(path, nav, to)}</main>
<nav id="site-contents" aria-label="Documentation">
${nav.map((group) => navGroup(group, path, to)).join("\n")}
</nav>
</div>
</body>
</html>
`
}

/** @param {readonly Heading[]} headings */
function tableOfContents(headings) {
  if (headings.length < 3) return ""
  const items = headings.map(
    ({ id, title, depth }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page"><details><summary>On this page</summary><ul>${items.join("")}</ul></details></nav>\n`
}

/**
 * @param {NavGroup} group
 * @param {string} path
 * @param {(target: string) => string} to
 */
function navGroup({ title, pages }, path, to) {
  const items = pages.map(({ title: name, path: target }) => {
    const current = target === path ? ' aria-current="page"' : ""
    return `<li><a href="${to(target)}"${current}>${escapeHtml(name)}</a></li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join("")}</ul>`
}

/**
 * The pages before and behind this one in its group.
 * @param {string} path
 * @param {readonly NavGroup[]} nav
 * @param {(target: string) => string} to
 */
function neighbours(path, nav, to) {
  const pages = nav.find((group) => group.pages.some((page) => page.path === path))?.pages ?? []
  const place = pages.findIndex((page) => page.path === path)
  const link = (/** @type {NavPage | undefined} */ page, /** @type {string} */ name) =>
    page ? `<a class="${name}" href="${to(page.path)}">${escapeHtml(page.title)}</a>` : ""
  const links = place < 0 ? "" : link(pages[place - 1], "previous") + link(pages[place + 1], "next")
  return links === "" ? "" : `<nav class="neighbours" aria-label="Neighbouring pages">${links}</nav>\n`
}
