// Mutated records through everything that reads them (REC-1, REC-2). Beyond "nothing is thrown":
// - what was read and written is read again as the same trees, without anything to repair;
// - a stream cut anywhere gives the games that the whole text gives;
// - a record whose moves are all lawful can be replayed, scored, and replayed from its own position.

import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import type { Random } from "../../src/base/index.ts"
import {
  checkRecord,
  decodeSgf,
  makeIssueText,
  makeSgf,
  parseSgf,
  placeIssue,
} from "../../src/record/index.ts"
import { replayRecord, sameTree, StreamReader, type SgfNode } from "../../src/record/index.ts"
import { Game } from "../../src/rules/index.ts"
import { encode, mutated, pieces, type Material } from "./mutate.ts"
import { must, type Target } from "./target.ts"

const WORDS = [
  ..."()[];:\\\n\r\t ",
  "(;",
  "()",
  "(;)",
  "))",
  "[]",
  "\\]",
  "\\\\",
  "\r\n",
  "\uFEFF",
  ";B[]",
  ";W[tt]",
  ";B[aa]",
  ";W[ee];B[ed]",
  "(;B[bb];W[cc])",
  "AB[aa:ss]",
  "AW[ba][ab]",
  "AE[aa:zz]",
  "AB[",
  "PL[W]",
  "SZ[1]",
  "SZ[2]",
  "SZ[25]",
  "SZ[9:9]",
  "SZ[9:13]",
  "KM[-7,5]",
  "HA[9]",
  "RU[Japanese]",
  "RU[NZ]",
  "RU[capture-3]",
  "RE[B+0]",
  "CA[UTF-8]",
  "CA[Shift_JIS]",
  "CA[gb2312]",
  "CA[iso-2022-jp]",
  "CA[utf-16]",
  "GM[1]",
  "FF[3]",
  "GaMe[1]",
  "(;GM[1]",
  "__proto__[x]",
  "constructor[x]",
  "C[a\\\nb]",
  "\u001B$B",
]

/** Small records of our own, for what the files don't have. */
const TEXTS = [
  "(;SZ[2];B[aa];W[bb];B[ab];W[ba];B[aa];W[ab];B[bb])",
  "(;SZ[3]RU[NZ];B[aa];W[ab];B[ba];W[bb];B[];W[])",
  "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[cb](;W[ee])(;B[aa];W[bb]))",
  "(;SZ[9];AB[aa:cc];AW[dd:ff];AE[bb];B[ee];PL[B];W[ii])",
  "(;GM[1]FF[4]SZ[19]HA[2]AB[dd][pp];W[qd](;B[dp])(;B[dq](;W[co])(;W[cn])))(;SZ[7];B[dd])",
  "(;CA[UTF-8]PB[\u570D\u68CB]C[\u00E9 \\] \\\\ \\: \uD83D\uDE00];B[aa]C[x])",
]
const BYTES = [
  [..."(;CA[GB18030]PB["].map((sign) => sign.charCodeAt(0)).concat([0xce, 0xa7, 0xc6, 0xe5], [0x5d, 0x29]),
  [..."(;CA[Shift_JIS]PB["].map((sign) => sign.charCodeAt(0)).concat([0x95, 0x5c, 0x83, 0x5c], [0x5d, 0x29]),
  [0xff, 0xfe, ...[..."(;B[aa])"].flatMap((sign) => [sign.charCodeAt(0), 0])],
  [0xef, 0xbb, 0xbf, ...[..."(;SZ[9];B[aa])"].map((sign) => sign.charCodeAt(0))],
]

const GAMES_PER_FILE = 40

