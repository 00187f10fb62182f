// What every experiment of the laboratory is: settings as a form or a link has them, and a run that goes on piece by
// piece.

/** By the names of the fields; links and forms have the same. */
export type LabSettings = Readonly<Record<string, string | number>>

/** An experiment in the worker. */
export interface LabRun<Snapshot> {
  /** How far it is, in its own unit, and where it ends. */
  readonly done: number
  readonly total: number
  snapshot(): Snapshot
  /** The next piece of work, a fraction of a second. Pieces always have the same size. */
  step(): void | Promise<void>
  close?(): void | Promise<void>
}

/** Settings that don't make an experiment; the message is for the person. */
export class LabFault extends Error {}

export function numberOf(settings: LabSettings, name: string): number {
  const value = settings[name]
  if (typeof value !== "number" || !Number.isFinite(value)) throw new LabFault(`${name} is missing`)
  return value
}

export function textOf(settings: LabSettings, name: string): string {
  const value = settings[name]
  if (typeof value !== "string") throw new LabFault(`${name} is missing`)
  return value
}
