// The Go Text Protocol, version 2 (draft 2, Farnebäck 2002): how commands and answers are written on a
// line. Both directions are here, so that the engine and the controller agree by construction.

/** A command as it stands on its line. */
export interface Command {
  readonly id?: number
  readonly name: string
  readonly args: readonly string[]
}

/** An answer of an engine. */
export interface Response {
  readonly id?: number
  readonly ok: boolean
  readonly text: string
}

/** The longest line of a command, in characters. A longer one is refused, so that it can't fill the memory. */
export const MAX_LINE = 1 << 20

/** Reads one line; undefined when there is no command on it (blank, or a comment only). */
export function parseCommand(line: string): Command | undefined {
  const [first, ...rest] = words(withoutComment(line))
  if (first === undefined) return undefined
  if (!/^\d+$/.test(first)) return { name: first, args: rest }
  // An id is a 31-bit number; a larger one can't be echoed as such and is taken as the name of no command.
  const id = Number(first)
  const [name = "", ...args] = rest
  return id < 2 ** 31 ? { id, name, args } : { name: first, args: rest }
}

/** A command as a line of the protocol. */
export function makeCommand({ id, name, args }: Command): string {
  return `${[...(id === undefined ? [] : [id]), name, ...args].join(" ")}\n`
}

/** Whether the line is `# interrupt`, which asks an engine that runs a command to answer at once (GoGui). */
export function isInterrupt(line: string): boolean {
  return /^\s*#\s*interrupt\s*$/.test(line)
}

/** Writes an answer. A blank line would end it early, so blank lines inside are dropped. */
export function makeResponse({ id, ok, text }: Response): string {
  const head = `${ok ? "=" : "?"}${id ?? ""}`
  const body = clean(text)
    .split("\n")
    .filter((line, index) => line.trim() !== "" || index === 0)
    .join("\n")
    .trimEnd()
  return body === "" ? `${head}\n\n` : `${head} ${body}\n\n`
}

/** Reads a whole answer, without the blank line that ends it; undefined for other text. */
export function parseResponse(lines: readonly string[]): Response | undefined {
  const match = /^([=?])(\d*)[ \t]*(.*)$/s.exec(lines.map(clean).join("\n"))
  if (!match) return undefined
  const [, sign, id, text] = match as unknown as [string, string, string, string]
  const response = { ok: sign === "=", text: text.trimEnd() }
  return id === "" ? response : { ...response, id: Number(id) }
}

/** Cuts a stream of text chunks into lines, without their ends (LF or CRLF). */
export class LineSplitter {
  #rest = ""
  #skipping = false

  /** The lines that this chunk completes. Of a line over `MAX_LINE` only its beginning is kept. */
  push(chunk: string): string[] {
    const parts = chunk.split("\n")
    const lines: string[] = []
    for (const [index, part] of parts.entries()) {
      if (!this.#skipping) this.#rest += part
      if (this.#rest.length > MAX_LINE) {
        this.#rest = this.#rest.slice(0, MAX_LINE)
        this.#skipping = true
      }
      if (index === parts.length - 1) break
      lines.push(this.#rest.replace(/\r$/, ""))
      this.#rest = ""
      this.#skipping = false
    }
    return lines
  }

  /** What is left when the stream ends: a last line without its end, or nothing. */
  end(): string[] {
    const rest = this.#rest
    this.#rest = ""
    return rest === "" ? [] : [rest]
  }
}

function withoutComment(line: string): string {
  const hash = line.indexOf("#")
  return clean(hash < 0 ? line : line.slice(0, hash))
}

/** The protocol drops control characters and takes a tab for a blank. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  return text.replaceAll("\t", " ").replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, "")
}

function words(text: string): string[] {
  return text.split(" ").filter((word) => word !== "")
}
