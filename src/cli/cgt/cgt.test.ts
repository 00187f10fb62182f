// `montego cgt`: thermographs (CGT-1, CGT-2), strategies (CGT-6), learners (CGT-4, CGT-5), and what they refuse.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runInterruptedAt, runJson, runMontego, type Ran } from "../../../test/support/montego.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import { expectWholeSvg } from "../../../test/support/svg.ts"

const { folder } = openScratch("cgt")

const run = (...argv: string[]): Promise<Ran> => runMontego("cgt", ...argv)
const TOY = "{2|-2}+{4|-4}+{3||0|-10}"

interface Shown {
  readonly game: string
  readonly mean: number
  readonly temperature: number
  readonly leftStop: number
  readonly rightStop: number
  readonly leftWall: readonly { readonly temperature: number; readonly value: number }[]
  readonly exact: { readonly mean: string; readonly temperature: string }
  readonly triangle?: { readonly temperature: number }
  readonly parts?: readonly Shown[]
}

describe("cgt show", () => {
  it("has mean, temperature, stops and corners as JSON", async () => {
    const shown = await runJson<Shown>("cgt", "show", "{3||0|-10}")
    expect(shown).toMatchObject({
      mean: 0,
      temperature: 3,
      leftStop: 3,
      rightStop: 0,
      character: "right-sente",
    })
    expect(shown.leftWall).toEqual([
      { temperature: -1, value: 4 },
      { temperature: 3, value: 0 },
    ])
    const half = await runJson<Shown>("cgt", "show", "{0|1}")
    expect([half.mean, half.exact.mean, half.exact.temperature]).toEqual([0.5, "1/2", "-1/2"])
  })

  it("has the parts of a sum and the whole, which is no hotter than they are", async () => {
    const sum = await runJson<Shown>("cgt", "show", TOY)
    expect(sum.parts!.map(({ temperature }) => temperature)).toEqual([2, 4, 3])
    expect([sum.mean, sum.temperature, sum.leftStop, sum.rightStop]).toEqual([0, 4, 2, -2])
    const large = await runJson<Shown>(
      "cgt",
      "show",
      Array.from({ length: 12 }, (_, i) => `{${i}|-9}`).join("+"),
    )
    expect([large.parts!.length, large.mean]).toEqual([12, undefined])
  })

  it("draws: walls that meet, the mast, and the zero line", async () => {
    const { code, out } = await run("show", "{2|-2}")
    expect(code).toBe(0)
    expect(out).toContain("mean 0, temperature 2 (gote); Left's stop 2, Right's stop -2")
    expect(out).toMatch(/^ {5}1 +\/ +\\$/m)
    expect(out).toMatch(/^ {5}3 +\|$/m)
    expect(out).toMatch(/^ {5}0 ·+\/·+\\·+$/m)
    const svg = join(folder, "toy.svg")
    expect((await run("show", TOY, "--svg", svg, "--triangle")).code).toBe(0)
    const text = readFileSync(svg, "utf8")
    expectWholeSvg(text)
    // Two walls in each of four panels, with two dashed ones each.
    expect(text.match(/class="wall"/g)).toHaveLength(8)
    expect(text.match(/class="beside"/g)).toHaveLength(8)
  })

  it("tells how far the triangle is off", async () => {
    const { out } = await run("show", "{7|{{12|4},6|0}}", "--triangle")
    expect(out).toContain("triangle: mean 19/3 (off by 1/3), temperature 2/3 (off by -1/3)")
    expect((await run("show", "{0|}", "--triangle")).out).toContain("no triangle")
  })

  it.each([
    ["{1|x}", /"x" has no meaning here \(character 4\)\n {2}\{1\|x\}\n {5}\^\n$/],
    ["{2|-2", /the } of this \{ is missing \(character 1\)/],
    ["{1|2|3}", /two bars of one length/],
    ["", /missing \(character 1\)/],
  ])("%s is refused with its place", async (text, reason) => {
    const { code, out, err } = await run("show", text)
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })
})

