// `montego bench`: how fast playouts and searches are, and whether they are still the same. Each part is a file of
// its own.

import { Command } from "commander"
import { kernelCommand } from "./kernel.ts"
import { searchCommand } from "./search.ts"
import { signatureCommand } from "./signature.ts"
import { simulateCommand } from "./simulate.ts"

const EXAMPLES = `
Examples:
  montego bench kernel               playouts a second, every policy, one and all cores
  montego bench kernel --json        the same for programs
  montego bench search               simulations a second of the tree search, and what its tree costs
  montego bench simulate --runs 10   the three methods of 2008 beside the kernel
  montego bench --signature          one hash: does the kernel still play the same?`

export function benchCommand(): Command {
  return new Command("bench")
    .description("Measure playouts and searches: speed, methods, signature.")
    .addCommand(kernelCommand(), { isDefault: true })
    .addCommand(searchCommand())
    .addCommand(simulateCommand())
    .addCommand(signatureCommand())
    .addHelpText("after", EXAMPLES)
}
