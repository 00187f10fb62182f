// What `npm test` runs after the set-up: the static checks, then all tests; it stops at the first failure.
// Arguments go to vitest: `npm test -- src/rules` checks everything but runs only those tests.
// The last line is the count, for people and programs to read: `N passed, N failed, N skipped`.

import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const npm = process.platform === "win32" ? "npm.cmd" : "npm"

/** Scripts of package.json, the quick ones first. */
const CHECKS = [
  { title: "format", script: "format:check", advice: "npm run format" },
  { title: "lint", script: "lint", advice: "npm run lint" },
  { title: "types", script: "types", advice: "npm run types" },
  { title: "layers", script: "layers", advice: "npm run layers" },
]

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {"show" | "keep"} output
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, output) {
  return new Promise((resolve, reject) => {
    const stdio = output === "show" ? "inherit" : "pipe"
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", stdio, stdio],
      shell: command === "npm.cmd",
    })
    let text = ""
    const keep = (/** @type {Buffer} */ chunk) => (text += chunk.toString())
    child.stdout?.on("data", keep)
    child.stderr?.on("data", keep)
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output: text }))
  })
}

/** @param {number} began */
const secondsSince = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`

async function checksPass() {
  for (const { title, script, advice } of CHECKS) {
    const began = performance.now()
    const { code, output } = await run(npm, ["run", "--silent", script], "keep")
    const took = secondsSince(began)
    if (code !== 0) {
      console.log(output.trimEnd())
      console.log(`\n✘ ${title} failed after ${took}. To see this again: ${advice}`)
      return false
    }
    console.log(`✔ ${title.padEnd(8)} ${took}`)
  }
  return true
}

/**
 * Counts from vitest's JSON report. A file that could not even be loaded holds no tests, and counts as one
 * that failed.
 * @param {string} file
 */
function readCounts(file) {
  /**
   * @type {{
   *   numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
   *   testResults: { status: string, assertionResults: { status: string }[] }[]
   * }}
   */
  const report = JSON.parse(readFileSync(file, "utf8"))
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {readonly string[]} args */
async function testsPass(args) {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), "montego-test-"))
  const report = join(folder, "report.json")
  try {
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    const { code } = await run(process.execPath, [vitest, "run", ...reporters, ...args], "show")
    if (!existsSync(report)) {
      console.log(`✘ vitest ended with exit code ${code} before it could report`)
      return false
    }
    const { passed, failed, skipped } = readCounts(report)
    const good = code === 0 && failed === 0
    console.log(good ? `✔ tests    ${secondsSince(began)}` : `✘ tests failed after ${secondsSince(began)}`)
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
    return good
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const passed = (await checksPass()) && (await testsPass(process.argv.slice(2)))
if (!passed) process.exitCode = 1
