// A progress bar on stderr, for people only: nothing is drawn when stderr is not a terminal, nor during the
// first moments, so that short work stays quiet.

const QUIET_MS = 500
const REDRAW_MS = 100
const WIDTH = 30

export class Progress {
  readonly #start = Date.now()
  readonly #visible = process.stderr.isTTY
  #drawn = 0

  /** Shows how much is done, from 0 to 1, with a word on what. */
  show(share: number, text: string): void {
    const now = Date.now()
    if (!this.#visible || now - this.#start < QUIET_MS || now - this.#drawn < REDRAW_MS) return
    this.#drawn = now
    const done = Math.round(Math.min(1, share) * WIDTH)
    const left =
      share > 0.01 ? ` ${Math.ceil(((now - this.#start) * (1 - share)) / share / 1000)} s left` : ""
    const bar = "█".repeat(done) + "░".repeat(WIDTH - done)
    process.stderr.write(`\r${bar} ${Math.floor(share * 100)} % ${text}${left}\u001b[K`)
  }

  /** Clears the bar, so that what is printed next stands on a line of its own. */
  end(): void {
    if (this.#drawn > 0) process.stderr.write("\r\u001b[K")
    this.#drawn = 0
  }
}
