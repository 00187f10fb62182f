// What comes to the arena as data, from queues and from files, described once: matches, games to be played, games that
// were played, and the lines of journals. A field that is added to one of the types does not compile until it is
// described here.

import * as v from "valibot"
import { printable } from "../base/printable.ts"
import { err, ok, type Result } from "../base/result.ts"
import { fixedHandicap, Game, parseRuleset, parseVertex } from "../rules/index.ts"
import { handicapOptions } from "./handicap.ts"
import { LONGEST_CLAIM, LONGEST_REASON } from "./verdict.ts"
import { openingRefusal, type GameTask, type MatchBudget, type MatchDefinition } from "./definition.ts"
import type { DeadJudged, Played, RefereeWord, Thinking } from "./played.ts"

/** A schema for every field of a type, optional ones too. */
export type Fields<T> = { readonly [Key in keyof T]-?: v.GenericSchema<unknown, T[Key]> }

/** Names of players may be whole commands. */
const LONGEST_SPEC = 10_000
const MOST_THREADS = 256
/** More than any record of the arena has. */
const LONGEST_SGF = 4_000_000
const LONGEST_VERTEX = 8
/** Lines of a conversation with an engine. */
const MOST_EXCHANGED = 100

const text = v.string()
const finite = v.pipe(v.number(), v.finite())
const notNegative = v.pipe(finite, v.minValue(0))
const positive = v.pipe(finite, v.gtValue(0))
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const chance = v.pipe(finite, v.gtValue(0), v.ltValue(1))
const spec = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_SPEC))
const side = v.picklist(["a", "b"])
const winner = v.picklist(["black", "white"])
const vertices = v.array(v.pipe(v.string(), v.maxLength(LONGEST_VERTEX)))

const clock = v.variant("kind", [
  v.strictObject({ kind: v.literal("absolute"), main: positive }),
  v.strictObject({ kind: v.literal("byo-yomi"), main: notNegative, period: positive, periods: count }),
  v.strictObject({ kind: v.literal("canadian"), main: notNegative, period: positive, stones: count }),
])

const budget: v.GenericSchema<unknown, MatchBudget> = v.variant("kind", [
  v.strictObject({ kind: v.literal("own") }),
  v.strictObject({ kind: v.literal("playouts"), playouts: count }),
  v.strictObject({ kind: v.literal("seconds"), seconds: positive }),
  v.strictObject({ kind: v.literal("clock"), settings: clock }),
])

const openings = v.variant("kind", [
  v.strictObject({ kind: v.literal("none") }),
  v.strictObject({ kind: v.literal("random"), moves: count }),
  v.strictObject({ kind: v.literal("list"), count, digest: text }),
])

const matchFields = {
  a: spec,
  b: spec,
  size: count,
  komi: finite,
  rules: v.pipe(
    v.string(),
    v.check((name) => parseRuleset(name) !== undefined, "there is no such rule set"),
  ),
  budget,
  threads: v.pipe(count, v.maxValue(MOST_THREADS)),
  openings,
  seed: whole,
  handicap: v.exactOptional(count),
  referee: v.exactOptional(spec),
  alpha: v.exactOptional(chance),
  beta: v.exactOptional(chance),
} satisfies Fields<MatchDefinition>

/**
 * The order for a game. An unknown key is refused: another version wrote it, and a game played without it would be
 * another game.
 */
export const GameTaskSchema = v.pipe(
  v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, "an id has 16 hexadecimal digits")),
    number: whole,
    black: side,
    opening: vertices,
    seed: whole,
    match: v.strictObject(matchFields),
  } satisfies Fields<GameTask>),
  v.rawCheck(({ dataset, addIssue }) => {
    const refusal = dataset.typed ? beginningRefusal(dataset.value) : undefined
    if (refusal !== undefined) addIssue({ message: refusal })
  }),
)

/** Why no game can begin so; undefined when it can. */
function beginningRefusal({ match: { size, komi, rules, handicap }, opening }: GameTask): string | undefined {
  if (handicap !== undefined && !fixedHandicap(size, handicap))
    return `a board of ${size} lines has no fixed handicap of ${handicap} stones`
  const options = { size, komi, rules: parseRuleset(rules)!, ...handicapOptions(size, handicap) }
  const refusal = openingRefusal(opening, options)
  return refusal !== undefined && opening.length > 0 ? `the opening: ${refusal}` : refusal
}

const verdictOf = (reason: v.GenericSchema<unknown, string>) =>
  v.variant("kind", [
    v.pipe(
      v.object({
        kind: v.literal("score"),
        winner: v.nullable(winner),
        margin: v.exactOptional(notNegative),
      }),
      v.check(
        (score) => (score.winner === null) === (score.margin === 0),
        "a count has no winner where the margin is 0, and only there",
      ),
    ),
    v.object({ kind: v.literal("resign"), winner }),
    v.object({ kind: v.literal("time"), winner, overrun: notNegative }),
    v.object({ kind: v.picklist(["illegal", "crash", "stall"]), winner, reason }),
    v.object({ kind: v.literal("void"), winner: v.null(), reason }),
  ])

