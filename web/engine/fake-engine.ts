// An engine for tests: it keeps the questions, and the test answers them.

import type { SearchReport } from "montego/search"
import { Black, POINTS, type Color, type Move } from "montego/rules"
import type { Asking, Engine } from "./client.ts"
import type { Answers, Task } from "montego/service"

interface Asked {
  readonly task: Task
  readonly report: (report: SearchReport) => void
  readonly answer: (answer: Answers[Task["kind"]]) => Promise<void>
  readonly fail: (message: string) => Promise<void>
  isStopped: boolean
  isHurried: boolean
}

export class FakeEngine implements Engine {
  readonly asked: Asked[] = []

  get last(): Asked {
    return this.asked.at(-1)!
  }

  ask<T extends Task>(task: T, onReport?: (report: SearchReport) => void): Asking<T["kind"]> {
    let resolve!: (answer: Answers[Task["kind"]] | undefined) => void
    let reject!: (error: Error) => void
    const answer = new Promise<Answers[Task["kind"]] | undefined>((yes, no) => {
      resolve = yes
      reject = no
    })
    const settled = async (): Promise<void> => {
      await Promise.resolve()
      await new Promise((done) => setTimeout(done, 0))
    }
    const asked: Asked = {
      task,
      report: (report) => onReport?.(report),
      answer: (given) => {
        resolve(given)
        return settled()
      },
      fail: (message) => {
        reject(new Error(message))
        return settled()
      },
      isStopped: false,
      isHurried: false,
    }
    this.asked.push(asked)
    return {
      answer: answer as Promise<Answers[T["kind"]] | undefined>,
      stop: () => {
        asked.isStopped = true
        resolve(undefined)
      },
      hurry: () => {
        asked.isHurried = true
      },
    }
  }
}

interface ReportDraft {
  readonly winRate?: number
  readonly visits?: number
  readonly color?: Color
  /** Black's, as a network estimates it; without it, the report is one of playouts. */
  readonly lead?: number
}

/** A report with one candidate. */
export function reportOf(
  move: Move,
  { winRate = 0.5, visits = 100, color = Black, lead }: ReportDraft = {},
): SearchReport {
  return {
    color,
    playouts: visits,
    seconds: 1,
    winRate,
    score: { mean: lead ?? 0, spread: 1 },
    ...(lead === undefined ? {} : { judge: "network" as const }),
    candidates: [{ move, visits, winRate, pv: [move] }],
    owners: new Float64Array(POINTS),
    nodes: 1,
    capacity: 1,
    notes: [],
  }
}