describe("cgt play", () => {
  interface Played {
    readonly perfect: { readonly left: number; readonly right: number }
    readonly strategies: readonly {
      readonly strategy: string
      readonly games: readonly { readonly loss: number }[]
      readonly states: {
        readonly choices: number
        readonly optimal: number
        readonly exceptions: readonly object[]
      }
    }[]
  }

  it("compares all strategies with perfect play on the toy sum", async () => {
    const { perfect, strategies } = await runJson<Played>("cgt", "play")
    expect(perfect).toEqual({ left: 2, right: -2 })
    expect(strategies.map(({ strategy, states }) => [strategy, states.optimal, states.choices])).toEqual([
      ["hotstrat", 62, 66],
      ["thermostrat", 64, 66],
      ["sentestrat", 62, 66],
    ])
    expect(strategies[0]!.states.exceptions[0]).toMatchObject({ player: "left", loss: 1 })
    expect(strategies.map(({ games }) => games.map(({ loss }) => loss))).toContainEqual([0, 0, 1, 0])
  })

  it("prints lines and exceptions", async () => {
    const { code, out } = await run("play", TOY, "--strategy", "hotstrat")
    expect(code).toBe(0)
    expect(out).toContain("Left first: 2  H→4 I→{0|-10} I→0 G→-2")
    expect(out).toContain("optimal in 62 of 66 choices")
    expect(out).toContain("Right in 2 + {4|-4} + {3||0|-10}: plays H→-4, best is I→{0|-10}, loses 3")
    expect(out).not.toContain("thermostrat")
  })

  it.each<[string[], RegExp]>([
    [["{0|}"], /Right has no move in \{0\|\}/],
    [["--strategy", "coldstrat"], /There is no "coldstrat" .*there are: hotstrat/],
    [[Array.from({ length: 20 }, (_, i) => `{${i}|-9}`).join("+")], /1,048,576 states are too many/],
  ])("%s is refused", async (words, reason) => {
    const { code, out, err } = await run("play", ...words)
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })
})

describe("cgt learn", () => {
  interface Learned {
    readonly choices: number
    readonly looks: readonly {
      readonly playouts: number
      readonly optimal: number
      readonly watched: readonly { readonly name: string; readonly player?: string; readonly value: number }[]
    }[]
  }

  it("finds the temperatures, and draws them", async () => {
    const svg = join(folder, "temperatures.svg")
    const { looks, choices } = await runJson<Learned>("cgt", "learn", "--playouts", "6000", "--svg", svg)
    const last = looks.at(-1)!
    expect([last.playouts, last.optimal, choices]).toEqual([6000, 62, 66])
    const found = Object.fromEntries(
      last.watched.map(({ name, value }) => [name, Math.round(10 * value) / 10]),
    )
    expect(found).toEqual({ G: 2, H: 4, I: 3, "I^R": 5 })
    const text = readFileSync(svg, "utf8")
    expectWholeSvg(text)
    expect(text.match(/<polyline /g)).toHaveLength(4)
  })

  it("has the policy of the linear model changing, with the settings of the thesis", async () => {
    const { out } = await run("learn", "--method", "td")
    expect(out).toContain("td: α 0.001, ε 0.2, λ 0.9, epochs of 1000, players begin in turn, seed 1")
    const [, changes] = /The policy changed at (\d+) of the last 10 looks/.exec(out)!
    expect(Number(changes)).toBeGreaterThanOrEqual(5)
    expect(out).toMatch(/^ +20000 /m)
  })

  it("shows why: under perfect play its moves add nothing", async () => {
    const { out } = await run("learn", "--method", "fixed", "--playouts", "5000")
    for (const move of ["Left H^L", "Right I^R", "Left I^RL", "Right G^R"])
      expect(out).toMatch(new RegExp(`^  ${move.replace("^", "\\^")} +0\\.0000$`, "m"))
    expect(out).toContain(
      "Of 66 choices (all states, both players) the weights decide 54 rightly and 7 wrongly; in 5",
    )
  })

  it("with random moves the line is not flat, and the report does not say so", async () => {
    const { out } = await run("learn", "--method", "fixed", "--playouts", "5000", "--epsilon", "0.2")
    expect(out).toMatch(/^ {2}Left H\^L +\+0\.\d*[1-9]/m)
    expect(out).not.toContain("adds nothing")
  })

  it("has naive patterns, rows as CSV, and the same numbers for the same seed", async () => {
    const words = ["learn", "--method", "patterns", "--sees", "G:H", "--playouts", "500", "--csv"]
    const [first, again, other] = [
      await run(...words),
      await run(...words),
      await run(...words, "--seed", "2"),
    ]
    expect(first.out).toMatch(/^playouts,optimal,changed,name,player,value\r\n5,/)
    expect(first.out).toContain("G^R beside H^L,right,")
    expect(again.out).toBe(first.out)
    expect(other.out).not.toBe(first.out)
  })

  it("Ctrl-C shows the playouts so far", async () => {
    const { code, out } = await runInterruptedAt(1e-9, "cgt", "learn", "--playouts", "100000000")
    expect(code).toBe(130)
    expect(out).toMatch(/stopped after \d+ of 100000000 playouts/)
  })

  it.each<[string[], RegExp]>([
    [["--method", "sarsa"], /There is no "sarsa"; there are: cgtd/],
    [["--alpha", "0"], /above 0/],
    [["--epsilon", "2"], /from 0 to 1/],
    [["--sees", "G"], /such as G:H/],
    [["--sees", "G:H"], /is for --method patterns/],
    [["--method", "patterns", "--sees", "G:X"], /the parts of this sum are G, H, I/],
    [["--method", "fixed", "--csv"], /no curves/],
    [["{0|}"], /Right has no move/],
    [["{0|1"], /missing/],
  ])("%s is refused", async (words, reason) => {
    const { code, out, err } = await run("learn", ...words)
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })
})
