// The tree chooses its children by the bandits' formulas (BAN-1, TREE-3): what the kernel's selection adds to a mean is
// what src/bandits says, but for rounding.

import { expect, it } from "vitest"
import { Kernel, KNOBS, makeKernelMemory, ROOT_UNIT, type TreeSearch } from "../kernel/index.ts"
import { Black, Board } from "../rules/index.ts"
import { treeBonus, tunedTreeBonus, ucb1 } from "./index.ts"

const kernel = await Kernel.create({ memory: makeKernelMemory(1, 8_000_000) })
const tree: TreeSearch = kernel.openTree()

function search(exploration: number, tuned: 0 | 1): void {
  const off = Object.fromEntries(Object.keys(KNOBS).map((name) => [name, 0]))
  kernel.load(new Board(5))
  tree.clear()
  tree.set({ ...off, fpu: Infinity, expandAt: 1, komi: 0.5, exploration, tuned })
  tree.begin({ color: Black, seed: 3 })
  tree.run(3000)
}

it.each([Math.SQRT2, 2, 0.7])("UCB1 with c = %f", (exploration) => {
  search(exploration, 0)
  const { visits: all } = tree.node(ROOT_UNIT)
  const children = tree.children(ROOT_UNIT)
  expect(children.length).toBeGreaterThan(20)
  for (const { unit, visits, mean } of children) {
    const terms = tree.explain(ROOT_UNIT, unit)
    expect(terms.exploration).toBeCloseTo(exploration * treeBonus(visits, Math.log(all)), 6)
    if (exploration === Math.SQRT2) expect(terms.value).toBeCloseTo(ucb1(mean, visits, Math.log(all)), 5)
  }
})

it("UCB1-TUNED", () => {
  search(1, 1)
  const { visits: all } = tree.node(ROOT_UNIT)
  const bonuses = tree.children(ROOT_UNIT).map(({ unit, visits, mean }) => {
    const { exploration } = tree.explain(ROOT_UNIT, unit)
    expect(exploration).toBeCloseTo(tunedTreeBonus(mean, visits, Math.log(all)), 5)
    return exploration / treeBonus(visits, Math.log(all))
  })
  // The minimum is at work: some children are held down by ¼, others by their variance.
  expect(Math.max(...bonuses)).toBeCloseTo(0.5, 6)
})

it("and a descent takes the child with the highest sum", () => {
  search(1, 0)
  const { visits: all } = tree.node(ROOT_UNIT)
  const before = tree.children(ROOT_UNIT)
  const worth = before.map(({ mean, visits }) => mean + treeBonus(visits, Math.log(all)))
  tree.run(1)
  const best = worth.indexOf(Math.max(...worth))
  expect(tree.children(ROOT_UNIT)[best]!.visits).toBe(before[best]!.visits + 1)
})
