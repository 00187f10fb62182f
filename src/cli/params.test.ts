// `montego params`: every knob with its values, its meaning and its source (APP-6).

import { afterEach, describe, expect, it, vi } from "vitest"
import { runMontego, type Ran } from "../../test/support/montego.ts"
import { unwrap } from "../base/result.ts"
import {
  DEFAULTS,
  PARAM_NAMES,
  PARAMS,
  parseParams,
  PRESET_NAMES,
  presetParams,
  type ParamName,
} from "../search/index.ts"

afterEach(() => void vi.restoreAllMocks())

const run = (...argv: string[]): Promise<Ran> => runMontego("params", ...argv)

interface Listed {
  readonly name: ParamName
  readonly meaning: string
  readonly source: string
  readonly default: string
  readonly words?: readonly string[]
  readonly range?: readonly string[]
  readonly presets: Readonly<Record<string, string>>
}

async function listed(...argv: string[]): Promise<readonly Listed[]> {
  const { code, out, err } = await run(...argv, "--json")
  expect([code, err]).toEqual([0, ""])
  return (JSON.parse(out) as { params: Listed[] }).params
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
    expect(out).toMatch(/^fpu +(infinity +){4}0 to infinity$/m)
    expect(out).toMatch(/^policy +light +light +mogo +mogo +light mogo gamma$/m)
  })

  it("--preset shows one column", async () => {
    const { out } = await run("--preset", "brady")
    expect(out).toMatch(/^name +brady +values\n/)
    expect(out).toMatch(/^rave-schedule +1000 +0 to 1000000$/m)
  })

  it("as JSON: values that a player's name takes and that make the preset again", async () => {
    const params = await listed()
    expect(params.map(({ name }) => name)).toEqual(PARAM_NAMES)
    for (const preset of PRESET_NAMES) {
      const options = params.map(({ name, presets }): [string, string] => [name, presets[preset]!])
      expect(unwrap(parseParams(DEFAULTS, options))).toEqual(presetParams(preset))
    }
    const usual = params.map((param): [string, string] => [param.name, param.default])
    expect(unwrap(parseParams(presetParams("strong"), usual))).toEqual(DEFAULTS)
    for (const { words, range } of params) expect(words ?? range).toBeDefined()
    expect((await listed("--preset", "mogo")).map(({ presets }) => Object.keys(presets))).toEqual(
      PARAM_NAMES.map(() => ["mogo"]),
    )
  })

  it("refuses an unknown preset", async () => {
    const { code, out, err } = await run("--preset", "best")
    expect([code, out]).toEqual([2, ""])
    expect(err).toMatch(/^error: .*Allowed choices are plain, brady, mogo, strong\.\n$/)
  })

  it("--help has examples", async () =>
    expect((await run("--help")).out).toMatch(/Examples:\n {2}montego params/))
})
