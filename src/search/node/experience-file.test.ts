// TREE-10: the file on the disk: whole whatever happens to its writer, and no games are lost.

import { spawn, type ChildProcess } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs"
import { lstatSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Random } from "../../base/random.ts"
import { ok, unwrap } from "../../base/result.ts"
import { allPoints, Black, opponent, type Color, type PlayedMove } from "../../rules/index.ts"
import { ExperienceTree, makeExperience } from "../experience/index.ts"
import { loadExperience, mergeExperience, readExperience, updateExperience } from "./experience-file.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-experience-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let places = 0
/** A file name in a folder of its own. */
function place(): string {
  const own = join(folder, String(++places))
  mkdirSync(own)
  return join(own, "nine.exp")
}

const filesBeside = (path: string): string[] => readdirSync(join(path, "..")).sort()

function randomTree(games: number, seed: number): ExperienceTree {
  const random = new Random(seed)
  const points = allPoints(9)
  const tree = new ExperienceTree({ size: 9 })
  for (let game = 0; game < games; game++) {
    let color: Color = Black
    const moves: PlayedMove[] = []
    for (let move = 0; move < 20; move++) {
      moves.push({ color, move: points[random.below(points.length)]! })
      color = opponent(color)
    }
    unwrap(tree.add(moves, color))
  }
  return tree
}

const oneGame = (seed: number): ExperienceTree => randomTree(1, seed)

describe("reading and writing (TREE-10)", () => {
  it("reads what it wrote, and leaves nothing beside it", async () => {
    const path = place()
    const tree = randomTree(20, 1)
    unwrap(await mergeExperience(path, tree))
    expect(new Uint8Array(readFileSync(path))).toEqual(makeExperience(tree))
    expect(filesBeside(path)).toEqual(["nine.exp"])
    const view = unwrap(readExperience(path))
    expect(unwrap(view.children([]))).toEqual(tree.children([]))
    expect(makeExperience(unwrap(loadExperience(path)))).toEqual(makeExperience(tree))
  })

  it("merges after each game and keeps the bound", async () => {
    const path = place()
    for (let game = 0; game < 10; game++) unwrap(await mergeExperience(path, oneGame(game), { maxNodes: 50 }))
    const tree = unwrap(loadExperience(path))
    expect([tree.games, tree.nodeCount]).toEqual([10, 50])
  })

  it("a link stays a link", async () => {
    const path = place()
    unwrap(await mergeExperience(path, oneGame(1)))
    const link = `${path}-link`
    symlinkSync(path, link)
    unwrap(await mergeExperience(link, oneGame(2)))
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(unwrap(readExperience(path)).games).toBe(2)
  })

  it("says why a file can't be read", () => {
    const path = place()
    expect(readExperience(path)).toEqual({
      ok: false,
      error: { kind: "missing", reason: `${path} does not exist` },
    })
    const parent = join(path, "..")
    expect(readExperience(parent)).toMatchObject({
      error: { kind: "file", reason: `${parent} is a directory` },
    })
    writeFileSync(path, "(;GM[1])")
    expect(readExperience(path)).toMatchObject({
      error: { kind: "foreign", reason: `${path}: it is no experience file` },
    })
  })
})

