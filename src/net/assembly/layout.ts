// The shape of a network and where its numbers lie in memory. The image of the network stands once behind the regions
// of the workers, and behind it each worker's activations; small results are in the worker's own region, behind the
// parts of the learned features.
// Numbers only: the host imports this file, too, so that each of them is written once.

/** Planes of the input, and numbers about the whole position. */
export const PLANES: u32 = 16
export const GLOBALS: u32 = 3
/** Channels of the heads together, and of each of them. */
export const HEAD: u32 = 64
export const HALF_HEAD: u32 = 32
/** Numbers between the pooled heads and the outputs. */
export const HIDDEN: u32 = 64
export const OUTPUTS: u32 = 37
/** Among the outputs: the pass, win, draw and loss, the score. */
export const PASS_OUTPUT: u32 = 32
export const WIN_OUTPUT: u32 = 33
export const SCORE_OUTPUT: u32 = 36
/** A score of one unit is this many points. */
export const SCORE_POINTS: i32 = 10

/** Activations lie in 0 … LIMIT, or −LIMIT … LIMIT. */
export const LIMIT: i32 = 16383
/** The komi counts up to this many half points; 1 / KOMI_PART of a unit each. */
export const MOST_KOMI: i32 = 80
export const KOMI_PART: i32 = 32

// Planes by what they show.
export const ON_BOARD: u32 = 0
export const STONE: u32 = 1
export const LIBERTY_PLANES: u32 = 3
export const KO_PLANE: u32 = 9
export const MOVE_PLANES: u32 = 10
export const LEGAL_PLANE: u32 = 15

// The image: its head, then the layers in the order of the file.
/** u32 each: blocks, channels, bits. */
export const IMAGE_BLOCKS: usize = 0
export const IMAGE_CHANNELS: usize = 4
export const IMAGE_BITS: usize = 8
export const IMAGE_HEAD: usize = 16
/** A layer: its shift (i32) and, for a window of 3×3, its way (u32); then biases with the rounding (i32, by fours). */
export const LAYER_HEAD: usize = 16
export const LAYER_WAY: usize = 4
/** Then weights (i16), multiplied out. */
export const DIRECT: u32 = 0
/** Then multipliers and corrections (i32 each by output), and weights (i16) by tiles (`tiles.ts`). */
export const TILED: u32 = 1
/** Outputs that a convolution computes at a time: its weights stand by these, then by tap and pair of inputs. */
export const GROUP: u32 = 16
/** Inputs of a dense layer are filled up to a multiple of this. */
export const DENSE_STEP: u32 = 8

// A board of activations: rows share the border between them, and what is computed to fill up threes goes to one cell
// behind all.
export const CELLS: usize = 464
export const WASTE_CELL: usize = 442

// A board cut into tiles of 2×2 points: the largest has 10×10 of them, filled up to a multiple of three.
export const TILES: usize = 102
/** Numbers of a transformed tile. */
export const TILE_PARTS: u32 = 16
/** The part that can reach 65 532: it is stored less 32 768. */
export const LARGE_PART: u32 = 5
/** Sums of a group of outputs, 32 bits each. */
export const SUMS_BYTES: usize = 64

// Parts of a worker's region.
/** u16 each, LAST_MOVES: point | colour of the moves before the root, newest first; a pass is the colour alone. */
export const HISTORY: usize = 200704
/** u16 each: the same for the node that is evaluated. */
export const NODE_HISTORY: usize = 200720
/** i16 each: the inputs of the layer of globals. */
export const GLOBAL_INPUTS: usize = 200736
/** i32 each: the outputs o. */
export const OUTPUT_LOGITS: usize = 200768
/** i32 by point index: logits of the policy, where 0 is the pass, and of the owners. */
export const POLICY_LOGITS: usize = 200960
export const OWNER_LOGITS: usize = 202752
/** f32 by point index: the chance of each move, where 0 is the pass. */
export const NET_CHANCES: usize = 204544
/** u32 each: cells of the points in bytes of one channel, row by row, filled up to a multiple of three. */
export const POINT_CELLS: usize = 206336
/** i32 each: what is added to all points, by channel. */
export const ADDED: usize = 207872
/** i16 each: pooled channels, and the hidden numbers. */
export const POOLED: usize = 209920
export const HIDDEN_VALUES: usize = 211968
/** u8 by point index, at a chain's head: its liberties, 4 for more. */
export const NET_LIBERTIES: usize = 212224
/** u16 by point index: the chain that counted the point last. */
export const NET_STAMPS: usize = 212736
/** u16 each: the points of the board, as `POINT_CELLS`. */
export const NET_POINTS: usize = 213760
/** i32 each, nine: the taps of a convolution in cells. */
export const TAPS: usize = 214528
/** u32 each: the numbers of the tiles, 0, 1, 2 …, filled up to a multiple of three. */
export const TILE_NUMBERS: usize = 214592
/** The same without tiles that have one column of points. */
export const WIDE_TILES: usize = 215040
/** i32 each, GROUP: zeros, where sums begin. */
export const NO_SUMS: usize = 215488
export const NET_END: usize = 215552
