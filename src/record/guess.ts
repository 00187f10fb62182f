// Judges which encoding bytes are in, when no label tells or the label is wrong. UTF-8 proves itself by
// its form. The others overlap: almost every pair of high bytes is a character in several of them, but
// rarely a plausible one. Each candidate walks the bytes and gives every character a mark by the block its code
// lies in; characters that Go records are full of weigh more. The best mean wins.

type Mark = number

/** Marks. A text in its true encoding gets close to `usual` or above, in a wrong one around or below zero. */
const FAMILIAR: Mark = 2
const USUAL: Mark = 1
const UNUSUAL: Mark = -0.5
const STRANGE: Mark = -1
const BROKEN: Mark = -6

/** Frequent in Chinese records: surnames, ranks, results, events. */
const CHINESE = characters(
  "黑白棋围棋手目子胜负中盘半数让先番局第届杯赛段九八七六五四三二一十年月日名人天元王位战本因坊国际世界" +
    "中国日本韩国台湾联决冠军挑战的是不了在有我他这个们来到时大地为说要就出会可也你对生能而下过超时贴" +
    "李王张刘陈杨赵黄周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许邓冯曹彭曾萧田董潘袁蔡蒋余于杜叶程魏苏吕丁任沈" +
    "姚卢姜崔钟谭陆汪范金石廖贾夏韦方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向常聂古柯芈时越",
)
/** Frequent in Korean records. */
const KOREAN = characters(
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천방공현함변염여" +
    "추도소석선설마길연위표명기반왕금옥육인맹제모탁국바둑단승흑집불계반덤대회배결승예선도전본선왕위명인천원세계" +
    "창호세돌훈현철한승석진재영환준용수동민성우희지은규태의는을를에가다로고하시간패무승부접호선",
)
/** Frequent kanji in Japanese records; kana speak for themselves. */
const JAPANESE = characters(
  "黒白碁囲手目子勝負中押半先番局第期杯戦段九八七六五四三二一十年月日名人天元王座棋聖本因坊位国際世界日本韓国" +
    "挑戦決級初準対互置院関西東京大会持時間秒終了田山川木村小林藤井高石橋本治勲趙張武宮加正夫光一大竹英雄依紀基羽根直樹" +
    "坂栄男今結城聡坂井秀至伊裕太河臨余正麒淡路修三橋昌二結",
)

function characters(text: string): ReadonlySet<string> {
  return new Set(text)
}

/** One character of a multi-byte encoding: its length in bytes and how plausible its code is. */
interface Glyph {
  readonly bytes: number
  readonly mark: Mark
}

interface Candidate {
  readonly encoding: string
  readonly familiar: ReadonlySet<string>
  glyph(lead: number, trail: number): Glyph
}

const between = (byte: number, low: number, high: number): boolean => byte >= low && byte <= high
const glyph = (bytes: number, mark: Mark): Glyph => ({ bytes, mark })
const BAD = glyph(1, BROKEN)

/** GB2312 orders its 3755 usual hanzi by sound in rows B0–D7, the rest by radical behind them. */
function gbGlyph(lead: number, trail: number): Glyph {
  if (!between(lead, 0x81, 0xfe)) return BAD
  if (between(trail, 0x30, 0x39)) return glyph(4, STRANGE)
  if (!between(trail, 0x40, 0xfe) || trail === 0x7f) return BAD
  if (trail < 0xa1) return glyph(2, UNUSUAL)
  if (between(lead, 0xb0, 0xd7)) return glyph(2, USUAL)
  if (lead === 0xa1 || lead === 0xa3) return glyph(2, USUAL)
  return glyph(2, between(lead, 0xd8, 0xf7) ? 0 : UNUSUAL)
}

/** Kana in rows 82 and 83, the usual kanji from 889F to 9872; half-width kana are single bytes. */
function shiftJisGlyph(lead: number, trail: number): Glyph {
  if (between(lead, 0xa1, 0xdf)) return glyph(1, UNUSUAL)
  const isLead = between(lead, 0x81, 0x9f) || between(lead, 0xe0, 0xfc)
  if (!isLead || !between(trail, 0x40, 0xfc) || trail === 0x7f) return BAD
  const code = lead * 256 + trail
  if (between(code, 0x829f, 0x82f1) || between(code, 0x8340, 0x8396)) return glyph(2, FAMILIAR)
  if (lead === 0x81 || between(code, 0x824f, 0x829a) || between(code, 0x889f, 0x9872)) return glyph(2, USUAL)
  if (between(code, 0x989f, 0x9ffc) || between(code, 0xe040, 0xeaa4)) return glyph(2, 0)
  return glyph(2, STRANGE)
}

/** Hangul of KS X 1001 in rows B0–C8; hanja behind them are rare in Korean records. */
function koreanGlyph(lead: number, trail: number): Glyph {
  if (!between(lead, 0x81, 0xfe)) return BAD
  if (trail < 0xa1 || trail === 0xff) {
    const isExtended = between(trail, 0x41, 0x5a) || between(trail, 0x61, 0x7a) || between(trail, 0x81, 0xa0)
    return isExtended && lead <= 0xc6 ? glyph(2, STRANGE) : BAD
  }
  if (between(lead, 0xb0, 0xc8)) return glyph(2, USUAL)
  if (between(lead, 0xa1, 0xa3)) return glyph(2, 0)
  return glyph(2, STRANGE)
}

