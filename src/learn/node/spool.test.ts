// Spooled choices are the same as those of the source.

import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeCollection } from "../../../test/support/collections.ts"
import { expectEqual } from "../../../test/support/equal.ts"
import { openScratch } from "../../../test/support/scratch.ts"
import type { ChoiceBlock } from "../choices.ts"
import { GameSource, type PassOptions } from "./game-source.ts"
import { SpooledSource } from "./spool.ts"

const scratch = openScratch("spool")

it("reads the file after a whole pass, and gives the same blocks", async () => {
  const file = scratch.file(makeCollection({ games: 500, moves: 50 }))
  const source = new GameSource({
    files: [file],
    features: { kind: "playout" },
    sampling: { rate: 1, seed: 1 },
    threads: 1,
  })
  let passes = 0
  const counted = {
    slots: source.slots,
    features: source.features,
    blocks: (options?: PassOptions) => {
      passes++
      return source.blocks(options)
    },
  }
  const path = join(scratch.folder, "choices.spool")
  const spool = new SpooledSource(counted, path)
  const collect = async (options?: PassOptions): Promise<ChoiceBlock[]> => {
    const blocks: ChoiceBlock[] = []
    // A block is good until the next one.
    for await (const block of spool.blocks(options)) blocks.push(structuredClone(block))
    return blocks
  }
  const whole: ChoiceBlock[] = []
  for await (const block of source.blocks()) whole.push(block)
  expect(whole.length).toBeGreaterThan(2)
  // A pass that ends early leaves the rest to the next ones.
  for await (const block of spool.blocks()) {
    expectEqual([block], whole.slice(0, 1))
    break
  }
  expectEqual(await collect({ skip: 1 }), whole.slice(1))
  expectEqual(await collect(), whole)
  const shares: number[] = []
  expectEqual(await collect({ onProgress: (share) => void shares.push(share) }), whole)
  expectEqual(await collect({ skip: 2 }), whole.slice(2))
  expect(passes).toBe(1)
  expect(shares.at(-1)).toBeCloseTo(1)
  await spool.close()
  await source.close()
  expect(existsSync(path)).toBe(false)
})
