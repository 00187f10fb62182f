// What a stranger gets: the package is packed, installed in an empty project, and used there from Node,
// from TypeScript, from the shell and through a bundler. The list of subpaths is `exports` of package.json;
// which of them need Node is told by their folder, by the same rule that the layers are checked with.

import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises"
import { homedir, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { build, createLogger, type InlineConfig, type Rollup } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { NODE_ONLY } from "../../.dependency-cruiser.js"
import { compile } from "../support/typescript.ts"

const run = promisify(execFile)
const root = fileURLToPath(new URL("../..", import.meta.url))

interface Manifest {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
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
/** What npm said when the package was installed. */
let installation: { stdout: string; stderr: string }

function npm(args: readonly string[], cwd: string): Promise<{ stdout: string; stderr: string }> {
  return run("npm", args, { cwd, shell: process.platform === "win32" })
}

/** What Vite makes, and what it warns of. */
async function bundle(
  config: InlineConfig,
): Promise<{ output: Rollup.RollupOutput["output"]; warnings: string[] }> {
  const warnings: string[] = []
  const keep = (message: string): void => void warnings.push(message)
  const customLogger = { ...createLogger("silent"), warn: keep, warnOnce: keep }
  const options = { ...config.build, write: false }
  const result = await build({ ...config, logLevel: "warn", customLogger, build: options })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rollup.RollupOutput
  return { output, warnings }
}

/** The packages that the page's sources import, types and tests left out. */
async function packagesOfPage(): Promise<string[]> {
  const names = new Set<string>()
  for (const file of await readdir(join(root, "web"), { recursive: true })) {
    if (!/\.tsx?$/.test(file) || /\.(test|d)\.ts$/.test(file)) continue
    const text = await readFile(join(root, "web", file), "utf8")
    const imports = /^import (?!type\b)(?:[^"]* from )?"((?:@[\w-]+\/)?[\w-]+)(?:\/[^"]*)?"/gm
    for (const [, name] of text.matchAll(imports)) if (name !== "montego") names.add(name!)
  }
  return [...names]
}

/** The installed command. */
function montego(...args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const program = join(installed, "bin/montego.js")
  return run(process.execPath, [program, ...args], { cwd: project }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: unknown; stdout: string; stderr: string }) => error,
  )
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
  installation = await npm(
    ["install", "--prefer-offline", "--no-audit", "--no-fund", join(scratch, tarball)],
    project,
  )
}, 300_000)

afterAll(async () => {
  await rm(scratch, { recursive: true, force: true })
})

describe("the packed package", () => {
  it("holds the build and the papers, and neither tests nor sources", async () => {
    const entries = await readdir(installed, { recursive: true })
    expect(entries).toEqual(expect.arrayContaining(["LICENSE", "package.json", join("bin", "montego.js")]))
    const site = join("dist", "web", "docs")
    expect(entries).toEqual(
      expect.arrayContaining([join(site, "index.html"), join(site, "api", "rules.html")]),
    )
    const unwanted =
      /\.test\.|\.map$|(?<!\.d|examples.*)\.ts$|^(src|test|bench|scripts|web|node_modules)\b|^tsconfig|\.tgz$/
    expect(entries.filter((name) => unwanted.test(name))).toEqual([])
  })

  it("has nothing that publint objects to", async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })

  it("brings two small packages along, and no install script", async () => {
    const names = (await readdir(join(project, "node_modules"))).filter((name) => !name.startsWith("."))
    expect(names.toSorted()).toEqual(["commander", "montego", "valibot"])
    expect(installation.stderr).not.toMatch(/install.scripts/)
  })

  it("has the licences of everything that the page is bundled from", async () => {
    const text = await readFile(join(installed, "dist/web/licenses.txt"), "utf8")
    const [, ...parts] = text.split(/\n\n-{80}\n\n/)
    for (const part of parts) expect(part).toMatch(/^\S+ [\d.]+ \(.+\)\n[^]*(copyright|\(c\))/i)
    const names = parts.map((part) => part.slice(0, part.indexOf(" ")))
    expect(names).toEqual(expect.arrayContaining(await packagesOfPage()))
    // Shudan needs the first; the compiler and the bundler add the rest.
    expect(names).toEqual(expect.arrayContaining(["classnames", "assemblyscript", "rolldown", "vite"]))
    expect(parts.find((part) => part.startsWith("preact"))).toContain("Jason Miller")
  })

  it("points to no source map", async () => {
    const pointing: string[] = []
    for (const name of await readdir(installed, { recursive: true })) {
      if (!/\.(js|css)$/.test(name)) continue
      const text = await readFile(join(installed, name), "utf8")
      if (text.includes("sourceMappingURL=")) pointing.push(name)
    }
    expect(pointing).toEqual([])
  })

  it("has every file that its texts link to", async () => {
    const texts = (await readdir(installed, { recursive: true })).filter((name) => name.endsWith(".md"))
    expect(texts).toEqual(expect.arrayContaining(["README.md", join("docs", "library.md")]))
    const dead: string[] = []
    for (const name of texts) {
      const text = await readFile(join(installed, name), "utf8")
      for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
        if (/^[a-z]+:/.test(target!)) continue
        const path = join(installed, dirname(name), target!)
        if (!(await stat(path).catch(() => undefined))) dead.push(`${name}: ${target}`)
      }
    }
    expect(dead).toEqual([])
  })

  it.each([
    [
      ["worker", "--queue", "redis://127.0.0.1:1"],
      ["bullmq", "ioredis"],
    ],
    ["match --a random --b random --games 1 --queue redis://127.0.0.1:1".split(" "), ["bullmq", "ioredis"]],
    [["serve"], ["hono", "@hono/node-server", "ws"]],
  ])("montego %j says what to install", async (args, packages) => {
    const wanted = packages.map((name) => `${name}@${manifest.devDependencies[name]}`).join(" ")
    const ended = await montego(...args)
    expect(ended).toMatchObject({ code: 2, stdout: "" })
    expect(ended.stderr).toMatch(/^montego: [^\n]+ needs packages that are not installed: npm i [^\n]+\n$/)
    expect(ended.stderr).toContain(`npm i ${wanted}\n`)
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
    { user: "Node", compiler: "typescript" },
    { user: "Node", compiler: "typescript-oldest" },
    { user: "a browser", compiler: "typescript" },
    { user: "a browser", compiler: "typescript-oldest" },
  ] as const)("has types for a program for $user, read by $compiler", async ({ user, compiler }) => {
    const lines = (user === "Node" ? modules : forBrowsers).map(
      ({ name }, index) => `import * as m${index} from "${name}"\nexport { m${index} }`,
    )
    await writeFile(join(project, "typed.ts"), lines.join("\n"))
    expect(await compile({ compiler, user, files: ["typed.ts"], cwd: project })).toBe("")
  })

  it("has a starter for Vite that compiles and builds", async () => {
    const starter = join(project, "vite-worker")
    await cp(join(installed, "examples/vite-worker"), starter, { recursive: true })
    // `compile` writes its own, stricter one.
    await rm(join(starter, "tsconfig.json"))
    for (const compiler of ["typescript", "typescript-oldest"] as const) {
      const files = ["main.ts", "worker.ts"]
      expect(await compile({ compiler, user: "a browser", files, cwd: starter })).toBe("")
    }
    const { output, warnings } = await bundle({ root: starter })
    const names = output.map(({ fileName }) => fileName)
    expect(names).toEqual(expect.arrayContaining(["index.html", expect.stringMatching(/worker-.*\.js$/)]))
    expect(warnings).toEqual([])
  })

  it("has a player of one's own to begin with", async () => {
    const own = `module:${join(installed, "examples/my-player.js")}`
    const match = ["match", "--a", own, "--b", "random", "--games", "2", "--size", "5"]
    const ended = await montego(...match, "--journal", join(project, "own.jsonl"))
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("faults: none") })
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
    const { output, warnings } = await bundle({
      root: project,
      configFile: false,
      build: { minify: false, rollupOptions: { input: join(project, "entry.js") } },
    })
    const code = output.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n")
    expect(warnings).toEqual([])
    expect(code.match(/.*(__vite-browser-external|from\s*"node:).*/g)).toBeNull()
    expect(code.length).toBeGreaterThan(100)
  })
})
