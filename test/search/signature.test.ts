// The whole signature: pinned. The kernel's own part has its tests beside it; test/browser compares with Chromium.

import { expect, it } from "vitest"
import { err } from "../../src/base/result.ts"
import { loadKnowledge } from "../../src/learn/node/index.ts"
import { loadNetImage } from "../../src/net/node/index.ts"
import { SIGNATURE, signature } from "../../src/search/index.ts"

const SOURCE = { loadKnowledge, loadNet: loadNetImage }

it("the signature is the pinned one", async () => expect(await signature(SOURCE)).toBe(SIGNATURE))

it.each([
  ["loadKnowledge", [9, 19]],
  ["loadNet", [9, 13, 19]],
] as const)("covers each thing that %s finds", async (name, all) => {
  const without = (missing: number): Promise<string> =>
    signature({
      ...SOURCE,
      [name]: async (size: number) => (size === missing ? err("it is missing") : SOURCE[name](size)),
    })
  expect(new Set([SIGNATURE, ...(await Promise.all(all.map(without)))]).size).toBe(all.length + 1)
})