describe("a write that fails leaves the old file (TREE-10)", () => {
  it.each<[string, (path: string) => ReturnType<typeof mergeExperience>, RegExp]>([
    [
      "another board",
      (path) => mergeExperience(path, new ExperienceTree({ size: 13 })),
      /9×9, the other for 13×13/,
    ],
    [
      "a change that refuses",
      (path) => updateExperience(path, () => ({ ok: false, error: "no" })),
      /nine\.exp: no$/,
    ],
  ])("%s", async (_, write, reason) => {
    const path = place()
    unwrap(await mergeExperience(path, oneGame(1)))
    const before = readFileSync(path)
    expect(await write(path)).toMatchObject({ ok: false, error: { reason } })
    expect(readFileSync(path)).toEqual(before)
    expect(filesBeside(path)).toEqual(["nine.exp"])
  })

  it("a change that throws: the lock is given back", async () => {
    const path = place()
    const broken = (): never => {
      throw new Error("broken")
    }
    await expect(updateExperience(path, broken)).rejects.toThrow("broken")
    expect(filesBeside(path)).toEqual([])
  })

  it("a name that leaves no room for a file aside", async () => {
    const path = join(place(), "..", "x".repeat(250))
    writeFileSync(path, makeExperience(oneGame(1)))
    const before = readFileSync(path)
    expect(await mergeExperience(path, oneGame(2))).toMatchObject({
      error: { kind: "file", reason: `${path} can't be written (ENAMETOOLONG)` },
    })
    expect(readFileSync(path)).toEqual(before)
  })

  it("a folder that is missing", async () => {
    const path = join(folder, "none", "nine.exp")
    expect(await mergeExperience(path, oneGame(1))).toMatchObject({
      error: { reason: `${path} can't be written: its directory does not exist` },
    })
  })

  it("what is not ours is never replaced, what is damaged only on demand", async () => {
    const path = place()
    const replace = () => updateExperience(path, () => ok(oneGame(3)), { replaceDamaged: true })
    writeFileSync(path, "(;GM[1])")
    expect(await replace()).toMatchObject({ error: { kind: "foreign" } })
    writeFileSync(path, makeExperience(oneGame(1)).subarray(0, 90))
    expect(await mergeExperience(path, oneGame(2))).toMatchObject({ error: { kind: "length" } })
    unwrap(await replace())
    expect(unwrap(readExperience(path)).games).toBe(1)
  })
})

describe("the lock (TREE-10)", () => {
  function plantLock(path: string, owner: string): void {
    mkdirSync(`${path}.lock`)
    writeFileSync(join(`${path}.lock`, owner), "")
  }

  it("many at once lose nothing", async () => {
    const path = place()
    const seeds = Array.from({ length: 20 }, (_, seed) => seed)
    for (const result of await Promise.all(seeds.map((seed) => mergeExperience(path, oneGame(seed)))))
      unwrap(result)
    const all = new ExperienceTree({ size: 9 })
    for (const seed of seeds) unwrap(all.merge(oneGame(seed)))
    expect(new Uint8Array(readFileSync(path))).toEqual(makeExperience(all))
    expect(filesBeside(path)).toEqual(["nine.exp"])
  })

  it("a living owner is waited for, in vain at last", async () => {
    const path = place()
    plantLock(path, `${process.ppid}-0-someone`)
    expect(await mergeExperience(path, oneGame(1), { patienceMs: 60 })).toMatchObject({
      error: { kind: "busy", reason: `${path} is being written by another process for 0.06 s; try again` },
    })
    expect(filesBeside(path)).toEqual(["nine.exp.lock"])
  })

  it.each([
    ["a dead owner", "4194305-0-someone"],
    ["a dead owner whose number we have now", `${process.pid}-0-someone`],
    ["an owner whose name says nothing", "someone"],
  ])("%s does not hinder", async (_, owner) => {
    const path = place()
    plantLock(path, owner)
    unwrap(await mergeExperience(path, oneGame(1), { patienceMs: 1000 }))
    expect(filesBeside(path)).toEqual(["nine.exp"])
  })

  it("a lock that is too old does not hinder, whichever process has its number now", async () => {
    const path = place()
    const owner = `${process.ppid}-0-someone`
    plantLock(path, owner)
    const old = new Date(Date.now() - 3_600_000)
    utimesSync(join(`${path}.lock`, owner), old, old)
    unwrap(await mergeExperience(path, oneGame(1), { patienceMs: 1000 }))
  })

  it("an empty lock, and what killed writers left, goes away", async () => {
    const path = place()
    mkdirSync(`${path}.lock`)
    mkdirSync(`${path}.lock-4194305-0-someone`)
    writeFileSync(`${path}.00000000-0000-0000-0000-000000000000.tmp`, "half a tree")
    writeFileSync(`${path}.mine.tmp`, "not ours")
    unwrap(await mergeExperience(path, oneGame(1), { patienceMs: 1000 }))
    expect(filesBeside(path)).toEqual(["nine.exp", "nine.exp.mine.tmp"])
  })
})

