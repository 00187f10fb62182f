// The game tree as SGF has it: nodes with properties, and children of which the first is the main line.
// Values stay as they stand between the brackets of the source, escapes included: a property that no reader
// decodes survives a round trip unchanged, and a game of which only the moves are wanted decodes nothing.
//
// Nodes know their children and not their parent. So a tree is plain data without cycles, and code that
// walks it keeps the path. Nothing here recurses: a record may nest a million variations.

/** A node of a record: raw values by property, and the nodes behind it. */
export interface SgfNode {
  /** Raw values by identifier, in the order of the source. */
  properties: Record<string, string[]>
  children: SgfNode[]
  /** Where the node began in the text of its game; -1 for a node that was not read from a text. */
  readonly offset: number
}

/** A node without children, with these properties. */
export function makeNode(properties: Record<string, string[]> = {}, offset = -1): SgfNode {
  return { properties, children: [], offset }
}

/** Adds a node as the last variation below `parent`, and returns it. */
export function appendNode(parent: SgfNode, properties: Record<string, string[]> = {}): SgfNode {
  const node = makeNode(properties)
  attachNode(parent, node)
  return node
}

/** Hangs an existing node below `parent`, as its last variation. */
export function attachNode(parent: SgfNode, child: SgfNode): void {
  // An array literal takes one slot; a first push would reserve seventeen, for every move of a game.
  if (parent.children.length === 0) parent.children = [child]
  else parent.children.push(child)
}

/** Sets raw values, which must be escaped already (see `makeText`); no values remove the property. */
export function setProperty(node: SgfNode, identifier: string, values: readonly string[]): void {
  if (values.length === 0) delete node.properties[identifier]
  else node.properties[identifier] = [...values]
}

/** The first raw value of a property; undefined when the node has no such property. */
export function firstValue(node: SgfNode, identifier: string): string | undefined {
  return node.properties[identifier]?.[0]
}

/** The root and, from there, always the first child. */
export function mainLine(root: SgfNode): SgfNode[] {
  const line: SgfNode[] = []
  for (let node: SgfNode | undefined = root; node; node = node.children[0]) line.push(node)
  return line
}

/** Every node below and with `root`, parents before children, variations in order. */
export function* allNodes(root: SgfNode): Generator<SgfNode, void, undefined> {
  const open: SgfNode[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    for (let index = node.children.length - 1; index >= 0; index--) open.push(node.children[index]!)
  }
}

/** Whether two trees say the same; where they were read from does not count. */
export function sameTree(one: SgfNode, other: SgfNode): boolean {
  const open: [SgfNode, SgfNode][] = [[one, other]]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [left, right] = pair
    if (!sameProperties(left.properties, right.properties)) return false
    if (left.children.length !== right.children.length) return false
    for (let index = 0; index < left.children.length; index++) {
      open.push([left.children[index]!, right.children[index]!])
    }
  }
  return true
}

function sameProperties(left: Record<string, string[]>, right: Record<string, string[]>): boolean {
  const identifiers = Object.keys(left)
  if (identifiers.length !== Object.keys(right).length) return false
  return identifiers.every((identifier) => {
    const values = left[identifier]!
    const others = right[identifier]
    return values.length === others?.length && values.every((value, index) => value === others[index])
  })
}