const CANDIDATES: readonly Candidate[] = [
  { encoding: "gb18030", familiar: CHINESE, glyph: gbGlyph },
  { encoding: "shift_jis", familiar: JAPANESE, glyph: shiftJisGlyph },
  { encoding: "euc-kr", familiar: KOREAN, glyph: koreanGlyph },
]

/** The encoding that makes the most sense of the bytes; `windows-1252` when none of the others does. */
export function guessEncoding(bytes: Uint8Array): string {
  const canBeUtf8 = isValid(bytes, "utf-8")
  if (canBeUtf8 && isPlausibleUtf8(bytes)) return "utf-8"
  let best = canBeUtf8 ? "utf-8" : "windows-1252"
  let bestMark = latinMark(bytes)
  for (const candidate of CANDIDATES) {
    const mark = meanMark(bytes, candidate)
    if (mark > bestMark) {
      best = candidate.encoding
      bestMark = mark
    }
  }
  return best
}

/** The mean mark of the characters beyond ASCII. The end of the bytes may cut a character; it does not count. */
function meanMark(bytes: Uint8Array, candidate: Candidate): Mark {
  let total = 0
  let count = 0
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      at++
      continue
    }
    if (at + 1 >= bytes.length) break
    const trail = bytes[at + 1]!
    const { bytes: length, mark } = candidate.glyph(lead, trail)
    total += trail === CLOSING_BRACKET && endsValue(bytes[at + 2]) ? BROKEN : mark
    count++
    at += length
  }
  if (count === 0) return BROKEN
  const text = new TextDecoder(candidate.encoding).decode(bytes, { stream: true })
  for (const character of text) if (candidate.familiar.has(character)) total += FAMILIAR - USUAL
  return total / count
}

const CLOSING_BRACKET = 0x5d

/** What follows a value and hardly ever a character inside one: then the bracket was a bracket. */
function endsValue(byte: number | undefined): boolean {
  return (
    byte === undefined ||
    byte <= 0x20 ||
    ";()[".includes(String.fromCharCode(byte)) ||
    between(byte, 0x41, 0x5a)
  )
}

/** In Latin-1 texts a letter with an accent stands alone among plain letters; long runs speak against it. */
function latinMark(bytes: Uint8Array): Mark {
  let total = 0
  let count = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    let end = at
    while (end < bytes.length && bytes[end]! >= 0x80) end++
    const run = end - at
    const before = isAsciiLetter(bytes[at - 1] ?? 0)
    const after = isAsciiLetter(bytes[end] ?? 0)
    if (run === 1) total += latinByteMark(bytes[at]!, before, after)
    else if (run === 2 && before && after && bytes[at]! >= 0xc0 && bytes[at + 1]! >= 0xc0) total += run * 0.5
    else total += run * UNUSUAL
    count += run
    at = end
  }
  return count === 0 ? 0 : total / count
}

function latinByteMark(byte: number, before: boolean, after: boolean): Mark {
  if (byte >= 0xc0) return before || after ? USUAL : 0
  if (byte === APOSTROPHE && before && after) return FAMILIAR
  return byte < 0xa0 && !WINDOWS_PUNCTUATION.has(byte) ? STRANGE : 0.5
}

/** The right single quotation mark of windows-1252. */
const APOSTROPHE = 0x92

/** Euro, ellipsis, quotes, bullet, dashes, Š, Œ, Ž, š, ™, œ, ž, Ÿ. */
const WINDOWS_PUNCTUATION: ReadonlySet<number> = new Set([
  0x80, 0x85, 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9a, 0x9c, 0x9e, 0x9f,
])

function isAsciiLetter(byte: number): boolean {
  return between(byte | 0x20, 0x61, 0x7a)
}

/** Whether the bytes are well-formed; a character cut at the end is no fault, as bytes may be a sample. */
export function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Short Chinese names may happen to be well-formed, but as letters that no record uses: whatever is longer
 * than two bytes is fine, and of the pairs Latin with accents, Greek and Cyrillic.
 */
function isPlausibleUtf8(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte >= 0xe0)) return true
  return bytes.every((byte) => byte < 0xc0 || between(byte, 0xc2, 0xc5) || between(byte, 0xce, 0xd1))
}

/**
 * Well-formed UTF-8 with a character of three bytes or more, or with enough of two bytes that it is no
 * accident: in Latin-1 one pair is odd enough, in GB18030 a short name may happen to be well-formed.
 */
export function looksLikeUtf8(bytes: Uint8Array, enoughPairs: number): boolean {
  if (!isValid(bytes, "utf-8")) return false
  let pairs = 0
  for (const byte of bytes) {
    if (byte >= 0xe0) return true
    if (byte >= 0xc2) pairs++
  }
  return pairs >= enoughPairs
}
