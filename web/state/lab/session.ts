// One experiment of the laboratory as its page has it: settings, how far it is, what was found. It asks the worker for
// the next piece as long as it runs, so that a pause holds at once and nothing is computed in vain.

import { messageOf, ok, type Result } from "montego/base"
import type { LabName, LabSnapshots } from "../../engine/lab/messages.ts"
import type { LabConnection, LabOpener } from "../../engine/lab/port.ts"
import type { LabSettings } from "../../engine/lab/run.ts"
import { Observable } from "../shared/observable.ts"
import { readField, usualSettings, type Fields } from "./fields.ts"

/** "ready": nothing has been run. "over": all was run. */
type Status = "ready" | "running" | "paused" | "over" | "failed"

export class LabSession<Name extends LabName = LabName> extends Observable {
  readonly name: Name
  readonly fields: Fields
  settings: LabSettings
  status: Status = "ready"
  done = 0
  /** Undefined before the run has begun. */
  total: number | undefined
  snapshot: LabSnapshots[Name] | undefined
  /** Why the settings make no experiment, or what broke. */
  fault: string | undefined
  readonly #open: LabOpener
  #connection: LabConnection | undefined
  /** The connection whose pieces are being asked for. */
  #looping: LabConnection | undefined
  /** Where the run pauses by itself: a link names a state. */
  #until = Infinity

  constructor(name: Name, fields: Fields, open: LabOpener, settings: LabSettings = usualSettings(fields)) {
    super()
    this.name = name
    this.fields = fields
    this.settings = settings
    this.#open = open
  }

  get isRunning(): boolean {
    return this.status === "running"
  }

  /** Begins, or goes on; `until` is where it pauses by itself. */
  start(until = Infinity): void {
    if (this.isRunning || this.status === "over") return
    this.#until = until
    this.fault = undefined
    this.status = "running"
    this.changed()
    void this.#run()
  }

  pause(): void {
    if (!this.isRunning) return
    this.status = this.done > 0 ? "paused" : "ready"
    this.changed()
  }

  toggle(): void {
    if (this.isRunning) this.pause()
    else if (this.status === "over") this.restart()
    else this.start()
  }

  /** Forgets all that was found; the settings stay. */
  reset(): void {
    this.#drop()
    this.status = "ready"
    this.changed()
  }

  restart(): void {
    this.reset()
    this.start()
  }

  /** Another value of a field, as a form has it: the run begins anew. The error says what is allowed. */
  choose(name: string, text: string): Result<null, string> {
    const read = readField(name, this.fields[name]!, text)
    if (!read.ok) {
      this.fault = read.error
      this.changed()
      return read
    }
    if (read.value !== this.settings[name]) {
      this.settings = { ...this.settings, [name]: read.value }
      this.reset()
    } else if (this.fault !== undefined) {
      this.fault = undefined
      this.changed()
    }
    return ok(null)
  }

  /** Ends it for good. */
  close(): void {
    this.#drop()
    this.status = "ready"
  }

  #drop(): void {
    this.#connection?.close()
    this.#connection = undefined
    this.done = 0
    this.total = undefined
    this.snapshot = undefined
    this.fault = undefined
  }

  async #run(): Promise<void> {
    let connection = this.#connection
    try {
      const isNew = connection === undefined
      connection = this.#connection ??= this.#open()
      // After a short pause the last piece may still be under way: it goes on by itself.
      if (this.#looping === connection) return
      this.#looping = connection
      if (isNew) this.#take(await connection.begin(this.name, this.settings), connection)
      while (this.#connection === connection && this.isRunning) {
        if (this.done >= Math.min(this.total!, this.#until)) {
          this.status = this.done >= this.total! ? "over" : this.done > 0 ? "paused" : "ready"
          this.changed()
        } else this.#take(await connection.step(this.#until), connection)
      }
    } catch (error) {
      if (connection && this.#connection !== connection) return
      this.#drop()
      this.fault = messageOf(error)
      this.status = "failed"
      this.changed()
    } finally {
      if (this.#looping === connection) this.#looping = undefined
    }
  }

  #take(answer: Awaited<ReturnType<LabConnection["step"]>>, from: LabConnection): void {
    if (this.#connection !== from) return
    this.done = answer.done
    this.total = answer.total
    this.snapshot = answer.snapshot as LabSnapshots[Name]
    this.changed()
  }
}
