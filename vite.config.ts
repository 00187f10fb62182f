// How the web app is built: `vite build` makes web/ into dist/web. The app names the package's public subpaths, as anyone
// would; here they lead to the sources, so that neither the build nor the tests of the app need an older build.

import { createHash } from "node:crypto"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** `montego/rules` and the like, from the sources. */
export const PUBLIC_SUBPATHS = [{ find: /^montego\/(.+)$/, replacement: at("src/$1/index.ts") }]

/** Shudan's board texture weighs more than the whole app; view/themes.css has boards and stones of its own. */
const withoutShudanPictures: Plugin = {
  name: "without-shudan-pictures",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("shudan/css/goban.css") ? code.replaceAll(/url\('[^']*'\)/g, "none") : undefined,
}

/** What the page links to. */
const LICENSES = "licenses.txt"
/** A licence, and the notice that some want beside it; Vite appends those of its own tools, which are not in the page. */
const LICENSE_FILE = /^(licen[cs]e|notice)(\.(md|txt))?$/i
const OF_TOOLS = "# Licenses of bundled dependencies"

/** The package that a module of the page comes from; undefined for our own. */
function packageOf(id: string): string | undefined {
  // What these tools add to a build, and what the compiled kernel has of its language's library.
  if (id.startsWith("\0vite/")) return "vite"
  if (id.startsWith("\0rolldown/")) return "rolldown"
  if (id.endsWith("/src/kernel/wasm.ts")) return "assemblyscript"
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1]
}

function licenseOf(name: string): string {
  const folder = at(`node_modules/${name}`)
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    version: string
    license: string
  }
  const texts = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8").split(OF_TOOLS)[0]!.trim())
  if (texts.length === 0) throw new Error(`${name} is in the page, and its package has no licence to show`)
  return [`${name} ${version} (${license})`, ...texts].join("\n\n")
}

/** The packages that the page and its workers are bundled from. Workers are built first, in a build of their own. */
const bundledPackages = new Set<string>()

const collectPackages: Plugin = {
  name: "collect-packages",
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      for (const id of file.type === "chunk" ? file.moduleIds : []) {
        const name = packageOf(id)
        if (name !== undefined) bundledPackages.add(name)
      }
  },
}

const writeLicenses: Plugin = {
  name: "write-licenses",
  apply: "build",
  generateBundle: {
    order: "post",
    handler() {
      const head = "This page contains parts of the following packages."
      const parts = [head, ...[...bundledPackages].sort().map(licenseOf)]
      const source = `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`
      this.emitFile({ type: "asset", fileName: LICENSES, source })
    },
  },
}

const SERVICE_WORKER = "sw.js"
const MANIFEST = "manifest.webmanifest"
const ICONS = ["icon-192.png", "icon-512.png", "icon-maskable-512.png", "icon-touch-180.png"]

/**
 * What makes a build work offline: the manifest with its icons, and in the service worker the list of all files, with a
 * version that changes when any of them does. Only a build has them, so that nothing is cached in development.
 */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: () => [
      { tag: "link", attrs: { rel: "manifest", href: `./${MANIFEST}` }, injectTo: "head" },
      { tag: "link", attrs: { rel: "apple-touch-icon", href: "./icon-touch-180.png" }, injectTo: "head" },
    ],
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const extra: readonly (readonly [name: string, path: string])[] = [
        [MANIFEST, "web/pwa/manifest.json"],
        ["icon.svg", "web/icon.svg"],
        ...ICONS.map((name) => [name, `web/pwa/${name}`] as const),
      ]
      const hash = createHash("sha256")
      const names = Object.keys(bundle).filter((name) => name !== SERVICE_WORKER)
      for (const name of names.sort()) {
        const file = bundle[name]!
        hash.update(name).update(file.type === "chunk" ? file.code : file.source)
      }
      for (const [fileName, path] of extra) {
        const source = readFileSync(at(path))
        hash.update(source)
        this.emitFile({ type: "asset", fileName, source })
      }
      const worker = bundle[SERVICE_WORKER]
      if (worker?.type !== "chunk") throw new Error(`the build has no ${SERVICE_WORKER}`)
      const files = [...names, ...extra.map(([name]) => name)]
      const list = files.map((name) => (name === "index.html" ? "./" : name))
      const version = hash.update(worker.code).digest("hex").slice(0, 16)
      worker.code = worker.code
        .replace("MONTEGO_FILES", JSON.stringify(list))
        .replace("MONTEGO_VERSION", JSON.stringify(version))
    },
  },
}

export default defineConfig({
  root: at("web"),
  // Any folder of any host will do.
  base: "./",
  resolve: { alias: PUBLIC_SUBPATHS },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // The licences come last: the page does without them when it is offline.
  plugins: [withoutShudanPictures, collectPackages, offline, writeLicenses],
  worker: { format: "es", plugins: () => [collectPackages] },
  build: {
    outDir: at("dist/web"),
    emptyOutDir: true,
    target: "es2022",
    // Files of their own, not data: addresses: so the page needs no exception from `img-src 'self'`.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: at("web/index.html"), sw: at("web/pwa/service-worker.ts") },
      // The service worker's place decides over which folder it has a say, and its name never changes.
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? SERVICE_WORKER : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
})
