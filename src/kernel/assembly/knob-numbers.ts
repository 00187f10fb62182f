// The numbers of the search's knobs. What each means, its unit, default and source stand in src/search/params.ts.
// Numbers only: the host imports this file, too, so that each of them is written once.

// Selection.
export const EXPLORATION: usize = 0
export const TUNED: usize = 1
export const FPU: usize = 2
export const RAVE: usize = 3
export const RAVE_BIAS: usize = 4
export const RAVE_SCHEDULE: usize = 5
export const BIAS: usize = 6
export const VIRTUAL_LOSS: usize = 7

// Expansion.
export const EXPAND_AT: usize = 8
export const KEY_ORDER: usize = 9
export const UNCLE: usize = 10
export const PRIOR_EVEN: usize = 11
export const PRIOR_CAPTURE: usize = 12
export const PRIOR_CAPTURE_MANY: usize = 13
export const PRIOR_PATTERN: usize = 14
export const PRIOR_SELF_ATARI: usize = 15
export const PRIOR_NEAR_1: usize = 16
export const PRIOR_NEAR_2: usize = 17
export const PRIOR_NEAR_3: usize = 18
export const PRIOR_EDGE: usize = 19
export const PRIOR_THIRD_LINE: usize = 20
export const PRIOR_PASS: usize = 21

// Simulation and its worth.
export const POLICY: usize = 22
export const SWITCHES: usize = 23
export const KOMI: usize = 24
export const CAPTURE_GOAL: usize = 25
export const BACKUP: usize = 26
export const SCORE: usize = 27
export const SCORE_WEIGHT: usize = 28
export const OWNERS_TOO: usize = 29

// The game.
export const SUPERKO: usize = 30
export const TOY_DEPTH: usize = 31
export const TOY_WIDTH: usize = 32
export const TOY_SEED: usize = 33

/** How much more early moves count for RAVE than late ones. */
export const RAVE_RECENCY: usize = 34
/** Playouts that a move of probability 1 starts with. */
export const PRIOR_LEARNED: usize = 35
/** The strength of the pass among the learned ones of moves. */
export const PASS_STRENGTH: usize = 45
/** Playouts of a move that catches stones in a ladder. */
export const PRIOR_LADDER: usize = 46

/** The field of a node that counts wins by the game's own komi, where values are something else; 0 for none. */
export const WINS_AT: usize = 36
export const GAME_KOMI: usize = 37


// The network.
/** The visit at which a node is judged by the network, from 1; 0 for never. */
export const NET: usize = 38
/** The share of a playout in the value of a judged node. */
export const NET_MIX: usize = 39
/** How much selection by PUCT explores; 0 for another selection. */
export const PUCT: usize = 40
/** Whether the game is counted by territory, for the network. */
export const TERRITORY: usize = 41
/** What the network's policy logits are divided by; 0 for 1. */
export const NET_HEAT: usize = 42
/** The weight of the network's score beside its chance to win. */
export const NET_SCORE: usize = 43
/** Whether the network sees each position turned or mirrored at random. */
export const NET_TURN: usize = 44
