// Collections as a stream (REC-2): bytes come in pieces, games go out one by one, and no more than the open
// game and one piece are held. Each game's text goes through the same parser as `parseSgf`. Where the
// bytes come from is the caller's business: a file (node/files.ts), a download in the browser, a test.

import { err, ok, type Result } from "../base/result.ts"
import { MAX_NODES, buildGame } from "./build.ts"
import { REPLACEMENT, SgfDecoder } from "./encoding.ts"
import { placeAt, type Place, type SgfIssue } from "./place.ts"
import { GameSplitter, addIssue, type GameSpan } from "./scan.ts"
import type { SgfNode } from "./tree.ts"

/** The longest text of one game, in characters: an unclosed bracket must not swallow a whole collection. */
export const MAX_GAME_LENGTH = 268_435_456

/** Limits of a stream of games. */
export interface StreamOptions {
  /** The most nodes in one game, by default `MAX_NODES`. */
  readonly maxNodes?: number
  /** The most characters in one game, by default `MAX_GAME_LENGTH`. */
  readonly maxGameLength?: number
}

/** A game of a stream. */
export interface StreamedGame {
  readonly game: SgfNode
  /** What was repaired in it and before it; after the last game also what followed it. */
  readonly issues: readonly SgfIssue[]
  /** Its number in the stream, from 1. */
  readonly number: number
  /** Where it begins in the stream. */
  readonly place: Place
  /** Its source, which the offsets of its nodes and `placeIssue` refer to. */
  readonly text: string
}

/** Why a game, or the rest of the stream, could not be read. */
export interface StreamFailure {
  /** `game`: this game is refused and the next one follows. `stream`: nothing follows. */
  readonly scope: "game" | "stream"
  /** One sentence with the place in it, for people. */
  readonly reason: string
  readonly place?: Place
}

type StreamItem = Result<StreamedGame, StreamFailure>

/** Reads games from bytes that come in pieces. Errors of the source pass through. */
export async function* readGameStream(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: StreamOptions = {},
): AsyncGenerator<StreamItem, void, undefined> {
  const reader = new StreamReader(options)
  for await (const piece of pieces) {
    yield* reader.push(piece, false)
    if (reader.hasFailed) return
  }
  yield* reader.push(new Uint8Array(0), true)
}

/**
 * Reads games from bytes that the caller pushes piece by piece. `readGameStream` does the same with pieces that
 * it fetches.
 */
export class StreamReader {
  private readonly decoder = new SgfDecoder()
  private readonly splitter: GameSplitter
  private readonly maxNodes: number
  private readonly maxGameLength: number
  private count = 0
  private decoderIssuesTold = false
  private failed = false
  /** The last game waits, because what follows it may add to its issues. */
  private last: StreamItem | undefined

  constructor(options: StreamOptions = {}) {
    this.maxNodes = options.maxNodes ?? MAX_NODES
    this.maxGameLength = options.maxGameLength ?? MAX_GAME_LENGTH
    this.splitter = new GameSplitter(this.maxGameLength)
  }

  /** Whether the stream was given up. */
  get hasFailed(): boolean {
    return this.failed
  }

  /** Games begun so far. */
  get gameCount(): number {
    return this.count
  }

  /** The games that became whole with this piece; with `final` all that remain. */
  *push(piece: Uint8Array, final: boolean): Generator<StreamItem, void, undefined> {
    const text = this.decoder.decode(piece, final)
    for (const span of this.splitter.push(text, final)) {
      const item = this.read(span)
      if (this.last) yield this.last
      this.last = item
    }
    if (this.splitter.isTooLong) {
      yield* this.flush()
      yield this.fail(`a game has more than ${this.maxGameLength} characters, which is the limit`)
    } else if (final) {
      yield* this.flush()
      if (this.count === 0) yield this.fail("no game found: nothing begins with (;")
    }
  }

  /** Gives the last whole game when the source breaks off, and forgets the one that was open. */
  *flush(): Generator<StreamItem, void, undefined> {
    const { last } = this
    this.last = undefined
    if (!last) return
    const trailing = this.splitter.trailingIssues
    if (!last.ok || trailing.length === 0) {
      yield last
      return
    }
    const issues = [...last.value.issues]
    for (const issue of trailing) addIssue(issues, issue)
    yield ok({ ...last.value, issues })
  }

  private fail(reason: string): StreamItem {
    this.failed = true
    const { place } = this.splitter
    return err({ scope: "stream", reason: `line ${place.line}: ${reason}`, place })
  }

  private read(span: GameSpan): StreamItem {
    const number = ++this.count
    const built = buildGame(span, this.maxNodes)
    if (!built.ok) {
      const { line, column, reason } = built.error
      return err({
        scope: "game",
        reason: `line ${line}: game ${number}: ${reason}`,
        place: { line, column },
      })
    }
    const { game, issues } = built.value
    const text = span.text.slice(span.start, span.end)
    this.reportDecoding(text, span.place, issues)
    return ok({ game, issues, number, place: span.place, text })
  }

  private reportDecoding(text: string, origin: Place, issues: SgfIssue[]): void {
    if (!this.decoderIssuesTold && this.decoder.issues.length > 0) {
      this.decoderIssuesTold = true
      issues.unshift(...this.decoder.issues)
    }
    const damage = text.indexOf(REPLACEMENT)
    if (damage < 0) return
    const reason = this.decoder.damageReason
    addIssue(issues, { ...placeAt(text, damage, origin), reason, severity: "repaired" })
  }
}