const thinking = v.object({
  moves: whole,
  seconds: notNegative,
  longest: notNegative,
} satisfies Fields<Thinking>)
const times = v.object({ a: thinking, b: thinking })
const dead = v.object({
  by: v.picklist(["engines", "playouts", "referee"]),
  stones: vertices,
} satisfies Fields<DeadJudged>)
const refereeOf = (longest: number) =>
  v.object({
    engine: spec,
    decided: v.picklist(["dead", "score", "nothing"]),
    claim: v.exactOptional(v.pipe(v.string(), v.maxLength(longest))),
    failure: v.exactOptional(v.pipe(v.string(), v.maxLength(longest))),
  } satisfies Fields<RefereeWord>)
const claimsOf = (claim: v.GenericSchema<unknown, string>) =>
  v.object({ a: v.exactOptional(claim), b: v.exactOptional(claim) })

/** A game that a worker has played; whatever else stands in it is dropped. */
export const PlayedSchema = v.object({
  verdict: verdictOf(v.pipe(v.string(), v.maxLength(LONGEST_REASON))),
  plays: vertices,
  times,
  claims: claimsOf(v.pipe(v.string(), v.maxLength(LONGEST_CLAIM))),
  dead: v.exactOptional(dead),
  referee: v.exactOptional(refereeOf(LONGEST_REASON)),
  unsettled: v.exactOptional(count),
  sgf: v.pipe(v.string(), v.maxLength(LONGEST_SGF)),
  exchange: v.exactOptional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_REASON))), v.maxLength(MOST_EXCHANGED)),
  ),
} satisfies Fields<Played>)

/** A line of a journal. Texts have no bound: they were let in before, and older journals have longer ones. */
export const ENTRY_FIELDS = {
  id: text,
  number: whole,
  a: text,
  b: text,
  black: side,
  result: text,
  winner: v.nullable(side),
  verdict: verdictOf(text),
  moves: whole,
  seed: whole,
  times,
  claims: claimsOf(text),
  dead: v.exactOptional(dead),
  referee: v.exactOptional(refereeOf(Infinity)),
  unsettled: v.exactOptional(count),
  opening: text,
  plays: text,
  at: text,
}

/** Its first line. Keys of a match that are unknown here stay: they make it another match. */
export const HEADER_FIELDS = {
  journal: v.literal("montego match"),
  version: v.literal(1),
  definition: v.looseObject(matchFields),
  names: v.object({ a: text, b: text }),
  command: v.exactOptional(text),
}

/**
 * Why these can't be the moves of this game; undefined when they can. A game may be broken off before its opening is
 * through.
 */
export function playsRefusal(
  { match, opening }: GameTask,
  { plays, dead: judged }: Played,
): string | undefined {
  const { size, komi, rules, handicap } = match
  const options = { size, komi, rules: parseRuleset(rules)!, ...handicapOptions(size, handicap) }
  const game = Game.create(options)
  if (!game.ok) return game.error
  for (const [index, vertex] of plays.entries()) {
    const move = parseVertex(vertex, match.size)
    if (move === undefined || !game.value.play(move).ok) return `move ${index + 1} is not lawful`
    const given = opening[index]
    if (given !== undefined && parseVertex(given, match.size) !== move)
      return `move ${index + 1} is not the opening's`
  }
  const isOnBoard = (vertex: string): boolean => parseVertex(vertex, match.size) !== undefined
  return judged?.stones.every(isOnBoard) === false ? "a dead stone is off the board" : undefined
}

/** The value as its schema describes it; the error names the place, what belongs there and what is there. */
export function check<Output>(
  schema: v.GenericSchema<unknown, Output>,
  value: unknown,
): Result<Output, string> {
  const checked = v.safeParse(schema, value, { abortEarly: true })
  return checked.success ? ok(checked.output) : err(explain(checked.issues[0]))
}

const LONGEST_SHOWN = 200
const LONGEST_FOUND = 60

function explain(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue)
  return printable(place === null ? complaintOf(issue) : `${place}: ${complaintOf(issue)}`, LONGEST_SHOWN)
}

function complaintOf({ message, input, expected, received }: v.BaseIssue<unknown>): string {
  // Valibot's own messages begin so; ours say it in the words of the thing.
  if (!message.startsWith("Invalid ")) return message
  if (input === undefined) return "it is missing"
  return expected === "never"
    ? "unknown"
    : `expected ${expected}, found ${printable(received, LONGEST_FOUND)}`
}
