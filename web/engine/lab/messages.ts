// What the laboratory of the page and its worker say to each other. The page asks for the next piece of a run and gets
// what is known then: so a pause is a question that is not asked, and the same settings after the same number of pieces
// are the same numbers on every machine.

import type { BanditsSnapshot } from "./bandits.ts"
import type { EvolveSnapshot } from "./evolve.ts"
import type { GobbleSnapshot } from "./gobble.ts"
import type { GamesSnapshot } from "./games.ts"
import type { MatchSnapshot } from "./match.ts"
import type { LabSettings } from "./run.ts"
import type { SimulationsSnapshot } from "./simulations.ts"

/** What each experiment finds, by its name. */
export interface LabSnapshots {
  readonly bandits: BanditsSnapshot
  readonly simulations: SimulationsSnapshot
  readonly gobble: GobbleSnapshot
  readonly evolve: EvolveSnapshot
  readonly games: GamesSnapshot
  readonly match: MatchSnapshot
}

export type LabName = keyof LabSnapshots

export type LabTask =
  | {
      readonly kind: "lab"
      readonly begin: { readonly name: LabName; readonly settings: LabSettings }
    }
  /** Goes on, but not beyond `until` of its unit. */
  | { readonly kind: "lab"; readonly begin?: undefined; readonly until: number }

export interface LabAnswer {
  readonly done: number
  readonly total: number
  readonly snapshot: LabSnapshots[LabName]
}

export type LabNews =
  | { readonly kind: "lab"; readonly answer: LabAnswer; readonly fault?: undefined }
  | { readonly kind: "lab"; readonly fault: string }
