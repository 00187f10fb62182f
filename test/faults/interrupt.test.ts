// Ctrl-C at any moment of any command that goes on for long: before it listens, while it starts, after its first line.
// A shell says 130, or 0 where that is documented; there is no stack trace, and every file that it wrote can be read.

import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { constants } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseTrainingGames } from "../../src/net/index.ts"
import { makeCollection } from "../support/collections.ts"
import { runMontego } from "../support/montego.ts"
import { NINE, openScratch } from "../support/scratch.ts"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const scratch = openScratch("interrupt")

/** A host that accepts connections and says nothing. */
const silent = createServer(() => undefined)
beforeAll(() => new Promise<void>((done) => void silent.listen(0, "127.0.0.1", done)))
afterAll(() => void silent.close())
const silentHost = (): string => `127.0.0.1:${(silent.address() as AddressInfo).port}`

interface Case {
  readonly words: (folder: string) => readonly string[]
  /** The first line of a command that listens by then. */
  readonly ready?: RegExp
  /** What it ends with once it listens; default 130. */
  readonly code?: number
  /** Whether what it left in its folder is whole. */
  readonly check?: (folder: string) => Promise<void>
}

const TOURNAMENT = scratch.file(
  JSON.stringify({
    name: "Two",
    players: [
      { name: "a", spec: "random" },
      { name: "b", spec: "random" },
    ],
    gamesPerPair: 100_000,
    size: 5,
  }),
  "json",
)
const PASSWORD = scratch.file("secret\n", "txt")
const COLLECTION = scratch.file(makeCollection({ games: 50 }))
const MATCH = (folder: string): string[] =>
  `match --a random --b random --size 5 --journal ${join(folder, "match.jsonl")} --games`.split(" ")

async function expectWell(...words: readonly string[]): Promise<void> {
  const { code, err } = await runMontego(...words)
  expect([code, err]).toEqual([0, expect.not.stringContaining("damaged")])
}

const CASES: Readonly<Record<string, Case>> = {
  match: {
    words: (folder) => [...MATCH(folder), "1000000"],
    ready: /the games are kept in/,
    check: (folder) => expectWell(...MATCH(folder), "2"),
  },
  "net selfplay": {
    words: (folder) =>
      `net selfplay --player random --size 5 --games 1000000 --out ${join(folder, "games.bin")}`.split(" "),
    ready: /the games are kept in/,
    check: async (folder) => {
      const file = join(folder, "games.bin")
      if (existsSync(file)) expect(parseTrainingGames(readFileSync(file)).ok).toBe(true)
    },
  },
  tournament: {
    words: (folder) => ["tournament", TOURNAMENT, "--journal", join(folder, "games")],
    ready: /the games are kept in/,
  },
  worker: { words: () => ["worker", "--queue", `redis://${silentHost()}`] },
  cgos: {
    words: () => ["cgos", "--server", silentHost(), "--user", "ann", "--password-file", PASSWORD],
    ready: /plays as/,
    code: 0,
  },
  "experience build": {
    words: (folder) =>
      `experience build ${join(folder, "own.exp")} --player uct,playouts=10 --from-self-play 100000 --size 5`.split(
        " ",
      ),
    check: async (folder) => {
      const file = join(folder, "own.exp")
      if (existsSync(file)) await expectWell("experience", "info", file)
    },
  },
  evolve: {
    words: (folder) =>
      `evolve run flower-six --steps 2^28 --threads 2 --save ${join(folder, "saved")}`.split(" "),
    check: async (folder) => {
      const file = join(folder, "saved")
      if (existsSync(file)) await expectWell("evolve", "show", file)
    },
  },
  "learn train": {
    words: (folder) =>
      `learn train ${COLLECTION} --features playout --method mm --passes 100000 --tolerance 1e-300 --out ${join(folder, "weights")}`.split(
        " ",
      ),
    ready: /checkpoints in/,
  },
  bandits: { words: () => ["bandits", "--trials", "1000000"] },
  "cgt learn": { words: () => ["cgt", "learn", "--playouts", "100000000"] },
  "gobble map": { words: () => ["gobble", "map", "--games", "1000000000"] },
  "bench kernel": { words: () => ["bench", "kernel", "--seconds", "600"] },
  "bench search": { words: () => ["bench", "search", "--seconds", "600"] },
  "lab run": {
    words: (folder) =>
      `lab run gobble-map --set maps=10000 --no-report --folder ${join(folder, "lab")}`.split(" "),
    ready: /results are kept in/,
    check: async (folder) => {
      await expectWell("lab", "list", "--folder", join(folder, "lab"))
    },
  },
  analyze: { words: () => ["analyze", NINE, "--seconds", "600"] },
  "analyze --game": { words: () => ["analyze", NINE, "--game", "--playouts", "1000000"] },
  play: {
    words: (folder) => ["play", "--color", "both", "--save", join(folder, "game.sgf")],
    ready: /Type a point/,
    code: 0,
  },
  serve: { words: () => ["serve", "--port", "0"], ready: /Ctrl-C ends it/, code: 0 },
}

interface Ended {
  /** As a shell has it in `$?`. */
  readonly status: number
  readonly shown: string
}

/** Starts the command and sends the signal when it is time; what counts as time gets what was shown so far. */
async function interrupted(
  words: readonly string[],
  isTime: (shown: () => string, changed: () => Promise<void>) => Promise<void>,
): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...words], { stdio: ["pipe", "pipe", "pipe"] })
  let shown = ""
  let wake: () => void = () => undefined
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      shown += text
      wake()
    })
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code, signal) => {
      resolve(code ?? 128 + constants.signals[signal!])
      wake()
    })
  })
  await isTime(
    () => shown,
    () => new Promise((resolve) => (wake = resolve)),
  )
  child.kill("SIGINT")
  return { status: await ended, shown }
}

/** Milliseconds after the start. Whatever a command does by then, it has to end in order. */
const MOMENTS = [0, 200, 400, 1000]

let folders = 0
const makeFolder = (): string => {
  const folder = join(scratch.folder, `run-${folders++}`)
  mkdirSync(folder)
  return folder
}

describe("Ctrl-C at any moment ends it in order", () => {
  it.each(Object.entries(CASES))("montego %s", async (_, { words, code = 130, check }) => {
    const runs = MOMENTS.map(async (moment) => {
      const folder = makeFolder()
      return { folder, ...(await interrupted(words(folder), () => sleep(moment))) }
    })
    for (const { folder, status, shown } of await Promise.all(runs)) {
      expect({ status, shown }).toEqual({
        status: expect.toBeOneOf([130, code]),
        shown: expect.not.stringMatching(/\bat .*:\d+:\d+|a fault of its own|unsettled/),
      })
      await check?.(folder)
    }
  })
})

describe("Ctrl-C is heard as soon as the first line is there", () => {
  const speaking = Object.entries(CASES).filter(([, { ready }]) => ready !== undefined)
  it.each(speaking)("montego %s", async (_, { words, ready, code = 130, check }) => {
    const folder = makeFolder()
    const { status } = await interrupted(words(folder), async (shown, changed) => {
      while (!ready!.test(shown())) await changed()
    })
    expect(status).toBe(code)
    await check?.(folder)
  })
})
