// Writes game trees as SGF text. Raw values are written as they are, so that reading what was written
// gives the same tree; the line breaks added for people stand only between nodes and properties.

import { LOOKAHEAD, ROOT_PROPERTIES } from "./scan.ts"
import { makeRaw } from "./text.ts"
import type { SgfNode } from "./tree.ts"

/** Nodes of a plain line of moves that share a line of text. */
const NODES_PER_LINE = 10
/** A line of properties is broken once it is this long. */
const LINE_LENGTH = 80

/** How SGF is written. */
export interface MakeSgfOptions {
  /** Written as `CA` of every root in place of the tree's own: the encoding that the bytes will have. */
  readonly charset?: string
}

/** The text of a collection, each game beginning on a new line. */
export function makeSgf(games: readonly SgfNode[], options: MakeSgfOptions = {}): string {
  const lines: string[] = []
  for (const game of games) writeGame(game, options, lines)
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`
}

/** What is still to be written: a node that begins a variation, or the end of one. */
type Pending = SgfNode | undefined

function writeGame(root: SgfNode, options: MakeSgfOptions, lines: string[]): void {
  const open: Pending[] = [undefined, root]
  let line = ""
  const endLine = () => {
    if (line !== "") lines.push(line)
    line = ""
  }
  while (open.length > 0) {
    const first = open.pop()
    if (!first) {
      line += ")"
      continue
    }
    endLine()
    line = first !== root && beginsLikeRoot(first) ? `(${" ".repeat(LOOKAHEAD)}` : "("
    let onLine = 0
    for (let node: SgfNode | undefined = first; node;) {
      const text = writeNode(node, node === root ? options.charset : undefined)
      if (onLine >= NODES_PER_LINE || line.length + text.length > LINE_LENGTH + LINE_LENGTH / 2) {
        if (onLine > 0) endLine()
        onLine = 0
      }
      line += text
      onLine++
      if (node === root) {
        endLine()
        onLine = 0
      }
      if (node.children.length === 1) {
        node = node.children[0]
        continue
      }
      for (let index = node.children.length - 1; index >= 0; index--)
        open.push(undefined, node.children[index])
      node = undefined
    }
  }
  endLine()
}

/**
 * The reader takes a variation that begins with a root property for the next game of a collection whose
 * present one was not closed. Blanks beyond its look-ahead keep such a variation where it is.
 */
function beginsLikeRoot(node: SgfNode): boolean {
  const identifier = Object.keys(node.properties).find((name) => node.properties[name]!.length > 0)
  return identifier !== undefined && ROOT_PROPERTIES.has(identifier)
}

function writeNode(node: SgfNode, charset: string | undefined): string {
  let text = ";"
  let lineStart = 0
  const properties = charset === undefined ? node.properties : { ...node.properties, CA: [makeRaw(charset)] }
  for (const identifier in properties) {
    const values = properties[identifier]!
    if (values.length === 0) continue
    let property = identifier
    for (const value of values) property += `[${makeRaw(value)}]`
    if (text.length - lineStart + property.length > LINE_LENGTH && text.length > lineStart + 1) {
      text += "\n"
      lineStart = text.length
    }
    text += property
  }
  return text
}