/** The records of the repository, and games of the data files where those are. */
function readCorpus(root: string): Uint8Array[] {
  const own = join(root, "test", "records")
  const records = readdirSync(own).map((name) => new Uint8Array(readFileSync(join(own, name))))
  const data = process.env["MONTEGO_DATA"] ?? join(root, "..", "shared", "data")
  const names = existsSync(data) ? readdirSync(data).filter((name) => name.endsWith(".valid.sgf.gz")) : []
  const games = names.sort().flatMap((name) => {
    const text = gunzipSync(readFileSync(join(data, name))).toString("utf8")
    return text
      .split("\n")
      .slice(0, GAMES_PER_FILE)
      .filter((line) => line !== "")
      .map(encode)
  })
  const small = [...TEXTS.map(encode), ...BYTES.map((bytes) => Uint8Array.from(bytes))]
  // The small ones reach more in less time: half of all cases begin with one.
  const times = Math.ceil(games.length / (records.length + small.length))
  return [...games, ...Array.from({ length: Math.max(1, times) }, () => [...records, ...small]).flat()]
}

export function sgfTarget(root: string): Target {
  const material: Material = { corpus: readCorpus(root), words: WORDS, repeats: 2000 }
  return {
    make: (random) => mutated(random, material),
    run: (bytes, random) => {
      const { text, issues } = decodeSgf(bytes)
      issues.forEach(makeIssueText)
      const parsed = parseSgf(text)
      if (parsed.ok) {
        parsed.value.issues.forEach(makeIssueText)
        roundTrip(parsed.value.games)
        for (const game of parsed.value.games) play(game, text)
      }
      stream(bytes, random, parsed.ok ? parsed.value.games : [])
    },
  }
}

function roundTrip(games: readonly SgfNode[]): void {
  const written = makeSgf(games)
  const again = parseSgf(written)
  must(again.ok, () => `what was written can't be read: ${again.ok ? "" : again.error.reason}`)
  const { games: trees, issues } = again.value
  must(issues.length === 0, () => `what was written needs repair: ${makeIssueText(issues[0]!)}`)
  must(trees.length === games.length, () => `${games.length} games became ${trees.length}`)
  must(
    trees.every((tree, i) => sameTree(tree, games[i]!)),
    () => "a tree changed on its way",
  )
  must(makeSgf(trees) === written, () => "written again it looks otherwise")
}

function play(game: SgfNode, text: string): void {
  const checked = checkRecord(game)
  const replayed = replayRecord(game)
  if (!checked.ok) {
    must(!replayed.ok, () => `unplayable (${checked.ok ? "" : checked.error.reason}) and yet replayed`)
    placeIssue(checked.error, text)
    return
  }
  const { illegal, issues } = checked.value
  for (const issue of [...illegal, ...issues].slice(0, 20)) {
    const { line, column } = placeIssue(issue, text)
    must(line >= 1 && column >= 1, () => `a place outside of the text: ${line}, ${column}`)
  }
  if (illegal.length === 0)
    must(replayed.ok, () => `lawful, but not replayed: ${replayed.ok ? "" : replayed.error}`)
  if (!replayed.ok) return
  const { board } = replayed.value.game
  must(board.check() === undefined, () => `the board is out of order: ${board.check()}`)
  must(Number.isFinite(replayed.value.game.score().margin), () => "a score that is no number")
  const position = replayed.value.game.position()
  const again = Game.replay(position, position.moves)
  must(again.ok && again.value.board.hash === board.hash, () => "its position makes another game")
}

function stream(bytes: Uint8Array, random: Random, games: readonly SgfNode[]): void {
  const reader = new StreamReader()
  const found: SgfNode[] = []
  const take = (piece: Uint8Array, final: boolean): void => {
    for (const item of reader.push(piece, final)) if (item.ok) found.push(item.value.game)
  }
  for (const piece of pieces(bytes, random)) take(piece, false)
  take(new Uint8Array(0), true)
  must(found.length === games.length, () => `${games.length} games at once, ${found.length} as a stream`)
  must(
    found.every((game, i) => sameTree(game, games[i]!)),
    () => "a game of the stream differs",
  )
}
