// TREE-10: the tree in memory, its bytes, and every way in which bytes can be wrong.

import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { unwrap } from "../../base/result.ts"
import {
  allPoints,
  Black,
  opponent,
  parseVertex,
  PASS,
  SYMMETRIES,
  transformMove,
  White,
} from "../../rules/index.ts"
import type { Color, PlayedMove, Symmetry } from "../../rules/index.ts"
import { crc32 } from "../../base/crc32.ts"
import { HEADER_BYTES, NODE_BYTES, readHeader, readNode, viewOf, writeHeader, writeNode } from "./layout.ts"
import { ExperienceTree, ExperienceView, makeExperience, mostPlayed, parseExperience } from "./index.ts"

interface FinishedGame {
  readonly moves: readonly PlayedMove[]
  readonly winner: Color | undefined
}

/** `E5 C3 pass`, Black first. */
function line(text: string, size = 9): PlayedMove[] {
  let color: Color = White
  return text
    .split(" ")
    .filter((vertex) => vertex !== "")
    .map((vertex) => ({ color: (color = opponent(color)), move: parseVertex(vertex, size)! }))
}

const SIZE = 5
const points = [PASS, ...allPoints(SIZE)]

/** Short games of few moves, so that they share beginnings; the tree does not ask whether they are legal. */
const game: fc.Arbitrary<FinishedGame> = fc.record({
  moves: fc.array(
    fc.record({ color: fc.constantFrom<Color>(Black, White), move: fc.constantFrom(...points) }),
    {
      maxLength: 6,
    },
  ),
  winner: fc.constantFrom<(Color | undefined)[]>(Black, White, undefined),
})
const games = fc.array(game, { maxLength: 25 })

function treeOf(list: readonly FinishedGame[], symmetric = true): ExperienceTree {
  const tree = new ExperienceTree({ size: SIZE, symmetric })
  for (const { moves, winner } of list) unwrap(tree.add(moves, winner))
  return tree
}

const turned = (moves: readonly PlayedMove[], symmetry: Symmetry): PlayedMove[] =>
  moves.map(({ color, move }) => ({ color, move: transformMove(symmetry, move, SIZE) }))

