// The numbers of the features: how many slots a team has, and where the numbers of each plain slot begin. The list with
// names is ../features.ts; a test compares the two.
//
// Numbers only: the host imports this file, too.

/** Slots of shapes: 3×3, and the diamonds of radius 2 to 7. */
export const LEVELS: u32 = 7
/** Slots of answers: shapes up to radius 4 together with the place of the last move. */
export const ANSWERS: u32 = 4
export const SHAPES: u32 = LEVELS + ANSWERS

// The plain slots in the order of a team, after the shapes.
export const CAPTURE_SLOT: u32 = 0
export const ESCAPE_SLOT: u32 = 1
export const ATARI_SLOT: u32 = 2
export const SELF_ATARI_SLOT: u32 = 3
export const THREAT_SLOT: u32 = 4
export const LIBERTIES_SLOT: u32 = 5
export const KO_SLOT: u32 = 6
export const CONTACT_SLOT: u32 = 7
export const LAST_SLOT: u32 = 8
export const BEFORE_LAST_SLOT: u32 = 9
export const LINE_SLOT: u32 = 10
export const STEPS_SLOT: u32 = 11
/** All slots of a team. */
export const SLOTS: u32 = SHAPES + 12

// The number of each slot's first value.
export const CAPTURE: u32 = 1 // 12 values
export const ESCAPE: u32 = 13 // 12
export const ATARI: u32 = 25 // 14
export const SELF_ATARI: u32 = 39 // 6
export const THREAT: u32 = 45 // 6
export const LIBERTIES: u32 = 51 // 100
export const KO: u32 = 151 // 3
export const CONTACT: u32 = 154 // 16
export const LAST: u32 = 170 // 17
export const BEFORE_LAST: u32 = 187 // 17
export const LINE: u32 = 204 // 40
export const STEPS: u32 = 244 // 5
/** How many plain features there are; the numbers of shapes follow. */
export const PLAIN_FEATURES: u32 = 248

/** Numbers that a move has for the playouts: pattern code, nearness. */
export const PLAYOUT_NUMBERS: usize = 2
