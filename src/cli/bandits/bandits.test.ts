// `montego bandits` (BAN-1): tables, JSON, the picture, and what it refuses.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runInterruptedAt, runJson, runMontego, type Ran } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { expectWholeSvg } from "../../../test/support/svg.ts"

const { folder } = openScratch("bandits")

const run = (...argv: string[]): Promise<Ran> => runMontego("bandits", ...argv)

interface Report {
  readonly best: number
  readonly policies: readonly {
    readonly policy: string
    readonly trials: number
    readonly checkpoints: readonly {
      readonly rounds: number
      readonly reward: number
      readonly regret: number
      readonly published?: number
      readonly z?: number
    }[]
    readonly curve: readonly { readonly rounds: number; readonly regret: number }[]
  }[]
  readonly notReproducible: readonly { readonly policy: string; readonly rounds: number }[]
}

const report = (...argv: string[]): Promise<Report> => runJson("bandits", ...argv)

describe("what it finds", () => {
  it("is all policies on the published arms, with the published cells and their distance", async () => {
    const { best, policies, notReproducible } = await report("--rounds", "10,100,1000", "--trials", "200")
    expect(best).toBe(0.65)
    expect(policies.map(({ policy }) => policy)).toEqual(["random", "epsilon-greedy", "ucb1", "ucb1-tuned"])
    for (const { policy, trials, checkpoints, curve } of policies) {
      expect([trials, checkpoints.map(({ rounds }) => rounds)]).toEqual([200, [10, 100, 1000]])
      expect(checkpoints.every(({ z }) => (z === undefined) === (policy === "ucb1-tuned"))).toBe(true)
      expect(curve.map(({ rounds }) => rounds)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000])
    }
    expect(notReproducible).toContainEqual(expect.objectContaining({ policy: "random", rounds: 10 }))
  })

  it("is the same for the same seed, and has no published cells for other arms", async () => {
    const words = ["--arms", "0.1,0.2,0.9", "--rounds", "50", "--trials", "10", "--policies", "ucb1,ucb1"]
    const [first, again, other] = [
      await report(...words),
      await report(...words),
      await report(...words, "--seed", "2"),
    ]
    expect(again.policies).toEqual(first.policies)
    expect(other.policies).not.toEqual(first.policies)
    expect(first.policies).toHaveLength(1)
    expect(first.policies[0]!.checkpoints[0]!.published).toBeUndefined()
    expect(first.notReproducible).toEqual([])
  })

  it("is printed as tables with intervals, regret, and cells that can't be reproduced by name", async () => {
    const { code, out } = await run("--rounds", "10,100", "--trials", "300")
    expect(code).toBe(0)
    expect(out).toMatch(/^% of pulls rewarded +10 +100$/m)
    expect(out).toMatch(/^random +[\d.]+ ± [\d.]+ +[\d.]+ ± [\d.]+$/m)
    expect(out).toMatch(/^ {2}published, 10 trials +31.0 +48.9$/m)
    expect(out).toMatch(/^regret +10 +100$/m)
    expect(out).toMatch(
      /not reproducible, beyond 2.5:\n {2}random at 10: published 31.0 %, ours [\d.]+ %, z −/,
    )
  })

  it("is drawn: a line for each policy, and no open tag", async () => {
    const svg = join(folder, "regret.svg")
    expect((await run("--rounds", "10,100", "--trials", "5", "--svg", svg)).code).toBe(0)
    const text = readFileSync(svg, "utf8")
    expect(text.match(/<polyline /g)).toHaveLength(4)
    expectWholeSvg(text)
  })
})

it("Ctrl-C shows the trials so far, as many of each policy", async () => {
  const words = ["--trials", "1000000", "--rounds", "1000", "--json"]
  const { code, out } = await runInterruptedAt(1e-6, "bandits", ...words)
  expect(code).toBe(130)
  const { policies } = JSON.parse(out) as Report
  expect(policies[0]!.trials).toBeGreaterThan(0)
  expect(new Set(policies.map(({ trials }) => trials)).size).toBe(1)
})

describe("bad input", () => {
  it.each<[string, string[], RegExp]>([
    ["one arm", ["--arms", "0.5"], /2 to 1000 arms, not 1/],
    ["a probability over 1", ["--arms", "0.5,1.5"], /from 0 to 1, not 1.5/],
    ["an arm that is no number", ["--arms", "0.5,x"], /"x" is no number/],
    ["an empty arm", ["--arms", "0.5,"], /"" is no number/],
    ["zero rounds", ["--rounds", "0"], /from 1 to 1000000000, not 0/],
    ["rounds that fall", ["--rounds", "100,10"], /must rise/],
    ["no trials", ["--trials", "0"], /trials are a whole number/],
    ["a policy that there is not", ["--policies", "thompson"], /There is no "thompson"; there are: random/],
    ["an epsilon over 1", ["--epsilon", "3"], /epsilon is a probability/],
    [
      "a picture that can't be written",
      ["--trials", "1", "--rounds", "1", "--svg", join(folder, "no", "a.svg")],
      /can't be written/,
    ],
  ])("%s", async (_, words, reason) => {
    const { code, out, err } = await run(...words)
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })
})
