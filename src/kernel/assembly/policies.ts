// How a playout chooses its moves, as the host says it.
// Numbers only: the host imports this file, too, so that each of them is written once.

// Policies.
export const LIGHT: u32 = 0
export const MOGO: u32 = 1
export const GAMMA: u32 = 2

/** A playout is cut off at this many moves a point. */
export const MOVES_PER_POINT: u32 = 3

/** What stands for 1 among the features' gammas. */
export const FEATURE_UNIT: u32 = 16

// Switches of the rules of MoGo's playout (mogo.ts).
export const CAPTURE: u32 = 1
export const ESCAPE: u32 = 2
export const PATTERN: u32 = 4
/** Capture and escape look at the whole board, not only at chains that the last move touched. */
export const BOARD_SCOPE: u32 = 8
/** No move that leaves an own chain of two or more stones with one liberty, unless it captures. */
export const NO_SELF_ATARI: u32 = 16

/** Play the vital point of a small enclosed space next to the last move, before patterns. */
export const NAKADE: u32 = 32

/** No escape by running that ends in a ladder. */
export const LADDER: u32 = 64

/** Look after chains of two liberties that the last move touched, after those in atari. */
export const LOW: u32 = 128

// Two chances in 256ths are kept above the switches: that a move is made without the rules, and that a bad self-atari which
// is drawn is played all the same.
export const SELF_ATARI_SHIFT: u32 = 16
export const RANDOMNESS_SHIFT: u32 = 24

// Bounds of reading a ladder (ladder.ts).
/** Stones of both sides in one reading: three times what the way across 19×19 takes. */
export const MOST_STONES: u32 = 200
/** Ways to defend that are tried at one point of a ladder. */
export const MOST_DEFENCES: u32 = 8
/** Choices that may be open at the same time. */
export const MOST_CHOICES: u32 = 8
