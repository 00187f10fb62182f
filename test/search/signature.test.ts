// The whole signature: pinned. The kernel's own part has its tests beside it; test/browser compares with Chromium.

import { expect, it } from "vitest"
import { err } from "../../src/base/result.ts"
import { loadKnowledge } from "../../src/learn/node/index.ts"
import { SIGNATURE, signature } from "../../src/search/index.ts"

it("the signature is the pinned one", async () => expect(await signature({ loadKnowledge })).toBe(SIGNATURE))

it("covers the learned weights of each board", async () => {
  const without = (missing: number): Promise<string> =>
    signature({
      loadKnowledge: async (size) => (size === missing ? err("they are missing") : loadKnowledge(size)),
    })
  expect(new Set([SIGNATURE, await without(9), await without(19)]).size).toBe(3)
})