describe("the tree (TREE-10)", () => {
  it("counts visits, and wins for the one who moved", () => {
    const tree = new ExperienceTree({ size: 9, symmetric: false })
    tree.add(line("E5 C3 G7"), Black)
    tree.add(line("E5 C3"), White)
    tree.add(line("E5 G3"), undefined)
    expect([tree.games, tree.blackWins, tree.nodeCount, tree.depth]).toEqual([3, 1.5, 5, 3])
    const [e5, c3, g7] = line("E5 C3 G7")
    expect(tree.walk(line("E5 C3 G7 A1"))).toEqual([
      { ...e5, visits: 3, value: 1.5 },
      { ...c3, visits: 2, value: 1 },
      { ...g7, visits: 1, value: 1 },
    ])
    expect(tree.children(line("E5")).map(({ visits, value }) => [visits, value])).toEqual([
      [2, 1],
      [1, 0.5],
    ])
    expect(tree.children(line("A1"))).toEqual([])
  })

  it("keeps as many moves as it is told, and refuses what is no move", () => {
    const tree = new ExperienceTree({ size: 9 })
    tree.add(line("E5 C3 G7"), Black, { depth: 2 })
    expect(tree.depth).toBe(2)
    const before = makeExperience(tree)
    expect(tree.add(line("A19 T19", 19), Black)).toEqual({
      ok: false,
      error: "move 2 is no move on a 9×9 board",
    })
    expect(makeExperience(tree)).toEqual(before)
    expect(() => new ExperienceTree({ size: 26 })).toThrow("26 lines")
  })

  it("notes what all games were played under", () => {
    const chinese = { komi: 7, rules: "chinese" }
    const tree = new ExperienceTree({ size: 9 })
    tree.add([], Black, { conditions: chinese })
    tree.add([], Black)
    expect(tree.conditions).toEqual(chinese)
    tree.add([], Black, { conditions: { komi: 7, rules: "japanese" } })
    tree.add([], Black, { conditions: chinese })
    expect(tree.conditions).toEqual({ komi: 7, rules: undefined })
    const other = new ExperienceTree({ size: 9, conditions: { komi: NaN, rules: "Ing's own, as amended" } })
    expect(other.conditions).toEqual({ komi: undefined, rules: undefined })
    unwrap(other.merge(tree))
    expect(other.conditions).toEqual({ komi: 7, rules: undefined })
  })

  it("what does not fit is not merged", () => {
    const nine = new ExperienceTree({ size: 9 })
    expect(nine.merge(new ExperienceTree({ size: 13 }))).toMatchObject({ ok: false, error: /9×9.*13×13/ })
    expect(nine.merge(new ExperienceTree({ size: 9, symmetric: false }))).toMatchObject({ ok: false })
  })

  it("merging two trees is adding all their games, in any order", () => {
    fc.assert(
      fc.property(games, games, fc.boolean(), (one, other, symmetric) => {
        const merged = treeOf(one, symmetric)
        unwrap(merged.merge(treeOf(other, symmetric)))
        const all = treeOf([...other, ...one].reverse(), symmetric)
        expect(makeExperience(merged)).toEqual(makeExperience(all))
      }),
      { numRuns: 60 },
    )
  })

  it("merging a tree with itself counts all twice", () => {
    const list = [{ moves: line("C3 B2 pass", SIZE), winner: White } as const]
    const tree = treeOf(list)
    unwrap(tree.merge(tree))
    expect(makeExperience(tree)).toEqual(makeExperience(treeOf([...list, ...list])))
  })

  it("pruning keeps the bound, whole lines, and the most visited", () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 1, max: 60 }), (list, maxNodes) => {
        const whole = treeOf(list)
        const tree = treeOf(list)
        const gone = tree.prune(maxNodes)
        expect(tree.nodeCount).toBe(Math.min(maxNodes, whole.nodeCount))
        expect(gone).toBe(whole.nodeCount - tree.nodeCount)
        expect(tree.games).toBe(list.length)
        const visits = (of: ExperienceTree): number[] =>
          [...of.nodes.breadthFirst().rows].map((row) => of.nodes.visits(row)).sort((a, b) => b - a)
        expect(visits(tree)).toEqual(visits(whole).slice(0, tree.nodeCount))
        // Every line that is left has the counts that it had.
        for (const { moves } of list) {
          const kept = tree.walk(moves)
          expect(kept).toEqual(whole.walk(moves).slice(0, kept.length))
        }
        unwrap(parseExperience(makeExperience(tree)))
      }),
      { numRuns: 60 },
    )
  })

  it("equal visits: the shallower nodes stay", () => {
    const tree = treeOf([{ moves: line("A1 B1 C1 D1", SIZE), winner: Black }])
    tree.prune(3)
    expect(tree.walk(line("A1 B1 C1 D1", SIZE)).length).toBe(2)
  })
})

