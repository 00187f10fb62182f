// The page's files (APP-5): nothing outside of the folder, the right types, and a bound on memory.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { chooseEncoding, isUnchanged, parsePath, WebFolder, type WebFile } from "./files.ts"

const outside = mkdtempSync(join(tmpdir(), "montego-files-"))
const site = join(outside, "web")
afterAll(() => rmSync(outside, { recursive: true, force: true }))

mkdirSync(join(site, "assets"), { recursive: true })
mkdirSync(join(site, "empty"))
mkdirSync(join(outside, "web-private"))
writeFileSync(join(outside, "secret.txt"), "secret")
writeFileSync(join(outside, "web-private", "index.html"), "secret")
writeFileSync(join(site, "index.html"), "<!doctype html>".padEnd(3000, "x"))
writeFileSync(join(site, ".env"), "secret")
writeFileSync(join(site, "assets", "app-a1B2_c3D.js"), "0;".repeat(1000))
symlinkSync(join(outside, "secret.txt"), join(site, "leak.txt"))
symlinkSync(outside, join(site, "up"))
symlinkSync(join(site, "index.html"), join(site, "inside.html"))

const KB = 1024
const folder = unwrap(WebFolder.open(site, 1024 * KB))

async function find(target: string, encoding = ""): Promise<WebFile> {
  const file = await folder.find(target, encoding)
  if (!file) throw new Error(`${target} is not there`)
  return file
}

describe("paths (APP-5)", () => {
  it.each([
    ["/", "/index.html"],
    ["/assets/", "/assets/index.html"],
    ["/a/b.js?x=/../y", "/a/b.js"],
    ["/a%20b.js", "/a b.js"],
    ["/%E5%9B%B2.sgf", "/囲.sgf"],
    // Twice encoded is a strange name, and no way up.
    ["/%252e%252e/x", "/%2e%2e/x"],
  ])("%s is %s", (target, path) => expect(parsePath(target)).toBe(path))

  it.each([
    "",
    "index.html",
    "*",
    "http://127.0.0.1/index.html",
    "/..",
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/%2E%2e%2fsecret.txt",
    "/..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/a%5c..%5c..%5csecret.txt",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/C:/Windows/win.ini",
    "/index.html::$DATA",
    "/index.html%00.js",
    "/a%0d%0ab",
    "/.env",
    "/.git/config",
    "/./index.html",
    "/%",
    "/%c0%ae%c0%ae/secret.txt",
  ])("%j is no path", (target) => expect(parsePath(target)).toBeUndefined())

  it.each([
    "/leak.txt",
    "/up/secret.txt",
    "/up/web/index.html/",
    "/empty",
    "/empty/",
    "/missing.js",
    "/index.html/x",
    `/${"x".repeat(5000)}`,
    "/.env",
  ])("%s is not there", async (target) => expect(await folder.find(target)).toBeUndefined())

  it("a folder with a page is found by its name without the slash, others are not", async () => {
    mkdirSync(join(site, "the docs"))
    writeFileSync(join(site, "the docs", "index.html"), "x")
    expect(await folder.folderAt("/the%20docs?x=1")).toBe("/the%20docs/")
    for (const target of ["/empty", "/missing", "/up", "//the docs", "/../web", "/index.html"])
      expect(await folder.folderAt(target)).toBeUndefined()
  })

  it("a link that ends inside is followed, and so is a folder's own name", async () => {
    expect((await find("/inside.html")).etag).toBe((await find("/")).etag)
    symlinkSync(site, join(outside, "alias"))
    expect(await unwrap(WebFolder.open(join(outside, "alias"), KB)).find("/")).toBeDefined()
  })

  it("the page is marked in its head, with length and tag to match; other pages are not", async () => {
    const own = join(outside, "marked")
    mkdirSync(own)
    const page = `<!doctype html><html><head><title>x</title></head>${" ".repeat(2000)}</html>`
    writeFileSync(join(own, "index.html"), page)
    writeFileSync(join(own, "other.html"), page)
    const [plain, marked] = ["", "<meta>"].map((mark) => unwrap(WebFolder.open(own, 1024 * KB, mark)))
    const [before, after] = [(await plain!.find("/"))!, (await marked!.find("/index.html"))!]
    expect(await new Response(after.body()).text()).toBe(page.replace("<head>", "<head><meta>"))
    expect(after.headers["Content-Length"]).toBe(`${page.length + "<meta>".length}`)
    expect(after.etag).not.toBe(before.etag)
    expect((await marked!.find("/other.html"))!.etag).toBe(before.etag)
  })

  it("without a page there is a sentence", () => {
    expect(WebFolder.open(join(outside, "nowhere"), KB)).toEqual({
      ok: false,
      error: expect.stringMatching(/there is no page to serve: .*index\.html is missing/),
    })
  })
})

