// From bytes to text (REC-1). Text is decoded before it is parsed: in Shift-JIS and GB18030 the second byte
// of a character may be 0x5C or 0x5D, and a parser of bytes would take it for a backslash or a bracket.
//
// All encodings here agree on ASCII. So the choice can wait for the first byte beyond it: by then there is
// something to judge by, and a collection whose first foreign name comes late is still read rightly.
// FF[4] makes Latin-1 the default without `CA`, but most records without it were never Latin-1: we judge.

import { guessEncoding, isValid, looksLikeUtf8 } from "./guess.ts"
import { placeAt, type SgfIssue } from "./place.ts"

/** How far into the bytes `CA` is looked for. */
const DECLARATION_RANGE = 1024
/** How many bytes a judgement is based on. */
const SAMPLE = 65_536

/** Names that programs write into `CA`, without case and punctuation, where `TextDecoder` wants another. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "utf-8": "utf8 utf unicode utf8n",
    "windows-1252": "latin1 latin iso88591 88591 iso885915 ansi cp1252 windows1252 western",
    gb18030: "gb gb2312 gb231280 gbk gb18030 cp936 936 euccn chinese xgbk simplifiedchinese",
    big5: "big5 big5hkscs cp950 950 traditionalchinese",
    shift_jis: "sjis shiftjis shiftjisx0213 xsjis cp932 932 ms932 windows31j mskanji japanese",
    "euc-jp": "eucjp xeucjp ujis",
    "iso-2022-jp": "iso2022jp jis",
    "euc-kr": "euckr ksc5601 ksc56011987 ksc5601ms ksx1001 cp949 949 uhc windows949 korean",
  }).flatMap(([encoding, names]) => names.split(" ").map((name): [string, string] => [name, encoding])),
)

/** The encoding that `TextDecoder` knows for a name found in `CA`, or undefined. */
export function parseCharset(name: string): string | undefined {
  const alias = ALIASES.get(name.toLowerCase().replace(/[^a-z0-9]/g, ""))
  if (alias) return alias
  try {
    return new TextDecoder(name.trim()).encoding
  } catch {
    return undefined
  }
}

/** The text of a file, its encoding, and what was repaired. */
export interface DecodedSgf {
  readonly text: string
  /** As `TextDecoder` names it; `utf-8` for plain ASCII. */
  readonly encoding: string
  /** A `CA` that is unknown or does not fit, and characters that could not be decoded. */
  readonly issues: readonly SgfIssue[]
}

/** Decodes a whole record: by its byte order mark, by `CA` where that fits, else by judgement. */
export function decodeSgf(bytes: Uint8Array): DecodedSgf {
  const decoder = new SgfDecoder()
  const text = decoder.decode(bytes, true)
  const issues = [...decoder.issues]
  const damage = text.indexOf(REPLACEMENT)
  if (damage >= 0)
    issues.push({ ...placeAt(text, damage), reason: decoder.damageReason, severity: "repaired" })
  return { text, encoding: decoder.encoding, issues }
}

/** What a decoder puts where bytes make no character. */
export const REPLACEMENT = "\uFFFD"

/** The instance type; without the DOM's types `TextDecoder` names only the constructor. */
type Decoder = InstanceType<typeof TextDecoder>

/** Decodes bytes that come in pieces. */
export class SgfDecoder {
  /** What was wrong with `CA`; known once the encoding is. */
  readonly issues: SgfIssue[] = []
  private decoder: Decoder | undefined
  /** Bytes that wait for more of their kind, until the encoding is decided. */
  private waiting: Uint8Array = new Uint8Array(0)
  /** The byte before them, already given out: a judgement sees what stands around the first foreign byte. */
  private before: Uint8Array = new Uint8Array(0)
  private declared: Declaration | undefined
  private declarationSought = false

  get encoding(): string {
    return this.decoder?.encoding ?? this.declared?.encoding ?? "utf-8"
  }

