#!/usr/bin/env node
// The command. In a checkout it first sees that everything is installed and built, so that it works right
// after cloning; in an installed package there is no `src/` and it goes straight to the command line.

import { existsSync } from "node:fs"

// Who reads our output may stop early (`montego … | head`): that is no error.
process.stdout.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code === "EPIPE") process.exit(0)
  throw error
})

const setup = new URL("../scripts/setup.js", import.meta.url)
const isCheckout = existsSync(new URL("../src", import.meta.url)) && existsSync(setup)

if (isCheckout && !(await (await import(setup.href)).ensureReady())) {
  process.exitCode = 1
} else {
  /** @type {{ main: (argv: readonly string[]) => Promise<number> }} */
  const { main } = await import(new URL("../dist/cli/main.js", import.meta.url).href)
  process.exitCode = await main(process.argv.slice(2))
}
