// A position to learn from, as it is kept in the replay memory, and the batches that training makes of it.
#pragma once
#include "planes.h"

/** Which targets of a record may be learned. */
constexpr u8 HAS_OUTCOME = 1;
constexpr u8 HAS_OWNERS = 2;
constexpr u8 HAS_MARGIN = 4;

/** Everything as the side to move sees it. */
struct Record {
  u32 own[N];
  u32 enemy[N];
  /** Points of either side at the end of the game. */
  u32 ownArea[N];
  u32 enemyArea[N];
  i16 ko;
  i16 last[HISTORY];
  /** Komi that the side to move gets, and its margin in the end with komi, in half points. */
  i16 komi2;
  i16 margin2;
  /** What was played here, and what the enemy answered (NO_MOVE at the end). */
  i16 move;
  i16 next;
  /** 0 won, 1 drawn, 2 lost. */
  u8 outcome;
  u8 targets;
  u8 turn;
  u8 territory;
};

/** The chances of the moves by the search, as half precision numbers; records of people's games have none. */
struct PolicyTarget {
  u16 chance[ACTIONS];
};

/** A batch for training. `next` and `move` are already turned; NO_MOVE where there is none. */
struct Batch {
  PointPlanes* planes;
  float* globals;
  float* policy;
  long long* next;
  float* outcome; // 3 a position: won, drawn, lost
  float* margin;  // points / 10
  float* owners;  // 1 own, 0 enemy, 0.5 neither
  float* weights; // 3 a position: outcome, margin, owners
};

/** A number from 0 to 1 as half precision bits, and back. */
FN u16 toHalf(float x) {
  u32 bits;
  memcpy(&bits, &x, 4);
  const int exponent = (int)(bits >> 23) - 127;
  if (exponent < -24) return 0;
  const u32 mantissa = (bits & 0x7fffff) | 0x800000;
  if (exponent < -14) {
    const int shift = -1 - exponent;
    return (u16)((mantissa + (1u << (shift - 1))) >> shift);
  }
  return (u16)(((u32)(exponent + 15) << 10) + (((mantissa & 0x7fffff) + 0x1000) >> 13));
}
FN float fromHalf(u16 h) {
  const int exponent = h >> 10 & 31;
  const float mantissa = (float)(h & 1023);
  return exponent ? ldexpf(1024.0f + mantissa, exponent - 25) : ldexpf(mantissa, -24);
}

/** The position of a record with the side to move as Black. */
FN Position positionOf(const Record& r) {
  Position p = emptyPosition(-r.komi2);
  p.stones[0] = readRows(r.own);
  p.stones[1] = readRows(r.enemy);
  p.ko = r.ko;
  for (int i = 0; i < HISTORY; i++) p.last[i] = r.last[i];
  p.territory = r.territory;
  return p;
}

/** Writes record `r`, turned by a symmetry, to place `at` of a batch. Without `policy` the move played is the target. */
FN void writeExample(const Record& r, const PolicyTarget* policy, int symmetry, const Batch& batch, long long at) {
  const Position p = positionOf(r);
  writePlanes(p, chainsOf(p), symmetry, batch.planes + at * POINTS, batch.globals + at * GLOBALS);
  const Rows ownArea = readRows(r.ownArea), enemyArea = readRows(r.enemyArea);
  for (int k = 0; k < ROUNDS; k++) {
    const int to = lane() + k * LANES;
    const int from = turned(symmetry, to < ACTIONS ? to : 0);
    const int point = from < POINTS ? from : 0;
    const bool own = has(ownArea, point), enemy = has(enemyArea, point);
    if (to >= ACTIONS) continue;
    batch.policy[at * ACTIONS + to] = policy ? fromHalf(policy->chance[from]) : from == r.move ? 1.0f : 0.0f;
    if (from == r.next) batch.next[at] = to;
    if (to < POINTS) batch.owners[at * POINTS + to] = own ? 1.0f : enemy ? 0.0f : 0.5f;
  }
  if (lane() != 0) return;
  if (r.next == NO_MOVE) batch.next[at] = NO_MOVE;
  for (int i = 0; i < 3; i++) batch.outcome[at * 3 + i] = r.outcome == i ? 1.0f : 0.0f;
  batch.margin[at] = 0.05f * r.margin2;
  batch.weights[at * 3] = r.targets & HAS_OUTCOME ? 1.0f : 0.0f;
  batch.weights[at * 3 + 1] = r.targets & HAS_MARGIN ? 1.0f : 0.0f;
  batch.weights[at * 3 + 2] = r.targets & HAS_OWNERS ? 1.0f : 0.0f;
}
