// Opponents by name, from a beginner to the strongest: the same in the page and in the terminal. This is the one file
// that has their players, what was measured of them, and their ranks. `npm run bench:levels` writes the measured
// numbers.

/** What a gauntlet found on one board: Elo above GNU Go level 10, its 95 % error, and how many games it rests on. */
interface Measured {
  readonly elo: number
  readonly error: number
  readonly games: number
}

interface LevelData {
  readonly id: string
  readonly player: string
  /** Evaluations a move; undefined: the policy, which needs one. */
  readonly playouts?: number
  /** Capture Go, which networks don't know: playouts a move of the classical search. */
  readonly capture: number
  /** How it plays, in a sentence. */
  readonly sentence: string
  readonly measured: Readonly<Partial<Record<LadderSize, Measured>>>
}

/** The boards that have a ladder of levels of their own; others use the nearest. */
export const LADDER_SIZES = [9, 13, 19] as const
/** A board that has a ladder of its own. */
export type LadderSize = (typeof LADDER_SIZES)[number]

/**
 * The levels of the page, weakest first. Strength is set by temperature and evaluations, so that each level is
 * the same on every device. Weak ones draw from the moves that the network's policy holds likely: their errors
 * are those of people, who miss what is urgent and choose the second best, not moves without sense.
 */
export const LEVELS = [
  {
    id: "newcomer",
    player: "net,temperature=10,top=0.99999",
    capture: 10,
    sentence: "knows the rules, tries things out, and leaves stones in atari",
    measured: {
      9: { elo: -1527, error: 289, games: 230 },
      13: { elo: -2026, error: 219, games: 1000 },
      19: { elo: -2292, error: 772, games: 100 },
    },
  },
  {
    id: "beginner",
    player: "net,temperature=10,top=0.9995",
    capture: 20,
    sentence: "sees simple captures, and often answers in the wrong place",
    measured: {
      9: { elo: -998, error: 200, games: 230 },
      13: { elo: -1459, error: 187, games: 1000 },
      19: { elo: -1636, error: 596, games: 100 },
    },
  },
  {
    id: "learner",
    player: "net,temperature=7,top=0.998",
    capture: 60,
    sentence: "takes what you leave in atari, and forgets to defend its cuts",
    measured: {
      9: { elo: -685, error: 168, games: 230 },
      13: { elo: -1117, error: 178, games: 1000 },
      19: { elo: -1055, error: 452, games: 100 },
    },
  },
  {
    id: "casual",
    player: "net,temperature=3,top=0.99",
    capture: 150,
    sentence: "makes good shapes, but one slip a game decides",
    measured: {
      9: { elo: -237, error: 97, games: 374 },
      13: { elo: -540, error: 138, games: 1024 },
      19: { elo: -477, error: 251, games: 112 },
    },
  },
  {
    id: "steady",
    player: "net,temperature=1.6,top=0.98",
    capture: 500,
    sentence: "plays by feeling without reading ahead, and seldom far off",
    measured: {
      9: { elo: 95, error: 102, games: 294 },
      13: { elo: -137, error: 121, games: 1024 },
      19: { elo: -88, error: 183, games: 112 },
    },
  },
  {
    id: "sharp",
    player: "net,temperature=0.6,top=0.9",
    capture: 2000,
    sentence: "knows where the big moves are; long fights confuse it",
    measured: {
      9: { elo: 400, error: 129, games: 294 },
      13: { elo: 375, error: 138, games: 1224 },
      19: { elo: 695, error: 512, games: 172 },
    },
  },
  {
    id: "deep",
    player: "uct:net",
    playouts: 16,
    capture: 6000,
    sentence: "reads a few moves ahead before it trusts its feeling",
    measured: {
      9: { elo: 929, error: 284, games: 144 },
      13: { elo: 1269, error: 197, games: 232 },
      19: { elo: 1685, error: 615, games: 72 },
    },
  },
  {
    id: "expert",
    player: "uct:net",
    playouts: 80,
    capture: 12_000,
    sentence: "reads fights out and counts the endgame",
    measured: {
      9: { elo: 1222, error: 316, games: 144 },
      13: { elo: 1712, error: 369, games: 32 },
      19: { elo: 1933, error: 700, games: 12 },
    },
  },
  {
    id: "master",
    player: "uct:net",
    playouts: 400,
    capture: 25_000,
    sentence: "the strongest: every move is read with four hundred looks of the network",
    measured: {
      9: { elo: 1574, error: 358, games: 144 },
      13: { elo: 2141, error: 459, games: 32 },
      19: { elo: 2448, error: 869, games: 12 },
    },
  },
] as const satisfies readonly LevelData[]

