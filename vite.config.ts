// How the web app is built: `vite build` makes web/ into dist/web. The app names the package's public subpaths, as anyone
// would; here they lead to the sources, so that neither the build nor the tests of the app need an older build.

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

export default defineConfig({
  root: at("web"),
  // Any folder of any host will do.
  base: "./",
  resolve: { alias: PUBLIC_SUBPATHS },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [withoutBoardTexture],
  worker: { format: "es" },
  build: {
    outDir: at("dist/web"),
    emptyOutDir: true,
    target: "es2022",
    // Files of their own, not data: addresses: so the page needs no exception from `img-src 'self'`.
    assetsInlineLimit: 0,
  },
  server: {
    headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    },
  },
})
