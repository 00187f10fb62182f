// The one set-up of a checkout, called by `npm start`, `npm test` and `npx montego`: it installs the dependencies when
// the lock file changed, builds when the sources changed (the pages of the documentation alone when only they did), and
// with `--test` also installs the Debian packages that tests need. It runs before there is anything installed, so it is
// plain JavaScript without dependencies.
//
// It is silent when everything is up to date, and never writes to stdout: `npx montego gtp` speaks a
// protocol there. Two at once are safe: the work is done under a lock, a build is made aside and moved into
// place as a whole, and what is ready is told by stamps (hashes of what it was made from) under `.setup/`.

import { spawn } from "node:child_process"
import { createHash, randomUUID } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, renameSync } from "node:fs"
import { rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { basename, delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"

const OLDEST_NODE = 20

/**
 * Programs that tests start, each with its Debian package. A test that needs a program of a later layer
 * adds it here.
 */
const TEST_PROGRAMS = [
  { program: "gnugo", package: "gnugo" },
  { program: "chromium", package: "chromium" },
  { program: "redis-server", package: "redis-server" },
  { program: "g++", package: "g++" },
  { program: "torchrun", package: "python3-torch" },
]

/** Where Debian puts games; often not on root's PATH. */
const GAMES = "/usr/games"

const root = fileURLToPath(new URL("..", import.meta.url))
const at = (/** @type {string[]} */ ...parts) => join(root, ...parts)
const lockFile = at("package-lock.json")
const work = at(".setup")
const lock = at(".setup", "lock")
/** A build is made here and moved to `dist` when it is whole. */
const freshBuild = at(".build")
/** The pages of the documentation are made here, and lie beside the app: below `dist/web`. */
const freshSite = at(".setup", "site")
/** The kernel's bytes as a source file, made from `src/kernel/assembly` and what it imports of the ideas. */
const kernelBytes = at("src", "kernel", "wasm.ts")

/**
 * One module for all sizes, on a memory that the host makes and may share: ten pages of tables and three for the first
 * worker.
 */
const KERNEL_FLAGS = (
  "-O3 --converge --noAssert --runtime stub --enable simd --enable threads " +
  "--sharedMemory --importMemory --initialMemory 13 --maximumMemory 4096"
).split(" ")

/** A step that failed: one line for what, the ends of its output, one line for what to do. */
class SetupError extends Error {}

/** @param {string} line */
function say(line) {
  process.stderr.write(`montego: ${line}\n`)
}

/**
 * Makes the checkout ready to run. Says what failed and answers false when it could not.
 * @param {{ test?: boolean, rebuild?: boolean }} [wanted]
 * @returns {Promise<boolean>}
 */
export async function ensureReady({ test = false, rebuild = false } = {}) {
  try {
    if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
      throw new SetupError(
        `Node ${OLDEST_NODE} or newer is needed; this is ${process.version}. Please update Node.`,
      )
    }
    const missing = test ? missingPrograms() : []
    if (!rebuild && missing.length === 0 && isInstalled() && isBuilt() && hasSite()) return true
    await locked(async () => {
      if (!isInstalled()) await install()
      if (rebuild || !isBuilt()) await build()
      if (!hasSite()) await buildSite()
      if (test) await installPrograms(missingPrograms())
    })
    return true
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    return false
  }
}

// ---- dependencies

function isInstalled() {
  if (!existsSync(at("node_modules"))) return false
  const wanted = hashOf([lockFile])
  if (readStamp("install") === wanted) return true
  // Installed by hand: npm leaves its own list of what it installed.
  if (!matchesLockFile(at("node_modules", ".package-lock.json"))) return false
  writeStamp("install", wanted)
  return true
}

/**
 * Whether the packages that npm says it installed are those of the lock file. Only optional ones (binaries
 * for other platforms) may be missing.
 * @param {string} installedList
 */
function matchesLockFile(installedList) {
  if (!existsSync(installedList)) return false
  /** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} Packages */
  /** @type {{ packages: Packages }} */
  const { packages: wanted } = JSON.parse(readFileSync(lockFile, "utf8"))
  /** @type {{ packages: Packages }} */
  const { packages: installed } = JSON.parse(readFileSync(installedList, "utf8"))
  const all = new Set([...Object.keys(wanted), ...Object.keys(installed)])
  all.delete("")
  return [...all].every((path) => {
    const entry = wanted[path]
    if (!installed[path]) return entry?.optional === true || entry?.devOptional === true
    return entry?.version === installed[path].version
  })
}

async function install() {
  dropStamp("install")
  // The compiler is a devDependency: it is needed whatever NODE_ENV says. Some tools of the tests ask for
  // a newer Node than 20.0, and that must not keep a user from playing.
  const args = ["ci", "--include=dev", "--engine-strict=false", "--no-audit", "--no-fund"]
  const running = process.env["npm_execpath"] ?? ""
  await step("installing the dependencies (npm ci)", {
    run: () =>
      basename(running).startsWith("npm-cli")
        ? run(process.execPath, [running, ...args])
        : run("npm", args, { shell: process.platform === "win32" }),
    advice: "Try again; if it fails again, check the connection to the npm registry.",
  })
  writeStamp("install", hashOf([lockFile]))
}

// ---- build

/** What the build is made from; its tests, and what it makes itself, are not part of it. */
function buildInputs() {
  const recipe = [
    at("tsconfig.json"),
    at("tsconfig.build.json"),
    at("vite.config.ts"),
    fileURLToPath(import.meta.url),
  ]
  const sources = [...filesBelow(at("src")), ...filesBelow(at("web"))].filter(
    (file) => !file.endsWith(".test.ts") && !file.startsWith(kernelBytes),
  )
  return [lockFile, ...recipe, ...sources.sort()]
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function isBuilt() {
  return existsSync(at("dist")) && existsSync(kernelBytes) && readStamp("build") === hashOf(buildInputs())
}

/**
 * Compiles the kernel and embeds its bytes in a source file, so that every bundler and runtime finds them. The file is
 * written aside and moved, and only when it changed: tests and tools may be reading it.
 */
async function buildKernel() {
  const bytes = join(work, `kernel-${process.pid}.wasm`)
  const asc = at("node_modules", "assemblyscript", "bin", "asc.js")
  await step("building the kernel", {
    run: () => run(process.execPath, [asc, "src/kernel/assembly/index.ts", "-o", bytes, ...KERNEL_FLAGS]),
    advice: "Correct the sources named above and try again; the last good build is untouched.",
  })
  const text = readFileSync(bytes).toString("base64")
  rmSync(bytes)
  const source = `// Made by scripts/setup.js from assembly/; not under version control.\nexport const KERNEL_WASM =\n  "${text}"\n`
  if (existsSync(kernelBytes) && readFileSync(kernelBytes, "utf8") === source) return
  writeFileSync(`${kernelBytes}.tmp`, source)
  renameSync(`${kernelBytes}.tmp`, kernelBytes)
}

/** Vite asks for more than the first releases of Node 20; there everything but the page works. */
async function buildPage() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  if (major === 20 && minor < 19) {
    say(`the page is not built: that needs Node 20.19, and this is ${process.versions.node}`)
    return
  }
  const vite = at("node_modules", "vite", "bin", "vite.js")
  const args = ["build", "--outDir", join(freshBuild, "web"), "--emptyOutDir", "--logLevel", "warn"]
  await step("building the page", {
    // A caller's NODE_ENV (a test's, say) would make Vite build for development.
    run: () => run(process.execPath, [vite, ...args], { env: { ...process.env, NODE_ENV: "production" } }),
    advice: "Correct the sources named above and try again; the last good build is untouched.",
  })
}

async function build() {
  // Taken before the compiler runs: a source that is changed meanwhile counts as not built.
  const made = hashOf(buildInputs())
  rmSync(freshBuild, { recursive: true, force: true })
  await buildKernel()
  // Not its bin/tsc: the first releases of Node 20 load no ES module whose name has no ending.
  const tsc = at("node_modules", "typescript", "lib", "tsc.js")
  await step("building", {
    run: () => run(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", freshBuild]),
    advice: "Correct the sources named above and try again; the last good build is untouched.",
  })
  await buildPage()
  const old = join(work, `old-${randomUUID()}`)
  if (existsSync(at("dist"))) renameSync(at("dist"), old)
  renameSync(freshBuild, at("dist"))
  writeStamp("build", made)
  rmSync(old, { recursive: true, force: true })
}

// ---- the pages of the documentation

/** What they are made from: the build stands for the types and comments of the sources. */
function siteHash() {
  const pages = readdirSync(root)
    .filter((name) => name.endsWith(".md"))
    .map((name) => at(name))
  const folders = ["docs", "examples", join("scripts", "site")].flatMap((folder) => filesBelow(at(folder)))
  const files = [...pages, ...folders, at("package.json")]
  return hashOf([join(work, "build"), ...files.sort()])
}

function hasSite() {
  return existsSync(at("dist", "web", "docs", "index.html")) && readStamp("site") === siteHash()
}

async function buildSite() {
  const made = siteHash()
  await step("building the documentation", {
    run: () => run(process.execPath, [at("scripts", "site", "build.js"), at("dist"), freshSite]),
    advice: "Correct the pages named above and try again.",
  })
  const place = at("dist", "web", "docs")
  const old = join(work, `old-${randomUUID()}`)
  mkdirSync(at("dist", "web"), { recursive: true })
  if (existsSync(place)) renameSync(place, old)
  renameSync(freshSite, place)
  writeStamp("site", made)
  rmSync(old, { recursive: true, force: true })
}

// ---- programs that tests start

function missingPrograms() {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), GAMES]
  return TEST_PROGRAMS.filter(({ program }) => !folders.some((folder) => existsSync(join(folder, program))))
}