describe("what is sent (APP-5)", () => {
  it.each([
    ["a.js", "text/javascript; charset=utf-8"],
    ["a.CSS", "text/css; charset=utf-8"],
    ["a.wasm", "application/wasm"],
    ["a.webmanifest", "application/manifest+json"],
    ["a.svg", "image/svg+xml"],
    ["a.html.exe", "application/octet-stream"],
    ["a", "application/octet-stream"],
  ])("%s is %s", async (name, type) => {
    writeFileSync(join(site, name), "x")
    expect((await find(`/${name}`)).headers["Content-Type"]).toBe(type)
  })

  it("names with a hash are kept for ever, all others are asked for again", async () => {
    expect((await find("/assets/app-a1B2_c3D.js")).headers["Cache-Control"]).toMatch(/immutable/)
    expect((await find("/")).headers["Cache-Control"]).toBe("no-cache")
    // A service worker that is kept could never be replaced.
    writeFileSync(join(site, "sw.js"), "0")
    expect((await find("/sw.js")).headers["Cache-Control"]).toBe("no-cache")
  })

  it("text is compressed as the client likes it, each form with its own tag", async () => {
    const [plain, br, gz] = await Promise.all(["", "gzip, br", "gzip"].map((accept) => find("/", accept)))
    const bytes = plain!.body() as Uint8Array
    expect(brotliDecompressSync(br!.body() as Uint8Array)).toEqual(bytes)
    expect(gunzipSync(gz!.body() as Uint8Array)).toEqual(bytes)
    expect([plain, br, gz].map((file) => file!.headers["Content-Encoding"])).toEqual([
      undefined,
      "br",
      "gzip",
    ])
    expect(new Set([plain, br, gz].map((file) => file!.etag)).size).toBe(3)
    expect(br!.headers).toMatchObject({
      Vary: "Accept-Encoding",
      "Content-Length": `${(br!.body() as Uint8Array).length}`,
    })
  })

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["br;q=0.0, gzip; q=0", undefined],
    ["zbr", undefined],
    ["", undefined],
  ])("%j gives %s", (accepted, encoding) => expect(chooseEncoding(accepted)).toBe(encoding))

  it.each([
    [`"a"`, `"a"`, true],
    [`W/"a"`, `"a"`, true],
    [`"b", "a"`, `"a"`, true],
    ["*", `"a"`, true],
    [`"b"`, `"a"`, false],
    [undefined, `"a"`, false],
  ])("If-None-Match: %s with %s is unchanged: %s", (header, etag, expected) =>
    expect(isUnchanged(header, etag)).toBe(expected),
  )

  it("a file that changes is read again", async () => {
    writeFileSync(join(site, "note.txt"), "one")
    const before = (await find("/note.txt")).etag
    writeFileSync(join(site, "note.txt"), "three")
    const after = await find("/note.txt")
    expect(after.etag).not.toBe(before)
    expect(Buffer.from(after.body() as Uint8Array).toString()).toBe("three")
  })

  it("memory is bounded; large files are read as they are sent", async () => {
    const small = unwrap(WebFolder.open(site, 16 * KB))
    for (let i = 0; i < 20; i++) {
      writeFileSync(join(site, `file-${i}.txt`), `${i}`.repeat(KB))
      await small.find(`/file-${i}.txt`, "br")
    }
    expect(small.cached).toBeGreaterThan(8 * KB)
    expect(small.cached).toBeLessThanOrEqual(16 * KB)
    writeFileSync(join(site, "large.bin"), Buffer.alloc(100 * KB, 7))
    const before = small.cached
    const large = await small.find("/large.bin")
    expect(Buffer.from(await new Response(large!.body()).arrayBuffer())).toEqual(Buffer.alloc(100 * KB, 7))
    expect(small.cached).toBe(before)
  })
})
