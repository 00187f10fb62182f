// The API reference as HTML: an index of the subpaths, and a page for each.

import { posix } from "node:path"
import { escapeHtml, renderComment, renderInline } from "./markdown.js"

/** @typedef {import("./api.js").Module} Module */
/** @typedef {import("./api.js").Export} Export */
/** @typedef {import("./api.js").Code} Code */

/** @type {readonly (readonly [kind: import("./api.js").Kind, title: string, id: string])[]} */
const KINDS = [
  ["class", "Classes", "classes"],
  ["function", "Functions", "functions"],
  ["type", "Types", "types"],
  ["constant", "Constants", "constants"],
]

export const API_INDEX = "api/index.html"

/** @param {string} text */
export function firstSentence(text) {
  const [paragraph = ""] = text.split(/\n\s*\n/)
  const flat = paragraph.replace(/\s+/g, " ").trim()
  return /^.*?[.:](?= [A-Z`]|$)/.exec(flat)?.[0] ?? flat
}

/** @param {string} href @param {string} page */
const from = (href, page) => {
  const [path = "", id = ""] = href.split("#")
  return path === page ? `#${id}` : `${posix.relative(posix.dirname(page), path)}#${id}`
}

/**
 * @param {Code} code
 * @param {string} page
 */
function codeHtml({ text, links }, page) {
  let html = ""
  let done = 0
  for (const link of links) {
    const name = escapeHtml(text.slice(link.from, link.to))
    html += `${escapeHtml(text.slice(done, link.from))}<a href="${from(link.href, page)}">${name}</a>`
    done = link.to
  }
  return html + escapeHtml(text.slice(done))
}

/** @param {readonly import("./api.js").Tag[]} tags */
function tagsHtml(tags) {
  return tags
    .map(({ name, text }) => {
      const [word = "", ...rest] = name.split(" ")
      if (word === "example")
        return `<p class="tag">Example</p>\n<pre><code>${escapeHtml(text)}\n</code></pre>`
      const title = { param: "Parameter", returns: "Returns", throws: "Throws" }[word] ?? word
      const subject = rest.map((each) => ` <code>${escapeHtml(each)}</code>`).join("")
      return `<p class="tag">${escapeHtml(title)}${subject}: ${renderInline(text)}</p>`
    })
    .join("\n")
}

/**
 * @param {Export} entry
 * @param {string} page
 */
function entryHtml({ name, signatures, comment, tags, members, home }, page) {
  const heading = `<h3 id="${name}"><code>${name}</code> <a class="anchor" href="#${name}" aria-label="Link to ${name}">#</a></h3>`
  if (home !== undefined) {
    const summary = renderInline(firstSentence(comment))
    const module = `montego/${posix.basename(home.replace(/\.html#.*$/, "")).replaceAll("-", "/")}`
    return `${heading}\n<p>${summary} <a href="${from(home, page)}">Described with <code>${module}</code></a>.</p>\n`
  }
  const code = signatures.map((each) => codeHtml(each, page)).join("\n")
  const list = members.map(
    (member) =>
      `<dt id="${name}.${escapeHtml(member.name)}"><pre><code>${member.signatures.map((each) => codeHtml(each, page)).join("\n")}</code></pre></dt>` +
      `<dd>${renderComment(member.comment)}${tagsHtml(member.tags)}</dd>`,
  )
  return [
    heading,
    `<pre class="signature"><code>${code}</code></pre>`,
    renderComment(comment) + tagsHtml(tags),
    list.length > 0 ? `<dl class="members">${list.join("\n")}</dl>` : "",
  ].join("\n")
}

/** @param {Module} module */
function moduleHtml(module) {
  const { name, path, comment, tags, exports, sameAs } = module
  const head = `<h1 id="module"><code>${name}</code></h1>\n${renderComment(comment)}${tagsHtml(tags)}`
  if (sameAs !== undefined) {
    const target = `${sameAs.replace("montego/", "").replaceAll("/", "-")}.html`
    return `${head}<p>The same as <a href="${target}"><code>${sameAs}</code></a>, under another name.</p>\n`
  }
  const groups = KINDS.map(([kind, title, id]) => ({
    title,
    id,
    entries: exports.filter((entry) => entry.kind === kind),
  })).filter(({ entries }) => entries.length > 0)
  const summary = groups.map(({ title, entries }) => {
    const links = entries.map((entry) => `<a href="#${entry.name}"><code>${entry.name}</code></a>`)
    return `<dt>${title}</dt><dd>${links.join(", ")}</dd>`
  })
  const bodies = groups.map(
    ({ title, id, entries }) =>
      `<h2 id="-${id}">${title}</h2>\n${entries.map((entry) => entryHtml(entry, path)).join("\n")}`,
  )
  return `${head}<dl class="summary">${summary.join("\n")}</dl>\n${bodies.join("\n")}`
}

/** @param {readonly Module[]} modules */
function indexHtml(modules) {
  const rows = modules.map(({ name, path, comment, exports, sameAs }) => {
    const what = sameAs === undefined ? firstSentence(comment) : `The same as \`${sameAs}\`.`
    const count = sameAs === undefined ? exports.length : ""
    const link = `<a href="${posix.basename(path)}"><code>${name}</code></a>`
    return `<tr><td>${link}</td><td>${renderInline(what)}</td><td align="right">${count}</td></tr>`
  })
  return `<h1 id="api">API reference</h1>
<p>What a program can import from the package, by subpath: made from the types and the comments of the sources.
<a href="../library.html">Montego as a library</a> has an example for each.</p>
<div class="table"><table><thead><tr><th>import</th><th>what it is</th><th align="right">exports</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>
`
}

/**
 * @param {readonly Module[]} modules
 * @returns {{ path: string, title: string, html: string, headings: import("./layout.js").Heading[], sections: import("./markdown.js").Section[] }[]}
 */
export function apiPages(modules) {
  const index = {
    path: API_INDEX,
    title: "API reference",
    html: indexHtml(modules),
    headings: [],
    sections: [{ id: "api", heading: "API reference", depth: 1, text: "" }],
  }
  const pages = modules.map((module) => ({
    path: module.path,
    title: module.name,
    html: moduleHtml(module),
    // The names stand at the top of the page already.
    headings: KINDS.filter(([kind]) => module.exports.some((entry) => entry.kind === kind)).map(
      ([, title, id]) => ({ id: `-${id}`, title, depth: 2 }),
    ),
    sections: [
      { id: "module", heading: module.name, depth: 1, text: module.comment },
      ...module.exports
        .filter(({ home }) => home === undefined)
        .map(({ name, comment, members }) => ({
          id: name,
          heading: name,
          depth: 3,
          text: [
            comment,
            ...members.map((member) => `${member.name}: ${firstSentence(member.comment)}`),
          ].join(" "),
        })),
    ],
  }))
  return [index, ...pages]
}
