import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { LEFT_ASIDE, replaceFile } from "./replace-file.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-replace-"))
const file = join(folder, "file")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a file that is replaced as a whole (ARE-3, TREE-10)", () => {
  it("has its new content, and nothing is left aside", () => {
    expect(replaceFile(file, "one")).toBe(true)
    expect(replaceFile(file, new Uint8Array([0x32]))).toBe(true)
    expect(readFileSync(file, "utf8")).toBe("2")
    expect(readdirSync(folder)).toEqual(["file"])
  })

  it("keeps the old content until the last moment, also when it is called off then", () => {
    writeFileSync(file, "old")
    const seen: string[] = []
    const isReplaced = replaceFile(file, "new", () => {
      seen.push(readFileSync(file, "utf8"), ...readdirSync(folder).filter((name) => name !== "file"))
      return false
    })
    expect(isReplaced).toBe(false)
    expect(seen).toEqual(["old", expect.stringMatching(/^file\./)])
    expect(seen[1]!.slice("file.".length)).toMatch(LEFT_ASIDE)
    expect(readdirSync(folder)).toEqual(["file"])
    expect(readFileSync(file, "utf8")).toBe("old")
  })

  it("changes nothing when it can't be done", () => {
    mkdirSync(join(folder, "taken"))
    expect(() => replaceFile(join(folder, "taken"), "x")).toThrow(/EISDIR/)
    expect(() => replaceFile(join(folder, "nowhere", "x"), "x")).toThrow(/ENOENT/)
    expect(readdirSync(folder)).toEqual(["file", "taken"])
  })
})