describe("other processes (TREE-10)", () => {
  // The sources as they are now, for a child that knows no TypeScript.
  let module: string
  beforeAll(async () => {
    const entry = fileURLToPath(new URL("experience-file.ts", import.meta.url))
    const outDir = join(folder, "built")
    await build({ configFile: false, logLevel: "silent", build: { ssr: entry, outDir, minify: false } })
    module = pathToFileURL(
      join(
        outDir,
        readdirSync(outDir).find((name) => /^experience-file\.m?js$/.test(name))!,
      ),
    ).href
  })

  function start(script: string, ...args: string[]): ChildProcess {
    const program = `import * as files from ${JSON.stringify(module)}\n${script}`
    return spawn(process.execPath, ["--input-type=module", "-e", program, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    })
  }
  const ended = (child: ChildProcess): Promise<number | null> =>
    new Promise((resolve) => void child.on("close", (code) => resolve(code)))

  it("two that merge at the same time lose nothing", async () => {
    const path = place()
    const games = `${path}.game`
    writeFileSync(games, makeExperience(oneGame(1)))
    const script = `
      const [path, games] = process.argv.slice(1)
      for (let round = 0; round < 25; round++) {
        const merged = await files.mergeExperience(path, files.loadExperience(games).value)
        if (!merged.ok) throw new Error(merged.error.reason)
      }`
    const children = [start(script, path, games), start(script, path, games)]
    expect(await Promise.all(children.map(ended))).toEqual([0, 0])
    expect(unwrap(loadExperience(path)).games).toBe(50)
    expect(filesBeside(path)).toEqual(["nine.exp", "nine.exp.game"])
  })

  it("killed in the middle of a write: the old file or the new one, whole", async () => {
    const path = place()
    const [one, other] = [makeExperience(randomTree(1500, 1)), makeExperience(randomTree(1600, 2))]
    writeFileSync(`${path}.one`, one)
    writeFileSync(`${path}.other`, other)
    unwrap(await mergeExperience(path, randomTree(1500, 1)))
    const script = `
      const path = process.argv[1]
      const trees = ["one", "other"].map((name) => files.loadExperience(path + "." + name).value)
      process.stdout.write("ready")
      for (let round = 0; ; round++) await files.updateExperience(path, () => ({ ok: true, value: trees[round % 2] }))`
    const random = new Random(2008)
    let leftBehind = 0
    // More than six rounds where none of the kills came in the middle of a write.
    for (let round = 0; round < 6 || (leftBehind === 0 && round < 50); round++) {
      const child = start(script, path)
      await new Promise((resolve) => void child.stdout!.once("data", resolve))
      await new Promise((resolve) => void setTimeout(resolve, 20 + random.below(60)))
      child.kill("SIGKILL")
      await ended(child)
      const bytes = readFileSync(path)
      expect(bytes.equals(one) || bytes.equals(other)).toBe(true)
      leftBehind += filesBeside(path).filter((name) => name.includes(".lock") || name.endsWith(".tmp")).length
    }
    // Otherwise no writer was in the middle of anything.
    expect(leftBehind).toBeGreaterThan(0)
    unwrap(await mergeExperience(path, oneGame(3)))
    expect(filesBeside(path)).toEqual(["nine.exp", "nine.exp.one", "nine.exp.other"])
    expect(statSync(path).size).toBeGreaterThan(one.length)
  })
})
