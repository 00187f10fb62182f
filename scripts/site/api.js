// The public interface of the package as data: every export of every subpath, from the declarations that the build
// wrote (dist/**/*.d.ts) and their doc comments.
//
// TypeDoc has no version for TypeScript 7, which has no compiler interface in JavaScript. The declarations are made for
// TypeScript 5.3 too, so its compiler, which tests have installed, reads them. Types are printed as they are written:
// declaration files state every type, so no library and no inference is needed, and the program loads in under a
// second.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-oldest"

/**
 * A piece of code, and the exports that its names refer to: from, to (offsets in the text), the address.
 * @typedef {{ text: string, links: { from: number, to: number, href: string }[] }} Code
 */
/** @typedef {{ name: string, text: string }} Tag */
/** @typedef {{ name: string, signatures: Code[], comment: string, tags: Tag[] }} Member */
/**
 * `home` is the page that describes it, when that is another page.
 * @typedef {{ name: string, kind: Kind, signatures: Code[], comment: string, tags: Tag[], members: Member[], home?: string }} Export
 */
/** @typedef {"class" | "function" | "type" | "constant"} Kind */
/** @typedef {{ name: string, path: string, comment: string, tags: Tag[], exports: Export[], sameAs?: string }} Module */

/** Longer signatures have a line for each parameter. */
const COLUMNS = 88

/**
 * @param {string} name as imported, such as montego/search/node
 */
export const apiPath = (name) => `api/${name.replace("montego/", "").replaceAll("/", "-")}.html`

/**
 * @param {string} root of the checkout
 * @param {string} types the folder of the build
 * @returns {Module[]}
 */
export function readApi(root, types) {
  /** @type {{ exports: Record<string, string | { types: string }> }} */
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const entries = Object.entries(manifest.exports).flatMap(([subpath, entry]) =>
    typeof entry === "string"
      ? []
      : [{ name: subpath.replace(".", "montego"), file: join(types, entry.types.replace("./dist/", "")) }],
  )
  return new ApiReader(entries).read()
}

class ApiReader {
  #entries
  #program
  #checker
  /**
   * Where each export is described: on the page of the first subpath that has it.
   * @type {Map<ts.Symbol, { page: string, name: string }>}
   */
  #homes = new Map()

