// `npm run verify`: regenerates the quick report of the lab in one go, and fails when the verdict of an experiment is
// not the expected one (docs/lab/verdicts.json).
//
//   npm run verify                        all experiments, 20 minutes on two cores
//   npm run verify -- bandits cgt         some of them
//   npm run verify -- --accept            the verdicts of this run become the expected ones
//
// The report stays in a folder that is printed; a run that was stopped continues with `--continue`.

import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Command } from "commander"

const expectedFile = fileURLToPath(new URL("../docs/lab/verdicts.json", import.meta.url))
const montego = fileURLToPath(new URL("../bin/montego.js", import.meta.url))

/** @typedef {{ id: string, end: "done" | "failed" | "not run", verdict?: string, reason?: string }} Ended */

const program = new Command("npm run verify --")
  .description("Runs the quick size of all experiments and compares the verdicts with the expected ones.")
  .argument("[ids...]", "some experiments, or families such as cgt")
  .option("--accept", "write the verdicts of this run as the expected ones")
  .option("--continue <folder>", "go on with the run in this folder")
  .option("--threads <n>", "units at once (default: all cores)")
  .parse()
/** @type {{ accept?: boolean, continue?: string, threads?: string }} */
const options = program.opts()
const folder = options.continue ?? mkdtempSync(join(tmpdir(), "montego-verify-"))

const { code, ended } = await runLab()
const faults = options.accept ? accept(ended) : faultsOf(ended)
for (const fault of faults) console.log(`✘ ${fault}`)
console.log(`report: ${join(folder, "site", "index.html")}`)
console.log(faults.length === 0 && code === 0 ? "all verdicts are as expected" : "verification failed")
process.exitCode = code !== 0 ? code : faults.length > 0 ? 1 : 0

/** @returns {Promise<{ code: number, ended: Ended[] }>} */
function runLab() {
  const chosen = program.args.length > 0 ? program.args : ["--all"]
  const threads = options.threads === undefined ? [] : ["--threads", options.threads]
  const words = ["lab", "run", ...chosen, ...threads, "--json", "--folder", folder]
  const child = spawn(process.execPath, [montego, ...words], { stdio: ["ignore", "pipe", "inherit"] })
  // Ctrl-C reaches the child, which saves its units; we wait for it.
  process.on("SIGINT", () => undefined)
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text))
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (exit) => {
      const lines = output.split("\n").filter((line) => line !== "")
      resolve({ code: exit ?? 1, ended: lines.map((line) => /** @type {Ended} */ (JSON.parse(line))) })
    })
  })
}

/** @returns {Record<string, string>} */
function expected() {
  return JSON.parse(readFileSync(expectedFile, "utf8"))
}

/** Verdicts that differ from the expected ones. An experiment whose needs this machine lacks is named and is no fault. @param {readonly Ended[]} all */
function faultsOf(all) {
  const verdicts = expected()
  return all.flatMap(({ id, end, verdict, reason }) => {
    if (end === "failed") return [`${id} failed: ${reason}`]
    if (end === "not run") {
      console.log(`– ${id} was not run: ${reason}`)
      return []
    }
    if (verdicts[id] === verdict) {
      console.log(`✔ ${id}: ${verdict}`)
      return []
    }
    return [`${id}: ${verdict} (${reason}), expected: ${verdicts[id] ?? "nothing: add it by --accept"}`]
  })
}

/** @param {readonly Ended[]} all */
function accept(all) {
  const done = all.flatMap(({ id, verdict }) => (verdict === undefined ? [] : [[id, verdict]]))
  const verdicts = { ...expected(), ...Object.fromEntries(done) }
  const sorted = Object.fromEntries(Object.entries(verdicts).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(expectedFile, `${JSON.stringify(sorted, undefined, 2)}\n`)
  return all.filter(({ end }) => end === "failed").map(({ id, reason }) => `${id} failed: ${reason}`)
}
