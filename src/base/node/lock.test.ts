// The one lock between processes. Who holds what with it: src/arena/journal.test.ts,
// src/search/node/experience-file.test.ts.

import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { unwrap } from "../result.ts"
import { FileLock } from "./lock.ts"

const root = mkdtempSync(join(tmpdir(), "montego-lock-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let path = ""
let places = 0
beforeEach(() => {
  const folder = join(root, `${++places}`)
  mkdirSync(folder)
  path = join(folder, "thing.lock")
})

/** A lock as its owner leaves it behind that was killed. */
function plant(owner: object, name = "1-0-x"): void {
  mkdirSync(path)
  writeFileSync(join(path, name), JSON.stringify(owner))
}
const left = (): string[] => readdirSync(join(path, ".."))
const here = { host: hostname() }

describe("a lock between processes (ARE-3, TREE-10)", () => {
  it("has one owner at a time, and leaves nothing behind", () => {
    const lock = unwrap(FileLock.tryTake(path))
    expect(lock.isHeld()).toBe(true)
    expect(FileLock.tryTake(path)).toMatchObject({ ok: false, error: { pid: process.pid, ...here } })
    expect(left()).toEqual(["thing.lock"])
    lock.release()
    expect(lock.isHeld()).toBe(false)
    expect(left()).toEqual([])
    unwrap(FileLock.tryTake(path)).release()
  })

  it("take waits until the lock is free or the patience is over", async () => {
    const lock = unwrap(FileLock.tryTake(path))
    expect(await FileLock.take(path, 30)).toBeUndefined()
    const waiting = FileLock.take(path, 5000)
    lock.release()
    const next = await waiting
    expect(next?.isHeld()).toBe(true)
    next?.release()
    expect(left()).toEqual([])
  })

  it("of the dead is taken over, and so is what they prepared", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""])
    plant({ pid, ...here })
    mkdirSync(`${path}-${pid}-0-x`)
    const lock = unwrap(FileLock.tryTake(path))
    expect(left()).toEqual(["thing.lock"])
    lock.release()
  })

  it("of a number that we have now, or another process, is that of the dead", () => {
    plant({ pid: process.pid, ...here }, `${process.pid}-0-x`)
    unwrap(FileLock.tryTake(path)).release()
    if (process.platform !== "linux") return
    plant({ pid: process.ppid, ...here, began: "1" })
    unwrap(FileLock.tryTake(path)).release()
  })

  it("of another machine holds, unless it is too old", () => {
    plant({ pid: 1, host: "elsewhere" })
    expect(FileLock.tryTake(path)).toMatchObject({ ok: false, error: { pid: 1, host: "elsewhere" } })
    const old = new Date(Date.now() - 60_000)
    utimesSync(join(path, "1-0-x"), old, old)
    expect(FileLock.tryTake(path).ok).toBe(false)
    unwrap(FileLock.tryTake(path, { maxAgeMs: 1000 })).release()
  })

  it("says when the place itself is impossible", () => {
    expect(() => FileLock.tryTake(join(root, "nowhere", "x.lock"))).toThrow(/ENOENT/)
    expect(existsSync(join(root, "nowhere"))).toBe(false)
  })
})
