// `montego params`: every knob with its values, its meaning and its source (APP-6).

import { afterEach, describe, expect, it, vi } from "vitest"
import { runMontego, type Ran } from "../../test/support/montego.ts"
import { unwrap } from "../base/result.ts"
import { PLAYERS } from "../players/index.ts"
import {
  DEFAULTS,
  PARAM_NAMES,
  PARAMS,
  parseParams,
  PRESET_NAMES,
  presetParams,
  UCT_OPTIONS,
} from "../search/index.ts"

afterEach(() => void vi.restoreAllMocks())

const run = (...argv: string[]): Promise<Ran> => runMontego("params", ...argv)

interface Listed {
  readonly name: string
  readonly kind: string
  readonly meaning: string
  readonly source?: string
  readonly default?: string
  readonly words?: readonly string[]
  readonly range?: readonly string[]
  readonly presets: Readonly<Record<string, string>>
}

async function listed(player: string, ...argv: string[]): Promise<readonly Listed[]> {
  const { code, out, err } = await run(player, ...argv, "--json")
  expect([code, err]).toEqual([0, ""])
  const read = JSON.parse(out) as { player: string; params: Listed[] }
  expect(read.player).toBe(player)
  return read.params
}

describe("params (APP-6)", () => {
  it("has a row and an explanation for every knob", async () => {
    const { code, out } = await run()
    expect(code).toBe(0)
    const lines = out.split("\n")
    expect(lines[0]!.split(/ +/)).toEqual(["name", ...PRESET_NAMES, "values"])
    for (const name of PARAM_NAMES) {
      const row = lines.findIndex((line) => line.startsWith(`${name} `))
      expect(row).toBeGreaterThan(0)
      expect(lines[row + 1]).toBe(`    ${PARAMS[name].meaning} [${PARAMS[name].source}]`)
    }
    expect(out).toMatch(/^fpu +(infinity +){6}0 to infinity$/m)
    expect(out).toMatch(/^policy +mogo +light +light +mogo +mogo +mogo +light mogo gamma$/m)
  })

  it("--preset shows one column", async () => {
    const { out } = await run("--preset", "brady")
    expect(out).toMatch(/^name +brady +values\n/)
    expect(out).toMatch(/^rave-schedule +1000 +0 to 1000000$/m)
  })

  it("as JSON: values that a player's name takes and that make the preset again", async () => {
    const all = await listed("uct")
    expect(all.map(({ name }) => name)).toEqual(Object.keys(UCT_OPTIONS))
    const params = all.filter(({ name }) => Object.hasOwn(PARAMS, name))
    for (const preset of PRESET_NAMES) {
      const options = params.map(({ name, presets }): [string, string] => [name, presets[preset]!])
      expect(unwrap(parseParams(DEFAULTS, options))).toEqual(presetParams(preset))
    }
    const usual = params.map((param): [string, string] => [param.name, param.default!])
    expect(unwrap(parseParams(presetParams("strong"), usual))).toEqual(DEFAULTS)
    for (const { words, range } of params) expect(words ?? range).toBeDefined()
    const [threads] = (await listed("uct", "--preset", "mogo")).filter(({ name }) => name === "threads")
    expect(threads?.presets).toEqual({ mogo: "1" })
  })

  it.each(PLAYERS)(
    "$name: every option with its kind, default and what is allowed",
    async ({ name, options }) => {
      const params = await listed(name)
      expect(params.map((param) => param.name)).toEqual(Object.keys(options))
      for (const { kind, words, range, default: usual } of params) {
        expect(["integer", "number", "words", "text", "file"]).toContain(kind)
        expect([words !== undefined, range !== undefined]).toEqual([
          kind === "words",
          kind === "integer" || kind === "number",
        ])
        if (words && usual !== undefined) expect(words).toContain(usual)
      }
    },
  )

  it("of a player without presets: the defaults; - where there is none", async () => {
    const { out } = await run("pruning")
    expect(out).toMatch(/^name +default +values\n/)
    expect(out).toMatch(/^playouts +- +1 to 1000000000$/m)
    expect(out).toMatch(/^policy +light +light mogo$/m)
    expect(out).toMatch(/^c +2 +above 0 to 1000000000$/m)
    expect((await run("random")).out).toBe("random has no options\n")
  })

  it("as CSV: a column for each preset", async () => {
    const { out } = await run("gobble", "--csv")
    const [header, ...rows] = out.split("\r\n")
    expect(header).toBe("name,kind,default,least,most,words,gobble:a,gobble:b,gobble:order1,meaning,source")
    expect(rows.find((row) => row.startsWith("branch,"))).toMatch(/^branch,integer,0,0,361,,0,4,0,strategy B/)
  })

  it.each([
    [["--preset", "best"], /uct has no preset "best"; there are: 2026, plain, brady, mogo, strong/],
    [["evolve", "--preset", "best"], /evolve has no presets, "best" is unknown/],
    [["gobbel"], /there is no player "gobbel" \(did you mean gobble\?\)/],
  ])("refuses %s", async (argv, reason) => {
    const { code, out, err } = await run(...argv)
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(reason)
  })

  it("--help has examples", async () =>
    expect((await run("--help")).out).toMatch(/Examples:\n {2}montego params/))
})
