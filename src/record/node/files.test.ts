// REC-2: files, plain and compressed, whole and broken.

import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { fileURLToPath } from "node:url"
import { ok } from "../../base/result.ts"
import { fileRefusal, readWholeFile } from "./files.ts"
import { loadGames, readGames, type ReadGamesOptions } from "./index.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-record-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function collect(path: string, options?: ReadGamesOptions) {
  const comments: (string | undefined)[] = []
  const failures: string[] = []
  for await (const item of readGames(path, options)) {
    if (item.ok) comments.push(item.value.game.properties["C"]?.[0])
    else failures.push(item.error.reason.replace(path, "FILE"))
  }
  return { comments, failures }
}

/** Games that hardly compress, so that a cut file loses only its last ones. */
function collection(count: number): string {
  let state = 7
  const noise = () =>
    String.fromCharCode(97 + (((state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16) % 19))
  const moves = () => Array.from({ length: 40 }, () => `;B[${noise()}${noise()}]`).join("")
  return Array.from({ length: count }, (_, index) => `(;GM[1]C[${index}]${moves()})\n`).join("")
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index))

describe("REC-2 files", () => {
  it("reads plain and compressed files, whatever their names", async () => {
    const text = collection(3000)
    for (const [name, bytes] of [
      ["plain.sgf", text],
      ["plain.sgf.gz", text],
      ["packed.sgf.gz", gzipSync(text)],
      ["packed.sgf", gzipSync(text)],
      ["members.sgf.gz", Buffer.concat([gzipSync(text.slice(0, 5000)), gzipSync(text.slice(5000))])],
    ] as const) {
      expect(await collect(file(name, bytes))).toEqual({ comments: numbers(3000), failures: [] })
    }
  })

  it("tells how far it is", async () => {
    const packed = gzipSync(collection(5000))
    const seen: [number, number][] = []
    await collect(file("progress.sgf.gz", packed), { onProgress: (read, size) => seen.push([read, size]) })
    expect(seen.length).toBeGreaterThan(3)
    expect(seen.at(-1)).toEqual([packed.length, packed.length])
    expect(seen.every(([read], index) => index === 0 || read > seen[index - 1]![0])).toBe(true)
  })

  it("gives the whole games of a compressed file that was cut off, then reports the cut", async () => {
    const packed = gzipSync(collection(3000))
    const half = packed.subarray(0, packed.length >> 1)
    const { comments, failures } = await collect(file("cut.sgf.gz", half))
    expect(comments.length).toBeGreaterThan(1400)
    expect(comments).toEqual(numbers(comments.length))
    expect(failures).toEqual([
      `FILE: the compressed file ends too early after ${half.length} bytes and ${comments.length} whole games`,
    ])
  })

  it("gives the whole games before damage, then reports the damage", async () => {
    const packed = gzipSync(collection(3000))
    packed.fill(0xff, packed.length - 20_000, packed.length - 19_000)
    const { comments, failures } = await collect(file("damaged.sgf.gz", packed))
    expect(comments.length).toBeGreaterThan(1000)
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(
      /^FILE: the compressed file is damaged \(.+\) after \d+ bytes and \d+ whole games$/,
    )
  })

  it("loses no game to a wrong checksum or to what follows the compressed data", async () => {
    const packed = gzipSync(collection(300))
    const wrong = Buffer.from(packed)
    wrong[wrong.length - 6]! ^= 1
    for (const bytes of [wrong, Buffer.concat([packed, Buffer.from("more")])]) {
      const { comments, failures } = await collect(file("checksum.sgf.gz", bytes))
      expect(comments).toEqual(numbers(300))
      expect(failures).toHaveLength(1)
      expect(failures[0]).toMatch(/^FILE: the compressed file is damaged .* and 300 whole games$/)
    }
  })

  it("says in one sentence why a file can't be read", async () => {
    expect((await collect(join(folder, "none.sgf"))).failures).toEqual(["FILE does not exist"])
    expect((await collect(join(folder, "none.sgf", "deeper.sgf"))).failures).toEqual(["FILE does not exist"])
    expect((await collect(folder)).failures).toEqual(["FILE is a directory, not a file"])
    expect((await collect(file("empty.sgf", ""))).failures).toEqual([
      "FILE: line 1: no game found: nothing begins with (;",
    ])
    expect((await collect(file("short.gz", gzipSync("x").subarray(0, 5)))).failures[0]).toMatch(
      /ends too early/,
    )
    expect((await collect("a\0b")).failures).toEqual(['"a\\u0000b" is not a file name'])
    expect(fileRefusal("")).toBe('"" is not a file name')
  })

  it("says it of files of any kind in the same words", async () => {
    const kinds = [join(folder, "none.json"), folder, "/dev/zero", "/proc/self/mem", "a\0b", ""]
    for (const path of kinds) {
      const refused = readWholeFile(path)
      expect(refused.ok ? "read" : refused.error.replace(path, "FILE")).toBe(
        (await collect(path)).failures[0],
      )
    }
    const path = file("small.json", "{}")
    expect([fileRefusal(path), readWholeFile(path)]).toEqual([undefined, ok(Buffer.from("{}"))])
    expect(fileRefusal(folder)).toBe(`${folder} is a directory, not a file`)
  })

  it.skipIf(!existsSync("/dev/zero"))("a device that never ends", async () => {
    expect((await collect("/dev/zero")).failures).toEqual(["FILE is a device, not a file"])
  })

  it.skipIf(process.platform === "win32")("a pipe without a writer, and a socket", async () => {
    const pipe = join(folder, "pipe.sgf")
    execFileSync("mkfifo", [pipe])
    expect((await collect(pipe)).failures).toEqual(["FILE is a pipe, not a file"])
    expect(fileRefusal(pipe)).toBe(`${pipe} is a pipe, not a file`)
    const socket = join(folder, "socket.sgf")
    const server = createServer().listen(socket)
    await once(server, "listening")
    expect((await collect(socket)).failures).toEqual(["FILE is a socket, not a file"])
    server.close()
  })

  it.skipIf(!existsSync("/dev/fd"))(
    "a pipe that is open already is read, unless the caller has none",
    async () => {
      const script =
        `import { loadGames } from ${JSON.stringify(fileURLToPath(new URL("../../../dist/record/node/index.js", import.meta.url)))}\n` +
        'const read = async (options) => (await loadGames("/dev/stdin", options)).ok\n' +
        "console.log(await read({ pipes: false }), await read())"
      const words = `printf '(;SZ[9];B[aa])' | "$0" --input-type=module -e "$1"`
      expect(execFileSync("sh", ["-c", words, process.execPath, script], { encoding: "utf8" })).toBe(
        "false true\n",
      )
    },
  )

  it.skipIf(process.getuid?.() === 0)(
    "says that a file may not be read (skipped for root, who may)",
    async () => {
      const path = file("secret.sgf", "(;)")
      chmodSync(path, 0)
      expect((await collect(path)).failures).toEqual(["FILE may not be read: permission denied"])
    },
  )

  it("lets go of the file when the reader stops early", async () => {
    const path = file("early.sgf", collection(3000))
    for (let round = 0; round < 50; round++) for await (const _ of readGames(path)) break
    expect((await collect(path)).failures).toEqual([])
  })

  it("loads small files whole", async () => {
    const path = fileURLToPath(new URL("../../../test/records/nine.sgf", import.meta.url))
    const loaded = await loadGames(path)
    expect(loaded).toMatchObject({
      ok: true,
      value: [{ number: 1, place: { line: 1, column: 1 }, issues: [] }],
    })
    if (loaded.ok) expect(loaded.value[0]!.text).toBe(readFileSync(path, "utf8").trimEnd())
    expect(await loadGames(folder)).toMatchObject({ ok: false, error: { scope: "stream" } })
  })
})
