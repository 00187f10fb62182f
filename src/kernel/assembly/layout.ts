// Where everything lies in memory. Each worker owns one region; offsets inside it are relative to its start, so
// that many workers can share one memory. A board is one block (header, list of points, grid), copied as a whole.
//
// A point is the byte offset of its record in the grid, so that a neighbour's field is one load with an
// immediate offset. The stride is that of 19×19 for every size: one module serves them all.
//
// Numbers only: the host imports this file, too, so that each of them is written once.

export const REGION_SIZE: usize = 262144

// The block of a board.
export const HEADER_SIZE: usize = 64
export const LIST_SIZE: usize = 768 // 361 points of two bytes, rounded up
export const GRID: usize = HEADER_SIZE + LIST_SIZE
export const ROW: usize = 320
export const RECORD: usize = 16
/**
 * Points with those of the border around them: what a table by point index has room for. An index is an offset /
 * RECORD.
 */
export const INDICES: usize = 440
export const ROWS_AROUND: usize = 2
/** What a block of the largest board takes, rounded up. */
export const BOARD_ROOM: usize = 8192

// Fields of the header.
/** u32: how many points the list holds. */
export const LIVE: usize = 0
/** u32: the point that may not be taken back at once; 0 for none. */
export const KO: usize = 4
/** i32: black stones less white ones, an eye that is left out counting as a stone of its owner. */
export const BALANCE: usize = 8
/** u32: lines of the board. */
export const SIZE: usize = 12
/** u64: Zobrist hash of the stones. */
export const HASH: usize = 16
/** u32: stones taken by Black, and by White. */
export const TAKEN_BY_BLACK: usize = 24
export const TAKEN_BY_WHITE: usize = 28
/** u32: whom the ko binds, as the host writes colours. */
export const KO_FOR: usize = 32

// Neighbours. A point's address is that of its north-western neighbour's record, and its own record lies `CENTER`
// behind it: so everything around a point is ahead of its address, where one load with an immediate offset reaches
// it.
export const NORTH: usize = -ROW
export const WEST: usize = -RECORD
export const EAST: usize = RECORD
export const SOUTH: usize = ROW
export const CENTER: usize = ROW + RECORD

// Fields of a point's record. What is read as one number is written as one, too: a load that covers several
// recent stores waits for them.
/** u16: the stone that names the chain; an empty point or the border names itself. */
export const HEAD: usize = CENTER
/** u8: what stands there, in the code below. */
export const COLOR: usize = CENTER + 2
/** u32: both of them, and 0 above: four words add up without a carry, and the sum counts the neighbours by kind. */
export const WORD: usize = CENTER
/** u16, at the head: how many stones; bit 15 says that the chain is holed (see holes.ts). */
export const STONES: usize = CENTER + 4
/** i16, at the head: pseudo-liberties. */
export const LIBERTIES: usize = CENTER + 6
/** i32: both of them, so that one addition counts both, and the sign is the liberties'. */
export const CHAIN: usize = CENTER + 4
/** u16: the next stone in the chain's ring. */
export const NEXT: usize = CENTER + 8
/** u8: the owner of the eye that is left out of the list here, or 0. */
export const HOLE: usize = CENTER + 10
/** u16: where the point stands in the list. */
export const INDEX: usize = CENTER + 12
/** u16: the eight points around, two bits each from the north-west row by row: 0 empty, 1 black, 2 white, 3 border. */
export const CODE: usize = CENTER + 14

// The code of colours: the four neighbours' codes add up to a count of each kind without a table.
export const BLACK: u32 = 1
export const WHITE: u32 = 8
export const EMPTY: u32 = 64
export const BORDER: u32 = 0
export const BLACKS: u32 = 7
export const WHITES: u32 = 56
export const STONE_BITS: u32 = 63
export const EMPTIES: u32 = 448
/** Where a colour stands in a `WORD`, and where the bit is that says "empty". */
export const COLOR_SHIFT: u32 = 16
export const EMPTY_BIT: u32 = 22
/** The bits of a `WORD` that name the chain. */
export const NAME: u32 = 0xffff
/** The bits of a `CHAIN` that count stones. */
export const SIZES: i32 = 0x7fff
/** One pseudo-liberty in a `CHAIN`. */
export const ONE_LIBERTY: i32 = 0x10000

/** Pseudo-liberties of empty points and the border: more than their neighbours can ever take. */
export const ENDLESS: i32 = 0x2000
export const HOLED: u32 = 0x8000
/** Moves that bit to four liberties: with no more, a holed chain may be in atari in its hole. */
export const HOLED_SHIFT: i32 = 3

