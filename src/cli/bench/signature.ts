// `montego bench signature`: one hash over all that Montego plays, equal in Node and in every browser.

import { Command } from "commander"
import { ownSignature } from "../signature.ts"

export function signatureCommand(): Command {
  return new Command("signature")
    .description(
      "One hash over playouts of all policies on all sizes and a search by each preset, with learned weights too: did the play change?",
    )
    .addHelpText("after", "\nExamples:\n  montego bench signature\n  montego bench --signature")
    .action(printSignature)
}

export async function printSignature(): Promise<void> {
  console.log(await ownSignature())
}
