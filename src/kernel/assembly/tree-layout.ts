// Where the parts of the tree and the fields of its nodes are (tree.ts).
// Numbers only: the host imports this file, too, so that each of them is written once.

/** Bytes of four nodes. */
export const FOUR: usize = 192

// Fields of a node, by its address, which is where its first field is. Values are seen by the side that made the node's
// move.
/** f32: how often the move was first to be played on its point after the parent, and the sum of those results. */
export const RAVE_VISITS: usize = 0
export const RAVE_VALUE: usize = 16
/** u16: the point, or 0 for a pass. */
export const MOVE: usize = 32
/**
 * u16: how many children; `FORBIDDEN` for a move that superko forbids, `AWAITED` before an awaited node is expanded.
 */
export const CHILDREN: usize = 34
/** u32: the unit of its first child; 0 before it is expanded, `BUSY` while a worker does so. */
export const FIRST_CHILD: usize = 48
/** u32: simulations that went through it. */
export const VISITS: usize = 64
/** u32: descents under way, for virtual loss. */
export const FLIGHT: usize = 80
/** i64: sum of results, in units of `RESULT_UNIT`; see `valueOf`. */
export const VALUE: usize = 96
/** f32: prior knowledge, as playouts and as the share of them that was won. */
export const PRIOR_VISITS: usize = 128
export const PRIOR_VALUE: usize = 144
/**
 * f32: the probability of the move in a weighted playout, for progressive bias. The knob `WINS_AT` may take the field:
 * u32, half wins.
 */
export const LIKELIHOOD: usize = 160
/** f32: the value by another operator than the mean (TREE-4). Or, by the knob `WINS_AT`, u32: half wins. */
export const BACKED: usize = 176

// Fields of the head of a block of children.
/** u32: how many. */
export const COUNT: usize = 0
/** u32: the unit of their parent. */
export const PARENT: usize = 4
/** u32: whether `keep` has met the parent. */
export const KEPT: usize = 8

export const BUSY: u32 = 1
export const FORBIDDEN: u32 = 0xffff
/** In place of the number of children, before a node has any: the host wants to know when it gets them. */
export const AWAITED: u32 = 0xfffe
export const RESULT_UNIT: f64 = 1048576

// Fields of the tree's head.
/** u32: units in use, and units there are room for. */
export const USED: usize = 0
export const CAPACITY: usize = 4
/** u32: set to make all workers end their batch. */
export const STOP: usize = 8
/** u32: set when a node could not be expanded for want of room. */
export const FULL: usize = 12
/** u32: simulations since the search began. */
export const DONE: usize = 16
/** u32: how many positions of the game have been before. */
export const PAST_COUNT: usize = 20
/** f64: the moving mean of Black's margin. */
export const MEAN_MARGIN: usize = 24
/** f64 each: the knobs (knob-numbers.ts). */
export const KNOB_TABLE: usize = 64
export const MOST_KNOBS: u32 = 64
/** u64 each: their hashes; the host writes at most `MAX_PAST`. */
export const PAST: usize = 1024
export const MAX_PAST: u32 = 1024
/** u8 by point index: the key position's category, from 0 (TREE-9). */
export const CATEGORIES: usize = 9216
/** f64 each, nine: up to which random number each category is chosen. */
export const CATEGORY_ENDS: usize = 9728
/** Where the units begin. */
export const UNITS: usize = 10240

// A unit is four bytes, and the number of a node is that of its first field. 0 means none.
export const UNIT_SIZE: usize = 4
export const UNITS_OF_HEAD: u32 = 16
export const UNITS_OF_FOUR: u32 = 48
export const ROOT_HEAD: u32 = 16
export const ROOT_NODE: u32 = ROOT_HEAD + UNITS_OF_HEAD
export const FIRST_FREE: u32 = ROOT_NODE + UNITS_OF_FOUR