  /** @param {readonly { name: string, file: string }[]} entries */
  constructor(entries) {
    this.#entries = entries
    this.#program = ts.createProgram(
      entries.map(({ file }) => file),
      {
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        noLib: true,
        types: [],
      },
    )
    this.#checker = this.#program.getTypeChecker()
    for (const { name, file } of entries)
      for (const { symbol, exported } of this.#exportsOf(file))
        if (!this.#homes.has(symbol)) this.#homes.set(symbol, { page: apiPath(name), name: exported })
  }

  /** @returns {Module[]} */
  read() {
    return this.#entries.map(({ name, file }) => {
      const [first] = this.#sourceOf(file).statements
      const comment = first ? commentOf(first) : { comment: "", tags: [] }
      const twin = this.#entries.find((entry) => entry.file === file)
      const module = { name, path: apiPath(name), ...comment }
      if (twin && twin.name !== name) return { ...module, exports: [], sameAs: twin.name }
      return {
        ...module,
        exports: this.#exportsOf(file).map((found) => this.#describe(found, apiPath(name))),
      }
    })
  }

  /** @param {string} file */
  #sourceOf(file) {
    const source = this.#program.getSourceFile(file)
    if (!source) throw new Error(`${file} is missing: build first (node scripts/setup.js)`)
    return source
  }

  /** @param {string} file */
  #exportsOf(file) {
    const module = this.#checker.getSymbolAtLocation(this.#sourceOf(file))
    const symbols = module ? this.#checker.getExportsOfModule(module) : []
    return symbols
      .map((symbol) => ({ symbol: this.#resolved(symbol), exported: symbol.name }))
      .sort((a, b) => (a.exported < b.exported ? -1 : 1))
  }

  /** @param {ts.Symbol} symbol */
  #resolved(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol
  }

  /**
   * @param {{ symbol: ts.Symbol, exported: string }} found
   * @param {string} page
   * @returns {Export}
   */
  #describe({ symbol, exported }, page) {
    const declarations = symbol.declarations ?? []
    const [first] = declarations
    if (!first) throw new Error(`${exported} has no declaration`)
    const home = this.#homes.get(symbol)
    const documented = declarations.map((each) => commentOf(declared(each)))
    const { comment, tags } = documented.find((each) => each.comment !== "") ?? { comment: "", tags: [] }
    const kind = kindOf(first)
    const shared = { name: exported, kind, comment, tags }
    if (home && home.page !== page)
      return { ...shared, signatures: [], members: [], home: `${home.page}#${home.name}` }
    const members = declarations.filter(ts.isClassDeclaration).flatMap((each) => this.#membersOf(each))
    return { ...shared, signatures: declarations.map((each) => this.#signatureOf(each)), members }
  }

  /**
   * @param {ts.ClassDeclaration} declaration
   * @returns {Member[]}
   */
  #membersOf(declaration) {
    /** @type {Map<string, Member>} */
    const members = new Map()
    for (const member of declaration.members) {
      if (isHidden(member)) continue
      const name = member.name ? member.name.getText() : "constructor"
      const code = this.#codeOf(member, member.getStart(), member.end)
      const known = members.get(name)
      if (known) known.signatures.push(code)
      else members.set(name, { name, signatures: [code], ...commentOf(member) })
    }
    return [...members.values()]
  }

  /** @param {ts.Declaration} declaration */
  #signatureOf(declaration) {
    if (ts.isClassDeclaration(declaration)) {
      // Its members are listed apart.
      const opening = declaration.getText().indexOf("{")
      const end = declaration.getStart() + opening
      return this.#codeOf(declaration, declaration.getStart(), end)
    }
    const node = declared(declaration)
    return this.#codeOf(node, node.getStart(), node.end)
  }

  /**
   * The text between two places, with links where it names an export, and with its lines broken.
   * @param {ts.Node} node
   * @param {number} start
   * @param {number} end
   * @returns {Code}
   */
  #codeOf(node, start, end) {
    const source = node.getSourceFile().text
    /** @type {{ at: number, length: number, href: string }[]} */
    const names = []
    const visit = (/** @type {ts.Node} */ child) => {
      if (ts.isIdentifier(child) && child.getStart() >= start && child.end <= end) {
        const href = this.#addressOf(child)
        if (href !== undefined)
          names.push({ at: child.getStart(), length: child.end - child.getStart(), href })
      }
      ts.forEachChild(child, visit)
    }
    visit(node)
    const marked = withMarks(source, start, end, names)
    return unmark(broken(tidy(marked)), names)
  }

  /**
   * The address of the export that a name in a type stands for; undefined for other names, and for the one being
   * declared.
   * @param {ts.Identifier} name
   */
  #addressOf(name) {
    const { parent } = name
    const isType =
      ts.isTypeReferenceNode(parent) ||
      ts.isExpressionWithTypeArguments(parent) ||
      ts.isTypeQueryNode(parent) ||
      ts.isImportTypeNode(parent) ||
      ts.isTypePredicateNode(parent)
    if (!isType) return undefined
    const symbol = this.#checker.getSymbolAtLocation(name)
    const home = symbol && this.#homes.get(this.#resolved(symbol))
    return home && `${home.page}#${home.name}`
  }
}

/**
 * The statement around a constant, the declaration itself otherwise.
 * @param {ts.Declaration} declaration
 * @returns {ts.Node}
 */
function declared(declaration) {
  return ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
}

/**
 * @param {ts.Declaration} declaration
 * @returns {Kind}
 */
function kindOf(declaration) {
  if (ts.isClassDeclaration(declaration)) return "class"
  if (ts.isFunctionDeclaration(declaration)) return "function"
  return ts.isVariableDeclaration(declaration) ? "constant" : "type"
}

