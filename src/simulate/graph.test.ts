import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MeltingGraph, type Node } from "./graph.ts"

const neighbours = (graph: MeltingGraph, node: Node): number[] =>
  Array.from({ length: graph.degree(node) }, (_, place) => graph.neighbour(node, place)).sort((a, b) => a - b)

describe("a graph whose nodes melt", () => {
  it("joins the neighbours of both", () => {
    // 0 - 1 - 2, and 3 touches all: 1 melts with 2.
    const graph = new MeltingGraph()
    graph.reset(4)
    for (const edge of ["01", "12", "03", "13", "23"]) {
      graph.connect(Number(edge[0]) as Node, Number(edge[1]) as Node)
    }
    const kept = graph.melt(1 as Node, 2 as Node)
    expect(graph.find(1 as Node)).toBe(kept)
    expect(graph.find(2 as Node)).toBe(kept)
    expect(neighbours(graph, kept)).toEqual([0, 3])
    expect(neighbours(graph, 3 as Node)).toEqual([0, kept])
  })

  it("agrees with sets of sets, through any edges and meltings, and forgets all at a reset", () => {
    const graph = new MeltingGraph()
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 12 }),
        (nodes, edges, meltings) => {
          graph.reset(nodes)
          const sets = new Map<number, Set<number>>()
          for (let node = 0; node < nodes; node++) sets.set(node, new Set())
          for (const [x, y] of edges) {
            const [a, b] = [x % nodes, y % nodes]
            if (a === b || sets.get(a)!.has(b)) continue
            graph.connect(a as Node, b as Node)
            sets.get(a)!.add(b)
            sets.get(b)!.add(a)
          }
          for (const [x, y] of meltings) {
            const [a, b] = [graph.find((x % nodes) as Node), graph.find((y % nodes) as Node)]
            if (a === b || !sets.get(a)!.has(b)) continue
            const kept = graph.melt(a, b)
            const gone = kept === a ? b : a
            for (const node of sets.get(gone)!) {
              sets.get(node)!.delete(gone)
              if (node === kept) continue
              sets.get(node)!.add(kept)
              sets.get(kept)!.add(node)
            }
            sets.delete(gone)
          }
          for (const [node, set] of sets) {
            expect(neighbours(graph, node as Node)).toEqual([...set].sort((a, b) => a - b))
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
