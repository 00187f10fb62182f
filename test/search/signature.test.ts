// The whole signature: pinned. The kernel's own part has its tests beside it; test/browser compares with Chromium.

import { expect, it } from "vitest"
import { err } from "../../src/base/result.ts"
import { loadKnowledge } from "../../src/learn/node/index.ts"
import { loadNetImage } from "../../src/net/node/index.ts"
import { SIGNATURE, signature } from "../../src/search/index.ts"

const SOURCE = { loadKnowledge, loadNet: loadNetImage }

it("the signature is the pinned one", async () => expect(await signature(SOURCE)).toBe(SIGNATURE))

it.each(["loadKnowledge", "loadNet"] as const)("covers what %s finds for each board", async (name) => {
  const without = (missing: number): Promise<string> =>
    signature({
      ...SOURCE,
      [name]: async (size: number) => (size === missing ? err("it is missing") : SOURCE[name](size)),
    })
  expect(new Set([SIGNATURE, await without(9), await without(19)]).size).toBe(3)
})
