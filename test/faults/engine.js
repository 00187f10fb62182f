// A GTP engine that misbehaves on request, for tests of programs that drive engines. Each command is one fault.
// `--deaf` keeps it from quitting; `--farewell FILE` writes that file a moment after `quit` was answered.

import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createInterface } from "node:readline"

const deaf = process.argv.includes("--deaf")
const farewell = process.argv.indexOf("--farewell")

/** @type {Record<string, (id: string, args: string[]) => void>} */
const commands = {
  pid: (id) => answer(id, String(process.pid)),
  echo: (id, args) => answer(id, args.join(" ")),
  lines: (id) => answer(id, "one\ntwo\n  three"),
  empty: (id) => answer(id, ""),
  crlf: (id) => void process.stdout.write(`=${id} a\r\nb\r\n\r\n`),
  "without-id": () => void process.stdout.write("= fine\n\n"),
  "in-pieces": (id) => {
    process.stdout.write(`=${id} on`)
    setTimeout(() => process.stdout.write("ce\n"), 20)
    setTimeout(() => process.stdout.write("\n"), 40)
  },
  refuse: (id) => void process.stdout.write(`?${id} not today\n\n`),
  think: (id) => void process.stderr.write("thinking hard\n", () => answer(id, "")),
  hang: () => undefined,
  crash: () => {
    process.stderr.write("loading weights\nout of cheese\n", () => process.exit(3))
  },
  "crash-in-answer": (id) => void process.stdout.write(`=${id} half an ans`, () => process.exit(4)),
  garbage: () => void process.stdout.write("Segmentation fault, or so\n\n"),
  "wrong-id": (id) => void process.stdout.write(`=${Number(id) + 7} D4\n\n`),
  flood: () => {
    process.stderr.write("x".repeat(1_000_000))
    process.stdout.write(`${"y".repeat(3_000_000)}\n\n`)
  },
  orphan: (id) => {
    // A child that keeps our pipes open and outlives us, for longer than any test waits.
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 300_000)"], { stdio: "inherit" })
    answer(id, String(child.pid))
  },
  quit: (id) => {
    if (deaf) return
    answer(id, "")
    if (farewell > 0) setTimeout(leave, 100)
    else process.exit(0)
  },
}

/** @param {string} id @param {string} text */
function answer(id, text) {
  process.stdout.write(`=${id} ${text}\n\n`)
}

function leave() {
  writeFileSync(process.argv[farewell + 1] ?? "", "good bye")
  process.exit(0)
}

if (deaf) process.on("SIGTERM", () => {})

const lines = createInterface({ input: process.stdin })
lines.on("line", (line) => {
  const [id = "", name = "", ...args] = line.split(" ")
  const run = commands[name]
  if (run) run(id, args)
  else process.stdout.write(`?${id} unknown command\n\n`)
})
lines.on("close", () => {
  if (deaf) setInterval(() => {}, 1000)
})