/** The name of a level. */
export type LevelId = (typeof LEVELS)[number]["id"]
/** An opponent by name: its player, how it plays, and what was measured of it. */
export type Level = LevelData & { readonly id: LevelId }

const ALL: readonly Level[] = LEVELS
/** In Capture Go levels differ by playouts and nothing else. */
const CLASSICAL = "uct:strong"

/** The level with this name; undefined where there is none. */
export function findLevel(name: string): Level | undefined {
  return ALL.find(({ id }) => id === name)
}

/** What a level plays with: the player's name, and a limit for those that search. */
export function levelPlayer(level: Level, isCapture: boolean): { player: string; playouts?: number } {
  if (isCapture) return { player: CLASSICAL, playouts: level.capture }
  const { player, playouts } = level
  return playouts === undefined ? { player } : { player, playouts }
}

/** The player of a level, as `makePlayer` reads it. */
export function levelSpec(level: Level, isCapture = false): string {
  const { player, playouts } = levelPlayer(level, isCapture)
  return playouts === undefined ? player : `${player},playouts=${playouts}`
}

/** The board of a ladder that is nearest to this one. */
export function ladderSize(size: number): LadderSize {
  return size <= 10 ? 9 : size <= 15 ? 13 : 19
}

/** What was measured of a level; undefined where no games were played. */
export function measuredOf(level: Level, size: number): Measured | undefined {
  return level.measured[ladderSize(size)]
}

/**
 * The rank that is usually given for GNU Go 3.8 at level 10 on a Go server with people (KGS, 19×19). Other boards have
 * no such figure: there the same is assumed.
 */
const GNUGO_KYU = 8
/**
 * Elo for one rank on 19×19: KGS takes 1 / (1 + exp(k d)) for the chance of the weaker of two players d ranks apart,
 * with k = 0.85 up to 5 kyu, rising to 1.3 at 2 dan. An Elo point is ln 10 / 400.
 */
const ELO_BY_K = 400 / Math.LN10
const WEAK = { k: 0.85, kyu: 5 }
const STRONG = { k: 1.3, kyu: -1 }
/** No level is said to be stronger: the scale is a guess far from where it is fixed. */
const BEST = -2
const WORST = 30

/**
 * Kyu for a distance to GNU Go level 10; 0 is 1 dan, -1 is 2 dan. Errors of a game add up over its moves like
 * independent ones, so that the same difference of skill decides less often on a small board: a rank is worth
 * size / 19 of what it is worth on 19×19.
 */
export function kyuOf(elo: number, size: number): number {
  const step = 0.05
  const direction = Math.sign(elo)
  let kyu = GNUGO_KYU
  for (let left = Math.abs(elo); left > 0 && kyu > BEST && kyu < WORST; kyu -= direction * step)
    left -= step * eloOfRank(kyu, size)
  return Math.min(WORST, Math.max(BEST, Math.round(kyu)))
}

/** What a rank is worth in Elo, where one is `kyu`. */
export function eloOfRank(kyu: number, size: number): number {
  const share = Math.min(1, Math.max(0, (WEAK.kyu - kyu) / (WEAK.kyu - STRONG.kyu)))
  return (ELO_BY_K * (WEAK.k + share * (STRONG.k - WEAK.k)) * size) / 19
}

/** "about 12 kyu", as far as the level was measured; above the scale, the rank that its games show at least. */
export function rankText(level: Level, size: number): string | undefined {
  const measured = measuredOf(level, size)
  if (!measured) return undefined
  const { elo, error } = measured
  const kyu = kyuOf(elo, ladderSize(size))
  if (kyu >= WORST) return "first games"
  if (kyu <= BEST) return `${makeRank(kyuOf(elo - error, ladderSize(size)))} or more`
  return `about ${makeRank(kyu)}`
}

const makeRank = (kyu: number): string => (kyu > 0 ? `${kyu} kyu` : `${1 - kyu} dan`)

/**
 * The handicap for a difference of ranks. On a board of a quarter of the points, one stone does the work of four.
 */
export function stonesFor(ranks: number, size: number): number {
  return Math.round((ranks * size ** 2) / 19 ** 2)
}
