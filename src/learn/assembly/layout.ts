// Where the learned features lie in memory: the table of shape words among the tables that all workers share, the rest
// in the worker's own region behind the parts of the search (kernel/assembly/layout.ts).
// Numbers only: the host imports this file, too, so that each of them is written once.

/** Points of the widest diamond, the middle left out. */
export const OFFSETS: u32 = 112
/** Eight u64, one for each symmetry: what one thing at one offset adds to a shape. */
export const WORDS: usize = 64
/** The words of what stands at an offset, by offset and kind (own, enemy, beyond the edge). */
export const SHAPE_WORDS: usize = 20480
export const KINDS: usize = 3 * WORDS
/** The words of the four neighbours in atari, own and enemy. */
export const ATARI_WORDS: usize = SHAPE_WORDS + OFFSETS * KINDS
/** The words of the last move at each offset. */
export const LAST_WORDS: usize = ATARI_WORDS + 8 * WORDS
/** i16 each: the offsets of the diamond in the map, inner ones first. */
export const SHAPE_OFFSETS: usize = 49920

/** u8 by map place: what stands there as the side to move sees it (see shapes.ts). */
export const MAP: usize = 155648
export const MAP_ROW: usize = 64
/** The widest diamond reaches so far beyond the board. */
export const MARGIN: usize = 7
/** u8 by point index, at a chain's head: its liberties, 4 for more. */
export const LIBERTY_COUNTS: usize = 157952
/** u8 by point index, at the head of a chain with two liberties: 1 when a ladder catches it, 0 when none does. */
export const CAUGHT: usize = 158464
/** u16 by point index: when the point was counted last. */
export const STAMPS: usize = 159488
/** u8 by point index: steps from the last move in the common fate graph. */
export const STEPS_FROM_LAST: usize = 160512
/** u16 each: the points that the steps are counted through. */
export const STEP_QUEUE: usize = 161024
/** f32 by point index: the share of each legal move. */
export const CHANCES: usize = 196608
/** u16 each, four: the chains beside the move that is looked at. */
export const CHAINS_BESIDE: usize = 162032
/** u16 each: the legal moves. */
export const LEGAL: usize = 162048
/** u32, SLOTS for each of these moves: numbers of features, 0 for none. */
export const TEAMS: usize = 163072
