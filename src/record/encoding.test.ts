// REC-1: encodings by byte order mark, by CA and by judgement. The bytes are literal, because neither Node nor
// browsers can write these encodings; they were made with Python's codecs.

import { describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { SgfDecoder, decodeSgf, parseCharset } from "./encoding.ts"
import { parseSgf } from "./sgf.ts"

/** ASCII as it is, `<hex>` as bytes. */
function bytes(pattern: string): Uint8Array {
  const parts = pattern.split(/<([0-9a-f ]*)>/)
  return Uint8Array.from(
    parts.flatMap((part, index) =>
      index % 2 === 1
        ? part
            .trim()
            .split(/\s+/)
            .map((hex) => Number.parseInt(hex, 16))
        : [...part].map((character) => character.charCodeAt(0)),
    ),
  )
}

function decodeInPieces(whole: Uint8Array, size: number): string {
  const decoder = new SgfDecoder()
  let text = ""
  for (let at = 0; at < whole.length; at += size) text += decoder.decode(whole.subarray(at, at + size), false)
  return text + decoder.decode(new Uint8Array(0), true)
}

function black(text: string): string | undefined {
  return unwrap(parseSgf(text)).games[0]!.properties["PB"]?.[0]
}

const NAMES: [encoding: string, name: string, hex: string][] = [
  ["utf-8", "吴清源", "e5 90 b4 e6 b8 85 e6 ba 90"],
  ["utf-8", "Müller", "4d c3 bc 6c 6c 65 72"],
  ["windows-1252", "Müller", "4d fc 6c 6c 65 72"],
  ["windows-1252", "Größe", "47 72 f6 df 65"],
  ["windows-1252", "café", "63 61 66 e9"],
  ["windows-1252", "“hane” – it’s", "93 68 61 6e 65 94 20 96 20 69 74 92 73"],
  ["gb18030", "聂卫平", "c4 f4 ce c0 c6 bd"],
  ["gb18030", "常昊", "b3 a3 ea bb"],
  ["gb18030", "时越", "ca b1 d4 bd"],
  ["gb18030", "古力", "b9 c5 c1 a6"],
  // 黒 is FC 5C: its second byte is a backslash in ASCII.
  ["gb18030", "黒棋本因坊", "fc 5c c6 e5 b1 be d2 f2 b7 bb"],
  // 沒 is 9B 5D: its second byte is a closing bracket.
  ["gb18030", "沒有的棋", "9b 5d d3 d0 b5 c4 c6 e5"],
  ["shift_jis", "小林光一", "8f ac 97 d1 8c f5 88 ea"],
  ["shift_jis", "依田紀基", "88 cb 93 63 8b 49 8a ee"],
  // 十 is 8F 5C, 表 95 5C, ゾ 83 5D.
  ["shift_jis", "趙治勲十段戦表ゾーン", "e6 e2 8e a1 8c 4d 8f 5c 92 69 90 ed 95 5c 83 5d 81 5b 83 93"],
  ["euc-kr", "이창호", "c0 cc c3 a2 c8 a3"],
  ["euc-kr", "조훈현", "c1 b6 c8 c6 c7 f6"],
]

describe("REC-1 encodings without CA", () => {
  it.each(NAMES)("judges %s: %s", (encoding, name, hex) => {
    const decoded = decodeSgf(bytes(`(;SZ[19]PB[<${hex}>];B[aa])`))
    expect(decoded).toMatchObject({ encoding, issues: [] })
    expect(black(decoded.text)).toBe(name)
  })

  it("takes plain ASCII for UTF-8", () => {
    expect(decodeSgf(bytes("(;B[aa])"))).toEqual({ text: "(;B[aa])", encoding: "utf-8", issues: [] })
  })

  it("judges by what comes late", () => {
    const decoded = decodeSgf(bytes(`(;SZ[19]${";B[aa]".repeat(30_000)};PB[<c4 f4 ce c0 c6 bd>])`))
    expect(decoded.encoding).toBe("gb18030")
    expect(decoded.text).toContain("聂卫平")
  })
})

describe("REC-1 encodings with CA", () => {
  it.each(NAMES)("believes CA[%s]: %s", (encoding, name, hex) => {
    const decoded = decodeSgf(bytes(`(;GM[1]CA[${encoding}]PB[<${hex}>])`))
    expect(decoded).toMatchObject({ encoding, issues: [] })
    expect(black(decoded.text)).toBe(name)
  })

  it.each([
    ["gb2312", "gb18030"],
    ["GBK", "gb18030"],
    ["big5", "big5"],
    ["sjis", "shift_jis"],
    ["Shift_JIS", "shift_jis"],
    ["x-sjis", "shift_jis"],
    ["EUC-KR", "euc-kr"],
    ["ks_c_5601-1987", "euc-kr"],
    ["KS_C_5601", "euc-kr"],
    ["iso-8859-1", "windows-1252"],
    ["ISO8859-1", "windows-1252"],
    ["utf8", "utf-8"],
    [" UTF-8 ", "utf-8"],
    ["EUC-JP", "euc-jp"],
    ["windows-1251", "windows-1251"],
    ["klingon", undefined],
    ["", undefined],
  ])("knows the name %j", (name, encoding) => {
    expect(parseCharset(name)).toBe(encoding)
  })

  it("reports a CA that does not fit, and judges", () => {
    expect(decodeSgf(bytes("(;GM[1]\n CA[UTF-8]PB[<c4 f4 ce c0 c6 bd>])"))).toMatchObject({
      encoding: "gb18030",
      issues: [
        {
          line: 2,
          column: 2,
          reason: "the bytes are not utf-8 as CA[UTF-8] says: read as gb18030",
          severity: "repaired",
        },
      ],
    })
  })

  it("knows UTF-8 behind a wrong CA", () => {
    for (const name of ["gb2312", "ISO8859-1", "EUC-KR"]) {
      const decoded = decodeSgf(bytes(`(;CA[${name}]PB[<e5 90 b4 e6 b8 85 e6 ba 90>])`))
      expect(decoded.encoding).toBe("utf-8")
      expect(decoded.issues).toHaveLength(1)
    }
  })

  it("reports an unknown CA, and judges", () => {
    expect(decodeSgf(bytes("(;CA[klingon]PB[<c0 cc c3 a2 c8 a3>])"))).toMatchObject({
      encoding: "euc-kr",
      issues: [{ line: 1, column: 3, reason: "unknown encoding CA[klingon]: read as euc-kr" }],
    })
  })

  it("says nothing of a CA that does not matter", () => {
    expect(decodeSgf(bytes("(;CA[klingon]B[aa])")).issues).toEqual([])
  })

  it("takes a CA only for a property", () => {
    expect(decodeSgf(bytes("(;C[see CA[gb2312\\]]PCA[big5]PB[M<fc>ller])")).encoding).toBe("windows-1252")
  })

  it("decodes ISO-2022-JP, whose bytes are all ASCII", () => {
    expect(decodeSgf(bytes("(;CA[iso-2022-jp]PB[<1b 24 42 3d 3d 43 4a 1b 28 42>])")).text).toContain("十段")
  })
})

describe("REC-1 byte order marks and damage", () => {
  it("obeys a byte order mark", () => {
    expect(decodeSgf(bytes("<ef bb bf>(;PB[<c3 bc>])"))).toMatchObject({
      text: "(;PB[ü])",
      encoding: "utf-8",
    })
    expect(decodeSgf(bytes("<ff fe 28 00 3b 00 29 00>"))).toMatchObject({ text: "(;)", encoding: "utf-16le" })
    expect(decodeSgf(bytes("<fe ff 00 28 00 3b 00 29>"))).toMatchObject({ text: "(;)", encoding: "utf-16be" })
  })

  it("reports characters that were lost", () => {
    const tail = `PW[<e5 90 b4>]${";B[aa]".repeat(12_000)}\n;C[<ff>])`
    expect(decodeSgf(bytes(`(;CA[UTF-8]${tail}`))).toMatchObject({
      encoding: "utf-8",
      issues: [{ line: 2, column: 4, reason: "bytes that are not utf-8 were replaced by U+FFFD" }],
    })
  })

  it("decodes the same in whatever pieces the bytes come", () => {
    for (const [encoding, name, hex] of NAMES) {
      const whole = bytes(`(;CA[${encoding}]PB[<${hex}>]${";W[aa]".repeat(200)};C[<${hex}>])`)
      for (const size of [1, 2, 3, 700]) {
        expect(decodeInPieces(whole, size)).toBe(decodeSgf(whole).text)
        expect(decodeSgf(whole).text).toContain(name)
      }
    }
  })

  it("judges by the same bytes in whatever pieces they come", () => {
    const moves = ";W[aa]".repeat(300)
    // The letter before the first foreign byte speaks for Latin-1, wherever a piece ends.
    const lonely = bytes(`(;${moves}C[Gr<f6 df>e])`)
    // The first foreign byte lies late in a large piece: what follows it counts as much as in small pieces.
    const late = bytes(`(;${moves.repeat(37)}PB[<c4 f4 ce c0 c6 bd>]C[${"a<e9>a ".repeat(9000)}])`)
    for (const whole of [lonely, late])
      for (const size of [1, 2, 7, 64, 66_616])
        expect(decodeInPieces(whole, size)).toBe(decodeSgf(whole).text)
  })

  it("never throws", () => {
    let state = 1
    for (let round = 0; round < 300; round++) {
      const noise = Uint8Array.from(
        { length: 200 },
        () => (state = (state * 1103515245 + 12345) & 0x7fffffff) >> 16,
      )
      expect(typeof decodeSgf(noise).text).toBe("string")
    }
  })
})
