// Progress of work that takes more than a moment: at a terminal a bar with the time left, elsewhere a line every half
// minute, so that a log shows that the program is alive. Short work stays quiet.

import { makeDuration } from "../base/duration.ts"

const QUIET_MS = 500
const REDRAW_MS = 100
const LINE_MS = 30_000
const WIDTH = 30
/** Of a terminal that does not tell. */
const USUAL_COLUMNS = 80
/** Before this share is done, the time left would be a guess. */
const LEAST_SHARE = 0.01

interface ProgressOptions {
  readonly stream?: Pick<NodeJS.WriteStream, "write"> & {
    readonly isTTY?: boolean
    readonly columns?: number
  }
  /** Milliseconds. */
  readonly now?: () => number
}

export class Progress {
  readonly #stream: NonNullable<ProgressOptions["stream"]>
  readonly #now: () => number
  readonly #start: number
  /** Share at the first call: what an earlier run has done says nothing about the speed of this one. */
  #before: number | undefined
  #shown: number
  #isDrawn = false

  constructor({ stream = process.stderr, now = Date.now }: ProgressOptions = {}) {
    this.#stream = stream
    this.#now = now
    this.#start = now()
    this.#shown = stream.isTTY ? -Infinity : this.#start
  }

  /** Shows how much is done, from 0 to 1, with a word on what. */
  show(share: number, text: string): void {
    this.#before ??= share
    const now = this.#now()
    const { isTTY, columns = USUAL_COLUMNS } = this.#stream
    if (now - this.#start < QUIET_MS || now - this.#shown < (isTTY ? REDRAW_MS : LINE_MS)) return
    this.#shown = now
    const left = this.#timeLeft(share, now)
    const percent = `${Math.floor(Math.min(1, share) * 100)} %`
    if (!isTTY) {
      this.#stream.write(`montego: ${percent} ${text}${left}\n`)
      return
    }
    const done = Math.round(Math.min(1, share) * WIDTH)
    const bar = `${"█".repeat(done).padEnd(WIDTH, "░")} ${percent} `
    // A line that wraps could not be drawn over; the time left is worth more than the end of a long text.
    const room = Math.max(0, columns - 1 - bar.length - left.length)
    this.#stream.write(`\r${bar}${text.slice(0, room)}${left}\u001b[K`)
    this.#isDrawn = true
  }

  /** A line that stays, above the bar. */
  say(line: string): void {
    this.end()
    this.#stream.write(`${line}\n`)
  }

  /** Clears the bar, so that what is printed next stands on a line of its own. */
  end(): void {
    if (this.#isDrawn) this.#stream.write("\r\u001b[K")
    this.#isDrawn = false
    if (this.#stream.isTTY) this.#shown = -Infinity
  }

  #timeLeft(share: number, now: number): string {
    const done = share - this.#before!
    if (done < LEAST_SHARE || share >= 1) return ""
    return `, ${makeDuration(((now - this.#start) * (1 - share)) / done / 1000)} left`
  }
}
