// What a page does in the browser: the search over all pages, and boxes that scroll by keyboard. A plain script,
// because browsers load no modules from disk.
//
// The index (search-index.js) is loaded when the search is used first. It has the words of every section; a search
// reads through all of them, which takes milliseconds, so it needs no prepared list of words.

;(() => {
  /** @typedef {[path: string, title: string, sections: [id: string, heading: string, text: string][]]} Row */
  /** @typedef {{ href: string, title: string, page: string, text: string, plainTitle: string, plainPage: string, plainText: string, weight: number }} Section */
  /** @typedef {{ section: Section, score: number }} Hit */

  const MOST = 30
  /** Pages about what was: what is comes first. */
  const PAST = /^(log|changelog)\.html$/
  /** Characters of text around the first word that is found. */
  const BEFORE = 60
  const AROUND = 180

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const root = script.dataset["root"] ?? ""

  /**
   * In lower case and without accents, sign for sign: places in it are places in the text.
   * @param {string} text
   */
  const plain = (text) =>
    [...text]
      .map((sign) => (sign.normalize("NFD").charAt(0) || sign).toLowerCase().padEnd(sign.length))
      .join("")

  /** @type {Promise<Section[]> | undefined} */
  let loading

  function loadSections() {
    loading ??= new Promise((resolve, reject) => {
      const element = document.createElement("script")
      element.src = script.dataset["index"] ?? ""
      element.addEventListener("load", () => resolve(readSections()))
      element.addEventListener("error", () => {
        loading = undefined
        reject(new Error("the index can't be loaded"))
      })
      document.head.append(element)
    })
    return loading
  }

  function readSections() {
    /** @type {Row[]} */
    const rows = Reflect.get(globalThis, "MONTEGO_DOCS")
    return rows.flatMap(([path, page, sections]) =>
      sections.map(([id, title, text]) => ({
        href: `${root}${path}${id === "" ? "" : `#${id}`}`,
        title,
        page,
        text,
        plainTitle: plain(title),
        plainPage: plain(page),
        plainText: plain(text),
        weight: PAST.test(path) ? 0.5 : 1,
      })),
    )
  }

  /**
   * How well a word fits a text: whole, at the beginning of a word, or anywhere in it.
   * @param {string} text
   * @param {string} word
   */
  function fit(text, word) {
    const at = text.indexOf(word)
    if (at < 0) return 0
    if (text === word) return 4
    const isLetter = (/** @type {string} */ sign) => /[\p{L}\p{N}]/u.test(sign)
    for (let place = at; place >= 0; place = text.indexOf(word, place + 1))
      if (!isLetter(text.charAt(place - 1))) return isLetter(text.charAt(place + word.length)) ? 2 : 3
    return 1
  }

  /**
   * The sections that have all words, the best first. A word counts most in the heading, then in the page's title.
   * @param {readonly Section[]} sections
   * @param {readonly string[]} words
   */
  function find(sections, words) {
    /** @type {Hit[]} */
    const hits = []
    for (const section of sections) {
      let score = 0
      for (const word of words) {
        const inTitle = fit(section.plainTitle, word)
        const inPage = fit(section.plainPage, word)
        const inText = fit(section.plainText, word)
        if (inTitle + inPage + inText === 0) {
          score = 0
          break
        }
        score += 12 * inTitle + 4 * inPage + inText
      }
      if (score > 0) hits.push({ section, score: score * section.weight })
    }
    return hits.sort((a, b) => b.score - a.score)
  }

  /**
   * The text around the first word, with all words marked.
   * @param {Section} section
   * @param {readonly string[]} words
   */
  function excerpt({ text, plainText }, words) {
    const places = words.map((word) => plainText.indexOf(word)).filter((place) => place >= 0)
    const first = Math.min(...places, text.length)
    const start = places.length === 0 || first <= BEFORE ? 0 : text.indexOf(" ", first - BEFORE) + 1
    const line = document.createElement("span")
    line.className = "excerpt"
    if (start > 0) line.append("… ")
    let at = start
    const end = Math.min(text.length, start + AROUND)
    while (at < end) {
      const next = words
        .map((word) => ({ word, place: plainText.indexOf(word, at) }))
        .filter(({ place }) => place >= 0 && place < end)
        .sort((a, b) => a.place - b.place)[0]
      line.append(text.slice(at, next?.place ?? end))
      if (!next) break
      at = next.place + next.word.length
      const mark = document.createElement("mark")
      mark.textContent = text.slice(next.place, at)
      line.append(mark)
    }
    if (end < text.length) line.append(" …")
    return line
  }

  /** @param {string} id */
  const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
  const box = element("site-search")
  const input = /** @type {HTMLInputElement} */ (element("site-query"))
  const panel = element("site-results")
  const count = element("site-count")
  const list = /** @type {HTMLOListElement} */ (panel.querySelector("ol"))

  /**
   * @param {readonly Hit[]} hits
   * @param {readonly string[]} words
   */
  function show(hits, words) {
    const shown = hits.slice(0, MOST)
    const number = hits.length === 1 ? "1 result" : `${hits.length} results`
    count.textContent = hits.length > MOST ? `${number}, the best ${MOST} of them below` : number
    list.replaceChildren(
      ...shown.map(({ section }) => {
        const link = document.createElement("a")
        link.href = section.href
        const title = document.createElement("strong")
        title.textContent = section.title
        const page = document.createElement("span")
        page.className = "page"
        page.textContent = section.page === section.title ? "" : section.page
        link.append(title, " ", page, excerpt(section, words))
        const item = document.createElement("li")
        item.append(link)
        return item
      }),
    )
    panel.hidden = false
    panel.scrollTop = 0
  }

  function close() {
    panel.hidden = true
    count.textContent = ""
  }

  async function search() {
    const asked = input.value
    const words = plain(asked)
      .split(/\s+/)
      .filter((word) => word !== "")
    if (words.length === 0) return close()
    try {
      const sections = await loadSections()
      // Another letter was typed meanwhile.
      if (input.value === asked) show(find(sections, words), words)
    } catch {
      list.replaceChildren()
      count.textContent = "The search can't load its index."
      panel.hidden = false
    }
  }

  const links = () => [...list.querySelectorAll("a")]

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape") {
      close()
      input.focus()
      return
    }
    if (event.key === "Enter" && event.target === input) {
      links()[0]?.click()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || panel.hidden) return
    event.preventDefault()
    const all = links()
    const place = all.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement)) + step
    if (place < 0) input.focus()
    else all[Math.min(place, all.length - 1)]?.focus()
  }

  box.hidden = false
  input.addEventListener("input", () => void search())
  input.addEventListener("focus", () => {
    loadSections().catch(() => undefined)
    if (input.value !== "") void search()
  })
  box.addEventListener("keydown", onKey)
  // A link to a place on the same page leaves the page as it is.
  list.addEventListener("click", close)
  document.addEventListener("pointerdown", ({ target }) => {
    if (!box.contains(/** @type {Node} */ (target))) close()
  })
  document.addEventListener("keydown", (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches("input, textarea")
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })

  // Browsers run no app from disk.
  const app = document.querySelector(".app-link")
  if (app instanceof HTMLElement) app.hidden = location.protocol === "file:"

  const contents = document.querySelector(".toc details")
  if (contents instanceof HTMLDetailsElement) contents.open = matchMedia("(min-width: 1240px)").matches

  /** What is wider than the page scrolls, and must be reached by keyboard to do so. */
  function markWide() {
    for (const wide of document.querySelectorAll("article pre, article .table"))
      if (wide.scrollWidth > wide.clientWidth) wide.setAttribute("tabindex", "0")
      else wide.removeAttribute("tabindex")
  }
  markWide()
  addEventListener("resize", markWide)
})()
