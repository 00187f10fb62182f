// A terminal of a given size, as far as our programs use one: what a person sees after the program has written a text.

export interface ScreenSize {
  readonly columns: number
  readonly rows: number
}

export const USUAL_SCREEN: ScreenSize = { columns: 80, rows: 24 }

/** Escape sequences, line ends, and single characters. */
const PIECE = new RegExp(String.raw`${"\u001B"}\[(?<args>[?\d;]*)(?<final>[A-Za-z])|(?<sign>[^])`, "gu")

export class Screen {
  readonly #size: ScreenSize
  /** All lines from the first that was written; only the last `rows` are to be seen. */
  #lines: string[][] = [[]]
  /** First line that is to be seen. */
  #top = 0
  #clearedAt = 0
  #row = 0
  #column = 0
  #wraps = true
  #former: { lines: string[][]; top: number; row: number; column: number } | undefined
  /** How many lines were continued in the next because they were too long. */
  wrapped = 0

  constructor(size: ScreenSize = USUAL_SCREEN) {
    this.#size = size
  }

  write(text: string): void {
    for (const { groups } of text.matchAll(PIECE)) {
      const { args = "", final, sign } = groups!
      if (final !== undefined) this.#control(final, args)
      else this.#put(sign!)
    }
  }

  /** What is to be seen, without the blanks at the ends of lines and the empty lines at the bottom. */
  get lines(): string[] {
    const shown = this.#lines.slice(this.#top).map((line) => Array.from(line, (sign) => sign ?? " ").join(""))
    const trimmed = shown.map((line) => line.trimEnd())
    return trimmed.slice(0, trimmed.findLastIndex((line) => line !== "") + 1)
  }

  /** How many lines have left the screen at the top since it was last cleared. */
  get scrolled(): number {
    return this.#top - this.#clearedAt
  }

  /** How often the whole screen was cleared. */
  clearings = 0

  #put(sign: string): void {
    if (sign === "\r") this.#column = 0
    else if (sign === "\n") {
      this.#column = 0
      this.#feed()
    } else {
      if (this.#column >= this.#size.columns) {
        if (this.#wraps) {
          this.wrapped++
          this.#column = 0
          this.#feed()
        } else this.#column = this.#size.columns - 1
      }
      this.#line()[this.#column++] = sign
    }
  }

  #feed(): void {
    this.#row++
    this.#line()
    this.#top = Math.max(this.#top, this.#row - this.#size.rows + 1)
  }

  #line(): string[] {
    while (this.#lines.length <= this.#row) this.#lines.push([])
    return this.#lines[this.#row]!
  }

  #control(final: string, args: string): void {
    const count = Number(args) || 1
    if (final === "A") this.#row = Math.max(this.#top, this.#row - count)
    else if (final === "G") this.#column = count - 1
    else if (final === "H") [this.#row, this.#column] = [this.#top, 0]
    else if (final === "K") this.#clearLine()
    else if (final === "J") this.#clear(args)
    else if (final === "h" || final === "l") this.#switch(args, final === "h")
    else if (final !== "m")
      throw new Error(`the screen of the tests does not know the sequence ${args}${final}`)
  }

  #switch(args: string, isOn: boolean): void {
    if (args === "?7") this.#wraps = isOn
    if (args !== "?1049") return
    // The alternate screen has no past, and the other one is as it was when that is left.
    if (isOn) this.#former = { lines: this.#lines, top: this.#top, row: this.#row, column: this.#column }
    const { lines, top, row, column } = (isOn ? undefined : this.#former) ?? {
      lines: [[]],
      top: 0,
      row: 0,
      column: 0,
    }
    this.#lines = lines
    ;[this.#top, this.#row, this.#column] = [top, row, column]
  }

  /** Behind the last column the cursor still stands on it. */
  #clearLine(): void {
    const from = Math.min(this.#column, this.#size.columns - 1)
    this.#line().length = Math.min(this.#line().length, from)
  }

  #clear(args: string): void {
    if (args === "2") {
      this.clearings++
      this.#clearedAt = this.#top
      this.#lines = this.#lines.slice(0, this.#top)
      this.#line()
    } else {
      this.#clearLine()
      this.#lines.length = this.#row + 1
    }
  }
}

/** What is to be seen after a text. */
export function screenOf(text: string, size: ScreenSize = USUAL_SCREEN): string[] {
  const screen = new Screen(size)
  screen.write(text)
  return screen.lines
}
