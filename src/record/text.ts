// Text, SimpleText and composed values of FF[4]. A backslash makes the next character plain, or, before a
// line break, takes the break away; other white space is a blank. Only these functions know the
// escapes; everything else carries raw values.

const LINE_BREAK = "\\r\\n|\\n\\r|\\r|\\n"
const ESCAPED_OR_BREAK = new RegExp(`\\\\(${LINE_BREAK}|[^])|\\\\$|${LINE_BREAK}|[\\t\\v\\f]`, "g")

/** Decodes a Text value: line breaks stay, as `\n`. */
export function parseText(raw: string): string {
  return decode(raw, "\n")
}

/** Decodes a SimpleText value: line breaks are blanks. */
export function parseSimpleText(raw: string): string {
  return decode(raw, " ")
}

function decode(raw: string, lineBreak: string): string {
  return raw.replace(ESCAPED_OR_BREAK, (found: string, escaped: string | undefined) => {
    if (escaped !== undefined) {
      if (escaped[0] === "\n" || escaped[0] === "\r") return ""
      return isBlank(escaped) ? " " : escaped
    }
    if (found === "\\") return ""
    return isBlank(found) ? " " : lineBreak
  })
}

function isBlank(character: string): boolean {
  return character === "\t" || character === "\v" || character === "\f"
}

/** Encodes text so that `parseText` gives it back (white space normalised). */
export function makeText(text: string): string {
  return normalize(text, "\n").replace(/[\\\]]/g, "\\$&")
}

/** Encodes text on one line so that `parseSimpleText` gives it back. */
export function makeSimpleText(text: string): string {
  return normalize(text, " ").replace(/[\\\]]/g, "\\$&")
}

function normalize(text: string, lineBreak: string): string {
  return text.replace(/\r\n|\n\r|\r|\n/g, lineBreak).replace(/[\t\v\f]/g, " ")
}

/** Splits `a:b` at the first colon that is not escaped; the halves stay raw. */
export function parseComposed(raw: string): [string, string] | undefined {
  for (let at = 0; at < raw.length; at++) {
    const character = raw[at]
    if (character === "\\") at++
    else if (character === ":") return [raw.slice(0, at), raw.slice(at + 1)]
  }
  return undefined
}

/** Joins two halves that are encoded already; colons in them that are not escaped are escaped. */
export function makeComposed(left: string, right: string): string {
  return `${escapeColons(left)}:${escapeColons(right)}`
}

function escapeColons(raw: string): string {
  return raw.replace(/\\[^]|:/g, (found) => (found === ":" ? "\\:" : found))
}

/**
 * A raw value that can stand between brackets. One that was read is returned as it is; in one made by hand, a
 * bracket or a last backslash that would end the value in the wrong place is escaped.
 */
export function makeRaw(value: string): string {
  if (isRaw(value)) return value
  return value.replace(/\\[^]|\\$|\]/g, (found) => (found.length === 2 ? found : `\\${found}`))
}

/** Whether the value ends where it should; a walk, because the writer asks it of every value. */
function isRaw(value: string): boolean {
  let escaped = false
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (escaped) escaped = false
    else if (code === 92) escaped = true
    else if (code === 93) return false
  }
  return !escaped
}
