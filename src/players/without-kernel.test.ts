// A runtime whose WebAssembly lacks what the kernel needs, as browsers before 2023: players go on with its slower twin.

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { unwrap } from "../base/result.ts"
import { kernelLack } from "../kernel/index.ts"
import { Black, Game } from "../rules/index.ts"
import { makePlayer, type Player, type SearchReport } from "./index.ts"

const LACK = "WebAssembly with SIMD, threads and bulk memory is missing here (browsers have it since 2023)"

describe("the tree search without its kernel", () => {
  let player: Player
  beforeAll(() => {
    const { WebAssembly: runtime } = globalThis as unknown as {
      WebAssembly: { compile: () => Promise<object> }
    }
    vi.spyOn(runtime, "compile").mockRejectedValue(new Error("invalid opcode 0xfd"))
    player = unwrap(makePlayer("uct:strong"))
  })
  afterAll(() => void vi.restoreAllMocks())

  const position = unwrap(Game.create({ size: 5 })).position()
  const request = { position, color: Black, seed: 1, budget: { playouts: 200 } } as const

  it("plays and analyses by a simpler search, and says what is missing", async () => {
    expect(await kernelLack()).toBe(LACK)
    const reports: SearchReport[] = []
    await player.prepare?.(position)
    const { move, report } = await player.choose({
      ...request,
      reportEvery: 0,
      onReport: (each) => void reports.push(each),
    })
    expect(move).not.toBe("resign")
    const missing = `${LACK}; a simpler search plays, weaker and slower`
    expect(report).toMatchObject({ playouts: 200, missing })
    for (const each of reports) expect(each.missing).toBe(missing)
    const analysis = await player.analyze!({ ...request, onReport: () => undefined })
    expect(analysis).toMatchObject({ missing })
    await player.close()
  })
})
