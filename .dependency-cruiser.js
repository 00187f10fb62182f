// The architecture as a check. `LAYERS` is the table of ARCHITECTURE.md, lowest folder first; every rule
// below is made from it, so that the order of the folders is written once.
//
// The parser must be swc: dependency-cruiser's own TypeScript parser doesn't know TypeScript 7, reads no
// `.ts` file then and finds nothing wrong. test/layers plants violations to see that the rules bite.

import { readFileSync } from "node:fs"

/** What each idea stands on. Ideas don't import each other. */
const IDEA = ["kernel", "player", "search", "record"]

/** What a folder may import beyond itself, `base` and `rules`; "above" is every earlier row. */
/** @type {readonly (readonly [folder: string, mayImport: readonly string[] | "above"])[]} */
export const LAYERS = [
  ["base", []],
  ["rules", []],
  ["draw", []],
  ["record", []],
  ["gtp", []],
  ["kernel", []],
  ["player", []],
  ["search", ["kernel", "player", "record"]],
  ["simulate", IDEA],
  ["bandits", IDEA],
  ["flat", IDEA],
  ["gobble", IDEA],
  ["evolve", IDEA],
  ["hybrid", [...IDEA, "gtp"]],
  ["cgt", IDEA],
  ["learn", IDEA],
  ["net", IDEA],
  ["players", "above"],
  ["service", ["kernel", "players", "search"]],
  ["engine", ["players", "search", "gtp", "record"]],
  ["arena", ["players", "search", "learn", "gtp", "record"]],
  ["lab", "above"],
  ["server", "above"],
  ["cli", "above"],
]

/**
 * The same for the folders of the page. This check reads no JSX: test/web/imports.test.ts holds the table
 * for the views.
 */
/** @type {readonly (readonly [folder: string, mayImport: readonly string[]])[]} */
export const PAGE_LAYERS = [
  ["engine", []],
  ["state", ["engine"]],
  ["pwa", ["state"]],
  ["view", ["engine", "state", "pwa", "texts.ts", "texts-lab.ts"]],
]

/** Below `src/`: where Node's own modules may be used. All the rest also runs in a browser. */
export const NODE_ONLY = "([^/]+/node|gtp/controller|engine|arena|lab|server|cli)/"

/**
 * There is one WebAssembly module: its entry also imports the AssemblyScript parts of the ideas, and so does the evaluator slot
 * of the search. No other file does.
 */
const MODULE_ENTRY = "^src/kernel/assembly/(index|evaluator)\\.ts$"

const TEST = "\\.test\\.ts$"
const folders = LAYERS.map(([folder]) => folder)

/** @param {readonly string[]} names */
const anyOf = (names) => `^src/(${names.join("|")})/`

const layerRules = LAYERS.map(([folder, mayImport], row) => {
  const above = folders.slice(0, row)
  const listed = mayImport === "above" ? above : mayImport
  const allowed = above.filter((name) => name === "base" || name === "rules" || listed.includes(name))
  for (const name of listed)
    if (!above.includes(name)) throw new Error(`${folder} lists a later row: ${name}`)
  return {
    name: `layer-${folder}`,
    comment: `src/${folder} may import ${allowed.join(", ") || "no other folder"}.`,
    severity: "error",
    from: { path: anyOf([folder]), pathNot: MODULE_ENTRY },
    to: { path: "^src/", pathNot: anyOf([folder, ...allowed]) },
  }
})

const pageRules = PAGE_LAYERS.map(([folder, mayImport]) => ({
  name: `page-${folder}`,
  comment: `web/${folder} may import ${mayImport.join(", ") || "no other folder"} of the page.`,
  severity: "error",
  from: { path: `^web/${folder}/` },
  to: { path: "^web/", pathNot: `^web/(${[folder, ...mayImport].join("|").replaceAll(".", "\\.")})(/|$)` },
}))

/** @type {{ exports: Record<string, string | { default: string }> }} */
const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"))
const publicFiles = Object.values(exports).map((entry) =>
  (typeof entry === "string" ? entry : entry.default).replace("./", "").replaceAll(".", "\\."),
)

export default {
  forbidden: [
    ...layerRules,
    ...pageRules,
    {
      name: "module-entry",
      comment: "The entry of the WebAssembly module imports AssemblyScript only.",
      severity: "error",
      from: { path: MODULE_ENTRY },
      to: { pathNot: "^src/[^/]+/assembly/" },
    },
    {
      name: "search-knows-game",
      comment: "The search of the module knows Go through assembly/game.ts only.",
      severity: "error",
      from: { path: "^src/kernel/assembly/(search|select)\\.ts$" },
      to: {
        pathNot:
          "^src/kernel/assembly/(game|knobs|knob-numbers|layout|log|select|tree|tree-layout|worker)\\.ts$",
      },
    },
    {
      name: "unknown-folder",
      comment: "A folder below src/ has its row in the table of layers.",
      severity: "error",
      from: { path: "^src/", pathNot: anyOf(folders) },
      to: {},
    },
    {
      name: "no-circle",
      comment: "No module needs itself, not even for a type.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "node-built-in",
      comment: "This folder also runs in a browser: what needs Node goes into its node/ folder.",
      severity: "error",
      from: { path: "^src/", pathNot: [`^src/${NODE_ONLY}`, TEST] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "node-only-module",
      comment: "This folder also runs in a browser and would drag a Node-only module along.",
      severity: "error",
      from: { path: "^src/", pathNot: [`^src/${NODE_ONLY}`, TEST] },
      to: { path: `^src/${NODE_ONLY}` },
    },
    {
      name: "undeclared-package",
      comment:
        "A user of montego installs its `dependencies` only; optional peers are loaded with `loadWith`.",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "undetermined"],
        dependencyTypesNot: ["npm-peer"],
      },
    },
    {
      name: "needs-no-package",
      comment: "Only the arena, the laboratory, the server and the command line use packages of others.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(arena|lab|server|cli)/", TEST] },
      to: { dependencyTypes: ["npm", "npm-peer"] },
    },
    {
      name: "unresolved",
      comment: "This import leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "outside-src",
      comment: "The package holds what is built from src/ and nothing else.",
      severity: "error",
      from: { path: "^src/", pathNot: TEST },
      to: { path: "^(test|bench|scripts|bin|dist|web)/" },
    },
    {
      name: "imports-a-test",
      comment: "What tests share lies in a file that is no test.",
      severity: "error",
      from: {},
      to: { path: TEST },
    },
    {
      name: "web-public-only",
      comment: "The app lives on the public subpaths, as any other user of the package.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(src|dist|test|bench|scripts|bin)/", pathNot: `^(${publicFiles.join("|")})$` },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^dist/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
}
