// What a long command shows while it works (ARE-5).

import { PassThrough } from "node:stream"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { screenOf } from "../../test/support/screen.ts"
import { Live } from "./live.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }))
afterEach(() => void vi.useRealTimers())

/** A stream that keeps what is written, and is a terminal if it has a size. */
function open(size?: { columns: number; rows: number }) {
  const stream = new PassThrough().setEncoding("utf8") as PassThrough & Partial<NodeJS.WriteStream>
  if (size) Object.assign(stream, size, { isTTY: true })
  const live = new Live(stream as unknown as NodeJS.WriteStream)
  return { live, stream, read: (): string => (stream.read() as string | null) ?? "" }
}

const sourceOf = (lines: readonly string[]) => {
  let views = 0
  return { view: () => ({ lines, progress: `bar ${++views}` }), line: () => `all in one ${++views}` }
}

describe("live progress (ARE-5)", () => {
  it("on a terminal the table is drawn again over the old one, and goes at the end", () => {
    const { live, read } = open({ columns: 40, rows: 24 })
    live.begin(sourceOf(["one", "two"]))
    live.update()
    expect(read()).toBe("one\ntwo\n\nbar 1\n")
    live.update()
    expect(read()).toBe("")
    vi.advanceTimersByTime(600)
    expect(read()).toBe("\r\u001b[4A\u001b[Jone\ntwo\n\nbar 2\n")
    live.end()
    expect(read()).toBe("\r\u001b[4A\u001b[J")
    vi.advanceTimersByTime(5000)
    expect(read()).toBe("")
  })

  it("what the terminal echoes for Ctrl-C goes with the table", () => {
    const { live, stream, read } = open({ columns: 40, rows: 24 })
    live.begin(sourceOf(["A: uct:strong", "B: random"]))
    live.update()
    stream.write("^C")
    live.end()
    stream.write("A: uct:strong\n")
    expect(screenOf(read())).toEqual(["A: uct:strong"])
  })

  it("messages stay above the table", () => {
    const { live, read } = open({ columns: 40, rows: 24 })
    live.say("before")
    live.begin(sourceOf(["one"]))
    live.update()
    live.say("a worker joined")
    expect(read()).toBe("montego: before\none\n\nbar 1\n\r\u001b[3A\u001b[Jmontego: a worker joined\n")
    live.end()
    expect(read()).toBe("")
  })

  it("messages can't command the terminal", () => {
    const { live, read } = open()
    live.say("worker \u001b[2J\nmontego: joined")
    expect(read()).toBe("montego: worker �[2J montego: joined\n")
  })

  it("nothing wraps or scrolls, and the bar is always there", () => {
    const { live, read } = open({ columns: 10, rows: 6 })
    live.begin(sourceOf(["a".repeat(50), "b", "c", "d", "e"]))
    live.update()
    expect(read()).toBe(`${"a".repeat(9)}\nb\nc\n\nbar 1\n`)
    live.end()
  })

  it("elsewhere it is a line now and then, and none for what is over soon", () => {
    const { live, read } = open()
    live.begin(sourceOf(["one"]))
    live.update()
    vi.advanceTimersByTime(9000)
    expect(read()).toBe("")
    vi.advanceTimersByTime(11_500)
    expect(read()).toBe("montego: all in one 1\nmontego: all in one 2\n")
    live.end()
    expect(read()).toBe("")
  })
})
