// Runs the kernel and the search in a Web Worker, and tells what this browser allows.

import { Game } from "../../../src/rules/index.ts"
import { openWebHelpers, presetParams, Searcher, signature } from "../../../src/search/index.ts"
import { loadKnowledge } from "../../../web/engine/knowledge.ts"
import { loadNet } from "../../../web/engine/net.ts"
import type { WebWorker } from "../../../src/search/index.ts"

export type Answer =
  | {
      readonly signature: string
      readonly isolated: boolean
      readonly sharedArrayBuffer: boolean
      /** Simulations with a helper on the same tree; none where memory can't be shared. */
      readonly helped?: number
    }
  | { readonly error: string }

declare const Worker: new (url: URL, options: { type: "module" }) => WebWorker

const scope = globalThis as unknown as {
  readonly crossOriginIsolated: boolean
  postMessage(answer: Answer): void
}

/** A search on two threads. */
async function searchWithHelp(): Promise<number> {
  const helper = new Worker(new URL("./helper.ts", import.meta.url), { type: "module" })
  const searcher = await Searcher.create({ params: presetParams("mogo"), helpers: openWebHelpers([helper]) })
  const game = Game.create({ size: 9 })
  if (!game.ok) throw new Error(game.error)
  const { report } = await searcher.search({
    position: game.value.position(),
    color: game.value.toPlay,
    seed: 1,
    budget: { playouts: 3000 },
    mayStopEarly: false,
  })
  await searcher.close()
  return report.playouts
}

try {
  const { crossOriginIsolated: isolated } = scope
  const sharedArrayBuffer = typeof SharedArrayBuffer !== "undefined"
  const helped = isolated ? { helped: await searchWithHelp() } : {}
  const signed = await signature({ loadKnowledge, loadNet })
  scope.postMessage({ signature: signed, isolated, sharedArrayBuffer, ...helped })
} catch (error) {
  scope.postMessage({ error: String(error) })
}
