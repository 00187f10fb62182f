// What a stranger gets: the package is packed, installed in an empty project, and used there from Node,
// from TypeScript, from the shell and through a bundler. The list of subpaths is `exports` of package.json;
// which of them need Node is told by their folder, by the same rule that the layers are checked with.

import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { build, createLogger, type Rollup } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { NODE_ONLY } from "../../.dependency-cruiser.js"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../..", import.meta.url))

interface Manifest {
  readonly version: string
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>
}

const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest
const modules = Object.entries(manifest.exports).flatMap(([subpath, entry]) =>
  typeof entry === "string" ? [] : [{ name: subpath.replace(".", "montego"), ...entry }],
)
const nodeOnly = new RegExp(`^\\./dist/${NODE_ONLY}`)
const forBrowsers = modules.filter((module) => !nodeOnly.test(module.default))

let scratch: string
let project: string
let installed: string

function npm(args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  return run("npm", args, { cwd, shell: process.platform === "win32" })
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "montego-packaging-"))
  project = join(scratch, "project")
  installed = join(project, "node_modules/montego")
  await mkdir(project)
  await npm(["pack", "--pack-destination", scratch], root)
  const tarball = (await readdir(scratch)).find((name) => name.endsWith(".tgz"))!
  await writeFile(
    join(project, "package.json"),
    JSON.stringify({ name: "stranger", private: true, type: "module" }),
  )
  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", join(scratch, tarball)], project)
}, 300_000)

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

describe("the packed package", () => {
  it("holds the build and the papers, and neither tests nor sources", async () => {
    const entries = await readdir(installed, { recursive: true })
    expect(entries).toEqual(expect.arrayContaining(["LICENSE", "package.json", join("bin", "montego.js")]))
    const unwanted = /\.test\.|(?<!\.d)\.ts$|^(src|test|bench|scripts|web|node_modules)\b|tsconfig|\.tgz$/
    expect(entries.filter((name) => unwanted.test(name))).toEqual([])
  })

  it("names no path of the machine it was made on", async () => {
    const telling = [root, ...(homedir() === "/" ? [] : [`${homedir()}/`])]
    const found: string[] = []
    for (const name of await readdir(installed, { recursive: true })) {
      const path = join(installed, name)
      if (!(await stat(path)).isFile()) continue
      const text = await readFile(path, "latin1")
      for (const place of telling) if (text.includes(place)) found.push(`${name}: ${place}`)
    }
    expect(found).toEqual([])
  })

  it.each(modules)("gives $name to Node", async (module) => {
    await stat(join(installed, module.types))
    const program = `console.log(Object.keys(await import(${JSON.stringify(module.name)})).length)`
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: project,
    })
    expect(Number(stdout)).toBeGreaterThan(0)
  })

  it.each([
    {
      user: "Node",
      subpaths: modules,
      flags: ["--module", "nodenext", "--types", "node", "--lib", "es2023"],
    },
    {
      user: "a browser",
      subpaths: forBrowsers,
      flags: ["--module", "esnext", "--moduleResolution", "bundler", "--types", "", "--lib", "es2023,dom"],
    },
  ])("has types for a program for $user", async ({ subpaths, flags }) => {
    const lines = subpaths.map(
      ({ name }, index) => `import * as m${index} from "${name}"\nexport { m${index} }`,
    )
    await writeFile(join(project, "typed.ts"), lines.join("\n"))
    const tsc = join(root, "node_modules/typescript/lib/tsc.js")
    const typeRoots = ["--typeRoots", join(root, "node_modules/@types")]
    const args = [tsc, "--strict", "--noEmit", "--target", "es2023", ...typeRoots, ...flags, "typed.ts"]
    // tsc writes its complaints to stdout.
    await run(process.execPath, args, { cwd: project }).catch((error: { stdout: string }) =>
      expect.fail(error.stdout),
    )
  })

  it("has a command that says its version", async () => {
    const { stdout } = await npm(["exec", "--no", "--", "montego", "--version"], project)
    expect(stdout.trim()).toBe(manifest.version)
  })

  it("can be bundled for browsers, without anything of Node in it", async () => {
    const lines = forBrowsers.map(
      ({ name }, index) => `import * as m${index} from "${name}"\nconsole.log(m${index})`,
    )
    await writeFile(join(project, "entry.js"), lines.join("\n"))
    const warnings: string[] = []
    const keep = (message: string): void => void warnings.push(message)
    const logger = { ...createLogger("silent"), warn: keep, warnOnce: keep }
    const result = await build({
      root: project,
      configFile: false,
      logLevel: "warn",
      customLogger: logger,
      build: { write: false, minify: false, rollupOptions: { input: join(project, "entry.js") } },
    })
    const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput
    const code = output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n")
    expect(warnings).toEqual([])
    expect(code.match(/.*(__vite-browser-external|from\s*"node:).*/g)).toBeNull()
    expect(code.length).toBeGreaterThan(100)
  })
})
