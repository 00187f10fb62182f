// `montego bench signature`: one hash over all that the kernel plays, equal in Node and in every browser.

import { Command } from "commander"
import { Kernel } from "../kernel/index.ts"
import { kernelSignature } from "../kernel/signature.ts"

export function signatureCommand(): Command {
  return new Command("signature")
    .description("One hash over playouts with all policies on all sizes: did the kernel change?")
    .action(printSignature)
}

export async function printSignature(): Promise<void> {
  console.log(kernelSignature(await Kernel.create()))
}
