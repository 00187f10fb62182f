// What the page hears of the worker that studies late positions.

import { describe, expect, it } from "vitest"
import type { StudyQuestion } from "montego/cgt"
import { EndgameAsker, type StudyResult } from "./endgame.ts"
import type { EngineWorker } from "./worker-port.ts"

class TestWorker extends EventTarget {
  isEnded = false

  postMessage(): void {
    // The test answers.
  }

  terminate(): void {
    this.isEnded = true
  }

  answer(): void {
    this.dispatchEvent(new MessageEvent("message", { data: STUDY }))
  }

  break(): void {
    this.dispatchEvent(new Event("error", { cancelable: true }))
  }
}

const QUESTION = {} as StudyQuestion
const STUDY = { regions: [] } as unknown as Exclude<StudyResult, "failed">

function start(): { workers: TestWorker[]; ask: (heard: StudyResult[]) => void } {
  const workers: TestWorker[] = []
  const asker = new EndgameAsker(() => {
    workers.push(new TestWorker())
    return workers.at(-1) as unknown as EngineWorker
  })
  return { workers, ask: (heard) => asker.ask(QUESTION, (result) => void heard.push(result)) }
}

describe("the asker of the endgame's worker", () => {
  it("keeps a worker that has answered, and ends one that is busy", () => {
    const { workers, ask } = start()
    const [first, second, third]: StudyResult[][] = [[], [], []]
    ask(first!)
    workers[0]!.answer()
    ask(second!)
    ask(third!)
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    workers[0]!.answer()
    workers[1]!.answer()
    expect([first, second, third]).toEqual([[STUDY], [], [STUDY]])
  })

  it("tells a failure to the question that is open, not to one that was answered before", () => {
    const { workers, ask } = start()
    const [first, second, third]: StudyResult[][] = [[], [], []]
    ask(first!)
    workers[0]!.answer()
    ask(second!)
    workers[0]!.break()
    expect([first, second]).toEqual([[STUDY], ["failed"]])
    ask(third!)
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
    workers[1]!.answer()
    expect(third).toEqual([STUDY])
  })
})
