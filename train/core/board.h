// The rules as self-play and planes need them: stones, captures, simple ko, legality, area (docs/net.md).
#pragma once
#include "lanes.h"

constexpr int HISTORY = 5;
constexpr int NO_MOVE = -1;
constexpr int BLACK = 0;
constexpr int WHITE = 1;

/** A position in memory. Komi is White's, in half points. */
struct State {
  u32 stones[2][N];
  i16 ko;
  i16 last[HISTORY];
  i16 komi2;
  i16 moves;
  u8 turn;
  u8 passes;
  u8 territory;
  u8 unused;
};

/** A position while it is worked on. */
struct Position {
  Rows stones[2];
  int ko;
  int last[HISTORY];
  int komi2;
  int moves;
  int turn;
  int passes;
  int territory;
};

FN Position emptyPosition(int komi2) {
  Position p;
  p.stones[0] = p.stones[1] = none();
  p.ko = NO_MOVE;
  for (int i = 0; i < HISTORY; i++) p.last[i] = NO_MOVE;
  p.komi2 = komi2;
  p.moves = p.turn = p.passes = p.territory = 0;
  return p;
}

FN Position readState(const State& s) {
  Position p;
  p.stones[0] = readRows(s.stones[0]);
  p.stones[1] = readRows(s.stones[1]);
  p.ko = s.ko;
  for (int i = 0; i < HISTORY; i++) p.last[i] = s.last[i];
  p.komi2 = s.komi2;
  p.moves = s.moves;
  p.turn = s.turn;
  p.passes = s.passes;
  p.territory = s.territory;
  return p;
}

FN void writeState(State& s, const Position& p) {
  writeRows(s.stones[0], p.stones[0]);
  writeRows(s.stones[1], p.stones[1]);
  if (lane() != 0) return;
  s.ko = (i16)p.ko;
  for (int i = 0; i < HISTORY; i++) s.last[i] = (i16)p.last[i];
  s.komi2 = (i16)p.komi2;
  s.moves = (i16)p.moves;
  s.turn = (u8)p.turn;
  s.passes = (u8)p.passes;
  s.territory = (u8)p.territory;
}

/** All points of `within` that are connected to `from`, which lies within. */
FN Rows flood(Rows from, Rows within) {
  for (;;) {
    const Rows grown = (from | neighbours(from)) & within;
    if (same(grown, from)) return from;
    from = grown;
  }
}

FN Rows emptyPoints(const Position& p) { return without(all(), p.stones[0] | p.stones[1]); }

/** Plays a legal move. */
FN void play(Position& p, int move) {
  for (int i = HISTORY - 1; i > 0; i--) p.last[i] = p.last[i - 1];
  p.last[0] = move;
  p.ko = NO_MOVE;
  p.moves++;
  const int own = p.turn;
  p.turn = 1 - own;
  if (move == PASS) {
    p.passes++;
    return;
  }
  p.passes = 0;
  const Rows stone = pointSet(move);
  const Rows mine = p.stones[own] | stone;
  Rows theirs = p.stones[1 - own];
  Rows taken = none();
  for (Rows beside = neighbours(stone) & theirs; any(beside);) {
    const Rows chain = flood(pointSet(firstOf(beside)), theirs);
    beside = without(beside, chain);
    const Rows free = without(without(neighbours(chain), mine), theirs);
    if (!any(free)) taken = taken | chain;
  }
  theirs = without(theirs, taken);
  p.stones[own] = mine;
  p.stones[1 - own] = theirs;
  // A stone alone that took one stone and has no other liberty: the enemy may not take back at once.
  if (count(taken) == 1) {
    const Rows around = neighbours(stone);
    if (!any(around & mine) && same(without(around, theirs), taken)) p.ko = firstOf(taken);
  }
}

/** Points of each side by area: stones, and empty regions that only one colour touches. */
FN void areas(const Position& p, Rows& black, Rows& white) {
  const Rows empty = emptyPoints(p);
  const Rows byBlack = flood(neighbours(p.stones[0]) & empty, empty);
  const Rows byWhite = flood(neighbours(p.stones[1]) & empty, empty);
  black = p.stones[0] | without(byBlack, byWhite);
  white = p.stones[1] | without(byWhite, byBlack);
}

/** What the planes tell of chains, as the side to move sees it, and where it may play. */
struct Chains {
  Rows own;
  Rows enemy;
  /** Chains with 1, 2, 3 liberties. */
  Rows ownBy[3];
  Rows enemyBy[3];
  Rows legal;
};

FN Chains chainsOf(const Position& p) {
  Chains c;
  c.own = p.stones[p.turn];
  c.enemy = p.stones[1 - p.turn];
  for (int i = 0; i < 3; i++) c.ownBy[i] = c.enemyBy[i] = none();
  const Rows empty = emptyPoints(p);
  for (int side = 0; side < 2; side++) {
    const Rows stones = side == 0 ? c.own : c.enemy;
    Rows* by = side == 0 ? c.ownBy : c.enemyBy;
    for (Rows left = stones; any(left);) {
      const Rows chain = flood(pointSet(firstOf(left)), stones);
      left = without(left, chain);
      const int liberties = count(neighbours(chain) & empty);
      for (int i = 0; i < 3; i++)
        if (liberties == i + 1) by[i] = by[i] | chain;
    }
  }
  c.legal = empty & (neighbours(empty) | neighbours(without(c.own, c.ownBy[0])) | neighbours(c.enemyBy[0]));
  if (p.ko != NO_MOVE) c.legal = without(c.legal, pointSet(p.ko));
  return c;
}
