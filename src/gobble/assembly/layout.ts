// Where Gobble's tables and their fields are.
// Numbers only: the host imports this file, too, so that each of them is written once.

/** u16 by point: its number, row by row from 0. */
export const NUMBERS: usize = 0
/** u8 by point: whether somebody has played there in the game that is being credited. */
export const SEEN: usize = 896
export const LISTS: usize = 1344

// A list: head, statistics by the point's number, the order by value, and the order that is played.
/** u32: the game it was put in order for. */
export const GAME: usize = 0
/** u32: where the walk begins: whatever stands before is occupied. */
export const TOP: usize = 4
/** u32: the stones taken in this game when that was found out. */
export const TAKEN: usize = 8
export const LIST_HEAD: usize = 16
/** u32: games; u32: half wins; f64: sum of the results as this side sees them; f64: their mean. */
export const ENTRY: usize = 24
export const HALVES: usize = 4
export const SUM: usize = 8
export const MEAN: usize = 16
