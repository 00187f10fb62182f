// Runs the kernel in a Web Worker, and tells what this browser allows.

import { Kernel } from "../../../src/kernel/index.ts"
import { kernelSignature } from "../../../src/kernel/signature.ts"

export type Answer =
  | { readonly signature: string; readonly isolated: boolean; readonly sharedArrayBuffer: boolean }
  | { readonly error: string }

const scope = globalThis as unknown as {
  readonly crossOriginIsolated: boolean
  postMessage(answer: Answer): void
}

try {
  const signature = kernelSignature(await Kernel.create())
  const sharedArrayBuffer = typeof SharedArrayBuffer !== "undefined"
  scope.postMessage({ signature, isolated: scope.crossOriginIsolated, sharedArrayBuffer })
} catch (error) {
  scope.postMessage({ error: String(error) })
}