/** @param {ts.ClassElement} member */
function isHidden(member) {
  if (member.name && ts.isPrivateIdentifier(member.name)) return true
  return (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
}

/**
 * The doc comment that stands directly before a node.
 * @param {ts.Node} node
 * @returns {{ comment: string, tags: Tag[] }}
 */
function commentOf(node) {
  const last = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)
  if (!last) return { comment: "", tags: [] }
  const tags = (last.tags ?? []).map((tag) => {
    const name = ts.isJSDocParameterTag(tag) ? `${tag.tagName.text} ${tag.name.getText()}` : tag.tagName.text
    // The type of @throws is in braces, which the compiler takes apart.
    const type = ts.isJSDocThrowsTag(tag)
      ? (tag.typeExpression?.getText() ?? "").replace(/^\{(.*)\}$/s, "`$1` ")
      : ""
    return { name, text: type + (ts.getTextOfJSDocComment(tag.comment) ?? "") }
  })
  return { comment: ts.getTextOfJSDocComment(last.comment) ?? "", tags }
}

// Links are kept as two signs of Unicode's private area around each name while the text is laid out anew.
const OPEN = "\uE000"
const CLOSE = "\uE001"

/**
 * @param {string} source
 * @param {number} start
 * @param {number} end
 * @param {readonly { at: number, length: number }[]} names in the order of their places
 */
function withMarks(source, start, end, names) {
  let text = ""
  let done = start
  for (const { at, length } of names) {
    text += `${source.slice(done, at)}${OPEN}${source.slice(at, at + length)}${CLOSE}`
    done = at + length
  }
  return text + source.slice(done, end)
}

/**
 * @param {string} marked
 * @param {readonly { href: string }[]} names
 * @returns {Code}
 */
function unmark(marked, names) {
  const [head = "", ...parts] = marked.split(OPEN)
  let text = head
  const links = parts.map((part, index) => {
    const [name = "", rest = ""] = part.split(CLOSE)
    const from = text.length
    text += name + rest
    return { from, to: from + name.length, href: names[index]?.href ?? "" }
  })
  return { text, links }
}

/**
 * Without what every declaration has, and by the indent of the sources.
 * @param {string} text
 */
function tidy(text) {
  return text
    .replace(/^export\s+/, "")
    .replace(/^declare\s+/, "")
    .replace(/;$/gm, "")
    .replace(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 2))
    .trim()
}

/**
 * One line for each parameter where a signature is long.
 * @param {string} text
 */
function broken(text) {
  if (text.includes("\n") || text.replace(/[\uE000\uE001]/g, "").length <= COLUMNS) return text
  const open = text.indexOf("(")
  const close = matching(text, open)
  if (open < 0 || close < 0) return brokenUnion(text)
  const parameters = splitAtCommas(text.slice(open + 1, close))
  return `${text.slice(0, open)}(\n${parameters.map((each) => `  ${each},`).join("\n")}\n${text.slice(close)}`
}

/** @param {string} text */
function brokenUnion(text) {
  const [head = "", ...parts] = text.split(/ \| (?![^(<{]*[)>}])/)
  return parts.length < 3 ? text : [head.replace(/ = /, " =\n  | "), ...parts].join("\n  | ")
}

/**
 * @param {string} text
 * @param {number} open
 */
function matching(text, open) {
  let depth = 0
  for (let at = open; at >= 0 && at < text.length; at++) {
    if ("([{".includes(text.charAt(at))) depth++
    if (")]}".includes(text.charAt(at)) && --depth === 0) return at
  }
  return -1
}

/** @param {string} text */
function splitAtCommas(text) {
  /** @type {string[]} */
  const parts = [""]
  let depth = 0
  for (const sign of text.replaceAll("=>", "\uE002")) {
    if ("([{<".includes(sign)) depth++
    if (")]}>".includes(sign)) depth--
    if (sign === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim().replaceAll("\uE002", "=>"))
}
