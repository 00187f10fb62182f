// The networks of the package: they can be read, say where they come from, and are small.

import { readdirSync, statSync } from "node:fs"
import { expect, it } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { NET_SIZES } from "../../src/net/index.ts"
import { loadBundledNet } from "../../src/net/node/index.ts"

it.each([
  [9, "search"],
  [13, "search"],
  [19, "people"],
] as const)("that of %d for %s has its shape, data, commands and seed", (size, use) => {
  const net = unwrap(loadBundledNet(size, use))
  expect(net).toMatchObject({ blocks: 6, channels: 64, size })
  expect(net.origin["positions"]).toBeGreaterThan(10_000_000)
  expect(net.origin).toMatchObject({ data: expect.any(String), seed: expect.any(Number) })
  expect(JSON.stringify(net.origin["commands"])).toContain("python3 train/")
})

it("take at most 1.5 MB", () => {
  const folder = new URL("../../weights/", import.meta.url)
  const files = readdirSync(folder).filter((name) => name.startsWith("net"))
  expect(files).toHaveLength(NET_SIZES.length)
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(bytes).toBeLessThanOrEqual(1_500_000)
})
