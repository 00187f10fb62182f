// The bar and the lines of long work, with a clock of our own.

import { describe, expect, it } from "vitest"
import { screenOf } from "../../test/support/screen.ts"
import { Progress } from "./progress.ts"

function open(terminal?: { columns: number }) {
  let [time, written] = [0, ""]
  const stream = {
    ...(terminal ? { isTTY: true, ...terminal } : {}),
    write: (text: string | Uint8Array) => {
      written += String(text)
      return true
    },
  }
  const progress = new Progress({ stream, now: () => time })
  return { progress, at: (ms: number) => void (time = ms), written: () => written }
}

describe("progress at a terminal", () => {
  it("is a bar with the time left, and quiet at first", () => {
    const { progress, at, written } = open({ columns: 80 })
    progress.show(0, "game 0 of 4")
    at(400)
    progress.show(0.25, "game 1 of 4")
    expect(written()).toBe("")
    at(60_000)
    progress.show(0.5, "game 2 of 4")
    expect(screenOf(written())).toEqual([
      `${"█".repeat(15)}${"░".repeat(15)} 50 % game 2 of 4, 1 min 0 s left`,
    ])
    progress.end()
    expect(screenOf(written())).toEqual([])
  })

  it("a long text is cut, the time left is not", () => {
    const { progress, at, written } = open({ columns: 60 })
    progress.show(0, "")
    at(10_000)
    progress.show(0.5, "a text that is much longer than there is room for it on this line")
    const [line = "", ...more] = screenOf(written(), { columns: 60, rows: 24 })
    expect(more).toEqual([])
    expect(line).toHaveLength(59)
    expect(line).toMatch(/50 % a text .*, 10 s left$/)
  })

  it("counts only what this run has done", () => {
    const { progress, at, written } = open({ columns: 80 })
    progress.show(0.5, "games")
    at(100_000)
    progress.show(0.75, "games")
    expect(written()).toMatch(/75 % games, 1 min 40 s left/)
  })

  it("lines stay above the bar", () => {
    const { progress, at, written } = open({ columns: 80 })
    at(1000)
    progress.show(0, "one")
    progress.say("game 1: B+R")
    progress.show(0.5, "two")
    expect(screenOf(written())).toEqual(["game 1: B+R", expect.stringMatching(/50 % two/)])
  })
})

describe("progress in a log", () => {
  it("is a line every half minute", () => {
    const { progress, at, written } = open()
    for (let seconds = 0; seconds <= 100; seconds++) {
      at(1000 * seconds)
      progress.show(seconds / 100, `${seconds} of 100`)
    }
    progress.end()
    expect(written()).toBe(
      "montego: 30 % 30 of 100, 1 min 10 s left\nmontego: 60 % 60 of 100, 40 s left\nmontego: 90 % 90 of 100, 10 s left\n",
    )
  })
})