/** @param {typeof TEST_PROGRAMS} missing */
async function installPrograms(missing) {
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
  const apt = ["install", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
  // A failed update alone is no reason to stop: the lists may be good enough.
  if (mayInstall && missing.length > 0) await run("apt-get", ["update"], options)
  for (const { package: name } of missing) {
    const advice = `Install it by hand: apt-get install ${name}`
    try {
      if (!mayInstall)
        throw new SetupError(`${name} is not installed, and this user can't install it. ${advice}`)
      await step(`installing ${name} for the tests`, {
        run: () => run("apt-get", [...apt, name], options),
        advice,
      })
    } catch (error) {
      if (process.env["MONTEGO_STRICT"] === "1" || !(error instanceof SetupError)) throw error
      say(`${error.message}\nmontego: the tests that need ${name} will be skipped.`)
    }
  }
}

// ---- running a step

/**
 * @param {string} title
 * @param {{ run: () => Promise<{ code: number, output: string }>, advice: string }} how
 */
async function step(title, { run: start, advice }) {
  say(`${title} …`)
  const began = performance.now()
  const { code, output } = await start()
  if (code !== 0) {
    throw new SetupError(`${title} failed (exit code ${code}):\n${shortened(output)}\nmontego: ${advice}`)
  }
  say(`${title}: done in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/**
 * The first lines tell the cause and the last ones how it ended.
 * @param {string} output
 */
function shortened(output) {
  const lines = output.trimEnd().split("\n")
  const kept = lines.length <= 40 ? lines : [...lines.slice(0, 20), "…", ...lines.slice(-20)]
  return kept.join("\n")
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options })
    if (heldLock !== undefined) writeFileSync(heldLock, String(child.pid))
    let output = ""
    const keep = (/** @type {Buffer} */ chunk) => (output += chunk.toString())
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on("close", (code, signal) =>
      resolve({ code: code ?? 1, output: signal ? `${output}${signal}\n` : output }),
    )
  })
}

// ---- stamps

/** @param {readonly string[]} files */
function hashOf(files) {
  const hash = createHash("sha256")
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)} ${content.length}\n`).update(content)
  }
  return hash.digest("hex")
}

