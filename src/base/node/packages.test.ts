import { describe, expect, it } from "vitest"
import manifest from "../../../package.json" with { type: "json" }
import { loadWith, MissingPackage } from "./packages.ts"

/** What Node's `import` throws. */
function notFound(name: string): Error {
  const message = `Cannot find package '${name}' imported from /project/queue.js`
  return Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" })
}

describe("optional packages", () => {
  it("are loaded where they are installed", async () => {
    await expect(loadWith("montego serve", ["hono"], () => import("hono"))).resolves.toHaveProperty("Hono")
  })

  it("are asked for by name and tested version where they are missing", async () => {
    const pins = manifest.devDependencies
    const loading = loadWith("montego worker", ["bullmq", "ioredis"], () =>
      Promise.reject(notFound("ioredis")),
    )
    await expect(loading).rejects.toThrow(
      new MissingPackage(
        "montego worker needs packages that are not installed: " +
          `npm i bullmq@${pins.bullmq} ioredis@${pins.ioredis}`,
      ),
    )
  })

  it("are not blamed for another error", async () => {
    for (const error of [notFound("other"), new Error("Cannot find package 'ws'")])
      await expect(loadWith("x", ["ws"], () => Promise.reject(error))).rejects.toBe(error)
  })

  it("are peers that npm does not install by itself, and pinned for the checkout", () => {
    const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta } = manifest
    for (const name of Object.keys(peerDependencies) as (keyof typeof peerDependencies)[]) {
      expect(peerDependenciesMeta[name]).toEqual({ optional: true })
      expect(devDependencies[name]).toMatch(/^\d+\.\d+\.\d+$/)
      expect(dependencies).not.toHaveProperty(name)
    }
  })
})
