// The clocks of a game at the screen. Each side has its own; one runs at a time, and none while the board is counted or
// the page is closed.

import { Black, White, type Color } from "montego/rules"
import { afterMove, elapse, fullTime, type Clock, type TimeLeft, type TimeLimit } from "montego/search"
import { Observable } from "../shared/observable.ts"

/** Both sides' time, Black's first. */
type BothTimes = readonly [black: TimeLeft, white: TimeLeft]

/** What is kept of the clocks: `turns` has by number of moves played what they showed then, `now` what they show. */
export interface SavedClock {
  readonly turns: readonly BothTimes[]
  readonly now: BothTimes
}

/** Below this number of seconds, tenths are shown. */
export const SHORT_OF_TIME = 10
const TICK_MS = 100

/** As a clock shows it: 1:02:03, 12:05, 0:10, 9.4. Never 0 while there is time. */
export function makeTime(seconds: number): string {
  const tenths = Math.ceil(seconds * 10 - 1e-6)
  if (tenths < SHORT_OF_TIME * 10) return (Math.max(0, tenths) / 10).toFixed(1)
  const whole = Math.ceil(seconds - 1e-6)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (count: number): string => String(count).padStart(2, "0")
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}

/** Two clocks, of which one runs. It tells its listeners when what it shows has changed. */
export class GameClock extends Observable {
  readonly limit: TimeLimit
  /** Whose time is up. */
  fallen: Color | undefined
  #turns: BothTimes[]
  #times: BothTimes
  #running: { readonly color: Color; readonly since: number } | undefined
  #ticking: ReturnType<typeof setInterval> | undefined

  constructor(limit: TimeLimit, saved?: SavedClock) {
    super()
    this.limit = limit
    const full = fullTime(limit)
    this.#turns = saved ? [...saved.turns] : [[full, full]]
    this.#times = saved?.now ?? [full, full]
  }

  /** Whose clock runs. */
  get running(): Color | undefined {
    return this.#running?.color
  }

  /** What this side has at the moment; nothing is left to one whose time is up. */
  left(color: Color): TimeLeft {
    return this.fallen === color ? { seconds: 0, stones: 0 } : (this.#now(color) ?? { seconds: 0, stones: 0 })
  }

  run(color: Color): void {
    if (this.#running?.color === color || this.fallen !== undefined) return
    this.pause()
    this.#running = { color, since: performance.now() }
    let shown = this.#face(color)
    this.#ticking = setInterval(() => {
      if (this.#hasFallen() || this.#face(color) === shown) return
      shown = this.#face(color)
      this.changed()
    }, TICK_MS)
    this.changed()
  }

  /** Stops both clocks. */
  pause(): void {
    if (this.#running && !this.#hasFallen()) this.#halt(this.left(this.#running.color))
  }

  /** A move was made, and it is the number `moves`; false when it came too late. */
  press(color: Color, moves: number): boolean {
    if (this.#hasFallen()) return false
    this.#halt(afterMove(this.limit, this.left(color)), color)
    this.#turns[moves] = this.#times
    this.changed()
    return true
  }

  /** Back to what the clocks showed after `moves` moves. */
  takeBack(moves: number): void {
    this.#halt()
    this.fallen = undefined
    this.#times = this.#turns[moves] ?? this.#times
    this.#turns = this.#turns.slice(0, moves + 1)
    this.changed()
  }

  /** The clock as players want it: the most time that this side has for its next move. */
  forPlayer(color: Color): Clock {
    return { settings: this.limit, left: this.left(color) }
  }

  save(): SavedClock {
    return { turns: this.#turns.map(rounded), now: rounded([this.left(Black), this.left(White)]) }
  }

  #now(color: Color): TimeLeft | undefined {
    const left = this.#times[sideOf(color)]
    if (this.#running?.color !== color) return left
    return elapse(this.limit, left, (performance.now() - this.#running.since) / 1000)
  }

  #face(color: Color): string {
    const { seconds, stones } = this.left(color)
    return `${makeTime(seconds)} ${stones}`
  }

  #hasFallen(): boolean {
    const color = this.#running?.color
    if (color === undefined || this.#now(color) !== undefined) return this.fallen !== undefined
    this.#halt({ seconds: 0, stones: 0 })
    this.fallen = color
    this.changed()
    return true
  }

  /** Stops, with this much left to one side. */
  #halt(left?: TimeLeft, color: Color | undefined = this.#running?.color): void {
    clearInterval(this.#ticking)
    this.#running = undefined
    if (left && color !== undefined)
      this.#times = color === Black ? [left, this.#times[1]] : [this.#times[0], left]
  }
}

/** Kept clocks of a game of `moves` moves, where they make sense. */
export function readClock(stored: unknown, moves: number): SavedClock | undefined {
  if (typeof stored !== "object" || stored === null) return undefined
  const { turns, now } = stored as { turns?: unknown; now?: unknown }
  if (!Array.isArray(turns) || turns.length !== moves + 1 || !turns.every(isBothTimes)) return undefined
  return isBothTimes(now) ? { turns, now } : undefined
}

function isBothTimes(value: unknown): value is BothTimes {
  return Array.isArray(value) && value.length === 2 && value.every(isTimeLeft)
}

function isTimeLeft(value: unknown): value is TimeLeft {
  if (typeof value !== "object" || value === null) return false
  const { seconds, stones } = value as { seconds?: unknown; stones?: unknown }
  return (
    typeof seconds === "number" && seconds >= 0 && Number.isSafeInteger(stones) && (stones as number) >= 0
  )
}

function rounded([black, white]: BothTimes): BothTimes {
  const round = ({ seconds, stones }: TimeLeft) => ({ seconds: Math.round(seconds * 100) / 100, stones })
  return [round(black), round(white)]
}

const sideOf = (color: Color): 0 | 1 => (color === Black ? 0 : 1)
