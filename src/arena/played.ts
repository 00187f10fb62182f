// A game that was played, as plain data: its verdict, moves and times, and what was said about its end.

import type { Side } from "./definition.ts"
import type { Verdict } from "./verdict.ts"

/** Which stones were taken off before the count, and on whose word. */
export interface DeadJudged {
  readonly by: "engines" | "playouts" | "referee"
  readonly stones: readonly string[]
}

/** What the referee engine said about one game. */
export interface RefereeWord {
  /** As the match names it. */
  readonly engine: string
  /** What was taken from it: its dead stones, which the arena counts without; its score; or nothing. */
  readonly decided: "dead" | "score" | "nothing"
  /** Its own score, as it writes it. */
  readonly claim?: string
  /** Why nothing was taken from it. */
  readonly failure?: string
}

/** How long a side thought, in seconds. */
export interface Thinking {
  readonly moves: number
  readonly seconds: number
  readonly longest: number
}

/** A game that is over. */
export interface Played {
  readonly verdict: Verdict
  readonly plays: readonly string[]
  readonly times: Readonly<Record<Side, Thinking>>
  /** The players' own counts, where they told any. */
  readonly claims: Readonly<Partial<Record<Side, string>>>
  readonly dead?: DeadJudged
  /** How many points were still open when two passes ended the game; left out when none was. */
  readonly unsettled?: number
  /** What the match's own referee engine said, where the match has one and the game was counted. */
  readonly referee?: RefereeWord
  /** The record, as SGF. */
  readonly sgf: string
  /** Where a player was at fault: the end of the conversation with it. The journal does not keep it. */
  readonly exchange?: readonly string[]
}

/** What a referee engine said, as a sentence for the record of the game. */
export function makeRefereeText({ engine, decided, claim, failure }: RefereeWord): string {
  const counts = claim === undefined ? "" : `, counts ${claim}`
  const word = {
    dead: "named the dead stones",
    score: "named the score",
    nothing: `decided nothing (${failure ?? ""}); the arena judged without it`,
  }
  return `referee ${engine}: ${word[decided]}${counts}`
}
