import { describe, expect, it } from "vitest"
import { Feed } from "./feed.ts"

async function readAll(feed: Feed<{ n: number }>): Promise<number[]> {
  const read: number[] = []
  for await (const { n } of feed) read.push(n)
  return read
}

describe("reports for a reader (GTP-1)", () => {
  it("of what waits only the newest is read, also at the end", async () => {
    const feed = new Feed<{ n: number }>()
    feed.put({ n: 1 })
    feed.put({ n: 2 })
    feed.end()
    expect(await readAll(feed)).toEqual([2])
  })

  it("a reader waits for what comes", async () => {
    const feed = new Feed<{ n: number }>()
    const read = readAll(feed)
    for (const n of [1, 2, 3]) {
      await new Promise((resolve) => setImmediate(resolve))
      feed.put({ n })
    }
    await new Promise((resolve) => setImmediate(resolve))
    feed.end()
    expect(await read).toEqual([1, 2, 3])
  })

  it("has begun with the first value, and not by its end", async () => {
    const settled = async (feed: Feed<{ n: number }>): Promise<boolean> => {
      let begun = false
      void feed.begun.then(() => (begun = true))
      await new Promise((resolve) => setImmediate(resolve))
      return begun
    }
    const [empty, full] = [new Feed<{ n: number }>(), new Feed<{ n: number }>()]
    empty.end()
    full.put({ n: 1 })
    expect([await settled(empty), await settled(full)]).toEqual([false, true])
  })
})
