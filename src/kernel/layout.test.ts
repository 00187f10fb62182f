// The numbers that the module and its hosts share are written once, in files that both compile (docs/kernel.md). These tests
// check that no host writes one of them again, that every knob and switch has a name, and that the tree's head has room.

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import * as KNOB_NUMBERS from "./assembly/knob-numbers.ts"
import { INDICES } from "./assembly/layout.ts"
import * as POLICY_NUMBERS from "./assembly/policies.ts"
import * as TREE from "./assembly/tree-layout.ts"
import { KNOBS } from "./knobs.ts"
import { POLICIES, SWITCHES } from "./policy.ts"

const SRC = fileURLToPath(new URL("..", import.meta.url))
const FILES = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
)
const MODULE = FILES.filter((file) => /^\w+\/assembly\//.test(file))
/** The code beside the module: hosts use its memory or its numbers, twins do what it does. */
const HOSTS = FILES.filter(
  (file) =>
    !MODULE.includes(file) &&
    (/^\w+\/reference/.test(file) || /from ".*(assembly\/|webassembly)/.test(textOf(file))),
)

function textOf(file: string): string {
  return readFileSync(join(SRC, file), "utf8")
}

/** Names of constants that a text gives a number. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(/^(?:export )?const (\w+)(?:: \w+)? = -?[\d_a-fx.]+$/gim)].map(([, name]) => name!)
}

/** The module's constants to which a host's text gives a number of its own. */
function doublesIn(text: string, module: ReadonlySet<string>): string[] {
  return numbersIn(text).filter((name) => module.has(name))
}

const namesOfModule = new Set(MODULE.flatMap((file) => numbersIn(textOf(file))))

describe("numbers that module and hosts share", () => {
  it.each(HOSTS)("%s writes none of them again", (file) => {
    expect(doublesIn(textOf(file), namesOfModule)).toEqual([])
  })

  it("finds a number that is written again", () => {
    const planted =
      "const REGION_SIZE = 196_608\nexport const STRATEGY_SIZE: number = 0x100\nconst OTHER = 1\n"
    expect(doublesIn(planted, namesOfModule)).toEqual(["REGION_SIZE", "STRATEGY_SIZE"])
  })

  it("looks at all hosts and all parts of the module", () => {
    expect(HOSTS).toEqual(
      expect.arrayContaining([
        "kernel/kernel.ts",
        "kernel/search.ts",
        "kernel/reference-heavy.ts",
        "gobble/kernel.ts",
        "evolve/kernel.ts",
        "evolve/reference.ts",
      ]),
    )
    expect([...namesOfModule]).toEqual(
      expect.arrayContaining(["ROW", "VISITS", "RAVE_BIAS", "NAKADE", "ENTRY", "CHAMPIONS"]),
    )
  })
})

describe("names of numbers", () => {
  const camelCase = (name: string): string =>
    name.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

  it("every knob has its name and a place of its own", () => {
    const named = Object.entries(KNOB_NUMBERS).map(([name, number]) => [camelCase(name), number])
    expect(KNOBS).toEqual(Object.fromEntries(named))
    const numbers = Object.values(KNOBS).toSorted((a, b) => a - b)
    expect(numbers).toEqual([...numbers.keys()])
    expect(numbers.length).toBeLessThanOrEqual(TREE.MOST_KNOBS)
  })

  it("switches are single bits below the chances, each once", () => {
    const switches = Object.values(SWITCHES).toSorted((a, b) => a - b)
    expect(switches).toEqual([...switches.keys()].map((bit) => 2 ** bit))
    expect(switches.length).toBeLessThanOrEqual(POLICY_NUMBERS.SELF_ATARI_SHIFT)
    expect(Object.values(POLICIES)).toEqual([0, 1, 2])
  })
})

it("the parts of the tree's head don't overlap", () => {
  const parts = [
    [TREE.KNOB_TABLE, 8 * TREE.MOST_KNOBS],
    [TREE.PAST, 8 * TREE.MAX_PAST],
    [TREE.CATEGORIES, INDICES],
    [TREE.CATEGORY_ENDS, 9 * 8],
    [TREE.UNITS, 0],
  ] as const
  const ends = parts.map(([begin, length]) => begin + length)
  for (const [index, [begin]] of parts.entries()) expect(begin).toBeGreaterThanOrEqual(ends[index - 1] ?? 0)
})
