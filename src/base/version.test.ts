import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { VERSION } from "./version.ts"

it("is the version of package.json", () => {
  const file = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  expect(VERSION).toBe((JSON.parse(file) as { version: string }).version)
})
