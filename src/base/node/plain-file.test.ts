import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { folderRefusal, makeFolder, outputRefusal, plainFileRefusal } from "./plain-file.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-plain-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...parts: string[]): string => join(folder, ...parts)

describe("plain files (ARE-3)", () => {
  it("takes a file, a link to one, and what is not there yet", () => {
    writeFileSync(at("file"), "")
    symlinkSync(at("file"), at("link"))
    for (const name of ["file", "link", "new", join("no", "such", "folder", "new")])
      expect(plainFileRefusal(at(name))).toBeUndefined()
  })

  it("refuses a path that goes through a file", () => {
    writeFileSync(at("in-the-way"), "")
    for (const path of [at("in-the-way", "new"), at("in-the-way", "no", "new")])
      expect(plainFileRefusal(path)).toBe(`${path} can't be a file: ${at("in-the-way")} is no folder`)
  })

  it.runIf(process.platform === "linux").each(["/proc/self/status", "/proc/new", "/proc/no/such/folder/new"])(
    "refuses %s, which the kernel makes",
    (path) => expect(plainFileRefusal(path)).toMatch(/is no plain file/),
  )

  it.runIf(process.platform === "linux")("refuses folders, pipes, sockets and devices by name", async () => {
    execFileSync("mkfifo", [at("fifo")])
    const server = createServer().listen(at("socket"))
    await new Promise((resolve) => server.once("listening", resolve))
    expect(plainFileRefusal(folder)).toBe(`${folder} is a directory, and no plain file`)
    expect(plainFileRefusal(at("fifo"))).toBe(`${at("fifo")} is a pipe, and no plain file`)
    expect(plainFileRefusal(at("socket"))).toBe(`${at("socket")} is a socket, and no plain file`)
    expect(plainFileRefusal("/dev/zero")).toBe("/dev/zero is a device, and no plain file")
    server.close()
  })
})

describe("files to write (ARE-3)", () => {
  it("takes a file, and a new one in a folder that is there", () => {
    writeFileSync(at("older"), "")
    for (const name of ["older", "newer"]) expect(outputRefusal(at(name))).toBeUndefined()
  })

  it("says what is in the way", () => {
    writeFileSync(at("plain"), "")
    const [missing, under] = [at("nowhere", "x"), at("plain", "x")]
    expect(outputRefusal(missing)).toBe(`${missing} can't be written: ${at("nowhere")} does not exist`)
    expect(outputRefusal(under)).toBe(`${under} can't be written: ${at("plain")} is no folder`)
    expect(outputRefusal(folder)).toBe(`${folder} can't be written: it is a directory`)
  })
})

describe("folders (ARE-3)", () => {
  it("takes one that is there or can be made, and no file", () => {
    writeFileSync(at("no-folder"), "")
    for (const path of [folder, at("new"), at("new", "below")]) expect(folderRefusal(path)).toBeUndefined()
    expect(folderRefusal(at("no-folder"))).toBe(`${at("no-folder")} is no folder`)
    expect(folderRefusal(at("no-folder", "x"))).toBe(
      `${at("no-folder", "x")} can't be a folder: ${at("no-folder")} is none`,
    )
  })

  it("makes all that are missing, once and again", () => {
    for (let i = 0; i < 2; i++) makeFolder(at("a", "b", "c"))
    expect(statSync(at("a", "b", "c")).isDirectory()).toBe(true)
  })

  it("says where none can be", () => {
    writeFileSync(at("taken"), "")
    expect(() => makeFolder(at("taken"))).toThrow(/is no folder/)
    expect(() => makeFolder(at("taken", "below"))).toThrow(/is no folder/)
  })

  it.runIf(existsSync("/proc/self"))("gives up in /proc, where Node's own way goes round for ever", () => {
    expect(() => makeFolder("/proc/montego/journal")).toThrow(/ENOENT/)
  })

  it("goes through links", () => {
    mkdirSync(at("real"))
    symlinkSync(at("real"), at("alias"))
    makeFolder(at("alias", "below"))
    expect(existsSync(at("real", "below"))).toBe(true)
  })
})
