// What the net sees (docs/net.md, "What it sees"). src/net computes the same in the engine; a test compares the bits.
#pragma once
#include "board.h"

constexpr int PLANES = 16;
constexpr int GLOBALS = 3;
constexpr u16 ONE = 0x3F80; // 1 as bfloat16
constexpr int MOST_KOMI2 = 80;

/** All planes of one point, written in whole. */
struct alignas(16) PointPlanes {
  u16 v[PLANES];
};

/** The old point that point p of the turned or mirrored board shows. */
FN int turned(int symmetry, int p) {
  if (p == PASS) return PASS;
  int x = p % N, y = p / N;
  if (symmetry & 1) x = N - 1 - x;
  if (symmetry & 2) y = N - 1 - y;
  return symmetry & 4 ? x * N + y : y * N + x;
}

/** Writes planes by point (channels last) and globals of a position that is seen turned by a symmetry. */
FN void writePlanes(const Position& p, const Chains& c, int symmetry, PointPlanes* planes, float* globals) {
  for (int k = 0; k < ROUNDS; k++) {
    const int at = lane() + k * LANES;
    const int from = turned(symmetry, at < POINTS ? at : 0);
    PointPlanes point;
    u16* v = point.v;
    v[0] = ONE;
    v[1] = has(c.own, from) ? ONE : 0;
    v[2] = has(c.enemy, from) ? ONE : 0;
    for (int i = 0; i < 3; i++) {
      v[3 + i] = has(c.ownBy[i], from) ? ONE : 0;
      v[6 + i] = has(c.enemyBy[i], from) ? ONE : 0;
    }
    v[9] = p.ko == from ? ONE : 0;
    for (int i = 0; i < HISTORY; i++) v[10 + i] = p.last[i] == from ? ONE : 0;
    v[15] = has(c.legal, from) ? ONE : 0;
    if (at < POINTS) planes[at] = point;
  }
  if (lane() != 0) return;
  const int komi2 = p.turn == WHITE ? p.komi2 : -p.komi2;
  globals[0] = (komi2 > MOST_KOMI2 ? MOST_KOMI2 : komi2 < -MOST_KOMI2 ? -MOST_KOMI2 : komi2) / 32.0f;
  globals[1] = p.last[0] == PASS ? 1.0f : 0.0f;
  globals[2] = p.territory ? 1.0f : 0.0f;
}