describe("symmetry (TREE-10)", () => {
  it("turned and mirrored games are one game", () => {
    fc.assert(
      fc.property(
        games,
        fc.array(fc.constantFrom(...SYMMETRIES), { minLength: 25, maxLength: 25 }),
        (list, by) => {
          const others = list.map(({ moves, winner }, index) => ({
            moves: turned(moves, by[index]!),
            winner,
          }))
          expect(makeExperience(treeOf(others))).toEqual(makeExperience(treeOf(list)))
        },
      ),
      { numRuns: 60 },
    )
  })

  it("answers come in the orientation of the question", () => {
    fc.assert(
      fc.property(games, game, fc.constantFrom(...SYMMETRIES), (list, { moves }, symmetry) => {
        const tree = treeOf([...list, { moves, winner: Black }])
        const path = turned(moves, symmetry)
        const known = tree.walk(path)
        expect(known.map(({ color, move }) => ({ color, move }))).toEqual(path)
        // What `children` offers is what `walk` finds.
        for (let length = 0; length <= path.length; length++) {
          const before = path.slice(0, length)
          for (const child of tree.children(before))
            expect(tree.walk([...before, child]).at(-1)).toEqual(child)
        }
      }),
      { numRuns: 60 },
    )
  })

  it("in a symmetric position one move stands for its images, until a move breaks the symmetry", () => {
    const tree = new ExperienceTree({ size: 9 })
    for (const text of ["E5 C3", "E5 C7", "E5 G3", "C3 G7", "G7 C3"]) tree.add(line(text), Black)
    expect(tree.children([]).map(({ visits }) => visits)).toEqual([3, 2])
    expect(tree.children(line("E5")).map(({ visits }) => visits)).toEqual([3])
    for (const corner of ["C3", "C7", "G3", "G7"])
      expect(tree.walk(line(`E5 ${corner}`)).map(({ visits }) => visits)).toEqual([3, 3])
    expect(tree.children(line("C7"))).toMatchObject([{ move: parseVertex("G3", 9) }])
  })

  it("can be left out", () => {
    const tree = treeOf([{ moves: line("A1", SIZE), winner: Black }], false)
    expect(tree.walk(line("E5", SIZE))).toEqual([])
  })
})

describe("openings (TREE-10)", () => {
  it("the most played lines, with Black's share", () => {
    const tree = new ExperienceTree({ size: 9 })
    tree.add(line("E5 C3"), Black)
    tree.add(line("E5 C3"), White)
    tree.add(line("E5 D3"), undefined)
    tree.add(line("C3"), Black)
    const rows = (length: number, count: number) =>
      mostPlayed(tree, length, count).map(({ games: all, blackWinRate }) => [all, blackWinRate])
    expect(rows(1, 10)).toEqual([
      [3, 0.5],
      [1, 1],
    ])
    expect(rows(2, 10)).toEqual([
      [2, 0.5],
      [1, 0.5],
    ])
    expect(rows(2, 1)).toEqual([[2, 0.5]])
    expect(rows(9, 9)).toEqual([])
  })
})

describe("the file (TREE-10)", () => {
  const conditions = fc.record({
    komi: fc.option(
      fc.integer({ min: -20, max: 20 }).map((half) => half / 2 || 0),
      { nil: undefined },
    ),
    rules: fc.constantFrom(undefined, "chinese", "tromp-taylor"),
  })

  it("reads what it writes", () => {
    fc.assert(
      fc.property(games, fc.boolean(), conditions, (list, symmetric, note) => {
        const tree = new ExperienceTree({ size: SIZE, symmetric, conditions: note })
        for (const { moves, winner } of list) unwrap(tree.add(moves, winner))
        const bytes = makeExperience(tree)
        const again = unwrap(parseExperience(bytes))
        expect([again.size, again.symmetric, again.conditions]).toEqual([SIZE, symmetric, note])
        expect(makeExperience(again)).toEqual(bytes)
        for (const { moves } of list) expect(again.walk(moves)).toEqual(tree.walk(moves))
      }),
      { numRuns: 60 },
    )
  })

  it("the lazy view answers as the tree does", () => {
    fc.assert(
      fc.property(games, game, fc.boolean(), (list, { moves }, symmetric) => {
        const tree = treeOf(list, symmetric)
        // Bytes need not begin at the start of their buffer.
        const bytes = new Uint8Array([...new Array<number>(3).fill(0), ...makeExperience(tree)]).subarray(3)
        const view = unwrap(ExperienceView.open(bytes))
        expect([view.games, view.nodeCount]).toEqual([tree.games, tree.nodeCount])
        for (const path of [moves, [], ...list.flatMap((one) => [one.moves, one.moves.slice(0, 1)])]) {
          expect(unwrap(view.walk(path))).toEqual(tree.walk(path))
          expect(unwrap(view.children(path))).toEqual(tree.children(path))
        }
      }),
      { numRuns: 40 },
    )
  })

  it("stands in breadth-first order with the fields of the thesis", () => {
    const tree = new ExperienceTree({ size: 9, symmetric: false })
    for (const text of ["E5 C3", "E5 C3", "E5 G3", "C3"]) tree.add(line(text), Black)
    const bytes = makeExperience(tree)
    expect(bytes.length).toBe(HEADER_BYTES + 5 * NODE_BYTES)
    const nodes = [0, 1, 2, 3, 4].map((index) => readNode(viewOf(bytes), index))
    expect(nodes.map(({ next, first, children, visits }) => [next, first, children, visits])).toEqual([
      [0, 1, 2, 4],
      [2, 3, 2, 3],
      [0, 0, 0, 1],
      [4, 0, 0, 2],
      [0, 0, 0, 1],
    ])
  })

  it("the checksum is the CRC-32 of everybody", () => {
    const check = new TextEncoder().encode("123456789")
    expect(crc32(check)).toBe(0xcbf43926)
    expect(crc32(check.subarray(4), crc32(check.subarray(0, 4)))).toBe(0xcbf43926)
  })
})

