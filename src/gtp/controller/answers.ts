// Finds the answers in what an engine writes to stdout. Before its first answer an engine may write a
// greeting; after that, a line between answers that is no answer is a fault: an engine that chatters there could
// write a line that looks like an answer, and then every later answer would be taken for its neighbour's.

import { LineSplitter, MAX_LINE, parseResponse, type Response } from "../codec.ts"

export type Reading =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "fault"; readonly message: string; readonly raw: string }

/** Characters of one answer, all lines together. */
export const MAX_ANSWER = 1 << 22

/** Characters before an answer: the greeting, and blank lines. */
export const MAX_SKIPPED = 1 << 16

export class AnswerReader {
  readonly #splitter = new LineSplitter()
  #lines: string[] = []
  #hasAnswered = false
  /** Characters since the last answer; those of them that are in no answer. */
  #received = 0
  #skipped = 0

  /** The beginning of an answer whose end has not come. */
  get unfinished(): string {
    return this.#lines.join("\n")
  }

  /** What this chunk completes. A fault is the last that is worth reading. */
  push(chunk: string): Reading[] {
    const readings: Reading[] = []
    this.#received += chunk.length
    for (const line of this.#splitter.push(chunk)) {
      const reading = this.#read(line)
      if (reading) readings.push(reading)
      if (reading?.kind === "fault") return readings
    }
    if (this.#received > MAX_ANSWER)
      readings.push(fault(`more than ${MAX_ANSWER} characters and no end of an answer`, this.#lines[0] ?? ""))
    return readings
  }

  #read(line: string): Reading | undefined {
    // The splitter cuts such a line off, and part of an answer must not be used.
    if (line.length >= MAX_LINE) return fault(`a line of more than ${MAX_LINE} characters`, line)
    const isBlank = line.trim() === ""
    const isInside = this.#lines.length > 0
    if (isInside && isBlank) return this.#complete()
    if (!isInside && (isBlank || !mayBeginAnswer(line))) return this.#skip(line, isBlank)
    this.#lines.push(line)
    return undefined
  }

  #skip(line: string, isBlank: boolean): Reading | undefined {
    if (this.#hasAnswered && !isBlank) return fault("a line between two answers", line)
    this.#skipped += line.length + 1
    return this.#skipped > MAX_SKIPPED
      ? fault(`more than ${MAX_SKIPPED} characters before an answer`, line)
      : undefined
  }

  #complete(): Reading {
    const lines = this.#lines
    this.#lines = []
    this.#received = 0
    this.#skipped = 0
    this.#hasAnswered = true
    const response = parseResponse(lines)
    return response ? { kind: "answer", response } : fault("no answer", lines.join("\n"))
  }
}

/** A greeting may be underlined: `=====` begins no answer. */
function mayBeginAnswer(line: string): boolean {
  return /^[=?](?![=?])/.test(line)
}

function fault(message: string, raw: string): Reading {
  return { kind: "fault", message, raw }
}