/** @param {string} name */
function readStamp(name) {
  const file = join(work, name)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

/** @param {string} name @param {string} hash */
function writeStamp(name, hash) {
  mkdirSync(work, { recursive: true })
  const draft = join(work, `${name}-${randomUUID()}`)
  writeFileSync(draft, hash)
  renameSync(draft, join(work, name))
}

/** @param {string} name */
function dropStamp(name) {
  rmSync(join(work, name), { force: true })
}

// ---- the lock

const POLL = 200
const BEAT = 1000
/** A lock whose owner didn't touch it for this number of polls belongs to a process number that is in use again. */
const POLLS_WITHOUT_BEAT = 30_000 / POLL

/**
 * The lock's file while it is ours. It holds the number of the program we run: that one may outlive a
 * killed set-up, and no other set-up may install or build before it ends.
 * @type {string | undefined}
 */
let heldLock

/**
 * Runs the work while no other set-up of this checkout does. The lock is a folder with one file, named by
 * its owner's process number and a random part. A prepared folder is moved to the lock's place, which fails
 * unless that is free: so it never exists without its owner's name. A set-up that takes over from a dead owner
 * deletes exactly that owner's file, and so can't remove the lock of a living one that came first.
 * @param {() => Promise<void>} job
 */
async function locked(job) {
  const owner = `${process.pid}-${randomUUID()}`
  const prepared = join(work, `lock-${owner}`)
  mkdirSync(prepared, { recursive: true })
  writeFileSync(join(prepared, owner), "")

  let announced = false
  let seen = ""
  let polls = 0
  while (!moved(prepared, lock)) {
    const holder = readHolder()
    if (holder === undefined) {
      removeEmptyLock()
      continue
    }
    const sign = `${holder.name} ${holder.beat}`
    polls = sign === seen ? polls + 1 : 0
    seen = sign
    if (!holder.alive || polls > POLLS_WITHOUT_BEAT) {
      rmSync(join(lock, holder.name), { force: true })
      removeEmptyLock()
      continue
    }
    if (!announced) say(`waiting for another set-up of this folder (process ${holder.pid}) …`)
    announced = true
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }

  const mine = join(lock, owner)
  heldLock = mine
  const beat = setInterval(() => {
    const now = new Date()
    if (existsSync(mine)) utimesSync(mine, now, now)
  }, BEAT)
  try {
    sweep()
    await job()
  } finally {
    clearInterval(beat)
    heldLock = undefined
    rmSync(mine, { force: true })
    removeEmptyLock()
  }
}

/** Removes what killed set-ups left behind. */
function sweep() {
  for (const name of readdirSync(work)) {
    const leftBehind = name.startsWith("lock-")
      ? !isAlive(Number.parseInt(name.slice(5), 10))
      : name.startsWith("old-")
    if (leftBehind) rmSync(join(work, name), { recursive: true, force: true })
  }
}

/** @param {string} from @param {string} to */
function moved(from, to) {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/** Who holds the lock; undefined when it was released meanwhile. */
function readHolder() {
  try {
    const [name] = readdirSync(lock)
    if (name === undefined) return undefined
    const pid = Number.parseInt(name, 10)
    const child = Number(readFileSync(join(lock, name), "utf8"))
    return { name, pid, beat: statSync(join(lock, name)).mtimeMs, alive: isAlive(pid) || isAlive(child) }
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  // Our own number on a lock that isn't ours: in a container the numbers start again with every run.
  if (pid === process.pid || !(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

function removeEmptyLock() {
  try {
    rmdirSync(lock)
  } catch {
    // Gone already, or another set-up has it now.
  }
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram) {
  const options = process.argv.slice(2)
  const unknown = options.find((option) => option !== "--test" && option !== "--rebuild")
  if (unknown !== undefined) {
    say(`unknown option ${unknown}; usage: node scripts/setup.js [--test] [--rebuild]`)
    process.exitCode = 2
  } else {
    const ready = await ensureReady({
      test: options.includes("--test"),
      rebuild: options.includes("--rebuild"),
    })
    if (!ready) process.exitCode = 1
  }
}
