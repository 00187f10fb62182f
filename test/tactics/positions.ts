// The positions. Most boards are full but for what is at stake, so that the reader can prove every solution and the
// komi makes it the whole game; the living groups with eyes of one point are there to be out of danger.

import { White } from "../../src/rules/index.ts"
import type { TacticalPosition } from "./position.ts"

/** The two problems of SPEC EVO-5, with the replies of the first. */
export const EVO_5: readonly TacticalPosition[] = [
  {
    name: "flower six",
    board: `
      . X X X X X X X .
      X X X X X X X X X
      X X X X X X X X X
      X X X X X X X X X
      O O O O O O O O O
      O O O O O O O O O
      O O O . . O O O O
      O O O . . . O O O
      O O O O . O O O O`,
    komi: 7.5,
    solutions: ["E2"],
    why: "E2 touches four of the other five points; after any other move White gets two eyes.",
    proof: "specification",
    playouts: 20_000,
  },
  {
    name: "flower six, White at E3",
    board: `
      . X X X X X X X .
      X X X X X X X X X
      X X X X X X X X X
      X X X X X X X X X
      O O O O O O O O O
      O O O O O O O O O
      O O O . . O O O O
      O O O . . . O O O
      O O O O . O O O O`,
    komi: 7.5,
    moves: ["E2", "E3"],
    solutions: ["D2"],
    why: "D2 keeps White from an eye at D3.",
    proof: "specification",
    playouts: 20_000,
  },
  {
    name: "flower six, White at D2",
    board: `
      . X X X X X X X .
      X X X X X X X X X
      X X X X X X X X X
      X X X X X X X X X
      O O O O O O O O O
      O O O O O O O O O
      O O O . . O O O O
      O O O . . . O O O
      O O O O . O O O O`,
    komi: 7.5,
    moves: ["E2", "D2"],
    solutions: ["E3"],
    why: "E3 keeps White from an eye at D3.",
    proof: "specification",
    playouts: 20_000,
  },
  {
    name: "multiple cut",
    board: `
      . . . . . . . . .
      O O O O O O O O O
      X X X O O O X X X
      X X X X X X X X X
      X . . . . . . . X
      X X X X X X X X X
      X X X X X X X X X
      O O . O . O . O O
      . O . O . O . O .`,
    komi: 7.5,
    solutions: ["C2", "E2", "G2"],
    why:
      "Black needs all three points of the second line. Each threatens to cut on the first line " +
      "below, and White must connect there. On the first line Black threatens nothing: White " +
      "connects above.",
    proof: "specification",
    playouts: 20_000,
  },
]

