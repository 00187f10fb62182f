import { expect, it } from "vitest"
import { ok, unwrap } from "../base/result.ts"
import { makeNetLoader, netSize, type NetSize } from "./loader.ts"
import { makeRandomNet } from "./made.ts"

it.each([
  ["search", [9, 9, 9, 13, 13, 13, 19, 19]],
  ["people", [9, 9, 9, 19, 19, 19, 19, 19]],
] as const)("the network of a board for %s", (use, trained) => {
  expect([2, 9, 10, 11, 13, 15, 16, 19].map((size) => netSize(size, use))).toEqual(trained)
})

it("reads each network once", async () => {
  const reads: NetSize[] = []
  const load = makeNetLoader(async (size) => {
    reads.push(size)
    return ok(makeRandomNet({ blocks: 1, channels: 16, seed: size }))
  })
  const small = unwrap(await load(9))
  expect(unwrap(await load(5, "people"))).toBe(small)
  const large = unwrap(await load(19))
  expect(unwrap(await load(13, "people"))).toBe(large)
  expect(unwrap(await load(13, "search"))).not.toBe(large)
  expect(reads).toEqual([9, 19, 13])
})
