// What a worker plays of the orders in its queue (ARE-4): its own players, and engines that its owner named.

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import { Abilities } from "./abilities.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-abilities-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A program that says nothing, in a folder of its own. */
function plant(place: string, name: string): string {
  const path = join(folder, place, name)
  mkdirSync(join(folder, place), { recursive: true })
  writeFileSync(path, "#!/bin/sh\n")
  chmodSync(path, 0o755)
  return path
}

plant("bin", "goodgo")
plant("bin", "shell")
plant("evil", "goodgo")
symlinkSync(join(folder, "bin"), join(folder, "also-bin"))
symlinkSync("shell", join(folder, "bin", "manygo"))
const evil = join(folder, "evil", "goodgo")

beforeEach(() => {
  vi.stubEnv("PATH", [join(folder, "bin"), join(folder, "evil")].join(delimiter))
  return () => vi.unstubAllEnvs()
})

describe("ARE-4 engines that come by the queue", () => {
  it("own players are played without a word", async () => {
    const abilities = new Abilities()
    for (const spec of ["random", "uct:strong,playouts=10"])
      expect(await abilities.lackOf(spec)).toBeUndefined()
    expect(await abilities.lackOf("missing")).toContain('there is no player "missing"')
  })

  it.each([
    ["gtp:goodgo --mode gtp", "goodgo"],
    [`gtp:'goodgo' --seed {seed}`, "goodgo"],
    [`gtp:${evil}`, evil],
    [`hybrid,engine="sh -c evil"`, "sh"],
    ["hybrid", "gnugo"],
  ])("%s is not started unless it is allowed", async (spec, program) => {
    expect(await new Abilities().lackOf(spec)).toBe(`${program} is not allowed here (--allow-engine)`)
    expect(await new Abilities(["shell"]).lackOf(spec)).toBe(
      `${program} is not allowed here (--allow-engine)`,
    )
  })

  it("a module is not loaded unless its file is allowed", async () => {
    const own = join(folder, "own.mjs")
    const ran = join(folder, "ran")
    writeFileSync(
      own,
      `import { writeFileSync } from "node:fs"
      writeFileSync(${JSON.stringify(ran)}, "")
      export default { name: "own", async choose() {}, async close() {} }`,
    )
    const spec = `module:${own},depth=1`
    const refusal = `${own} is not allowed here (--allow-engine module:FILE)`
    for (const engines of [[], ["goodgo"], [own], [`module:${own}x`]])
      expect(await new Abilities(engines).lackOf(spec)).toBe(refusal)
    expect(existsSync(ran)).toBe(false)
    const abilities = new Abilities([`module:${own}`])
    expect(await abilities.lackOf(spec)).toBeUndefined()
    expect(abilities.programs).toEqual([`module:${own}`])
  })

  it("a name is that program which a start would find, by whatever way it is named", async () => {
    const abilities = new Abilities(["goodgo", "missing"])
    for (const path of ["goodgo", join(folder, "bin", "goodgo"), join(folder, "also-bin", "goodgo")])
      expect(await abilities.lackOf(`gtp:${path} --level 1`)).toBeUndefined()
    expect(await abilities.lackOf(`gtp:${evil}`)).toContain("not allowed")
    expect(await abilities.lackOf("gtp:missing")).toBe("missing is not on its PATH")
    expect(await abilities.lackOf(`gtp:"goodgo`)).toContain("names no program")
    expect(abilities.programs).toEqual(["goodgo"])
  })

  it("of a file with many names only the allowed one is", async () => {
    const abilities = new Abilities(["manygo"])
    expect(await abilities.lackOf("gtp:manygo")).toBeUndefined()
    expect(await abilities.lackOf("gtp:shell")).toContain("shell is not allowed")
  })

  it("no game writes files here", async () => {
    const path = join(folder, "learnt.tree")
    expect(await new Abilities().lackOf(`uct,experience=${path},learn=on`)).toContain(
      "would write a file here",
    )
  })
})
