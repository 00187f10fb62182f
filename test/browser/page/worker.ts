// Runs the kernel and the search in a Web Worker, and tells what this browser allows.

import { signature } from "../../../src/search/index.ts"

export type Answer =
  | { readonly signature: string; readonly isolated: boolean; readonly sharedArrayBuffer: boolean }
  | { readonly error: string }

const scope = globalThis as unknown as {
  readonly crossOriginIsolated: boolean
  postMessage(answer: Answer): void
}

try {
  const sharedArrayBuffer = typeof SharedArrayBuffer !== "undefined"
  scope.postMessage({ signature: await signature(), isolated: scope.crossOriginIsolated, sharedArrayBuffer })
} catch (error) {
  scope.postMessage({ error: String(error) })
}