describe("bytes that are refused (TREE-10)", () => {
  const small = new ExperienceTree({ size: 9, conditions: { komi: 7, rules: "chinese" } })
  for (const text of ["E5 C3 G7", "E5 C3 D4", "C3 C7"]) small.add(line(text), Black)
  const whole = makeExperience(small)

  const errorOf = (bytes: Uint8Array) => {
    const parsed = parseExperience(bytes)
    return parsed.ok ? undefined : parsed.error
  }

  it("every truncation", () => {
    for (let length = 0; length < whole.length; length++)
      expect(errorOf(whole.subarray(0, length)), `${length} bytes`).toMatchObject({ kind: "length" })
    expect(errorOf(whole.subarray(0, 100))?.reason).toBe("it is cut off: 7 nodes need 216 bytes, it has 100")
    expect(errorOf(new Uint8Array([...whole, 0]))?.reason).toBe("1 bytes follow behind its 7 nodes")
  })

  it("every flipped bit", () => {
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const bytes = whole.slice()
      bytes[bit >> 3]! ^= 1 << (bit & 7)
      expect(errorOf(bytes), `bit ${bit}`).toBeDefined()
      expect(ExperienceView.open(bytes).ok, `bit ${bit}`).toBe(false)
    }
  })

  it("something else, and another version", () => {
    expect(errorOf(new TextEncoder().encode("(;GM[1]SZ[9];B[ee])"))).toEqual({
      kind: "foreign",
      reason: "it is no experience file",
    })
    const newer = whole.slice()
    newer[8] = 2
    expect(errorOf(newer)).toEqual({
      kind: "version",
      reason: "it has version 2 of the format, this program reads version 1",
    })
  })

  /** The small file with one field changed, and a checksum that fits. */
  function forged(change: (bytes: Uint8Array) => void): Uint8Array {
    const bytes = whole.slice()
    change(bytes)
    viewOf(bytes).setUint32(40, crc32(bytes.subarray(44), crc32(bytes.subarray(0, 40))), true)
    return bytes
  }
  const withNode = (index: number, fields: Partial<ReturnType<typeof readNode>>): Uint8Array =>
    forged((bytes) => writeNode(viewOf(bytes), index, { ...readNode(viewOf(bytes), index), ...fields }))

  it.each([
    ["no board", 10, 26, "no board has 26 lines"],
    ["unknown flags", 11, 3, "its flags 3 are unknown"],
    ["rules that are no name", 24, 7, "the name of its rules can't be read"],
    ["something behind the head", 44, 1, "its head does not end with zeros"],
  ])("a head with %s", (_, at, byte, reason) => {
    expect(errorOf(forged((bytes) => (bytes[at] = byte)))).toEqual({ kind: "header", reason })
  })

  it("a head with an endless komi, or without a root", () => {
    const endless = forged((bytes) => viewOf(bytes).setFloat64(16, -Infinity, true))
    expect(errorOf(endless)).toEqual({ kind: "header", reason: "its komi is no number" })
    const bare = new Uint8Array(HEADER_BYTES)
    writeHeader(bare, { ...unwrap(readHeader(whole)), nodeCount: 0 })
    expect(errorOf(bare)).toEqual({ kind: "header", reason: "it has no node, not even the root" })
  })

  // The tree: 1 is E5 and 2 is C3; 3 is C3 after E5, 4 is C7 after C3; 5 and 6 come after 3.
  const LAST = 6
  it.each([
    ["a root with a move", withNode(0, { key: 1100 }), "node 0: the root has a move or a sibling"],
    [
      "a child that is its own parent",
      withNode(1, { first: 1 }),
      "node 1: its first child 1 does not stand behind it",
    ],
    ["a circle", withNode(3, { first: 1 }), "node 3: its first child 1 does not stand behind it"],
    ["children out of range", withNode(1, { children: 60_000 }), "node 1: it leads beyond the 7 nodes"],
    [
      "a first child out of range",
      withNode(1, { first: 4_294_967_295 }),
      "node 1: it leads beyond the 7 nodes",
    ],
    ["a sibling out of order", withNode(1, { next: 5 }), "node 1: its next sibling is 5 in place of 2"],
    ["a sibling too few", withNode(1, { next: 0 }), "node 1: its siblings are missing"],
    ["a sibling too many", withNode(2, { next: 3 }), "node 2: more siblings follow than node 0 has children"],
    ["children and no first", withNode(1, { first: 0 }), "node 1: it has 1 children, the first of them is 0"],
    ["two parents of one child", withNode(2, { first: 3 }), undefined],
    ["a child left out", withNode(2, { first: 0, children: 0 }), undefined],
    ["no colour", withNode(1, { key: 500 }), "node 1: its colour 0 is unknown"],
    ["a move off the board", withNode(1, { key: 1024 + 25 }), "node 1: its move lies off the 9×9 board"],
    [
      "a value above the visits",
      withNode(1, { value: 99 }),
      "node 1: its value 99 does not fit its 2 visits",
    ],
    ["a value that is none", withNode(1, { value: NaN }), "node 1: its value NaN does not fit its 2 visits"],
    ["no visit", withNode(LAST, { visits: 0, value: 0 }), `node ${LAST}: it was never visited`],
    ["more visits than the parent", withNode(1, { visits: 9 }), /^node 0: its 3 visits are fewer than the/],
  ])("%s", (_, bytes, reason) => {
    const error = errorOf(bytes)
    expect(error?.kind).toBe("node")
    if (reason === undefined) expect(error?.reason).toMatch(/^node \d+: /)
    else expect(error?.reason).toMatch(reason)
    // The view finds it when it comes by, and never runs in a circle.
    const view = ExperienceView.open(bytes)
    if (view.ok) for (const text of ["E5 C3 G7 A1", "C3 C7 A1"]) view.value.children(line(text))
  })

  it("two siblings with one move", () => {
    const { key } = readNode(viewOf(whole), 1)
    expect(errorOf(withNode(2, { key }))?.reason).toBe("node 2: a sibling has the same move")
  })

  it("whatever is forged in a node, nothing is thrown", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: HEADER_BYTES, max: whole.length - 1 }),
            fc.integer({ min: 0, max: 255 }),
          ),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        (changes) => {
          const bytes = forged((draft) => changes.forEach(([at, byte]) => (draft[at] = byte)))
          const parsed = parseExperience(bytes)
          if (parsed.ok) unwrap(parseExperience(makeExperience(parsed.value)))
          const view = ExperienceView.open(bytes)
          if (view.ok) for (const text of ["", "E5", "E5 C3", "E5 C3 G7"]) view.value.children(line(text))
        },
      ),
      { numRuns: 300 },
    )
  })
})
