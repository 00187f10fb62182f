// The laboratory's end in the worker: begins experiments and runs them piece by piece as it is asked to. The engine's
// worker fetches this module when a page of the laboratory is first started.

import { messageOf } from "montego/base"
import { openBandits } from "./bandits.ts"
import { openEvolve } from "./evolve.ts"
import { openGames } from "./games.ts"
import { openGobble } from "./gobble.ts"
import { openMatch } from "./match.ts"
import type { LabName, LabNews, LabSnapshots, LabTask } from "./messages.ts"
import type { LabRun, LabSettings } from "./run.ts"
import { openSimulations } from "./simulations.ts"

type Openers = {
  readonly [Name in LabName]: (
    settings: LabSettings,
  ) => LabRun<LabSnapshots[Name]> | Promise<LabRun<LabSnapshots[Name]>>
}

const OPENERS: Openers = {
  bandits: openBandits,
  simulations: openSimulations,
  gobble: openGobble,
  evolve: openEvolve,
  games: openGames,
  match: openMatch,
}

/** Milliseconds of work before an answer: short enough to look live, long enough for messages to cost little. */
const PIECE = 60

export class LabBench {
  #run: LabRun<LabSnapshots[LabName]> | undefined

  async handle(task: LabTask): Promise<LabNews> {
    try {
      if (task.begin) {
        await this.#run?.close?.()
        this.#run = undefined
        this.#run = await OPENERS[task.begin.name](task.begin.settings)
      } else await this.#work(task.until)
      const { done, total } = this.#run!
      return { kind: "lab", answer: { done, total, snapshot: this.#run!.snapshot() } }
    } catch (error) {
      return { kind: "lab", fault: messageOf(error) }
    }
  }

  async #work(until: number): Promise<void> {
    if (!this.#run) throw new Error("nothing has begun")
    const end = performance.now() + PIECE
    const last = Math.min(until, this.#run.total)
    while (this.#run.done < last) {
      await this.#run.step()
      if (performance.now() > end) return
    }
  }
}
