import { Random } from "montego/base"
import { allNodes, appendNode, makeNode, parseSgf, type SgfNode } from "montego/record"
import { describe, expect, it } from "vitest"
import { VariationTree, type TreePart } from "./variations.ts"

const all = (tree: VariationTree) => ({ left: 0, right: tree.columns, top: 0, bottom: tree.rows })

/** The tree as text: names of nodes by row and column. */
function drawn(tree: VariationTree): string[] {
  const rows = Array.from({ length: tree.rows }, () => Array.from({ length: tree.columns }, () => "."))
  for (const { node, column, row } of tree.part(all(tree)).places)
    rows[row]![column] = node.properties["N"]?.[0] ?? "o"
  return rows.map((row) => row.join(""))
}

function read(sgf: string): SgfNode {
  const parsed = parseSgf(sgf)
  if (!parsed.ok) throw new Error(parsed.error.reason)
  return parsed.value.games[0]!
}

const N = (names: string): string => [...names].map((name) => `;N[${name}]`).join("")

/** A tree by chance, with many branches. */
function randomTree(size: number, seed: number): SgfNode {
  const random = new Random(seed)
  const nodes = [makeNode()]
  while (nodes.length < size) {
    const parent = random.below(3) === 0 ? nodes[random.below(nodes.length)]! : nodes.at(-1)!
    nodes.push(appendNode(parent))
  }
  return nodes[0]!
}

describe("the tree of variations (APP-2)", () => {
  it("keeps the main line straight and variations below, as far up as there is room", () => {
    const sgf = `(${N("ab")}(${N("cd")}(${N("ef")})(${N("g")}))(${N("hi")}(${N("j")})(${N("k")})))`
    expect(drawn(new VariationTree(read(sgf)))).toEqual(["abcdef", "....g.", "..hij.", "....k."])
  })

  it.each([1, 2, 3])("puts no two nodes on one place, and no way over a stone (seed %d)", (seed) => {
    const root = randomTree(400, seed)
    const tree = new VariationTree(root)
    const { places, links } = tree.part(all(tree))
    const taken = new Set(places.map(({ column, row }) => `${column} ${row}`))
    expect(taken.size).toBe(400)
    expect(links).toHaveLength(399)
    for (const { column, from, to } of links)
      for (let row = from + 1; row <= to; row++) expect(taken.has(`${column} ${row}`)).toBe(false)
  })

  it("finds in any part what lies in it, and the ways that pass through", () => {
    const tree = new VariationTree(randomTree(400, 7))
    const whole = tree.part(all(tree))
    const random = new Random(5)
    for (let round = 0; round < 40; round++) {
      const left = random.below(tree.columns)
      const top = random.below(tree.rows)
      const box = { left, right: left + 8, top, bottom: top + 4 }
      const found = tree.part(box)
      const inside = whole.places.filter(
        ({ column, row }) => column >= left && column <= box.right && row >= top && row <= box.bottom,
      )
      expect(new Set(found.places.map(({ node }) => node))).toEqual(new Set(inside.map(({ node }) => node)))
      for (const { column, from, to } of whole.links) {
        const isCrossing = column >= left && column <= box.right && from <= box.bottom && to >= top
        if (isCrossing)
          expect(covers(found, column, Math.max(from, top), Math.min(to, box.bottom))).toBe(true)
      }
    }
  })

  it("knows the way to a node, its parent, its neighbours and what lies at a place", () => {
    const root = read(`(${N("ab")}(${N("cd")})(${N("ef")}))`)
    const tree = new VariationTree(root)
    const named = (name: string) =>
      [...allNodes(root)].find(({ properties }) => properties["N"]?.[0] === name)!
    const names = (nodes: readonly SgfNode[]) => nodes.map(({ properties }) => properties["N"]![0]).join("")
    expect(names(tree.pathTo(named("f")))).toBe("abef")
    expect(tree.pathTo(makeNode())).toEqual([])
    expect(tree.parentOf(named("e"))).toBe(named("b"))
    expect(tree.beside(named("d"), 1)).toBe(named("f"))
    expect(tree.beside(named("d"), -1)).toBeUndefined()
    expect(tree.at(2, 1)).toBe(named("e"))
    expect(tree.at(1, 1)).toBeUndefined()
  })

  it("lays 20 000 nodes by a few looks at each, and finds a part of them by looking at that part", () => {
    const root = randomTree(20_000, 3)
    let looks = 0
    for (const node of [...allNodes(root)]) {
      const { children } = node
      const look = (): typeof children => {
        looks++
        return children
      }
      Object.defineProperty(node, "children", { get: look })
    }
    const tree = new VariationTree(root)
    expect(looks).toBeGreaterThanOrEqual(20_000)
    expect(looks).toBeLessThan(10 * 20_000)
    for (let round = 0; round < 100; round++) {
      looks = 0
      const box = { left: round, right: round + 40, top: round, bottom: round + 12 }
      expect(tree.part(box).places.length).toBeLessThanOrEqual(41 * 13)
      expect(looks).toBeLessThanOrEqual(42 * 14)
    }
  })
})

function covers({ links }: TreePart, column: number, from: number, to: number): boolean {
  const own = links.filter((link) => link.column === column)
  for (let row = from; row <= to; row++)
    if (!own.some((link) => link.from <= row && link.to >= row)) return false
  return true
}
