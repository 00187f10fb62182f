// Where the populations and their fields are, and how large a strategy may be.
// Numbers only: the host imports this file, too, so that each of them is written once.

// The head of the populations, which the host fills in.
/** u32: set to make all workers end. */
export const STOP: usize = 0
/** u32: steps that were begun. */
export const BEGUN: usize = 4
export const POPULATION: usize = 8
export const LINEAGES: usize = 12
/** u32: who plays first, as the host writes colours, and whether the other side has just passed. */
export const FIRST: usize = 16
export const PASSED: usize = 20
/** u32: the run's key. */
export const KEY_LOW: usize = 24
export const KEY_HIGH: usize = 28
/** u32: whether owners are added up, and the goal of Capture Go (0 for ordinary Go). */
export const OWNERS_TOO: usize = 32
export const GOAL: usize = 36
/** f64: probabilities times 2^32, and the komi. */
export const CROSSING: usize = 40
export const MUTATION: usize = 48
export const INNER: usize = 56
export const SUCCESSION: usize = 64
export const KOMI: usize = 72
/** u32 pairs by first move: games in which the side to play was advised so, and how many of them it won. */
export const OPENINGS: usize = 128
/** Where those without advice are counted. */
export const UNADVISED: usize = 440
/** The champions, Black's and White's of each lineage; behind them the lineages' claims, the individuals', the individuals. */
export const CHAMPIONS: usize = 4096

/** Two drawn from each side, against each other and against a champion. */
export const MOST_WINS: u32 = 3
/** The number of the founding among steps. */
export const FOUNDING: u32 = 0xffffffff

/** Bytes of a strategy's record. */
export const STRATEGY_SIZE: usize = 256
/** Enough for a full tree of height 6. */
export const MOST_NODES: u32 = 127
/** Of a tree that is grown, leaves included. */
export const GROWN_HEIGHT: u32 = 4
export const NOTHING: u32 = 0xffff
