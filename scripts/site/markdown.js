// Markdown to HTML by `marked` (GitHub's dialect), with what a site adds: anchors for headings by GitHub's rule, so
// that the same link works there and here; links to other pages of the site; tables that scroll; sections for the
// search.

import { Marked } from "marked"

/**
 * A heading with the words below it, as the search finds it.
 * @typedef {{ id: string, heading: string, depth: number, text: string }} Section
 */

/** @typedef {{ html: string, title: string, sections: Section[] }} RenderedPage */

/** @typedef {import("marked").Token} Token */
/**
 * What the kinds of tokens may have.
 * @typedef {{ type: string, text?: string, tokens?: Token[], items?: Token[], header?: Cell[], rows?: Cell[][] }} Parts
 */
/** @typedef {{ tokens: Token[] }} Cell */

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/**
 * The anchor that GitHub gives a heading.
 * @param {string} heading
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")
}

/**
 * The words of a token of `marked`, without their marks.
 * @param {Token} token
 * @returns {string}
 */
function wordsOf(token) {
  const { type, text = "", tokens, items, header, rows } = /** @type {Parts} */ (token)
  if (header && rows)
    return [header, ...rows].flatMap((row) => row.map((cell) => wordsOfAll(cell.tokens, ""))).join(" ")
  if (items) return items.map(wordsOf).join(" ")
  if (type === "br" || type === "space") return " "
  return tokens ? wordsOfAll(tokens, type === "list_item" || type === "blockquote" ? " " : "") : text
}

/** @param {readonly Token[]} tokens @param {string} between */
const wordsOfAll = (tokens, between) => tokens.map(wordsOf).join(between)

const squeezed = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim()

/**
 * @param {string} text
 * @param {(href: string) => { href: string, title?: string | undefined }} resolve the address of a link or a picture, as
 *   the page's own address sees it, and the title of the page there
 * @returns {RenderedPage}
 */
export function renderPage(text, resolve) {
  /** @type {Section[]} */
  const sections = []
  /** @type {Map<string, number>} */
  const used = new Map()
  const marked = new Marked()
  const tokens = marked.lexer(text)
  for (const token of tokens) {
    if (token.type === "heading") {
      const heading = squeezed(wordsOf(token))
      const anchor = anchorOf(heading)
      const times = used.get(anchor) ?? 0
      used.set(anchor, times + 1)
      const id = times === 0 ? anchor : `${anchor}-${times}`
      sections.push({ id, heading, depth: Number(token["depth"]), text: "" })
    } else {
      const last = sections.at(-1)
      if (last) last.text = squeezed(`${last.text} ${wordsOf(token)}`)
    }
  }
  let headings = 0
  marked.use({
    renderer: {
      heading({ tokens: inner, depth }) {
        const { id } = /** @type {Section} */ (sections[headings++])
        const content = this.parser.parseInline(inner)
        if (depth === 1) return `<h1 id="${id}">${content}</h1>\n`
        const link = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${id}">${content} ${link}</h${depth}>\n`
      },
      link({ href, text: words, tokens: inner }) {
        const { href: address, title } = resolve(href)
        // A file's name says little where there are no files.
        const isName = /^[\w./-]+\.md$/.test(words)
        const content = isName && title !== undefined ? escapeHtml(title) : this.parser.parseInline(inner)
        return `<a href="${escapeHtml(address)}">${content}</a>`
      },
      image({ href, text: words }) {
        const source = escapeHtml(resolve(href).href)
        return `<a class="picture" href="${source}"><img src="${source}" alt="${escapeHtml(words)}" loading="lazy"></a>`
      },
      tablecell({ tokens: inner, header, align }) {
        const content = this.parser.parseInline(inner)
        // A head without words names no column.
        const tag = header && content !== "" ? "th" : "td"
        return `<${tag}${align ? ` align="${align}"` : ""}>${content}</${tag}>\n`
      },
      code({ text: code, lang = "" }) {
        return `<pre class="code-${escapeHtml(lang || "text")}"><code>${escapeHtml(code)}\n</code></pre>\n`
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll("<table>", '<div class="table"><table>').replaceAll("</table>", "</table></div>"),
    },
  })
  return { html: /** @type {string} */ (marked.parse(text)), title: sections[0]?.heading ?? "", sections }
}

/**
 * The text of a doc comment: paragraphs, lists and code, no headings.
 * @param {string} text
 */
export function renderComment(text) {
  return /** @type {string} */ (new Marked().parse(text))
}

/**
 * One line without paragraphs around it.
 * @param {string} text
 */
export function renderInline(text) {
  return /** @type {string} */ (new Marked().parseInline(text))
}
