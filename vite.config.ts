// How the web app is built: `vite build` makes web/ into dist/web. The app names the package's public subpaths, as anyone
// would; here they lead to the sources, so that neither the build nor the tests of the app need an older build.

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** `montego/rules` and the like, from the sources. */
export const PUBLIC_SUBPATHS = [{ find: /^montego\/(.+)$/, replacement: at("src/$1/index.ts") }]

/** Shudan's board texture weighs more than the whole app; style.css paints a board of its own. */
const withoutBoardTexture: Plugin = {
  name: "without-board-texture",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("shudan/css/goban.css") ? code.replace("url('./board.png')", "none") : undefined,
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
  plugins: [withoutBoardTexture, offline],
  worker: { format: "es" },
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