  get damageReason(): string {
    return `bytes that are not ${this.encoding} were replaced by U+FFFD`
  }

  decode(piece: Uint8Array, final: boolean): string {
    if (this.decoder) return this.run(this.decoder, piece, final)
    const bytes = join(this.waiting, piece)
    this.waiting = new Uint8Array(0)
    if (!this.declarationSought) {
      if (bytes.length < DECLARATION_RANGE && !final) return this.wait(bytes)
      this.declarationSought = true
      const marked = byteOrderMark(bytes)
      if (marked) return this.run((this.decoder = new TextDecoder(marked)), bytes, final)
      this.declared = findDeclaration(bytes.subarray(0, DECLARATION_RANGE))
    }
    // ISO-2022-JP hides its characters in ASCII, so it can't wait for a byte beyond it.
    const start = this.declared?.encoding === "iso-2022-jp" ? 0 : firstBeyondAscii(bytes)
    const plain = asciiText(bytes.subarray(0, start))
    if (start > 0) this.before = bytes.subarray(start - 1, start)
    const rest = bytes.subarray(start)
    if (rest.length === 0) return plain
    // The same bytes are judged however they were cut into pieces.
    if (rest.length < SAMPLE && !final) return plain + this.wait(rest)
    const sample = join(this.before, rest.subarray(0, SAMPLE))
    this.decoder = new TextDecoder(this.decide(sample), { ignoreBOM: true })
    return plain + this.run(this.decoder, rest, final)
  }

  private wait(bytes: Uint8Array): string {
    this.waiting = bytes
    return ""
  }

  /**
   * Always in stream mode: without it Node 20 decodes windows-1252 as ISO-8859-1 and loses the quotes and
   * dashes of Windows.
   */
  private run(decoder: Decoder, bytes: Uint8Array, final: boolean): string {
    const text = decoder.decode(bytes, { stream: true })
    return final ? text + decoder.decode() : text
  }

  private decide(sample: Uint8Array): string {
    const { declared } = this
    if (!declared) return guessEncoding(sample)
    const { name, encoding } = declared
    if (encoding === undefined) {
      const guess = guessEncoding(sample)
      this.report(declared, `unknown encoding CA[${name}]: read as ${guess}`)
      return guess
    }
    if (fits(sample, encoding)) return encoding
    const guess = guessEncoding(sample)
    if (guess !== encoding)
      this.report(declared, `the bytes are not ${encoding} as CA[${name}] says: read as ${guess}`)
    return guess
  }

  private report({ line, column }: Declaration, reason: string): void {
    this.issues.push({ line, column, reason, severity: "repaired" })
  }
}

/** Bytes that are well-formed UTF-8 hardly mean anything else: many programs write a fixed, wrong `CA`. */
function fits(sample: Uint8Array, encoding: string): boolean {
  if (encoding === "utf-16le" || encoding === "utf-16be" || encoding === "replacement") return false
  if (!isValid(sample, encoding)) return false
  return encoding === "utf-8" || !looksLikeUtf8(sample, encoding === "windows-1252" ? 1 : 4)
}

interface Declaration {
  readonly name: string
  readonly encoding: string | undefined
  readonly line: number
  readonly column: number
}

function findDeclaration(bytes: Uint8Array): Declaration | undefined {
  const head = asciiText(bytes)
  const found = /(?<![A-Z[])(?:C[a-z]*A[a-z]*)\s*\[\s*([^\]\\]{0,60}?)\s*\]/.exec(head)
  if (!found || found[1] === "") return undefined
  const name = found[1]!
  return { name, encoding: parseCharset(name), ...placeAt(head, found.index) }
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8"
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  return undefined
}

function firstBeyondAscii(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length && bytes[at]! < 0x80) at++
  return at
}

/** Bytes beyond ASCII become U+FFFD here; this is for text that has none, and for looking at the head. */
function asciiText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function join(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return tail
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}
