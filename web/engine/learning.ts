// Learns the playout patterns (SIM-7, BT-2) of some games. It runs in a worker of its own, which the page ends when the
// person stops it.

import { VERSION } from "montego/base"
import {
  checkGame,
  FeatureReader,
  GameDescriber,
  makeWeights,
  measureCurvatures,
  measurePrediction,
  MmLearner,
  plainFeatures,
  readGameMoves,
  shapeOf,
  shapesOf,
  SKIP_TEXTS,
  type ChoiceBlock,
  type ChoiceSource,
  type GameMoves,
  type SkipReason,
  type Weights,
} from "montego/learn"
import { parseSgf } from "montego/record"
import { FEWEST_GAMES, PATTERNS_FORMAT, type LearnedPatterns, type LearnNews } from "./patterns.ts"

const FEATURES = { kind: "playout" } as const
const PRIOR = 1
const SEED = 1
/** One game of this number is not learned from: the prediction is measured on it. */
const HELD_OUT = 10
/** Games that are described between two reports of progress. */
const AT_ONCE = 50
/** More positions are sampled: a position takes about 300 bytes of memory on 19×19. */
const MOST_POSITIONS = 200_000
/** Learning ends when no gamma changes by more than this share, or after this number of passes. */
const TOLERANCE = 0.01
const MOST_PASSES = 200
/** Patterns that are shown of each end of the list. */
const SHOWN = 12

interface Learning {
  readonly size: number
  readonly records: readonly string[]
  readonly isFromExamples: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

type Progress = (news: Extract<LearnNews, { kind: "progress" }>) => void

/** Ends with what was learned, or with why nothing could be. */
export async function learnPatterns(
  task: Learning,
  onProgress: Progress = () => undefined,
): Promise<Exclude<LearnNews, { kind: "progress" }>> {
  const { games, skipped } = await usableGames(task)
  if (games.length < FEWEST_GAMES)
    return { kind: "failed", reason: `only ${games.length} games can be used`, found: games.length }
  const isHeld = (_: GameMoves, index: number): boolean => index % HELD_OUT === HELD_OUT - 1
  const learned = games.filter((game, index) => !isHeld(game, index))
  const plays = games.reduce((sum, game) => sum + game.plays.length, 0)
  const sample = Math.min(1, MOST_POSITIONS / plays)
  const describer = await GameDescriber.create(FEATURES, { rate: sample, seed: SEED })
  const describe = (some: readonly GameMoves[], from: number): ChoiceBlock[] => {
    const blocks: ChoiceBlock[] = []
    for (let at = 0; at < some.length; at += AT_ONCE) {
      onProgress({ kind: "progress", phase: "replaying", share: (from + at) / games.length })
      blocks.push(describer.describe(some.slice(at, at + AT_ONCE)).block)
    }
    return blocks
  }
  const source = sourceOf(describe(learned, 0))
  const held = sourceOf(describe(games.filter(isHeld), learned.length))
  const { gammas, passes } = await train(source, onProgress)
  const errors = (await measureCurvatures(source, gammas, PRIOR)).map((curvature) =>
    curvature > 0 ? 1 / Math.sqrt(curvature) : 0,
  )
  const prediction = await measurePrediction(held, gammas)
  const chance = await measurePrediction(
    held,
    gammas.map(() => 1),
  )
  const weights: Weights = {
    kind: FEATURES.kind,
    origin: {
      montego: VERSION,
      size: task.size,
      files: [],
      games: learned.length,
      positions: source.choices,
      ...{ method: "mm", prior: PRIOR, sample, seed: SEED, passes },
    },
    keys: new Uint32Array(0),
    gammas,
    errors,
    examples: [],
  }
  const patterns = {
    ...describeWeights(weights),
    format: PATTERNS_FORMAT,
    isFromExamples: task.isFromExamples,
    learned: task.now,
    skipped: [...skipped],
    held: {
      games: games.length - learned.length,
      moves: prediction.positions,
      top1: prediction.top1,
      chance: chance.top1,
    },
  } satisfies LearnedPatterns
  return { kind: "learned", patterns }
}

function describeWeights(weights: Weights) {
  const shapes = shapesOf(weights)
  const best = shapes.slice(0, Math.min(SHOWN, Math.ceil(shapes.length / 2)))
  const { size, games, positions } = weights.origin
  return {
    size,
    games,
    moves: positions,
    best,
    worst: shapes.slice(best.length).slice(-SHOWN).reverse(),
    plain: plainFeatures(weights),
    bytes: makeWeights(weights),
  }
}

interface ReadGames {
  readonly games: readonly GameMoves[]
  readonly skipped: ReadonlyMap<string, number>
}

async function usableGames({ records, size }: Learning): Promise<ReadGames> {
  const games: GameMoves[] = []
  const skipped = new Map<string, number>()
  const skip = (reason: SkipReason): void =>
    void skipped.set(SKIP_TEXTS[reason], (skipped.get(SKIP_TEXTS[reason]) ?? 0) + 1)
  const board = await FeatureReader.create()
  for (const text of records) {
    const parsed = parseSgf(text)
    if (!parsed.ok) {
      skip("unreadable")
      continue
    }
    for (const root of parsed.value.games) {
      const number = games.length + 1
      const game = readGameMoves(root, { number, name: String(number) })
      if (!game.ok) skip(game.error.reason)
      else if (game.value.size !== size) skip("size")
      else if (checkGame(game.value, board)) skip("illegal")
      else games.push(game.value)
    }
  }
  return { games, skipped }
}

function sourceOf(blocks: readonly ChoiceBlock[]): ChoiceSource & { readonly choices: number } {
  return {
    ...shapeOf(FEATURES),
    choices: blocks.reduce((sum, block) => sum + block.choices, 0),
    async *blocks() {
      yield* blocks
    },
  }
}

/** Passes over the games until the gammas hardly change; how far that is shows in the logarithm of the change. */
async function train(
  source: ChoiceSource,
  onProgress: Progress,
): Promise<{ readonly gammas: Float64Array; readonly passes: number }> {
  const learner = new MmLearner({ slots: source.slots, features: source.features, prior: PRIOR })
  let share = 0
  for (let quiet = 0; quiet < learner.sweep && learner.passes < MOST_PASSES;) {
    const { change } = await learner.pass(source)
    quiet = change <= TOLERANCE ? quiet + 1 : 0
    share = Math.max(share, Math.min(1, Math.log(change) / Math.log(TOLERANCE)))
    onProgress({ kind: "progress", phase: "learning", share })
  }
  return { gammas: learner.gammas, passes: learner.passes }
}
