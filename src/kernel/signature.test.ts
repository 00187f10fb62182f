// The signature: pinned, the same in the kernel and in its twin, and sensitive to whatever it is made from.

import { describe, expect, it } from "vitest"
import { Kernel } from "./kernel.ts"
import { POLICY_NAMES } from "./policy.ts"
import { runReference } from "./reference.ts"
import { Hash, kernelSignature, SIGNED_METHODS, signatureOf } from "./signature.ts"

/**
 * How the kernel plays today, a part of what `npx montego bench --signature` prints. The message of a commit that
 * changes it gives the reason; a mere speed-up must not change it.
 */
const SIGNATURE = "95324d00d56dfdbc"

const kernel = await Kernel.create()

describe("the signature", () => {
  it("is the pinned one", () => expect(kernelSignature(kernel)).toBe(SIGNATURE))

  it("comes out the same again, and from another instance", async () => {
    const first = kernelSignature(kernel, { sizes: [9] })
    expect(kernelSignature(kernel, { sizes: [9] })).toBe(first)
    expect(kernelSignature(await Kernel.create(), { sizes: [9] })).toBe(first)
  })

  it.each(POLICY_NAMES)("%s: the twin has the same", (policy) => {
    const options = { methods: [policy], sizes: [1, 2, 3, 5, 9, 13] }
    const ofTwin = signatureOf((board, _, request) => runReference(board, { ...request, policy }), options)
    expect(ofTwin).toBe(kernelSignature(kernel, options))
  })

  it("differs by seed, by size and by method", () => {
    const variants = [
      ...[1, 2].map((seed) => ({ seed, sizes: [9] })),
      ...[5, 6].map((size) => ({ sizes: [size] })),
      ...SIGNED_METHODS.map((method) => ({ methods: [method], sizes: [7] })),
    ]
    const signatures = variants.map((options) => kernelSignature(kernel, options))
    expect(new Set(signatures).size).toBe(variants.length)
  })

  it("sees every field of a summary", () => {
    const sums = { games: 3, blackWins: 1, whiteWins: 2, meanMargin: 1, spread: 2, moves: 9, cutOff: 0 }
    const variants = Object.keys(sums).map((field) => ({ ...sums, [field]: 77, lastGame: [] }))
    const digits = [{ ...sums, lastGame: [] }, ...variants].map((summary) => {
      const hash = new Hash()
      hash.addSummary(summary)
      return hash.digits()
    })
    expect(new Set(digits).size).toBe(variants.length + 1)
  })
})

describe("FNV-1a", () => {
  // From the authors' own table (draft-eastlake-fnv).
  it.each([
    ["", "cbf29ce484222325"],
    ["a", "af63dc4c8601ec8c"],
    ["foobar", "85944171f73967e8"],
  ])("of %j", (text, digits) => {
    const hash = new Hash()
    for (const sign of text) hash.addByte(sign.codePointAt(0)!)
    expect(hash.digits()).toBe(digits)
  })
})