export const TACTICS: readonly TacticalPosition[] = [
  {
    name: "ladder along a wall",
    board: `
      . O O . O O O O .
      X X X X O O O O O
      . X X X X X O O O
      X X X O O X O O O
      X . X O O X O . O
      X X X X O . O O O
      X X X X . . O O O
      X X X X . . O O O
      X X X X . . O O O`,
    komi: 3.5,
    solutions: ["F4"],
    why:
      "White's five stones run down the E file and Black blocks on the F file, until they are taken at the edge. " +
      "A block from a distance is too slow: White comes out at F4. The cut at D9 is too small.",
    proof: "read to the end",
  },
  {
    name: "ladder along a wall, with a breaker",
    board: `
      . O O . O O O O .
      X X X X O O O O O
      . X X X X X O O O
      X X X O O X O O O
      X . X O O X O . O
      X X X X O . O O O
      X X X X . . O O O
      X X X X O . O O O
      X X X X . . O O O`,
    komi: -0.5,
    solutions: ["E3"],
    why:
      "With White at E2 the ladder from F4 fails: White connects at E3. Black at E3 threatens F4 as well and keeps " +
      "the point; White goes out at F4, and Black still gets the cut at D9, which he needs.",
    proof: "read to the end",
  },
  {
    name: "ladder with a breaker at the top",
    board: `
      . . . . . . .
      . . O . . . .
      . . . . . . .
      . X . . . . .
      . X O . . . O
      . . X X . O .
      . . . . O . X`,
    komi: 0,
    rules: "capture-1",
    solutions: ["C4"],
    why:
      "First to take a stone wins. G1 can't be saved, so only ataris in a row help. The ladder from " +
      "D3 passes C6: when White comes to D5, the chaser at C5 is in atari. The mirrored one from C4 " +
      "catches White in the corner.",
    proof: "ladder read",
  },
  {
    name: "long ladder with a breaker at the top",
    board: `
      . . . . . . . . .
      . . . . O . . . .
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . . . .
      . X . . . . . . .
      . X O . . . . . O
      . . X X . . . O .
      . . . . . . O . X`,
    komi: 0,
    rules: "capture-1",
    solutions: ["C4"],
    why:
      "First to take a stone wins. J1 can't be saved, so only ataris in a row help. C4 catches " +
      "White after 23 moves at the right edge. D3 starts the mirrored ladder, in which E8 puts a " +
      "chaser into atari.",
    proof: "ladder read",
  },
  {
    name: "snapback",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X . X O O
      X X X X X O .
      X O O O X O O
      X O . . O O .`,
    komi: 0.5,
    solutions: ["D1"],
    why:
      "White takes the stone at D1 from C1 and has D1 as his only liberty: Black takes five. After " +
      "C1 White connects at D1.",
    proof: "read to the end",
  },
  {
    name: "throw-in",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X X X . X
      X X X X X X X
      O O O O X X X
      . O . . O . X`,
    komi: 7.5,
    solutions: ["D1"],
    why:
      "White needs C1 as his second eye. When he takes the stone at D1, what he has there is a " +
      "false eye: F1 puts E1 into atari. Without the sacrifice he plays D1 himself and lives.",
    proof: "read to the end",
  },
  {
    name: "connect and die",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X X X . X
      X X X X X X X
      X O O . O O X
      X O . O . O X`,
    komi: 7.5,
    solutions: ["D2"],
    why:
      "D2 puts both sides into atari, and whichever White connects, all are taken. White at D2 has " +
      "eyes at C1 and E1.",
    proof: "read to the end",
  },
  {
    name: "nakade: three in a row",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X X X . X
      X X X X X X X
      X O O O O O X
      X O . . . O X`,
    komi: 7.5,
    solutions: ["D1"],
    why: "The middle leaves White one eye.",
    proof: "read to the end",
  },
  {
    name: "nakade: bent three",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X X X . X . X
      O O X X X X X
      . O O X X X X
      . . O X X X X`,
    komi: 7.5,
    solutions: ["A1"],
    why: "The corner is the middle of the three points.",
    proof: "read to the end",
  },
  {
    name: "nakade: bulky five",
    board: `
      . O O O O O O O .
      O O O O O O O O O
      O O O O O O O O O
      X X X X X X X X X
      X . X X X X X . X
      X X X X X X X X X
      X X O O O O X X X
      X X O . . O O X X
      X X O . . . O X X`,
    komi: 7.5,
    solutions: ["E1"],
    why:
      "E1 touches three of the other four points. Black has to fill and sacrifice four stones and " +
      "then three on the way.",
    proof: "read to the end",
  },
  {
    name: "nakade: crossed five",
    board: `
      . O O O O O O O .
      O O O O O O O O O
      X X X X X X X X X
      X . X X X X X . X
      X X X O O O X X X
      X X O O . O O X X
      X X O . . . O X X
      X X O O . O O X X
      X X X O O O X X X`,
    komi: 7.5,
    solutions: ["E3"],
    why: "The centre of the cross is the only point that keeps White from two eyes.",
    proof: "read to the end",
  },
  {
    name: "living in three points",
    board: `
      . X X X X X X X .
      X X X X X X X X X
      X X X X X X X X X
      X X X X X X X X X
      O O O O O O O O O
      O . O O O O O . O
      O O O O O O O O O
      O O X X X X X O O
      O O X . . . X O O`,
    komi: 7.5,
    solutions: ["E1"],
    why: "The vital point is the same for both sides: E1 makes two eyes.",
    proof: "read to the end",
  },
  {
    name: "living by a connection",
    board: `
      . X X X X X X X .
      X X X X X X X X X
      X X X X X X X X X
      X X X X X X X X X
      O O O O O O O O O
      O . O O O O O . O
      O O O O O O O O O
      O O X X . X X O O
      O O X . X . X O O`,
    komi: 7.5,
    solutions: ["E2"],
    why: "E2 joins three chains and leaves eyes at D1 and F1.",
    proof: "read to the end",
  },
  {
    name: "seki: two shared liberties",
    board: `
      . X X X O O .
      X X X X O O O
      X . X X O . O
      X X X X O O O
      X O O O X X O
      X O O . X X O
      X O O . X X O`,
    komi: 0.5,
    solutions: ["pass"],
    why: "Either side puts itself into atari at D1 or D2. Black is ahead as it stands: passing wins.",
    proof: "read to the end",
  },
  {
    name: "seki: a dame elsewhere",
    board: `
      . X X X X O O O .
      X X X X X O O O O
      X . X X X O O . O
      X X X X . O O O O
      X X X X X O O O O
      X X X X X O O O O
      X X O O O X X O O
      X X O O . X X O O
      X X O O . X X O O`,
    komi: 4.5,
    solutions: ["E6"],
    why: "The dame is worth the game. E1 and E2 lose six stones, a pass loses the dame.",
    proof: "read to the end",
  },
  {
    name: "seki in the corner, an eye each",
    board: `
      . O O X X X .
      O O O X X X X
      . O O X X . X
      O O O X X X X
      O O X X X X X
      X X O O O O X
      . X . O . O X`,
    komi: 0.5,
    solutions: ["pass"],
    why: "Both have an eye and share C1. Black at C1 is taken from A1, White at C1 from E1.",
    proof: "read to the end",
  },
  {
    name: "ko: a threat first",
    board: `
      . X X X O O .
      X X X X O O .
      X . X X O O .
      X X X X O O .
      X X X O O O O
      X X X O O O O
      X X . X O O O`,
    komi: 0.5,
    first: White,
    moves: ["C1"],
    solutions: ["G5", "G6"],
    why:
      "White has just taken the ko, and D1 would repeat the position. G5 and G6 threaten to leave " +
      "White's four points a single eye; White must answer, and Black retakes. White has no threat " +
      "of his own. G4 and G7 threaten nothing.",
    proof: "read to the end",
  },
  {
    name: "race by one liberty",
    board: `
      . X X X O O .
      X X X X O . O
      X . X X O O O
      X X . X O . O
      X O O O X X O
      X O O O X X O
      . O O . X X .`,
    komi: 7.5,
    solutions: ["A1", "C4"],
    why:
      "Three liberties each, D1 in common. Who takes outer liberties first wins; D1 takes one of " +
      "his own, too.",
    proof: "read to the end",
  },
  {
    name: "race of an eye against none",
    board: `
      . X X X O O .
      X X X X O . O
      X . X X O O O
      X X . X O O O
      X O O O X X O
      X O O . X . .
      . O O . X X X`,
    komi: 7.5,
    solutions: ["G2"],
    why:
      "With the eye at F2 Black wins the race, since White must fill the shared liberties before he " +
      "may play there. If Black takes a liberty instead, White takes the eye.",
    proof: "read to the end",
  },
  {
    name: "bent four in the corner",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X X X . X . X
      O O X X X X X
      . O O O O X X
      X X X . O X X`,
    komi: 7.5,
    solutions: ["A2"],
    why:
      "It looks like a seki, but Black may fill at A2: White takes four stones, Black plays back " +
      "inside, and White needs a ko for which he has no threat. White can't start anything.",
    proof: "read to the end",
  },
  {
    name: "cut that wins two stones",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X . X O O
      X X X X X O .
      X X X X O O O
      . O O . O O .`,
    komi: 0.5,
    solutions: ["D1"],
    why: "After D1 the stones at B1 and C1 have no way out. After A1 White connects.",
    proof: "read to the end",
  },
  {
    name: "self-atari",
    board: `
      . O O O O O .
      O O O O O O O
      X X X X X X X
      X . X . X O O
      X X X X X O .
      X X X X O O O
      . O O . O O .`,
    komi: 0.5,
    first: White,
    solutions: ["D1"],
    why: "The same for White: D1 connects. At A1 he would have three stones in atari.",
    proof: "read to the end",
  },
  {
    name: "dead stones have to be taken",
    board: `
      . X X X O O .
      X X X X O O O
      X . X X O . O
      X X X X O O O
      X X X X O O O
      X O O X O O O
      . . . X O O O`,
    komi: 6.5,
    first: White,
    moves: ["pass"],
    solutions: ["A1", "B1", "C1"],
    why:
      "White has passed. B2 and C2 are dead, but count as long as they stand: a second pass ends " +
      "the game even on the board, short of the komi. Every move inside takes them in time.",
    proof: "read to the end",
  },
  {
    name: "last dame",
    board: `
      . X X O .
      X X X O O
      . X X O .
      X X X O O
      X X . O O`,
    komi: 4.5,
    first: White,
    moves: ["pass"],
    solutions: ["C1"],
    why: "White has passed. The dame is worth a point and the game; passing loses.",
    proof: "read to the end",
  },
]
