// The networks of the package: they can be read, say where they come from, and are small.

import { statSync } from "node:fs"
import { expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { bundledNet, loadBundledNet } from "../../src/net/node/index.ts"

it.each([9, 19])("%d×%d: has its shape, data, commands and seed", (size) => {
  const net = unwrap(loadBundledNet(size))
  expect(net).toMatchObject({ blocks: 6, channels: 64, size })
  expect(net.origin["positions"]).toBeGreaterThan(10_000_000)
  expect(net.origin).toMatchObject({ data: expect.any(String), seed: expect.any(Number) })
  expect(JSON.stringify(net.origin["commands"])).toContain("python3 train/")
})

it("take at most 1.5 MB", () => {
  const bytes = [9, 19].reduce((sum, size) => sum + statSync(bundledNet(size)).size, 0)
  expect(bytes).toBeLessThanOrEqual(1_500_000)
})