// Parts of a worker's region.
/** The board that is played on. */
export const WORK: usize = 0
/** The board that playouts start from. */
export const ROOT: usize = 8192
/** u16 a move: point | colour; a pass is the colour alone. */
export const MOVES: usize = 16384
/** i32 by point: how often it ended as Black's less how often as White's. */
export const OWNERS: usize = 24576
/** u8 by point (index, not offset): the first colour to play there in the last game. */
export const FIRST: usize = 32768
/** f64 each: sums over a run. */
export const SUMS: usize = 33792
export const SUMS_LENGTH: usize = 64
export const SUM_GAMES: usize = 0
/** Of Black's margins, and of their squares. */
export const SUM_MARGINS: usize = 8
export const SUM_SQUARES: usize = 16
/** Games that a side won by more than the komi. */
export const SUM_BLACK_WINS: usize = 24
export const SUM_WHITE_WINS: usize = 32
export const SUM_MOVES: usize = 40
export const SUM_CUT_OFF: usize = 48

/** u16 each: candidates of a rule of a heavy playout. */
export const CANDIDATES: usize = 34816

/**
 * u64 by point, then by row: weights of the gamma playout, Black's below and White's above; of the game, and of the
 * root. Room for the point before the first is left in front.
 */
export const WEIGHTS: usize = 36880
export const ROOT_WEIGHTS: usize = 45056
export const ROW_SUMS: usize = 3584
export const WEIGHTS_LENGTH: usize = 3840

/** u16 lists for counting and for analyze-after: a queue or members, chains' beginnings, newest stones, old chains. */
export const SCRATCH: usize = 53248
export const SCRATCH_PART: usize = 1024

/** Boards that ladders are read on: nine (see ladder.ts). */
export const LADDERS: usize = 57344

// Parts that only the search uses.
/** u32 each: the nodes of a descent. */
export const PATH: usize = 131072
/** The longest descent. */
export const MAX_DEPTH: u32 = 1000
/** u16 each: the moves of a node that is expanded. */
export const CHOICES: usize = 135168
/** f32 pairs by point index: what knowledge says of a move, in playouts and in wins. */
export const KNOWLEDGE: usize = 137216
/** f64 each: the terms of a child's value, for the host. */
export const TERMS: usize = 142336
export const TERM_WEIGHT: usize = 0
export const TERM_WINS: usize = 8
export const TERM_RAVE_VISITS: usize = 16
export const TERM_RAVE_WINS: usize = 24
export const TERM_ESTIMATE: usize = 32
export const TERM_EXPLORATION: usize = 40
export const TERM_BIAS: usize = 48
export const TERM_VALUE: usize = 56

/** f32 by point index: which move of the simulation played there first, from 1; negative when it was White's. */
export const MOMENTS: usize = 152064
/** f32, four: the values of as many children. */
export const LANES: usize = 154112
/** u64 each: the positions of a descent. */
export const PATH_HASHES: usize = 143360

/** Where the parts of the network begin (net/assembly/layout.ts), behind those of the learned features. */
export const NET_ROOM: usize = 200704
/** How many moves before the root the host tells. */
export const LAST_MOVES: u32 = 5

// Tables, the same for all workers, before the regions.
/**
 * u32 each: where the learned gammas are (0: none), the dictionary of shapes, its size as a power of two, and where
 * both end (learn/assembly/weigh.ts).
 */
export const MOVE_WEIGHTS: usize = 2048
/**
 * u32 each: where the network is (0: none), where the workers' activations begin, how many bytes each worker has there,
 * and where all ends (net/assembly/net.ts).
 */
export const NET: usize = 2112
/** u64: Zobrist words by point; black's, and white's behind them. */
export const ZOBRIST: usize = 4096
export const ZOBRIST_WHITE: usize = INDICES << 3
/** u64: the word for White's turn, in the place of a point that no board has. */
export const ZOBRIST_TURN: usize = ZOBRIST
/** u32 each, in sixteenths: gammas of the points beside the last move and diagonal to it. */
export const FEATURES: usize = 16384
/** What the eight points around a point may look like (`CODE`). */
export const CODES: usize = 65536
/** u8 by code: bit 0 when a pattern invites Black to play there, bit 1 White. */
export const PATTERNS: usize = 65536
/** u64 by code: weight of the point for Black, and above it for White, in the gamma playout. */
export const GAMMAS: usize = 131072
/** Where the first worker's region begins. */
export const REGIONS: usize = 655360

// What the host's `play` and `refusal` answer.
export const PLAYED: i32 = 0
export const OFF_BOARD: i32 = 1
export const OCCUPIED: i32 = 2
export const SUICIDE: i32 = 3
export const KO_TAKEN: i32 = 4
