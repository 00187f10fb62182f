// The same source plays a game on a GPU and on a CPU. On a GPU one warp plays a game and a lane holds one row of each
// set of points; on a CPU one thread does, and a set is an array of rows. Everything above this file knows sets only.
// The board's size is a constant of the compilation (-DBOARD=9), so that each size has a library of its own.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#ifndef BOARD
#error "name the board's size: -DBOARD=9"
#endif

using u8 = uint8_t;
using i8 = int8_t;
using u16 = uint16_t;
using i16 = int16_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr int N = BOARD;
constexpr int POINTS = N * N;
constexpr int PASS = POINTS;
constexpr int ACTIONS = POINTS + 1;
constexpr u32 FULL_ROW = (1u << N) - 1;
static_assert(N >= 2 && N <= 19, "boards from 2x2 to 19x19");

#ifdef __CUDACC__

#define FN __device__ __forceinline__
constexpr int LANES = 32;
constexpr u32 ALL = 0xffffffffu;

FN int lane() { return threadIdx.x & 31; }
FN void together() { __syncwarp(); }
FN float sumOfLanes(float v) {
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(ALL, v, o);
  return v;
}
FN float maxOfLanes(float v) {
  for (int o = 16; o; o >>= 1) v = fmaxf(v, __shfl_xor_sync(ALL, v, o));
  return v;
}
/** The index with the greatest value over all lanes; of equal ones the least. */
FN int bestOfLanes(float v, int index) {
  for (int o = 16; o; o >>= 1) {
    const float other = __shfl_xor_sync(ALL, v, o);
    const int otherIndex = __shfl_xor_sync(ALL, index, o);
    if (other > v || (other == v && otherIndex < index)) {
      v = other;
      index = otherIndex;
    }
  }
  return index;
}
FN u64 addAndFetchOld(unsigned long long* at, u64 value) { return atomicAdd(at, (unsigned long long)value); }
FN u64 fromFirstLane(u64 v) { return __shfl_sync(ALL, v, 0); }

/** A set of points. Lanes beyond the board hold no bits. */
struct Rows {
  u32 bits;
};
FN u32 rowMask() { return lane() < N ? FULL_ROW : 0; }
FN Rows none() { return {0}; }
FN Rows all() { return {rowMask()}; }
FN Rows operator&(Rows a, Rows b) { return {a.bits & b.bits}; }
FN Rows operator|(Rows a, Rows b) { return {a.bits | b.bits}; }
FN Rows without(Rows a, Rows b) { return {a.bits & ~b.bits}; }
FN bool any(Rows a) { return __any_sync(ALL, a.bits != 0); }
FN bool same(Rows a, Rows b) { return __all_sync(ALL, a.bits == b.bits); }
FN int count(Rows a) { return __reduce_add_sync(ALL, __popc(a.bits)); }
FN Rows neighbours(Rows a) {
  u32 above = __shfl_up_sync(ALL, a.bits, 1);
  const u32 below = __shfl_down_sync(ALL, a.bits, 1);
  if (lane() == 0) above = 0;
  return {((a.bits << 1) | (a.bits >> 1) | above | below) & rowMask()};
}
FN Rows pointSet(int p) { return {lane() == p / N ? 1u << (p % N) : 0u}; }
/** Each lane may ask for a point of its own; all lanes have to ask. */
FN bool has(Rows a, int p) { return (__shfl_sync(ALL, a.bits, p / N) >> (p % N)) & 1; }
/** The first point of a set that isn't empty. */
FN int firstOf(Rows a) {
  const int row = __ffs(__ballot_sync(ALL, a.bits != 0)) - 1;
  return row * N + __ffs(__shfl_sync(ALL, a.bits, row)) - 1;
}
FN Rows readRows(const u32* rows) { return {lane() < N ? rows[lane()] : 0u}; }
FN void writeRows(u32* rows, Rows a) {
  if (lane() < N) rows[lane()] = a.bits;
}

#else

#define FN inline
constexpr int LANES = 1;

FN int lane() { return 0; }
FN void together() {}
FN float sumOfLanes(float v) { return v; }
FN float maxOfLanes(float v) { return v; }
FN int bestOfLanes(float, int index) { return index; }
FN u64 addAndFetchOld(unsigned long long* at, u64 value) {
  const u64 old = *at;
  *at += value;
  return old;
}
FN u64 fromFirstLane(u64 v) { return v; }

struct Rows {
  u32 bits[N];
};
#define EACH_ROW(expression)                         \
  Rows result;                                       \
  for (int r = 0; r < N; r++) result.bits[r] = expression; \
  return result
FN Rows none() { EACH_ROW(0); }
FN Rows all() { EACH_ROW(FULL_ROW); }
FN Rows operator&(const Rows& a, const Rows& b) { EACH_ROW(a.bits[r] & b.bits[r]); }
FN Rows operator|(const Rows& a, const Rows& b) { EACH_ROW(a.bits[r] | b.bits[r]); }
FN Rows without(const Rows& a, const Rows& b) { EACH_ROW(a.bits[r] & ~b.bits[r]); }
FN bool any(const Rows& a) {
  for (u32 row : a.bits)
    if (row) return true;
  return false;
}
FN bool same(const Rows& a, const Rows& b) { return memcmp(a.bits, b.bits, sizeof a.bits) == 0; }
FN int count(const Rows& a) {
  int sum = 0;
  for (u32 row : a.bits) sum += __builtin_popcount(row);
  return sum;
}
FN Rows neighbours(const Rows& a) {
  EACH_ROW(((a.bits[r] << 1) | (a.bits[r] >> 1) | (r > 0 ? a.bits[r - 1] : 0) | (r < N - 1 ? a.bits[r + 1] : 0)) & FULL_ROW);
}
FN Rows pointSet(int p) { EACH_ROW(r == p / N ? 1u << (p % N) : 0u); }
FN bool has(const Rows& a, int p) { return (a.bits[p / N] >> (p % N)) & 1; }
FN int firstOf(const Rows& a) {
  int row = 0;
  while (!a.bits[row]) row++;
  return row * N + __builtin_ctz(a.bits[row]);
}
FN Rows readRows(const u32* rows) { EACH_ROW(rows[r]); }
FN void writeRows(u32* rows, const Rows& a) { memcpy(rows, a.bits, sizeof a.bits); }
#undef EACH_ROW

#endif

/** Rounds in which all lanes together look at all points or actions. */
constexpr int ROUNDS = (ACTIONS + LANES - 1) / LANES;

/** A well mixed number of a counter (the finisher of SplitMix64). */
FN u64 mix(u64 z) {
  z += 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}
/** Between 0 and 1, neither of them. */
FN float uniform(u64 mixed) { return ((u32)(mixed >> 40) + 0.5f) * (1.0f / 16777216.0f); }
FN float gumbel(u64 mixed) { return -logf(-logf(uniform(mixed))); }
