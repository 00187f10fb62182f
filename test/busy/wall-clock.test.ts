// No test fails because the machine is busy: none has an upper limit of time by the clock, none is tried again, and
// none waits for one second only. CONTRIBUTING.md says what to do in place of that.

import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What a line looks like that reads a clock. */
const CLOCK = /\b(?:performance|Date)\.now\(\)/
/** A time that is kept under a name, to be compared later. */
const KEPT = /\b(?:const|let)\s+(\w+)\s*=\s*\(*\s*(?:performance|Date)\.now\(\)\s*-/
const LIMIT = /\.toBeLess/

/** The lines of a test that depend on how busy the machine is, each with its reason. */
function findLimits(text: string): { line: number; reason: string }[] {
  const names = new Set<string>()
  const found: { line: number; reason: string }[] = []
  for (const [index, line] of text.split("\n").entries()) {
    const tell = (reason: string): void => void found.push({ line: index + 1, reason })
    const kept = KEPT.exec(line)?.[1]
    if (kept !== undefined) names.add(kept)
    const isKept = [...names].some((name) => new RegExp(`expect\\(\\s*${name}\\b`).test(line))
    if (LIMIT.test(line) && (CLOCK.test(line) || isKept)) tell("an upper limit by the clock")
    if (/^\s*\}, \d{1,2}_000\)$/.test(line)) tell("its own limit is shorter than that for all tests")
    if (/\bretry:/.test(line)) tell("it is tried again when it fails")
    if (/\bvi\.waitFor\(/.test(line))
      tell("vi.waitFor waits for a second: expect.poll has the limit for all tests")
  }
  return found
}

function testsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

describe("tests on a busy machine", () => {
  it.each<[string, number[]]>([
    ["expect(performance.now() - began).toBeLessThan(5000)", [1]],
    ["expect(Date.now() - began).toBeLessThanOrEqual(5000)", [1]],
    ["const taken = (performance.now() - begun) / 1000\n\nexpect(taken).toBeLessThan(1)", [3]],
    ["it('x', { retry: 2 }, () => {})", [1]],
    ["}, 60_000)", [1]],
    ["await vi.waitFor(() => expect(1).toBe(1))", [1]],
    ["expect(performance.now() - began).toBeGreaterThan(390)", []],
    ["expect(cpuMs() - began).toBeLessThan(300)", []],
    ["}, 300_000)", []],
    ["const began = performance.now()\nexpect(began).toBeLessThan(1)", []],
  ])("%j has its faults on the lines %j", (text, lines) => {
    expect(findLimits(text).map(({ line }) => line)).toEqual(lines)
  })

  it("none depends on it", () => {
    const own = fileURLToPath(import.meta.url)
    const files = ["src", "web", "test"].flatMap((folder) => testsBelow(join(root, folder)))
    expect(files.length).toBeGreaterThan(100)
    const faults = files
      .filter((file) => file !== own)
      .flatMap((file) =>
        findLimits(readFileSync(file, "utf8")).map(
          ({ line, reason }) => `${relative(root, file)}:${line}: ${reason}`,
        ),
      )
    expect(faults).toEqual([])
  })
})
