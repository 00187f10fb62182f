// `montego serve` (APP-5): what it prints, what it refuses, and how it ends. Its clients, good and bad: test/server.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { main } from "./main.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-serve-"))
const page = join(folder, "web")
mkdirSync(page)
mkdirSync(join(folder, "empty"))
writeFileSync(join(page, "index.html"), "<title>Montego</title>")
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

interface Run {
  readonly text: { out: string; err: string }
  readonly code: Promise<number>
}

function run(...argv: string[]): Run {
  const text = { out: "", err: "" }
  vi.spyOn(console, "log").mockImplementation((line: string) => void (text.out += `${line}\n`))
  for (const [stream, to] of [
    ["stdout", "out"],
    ["stderr", "err"],
  ] as const)
    vi.spyOn(process[stream], "write").mockImplementation((chunk: string | Uint8Array) => {
      text[to] += String(chunk)
      return true
    })
  return { text, code: main(["serve", ...argv]) }
}

/** Serves the page, lets it be looked at, and ends it by a signal that goes to this process alone. */
async function serve(
  argv: readonly string[],
  look: (url: URL, text: string) => Promise<void>,
  signal: "SIGINT" | "SIGTERM" = "SIGINT",
): Promise<void> {
  const before = new Set(process.listeners(signal))
  const { text, code } = run("--folder", page, ...argv)
  await expect.poll(() => text.out).toMatch(/Ctrl-C ends it/)
  const [, url = ""] = /^Montego is at (\S+)$/m.exec(text.out) ?? []
  await look(new URL(url), text.out)
  const interrupt = (): void => {
    for (const listener of process.listeners(signal)) if (!before.has(listener)) listener(signal)
  }
  // npm sends it twice.
  interrupt()
  interrupt()
  expect(await code).toBe(0)
  expect(process.listeners(signal)).toHaveLength(before.size)
  await expect(fetch(url)).rejects.toThrow()
}

/** Another program on the port; undefined where another program is there already. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on("error", () => resolve(undefined))
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}

describe("montego serve (APP-5)", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "prints the address with the token, and ends by %s",
    async (signal) => {
      await serve(
        ["--port", "0"],
        async (url, text) => {
          expect(url.hostname).toBe("127.0.0.1")
          expect(url.hash).toMatch(/^#token=[\w-]{43}$/)
          expect(text).not.toMatch(/other machines|is taken/)
          expect(text).toMatch(/To play in this terminal instead: (npx )?montego play$/m)
          expect(await (await fetch(url)).text()).toBe("<title>Montego</title>")
        },
        signal,
      )
    },
  )

  it("finds a port near the usual one when that is taken", async () => {
    const other = await occupy(8080)
    await serve([], async (url, text) => {
      expect(url.port).not.toBe("8080")
      expect(text).toMatch(/^Port 8080 is taken by another program/)
      expect((await fetch(url)).status).toBe(200)
    })
    other?.close()
  })

  it("says so when it is open to other machines", async () => {
    await serve(["--host", "0.0.0.0", "--port", "0"], async (url, text) => {
      expect(url.hostname).toBe("127.0.0.1")
      expect(text).toMatch(/open to other machines/)
      expect(text).toMatch(new RegExp(`http://localhost:${url.port}/#token=`))
      expect((await fetch(url)).status).toBe(200)
    })
  })

  it("says which engine's program is not on this machine", async () => {
    const { text, code } = run("--folder", page, "--port", "0", "--engine", "other=montego-no-such-engine")
    await expect.poll(() => text.out).toMatch(/Ctrl-C ends it/)
    expect(text.err).toMatch(/--engine other: montego-no-such-engine is not on this machine's PATH/)
    process.emit("SIGINT")
    expect(await code).toBe(0)
  })

  it("says which journals are not there yet: a match may begin later (ARE-5)", async () => {
    const written = join(folder, "written.jsonl")
    writeFileSync(written, "")
    const journals = ["--journal", written, "--journal", join(folder, "later.jsonl")]
    await serve([...journals, "--port", "0"], async (_url, text) => {
      expect(text).toMatch(/later\.jsonl does not exist yet: the page shows it when a match writes it/)
      expect(text).not.toMatch(/written\.jsonl/)
    })
  })

  it.each<[readonly string[], RegExp]>([
    [["--folder", join(folder, "empty")], /there is no page to serve: .*empty.index\.html is missing/],
    [["--folder", join(folder, "nowhere")], /there is no page to serve/],
    [["--port", "70000"], /A port is a whole number from 0 to 65535/],
    [["--port", "web"], /A port is/],
    [["--host", ""], /the host is empty/],
    [["--host", " "], /the host is empty/],
    [["--host", "203.0.113.7"], /203\.0\.113\.7 is no address of this machine/],
    [["--engine", "gnugo"], /It is NAME=COMMAND/],
    [["--engine", "GNU Go=gnugo"], /It is NAME=COMMAND/],
    [["--engine", "gnugo="], /It is NAME=COMMAND/],
    [["--engine", `a=x "y`], /It is NAME=COMMAND/],
    [["--engine", "a=x", "--engine", "a=y"], /two engines with the name a/],
    [["--journal", join(folder, "empty")], /empty is a directory, and no plain file/],
    [["--journal", import.meta.filename], /serve\.test\.ts is no journal of a match/],
    [["--journal", join(folder, "no", "match.jsonl")], /the folder of .*match\.jsonl does not exist/],
  ])("%j is refused", async (argv, reason) => {
    const { text, code } = run("--folder", page, "--port", "0", ...argv)
    expect(await code).toBe(2)
    expect(text.err).toMatch(reason)
    expect(text.err).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it("a port that was asked for and is taken", async () => {
    const other = (await occupy(0))!
    const { port } = other.address() as { port: number }
    const { text, code } = run("--folder", page, "--port", `${port}`)
    expect([await code, text.err]).toEqual([
      2,
      expect.stringMatching(`port ${port} is taken by another program`),
    ])
    other.close()
  })

  it("--help teaches", async () => {
    const { text, code } = run("--help")
    expect(await code).toBe(0)
    for (const word of ["token", "--engine", "gtp:gnugo", "0.0.0.0", "Ctrl-C", "docs/serve.md"])
      expect(text.out).toContain(word)
  })
})
