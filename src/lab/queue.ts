// Units of experiments on many machines (LAB-1), by the queue of the arena. An order names a run and one of its units,
// and no task: the worker cuts the experiment itself, so nothing but Montego's own experiments comes by Redis.

import { createHash } from "node:crypto"
import * as v from "valibot"
import type { Abilities } from "../arena/queue/abilities.ts"
import type { Coordinator } from "../arena/queue/coordinator.ts"
import { workerName, type JobKind, type Trade } from "../arena/queue/job.ts"
import { check, type Fields } from "../arena/schema.ts"
import { messageOf } from "../base/failure.ts"
import { err, ok, type Result } from "../base/result.ts"
import { VERSION } from "../base/version.ts"
import { prepareRun, runName, type PreparedRun, type RunDefinition } from "./definition.ts"
import { sizesOf, type Experiment } from "./experiment.ts"
import { missingNeed } from "./needs.ts"
import type { UnitJob, UnitPlace, WorkedUnit } from "./pool.ts"
import { findExperiment } from "./registry.ts"

const WORD = "unit"
const SOME_GNUGO = "gtp:gnugo --mode gtp"

export interface UnitOrder {
  readonly definition: RunDefinition
  readonly unit: string
}

const text = v.string()
const DefinitionSchema = v.strictObject({
  id: text,
  size: v.picklist(["quick", "full"]),
  sizes: v.record(v.string(), v.number()),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  signature: text,
  tasks: text,
} satisfies Fields<RunDefinition>)

const UnitOrderSchema = v.strictObject({
  definition: DefinitionSchema,
  unit: text,
} satisfies Fields<UnitOrder>)

/** Some experiments find nothing, but none finds `undefined`: JSON would drop it. */
const ReturnSchema = v.object({
  finding: v.pipe(
    v.unknown(),
    v.check((finding) => finding !== undefined, "it is missing"),
  ),
  seconds: v.pipe(v.number(), v.finite(), v.minValue(0)),
  worker: workerName,
})

/** Units for the coordinator. A queue has the units of one run. */
export const UNIT_JOBS: JobKind<UnitOrder, WorkedUnit> = {
  word: WORD,
  nameOf: ({ definition, unit }) => `${WORD} ${unit} of ${definition.id}`,
  cardOf: ({ definition }, signature) => ({
    name: `units-${definition.id}-${runName(definition)}-${VERSION}`,
    signature,
    version: VERSION,
    kind: WORD,
    title: `units of ${definition.id}`,
    subject: definition,
  }),
  jobIdOf: ({ definition, unit }) => {
    const name = JSON.stringify([definition.id, runName(definition), unit])
    return `unit-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`
  },
  orderOf: (order) => order,
  readReturn: (value) => {
    const read = check(ReturnSchema, value)
    return read.ok ? ok({ value: read.value, worker: read.value.worker }) : read
  },
  isFault: () => false,
}

/** Units for the worker. */
export function unitTrade(
  abilities: Abilities,
  place: UnitPlace,
  find: (id: string) => Experiment | undefined = findExperiment,
): Trade {
  const prepare = async (definition: unknown): Promise<Result<PreparedRun, string>> => {
    const run = prepareAgain(definition, find)
    if (!run.ok) return run
    const { experiment } = run.value
    if (experiment.isAlone) return err("it measures time, and runs on the coordinator's machine only")
    const missing = missingNeed(experiment)
    if (missing !== undefined) return err(missing)
    const lack = experiment.needs?.includes("gnugo") ? await abilities.lackOf(SOME_GNUGO) : undefined
    return lack === undefined ? run : err(lack)
  }
  return {
    word: WORD,
    lackOf: async ({ version, subject }) => {
      if (version !== VERSION) return `its version ${VERSION} is not the coordinator's, ${version}`
      const run = await prepare(subject)
      return run.ok ? undefined : run.error
    },
    accept: async (order) => {
      const read = check(UnitOrderSchema, order)
      if (!read.ok) return err(`it is no unit: ${read.error}`)
      const run = await prepare(read.value.definition)
      if (!run.ok) return run
      const unit = run.value.units.find(({ id }) => id === read.value.unit)
      if (!unit) return err("the experiment has no such unit")
      return ok(async () => {
        try {
          const value = await place.run({ ...run.value, unit }, () => undefined)
          return value && { kind: "done", value, isCrash: false }
        } catch (error) {
          return { kind: "failed", reason: messageOf(error) }
        }
      })
    },
  }
}

/** The same run, as this program cuts it. Sizes are checked first: they decide how many units there are. */
function prepareAgain(
  definition: unknown,
  find: (id: string) => Experiment | undefined,
): Result<PreparedRun, string> {
  const read = check(DefinitionSchema, definition)
  if (!read.ok) return err(`it is no run: ${read.error}`)
  const { id, size, sizes, seed } = read.value
  const experiment = find(id)
  if (!experiment) return err(`there is no experiment "${id}" here: install the same version`)
  const changes = Object.entries(sizes).map(([name, value]) => `${name}=${value}`)
  const allowed = sizesOf(experiment, size, changes)
  if (!allowed.ok) return allowed
  const run = prepareRun(experiment, size, allowed.value, seed)
  if (runName(run.definition) !== runName(read.value))
    return err(`this Montego runs ${id} otherwise than the coordinator's: install the same version`)
  return ok(run)
}

/** Workers on other machines as the place of units. */
export class QueuePlace implements UnitPlace {
  readonly #coordinator: Coordinator<UnitOrder, WorkedUnit>

  constructor(coordinator: Coordinator<UnitOrder, WorkedUnit>) {
    this.#coordinator = coordinator
  }

  run({ definition, unit }: UnitJob): Promise<WorkedUnit | undefined> {
    return this.#coordinator.run({ definition, unit: unit.id })
  }

  close(): Promise<void> {
    return this.#coordinator.close()
  }
}
