/**
 * Game records (REC-1, REC-2): SGF text and bytes to trees and back, what trees say about Go, and streams of
 * collections. Runs in the browser too; files are read by `record/node`.
 *
 * @example
 * const parsed = parseSgf(decodeSgf(bytes).text)
 * if (!parsed.ok) return makeIssueText(parsed.error)
 * for (const node of mainLine(parsed.value.games[0]!)) for (const { color, move } of readPlays(node, 19).plays) …
 */
export { parseSgf, type ParseSgfOptions, type SgfCollection } from "./sgf.ts"
export { MAX_NODES } from "./build.ts"
export { MAX_ISSUES } from "./scan.ts"
export { makeSgf, type MakeSgfOptions } from "./write.ts"
export { decodeSgf, parseCharset, type DecodedSgf } from "./encoding.ts"
export { makeIssueText, placeAt, type Place, type SgfIssue } from "./place.ts"
export {
  allNodes,
  appendNode,
  attachNode,
  firstValue,
  mainLine,
  makeNode,
  sameTree,
  setProperty,
  type SgfNode,
} from "./tree.ts"
export {
  makeComposed,
  makeRaw,
  makeSimpleText,
  makeText,
  parseComposed,
  parseSimpleText,
  parseText,
} from "./text.ts"
export {
  makeColor,
  makeMove,
  makePointList,
  makeReal,
  makeSize,
  parseColor,
  parseInteger,
  parseMove,
  parsePoint,
  parsePointList,
  parseReal,
  parseSize,
  type ListIssue,
  type PointList,
  type PointListOptions,
  type Reading,
} from "./properties.ts"
export {
  makeGameInfo,
  placeIssue,
  readGameInfo,
  type GameInfo,
  type GameInfoDraft,
  type GameInfoReading,
  type PlayerInfo,
  type PropertyIssue,
} from "./info.ts"
export {
  appendPlay,
  makeRecord,
  readPlays,
  readSetup,
  readText,
  setSetup,
  setText,
  type Play,
  type PlaysReading,
  type Setup,
  type SetupReading,
} from "./record.ts"
export {
  MAX_GAME_LENGTH,
  StreamReader,
  readGameStream,
  type StreamFailure,
  type StreamOptions,
  type StreamedGame,
} from "./stream.ts"
export { CollectionStats, STATS_TABLES } from "./stats.ts"
export { checkRecord, withSetup, type IllegalMove, type RecordCheck, type Repetition } from "./check.ts"
export {
  executePlay,
  replayRecord,
  setUpGame,
  unlawfulText,
  type Replayed,
  type ReplayOptions,
} from "./replay.ts"
