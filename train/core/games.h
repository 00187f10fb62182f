// Games of people and programs as `montego net harvest` writes them, turned into records to learn from. CPU only.
#pragma once
#include "record.h"

struct GameHeader {
  u8 size;
  u8 flags;
  i8 winner;
  u8 setup;
  i16 komi2;
  i16 margin2;
  u16 moves;
};
constexpr u8 IS_TERRITORY = 1, KNOWS_WINNER = 2, KNOWS_MARGIN = 4, KNOWS_OWNERS = 8;
constexpr int HEADER_BYTES = 10;
constexpr u16 IS_WHITE = 0x8000;
/** Points that belong to a side by this share of the playouts count as its own. */
constexpr int SURE = 60;

inline GameHeader readHeader(const u8* at) {
  GameHeader h;
  h.size = at[0];
  h.flags = at[1];
  h.winner = (i8)at[2];
  h.setup = at[3];
  memcpy(&h.komi2, at + 4, 2);
  memcpy(&h.margin2, at + 6, 2);
  memcpy(&h.moves, at + 8, 2);
  return h;
}
inline size_t gameBytes(const GameHeader& h) {
  return HEADER_BYTES + 2 * (h.setup + h.moves) + (h.flags & KNOWS_OWNERS ? h.size * h.size : 0);
}
inline u16 wordAt(const u8* at) {
  u16 word;
  memcpy(&word, at, 2);
  return word;
}

/** Writes a record of each position of a game before a move. */
inline void writeGame(const u8* at, Record* out) {
  const GameHeader h = readHeader(at);
  Position p = emptyPosition(h.komi2);
  p.territory = h.flags & IS_TERRITORY ? 1 : 0;
  const u8* words = at + HEADER_BYTES;
  for (int i = 0; i < h.setup; i++, words += 2) {
    const u16 word = wordAt(words);
    const int color = word & IS_WHITE ? WHITE : BLACK;
    p.stones[color] = p.stones[color] | pointSet(word & ~IS_WHITE);
  }
  Rows black = none(), white = none();
  if (h.flags & KNOWS_OWNERS) {
    const i8* owners = (const i8*)(words + 2 * h.moves);
    for (int i = 0; i < POINTS; i++) {
      if (owners[i] >= SURE) black = black | pointSet(i);
      if (owners[i] <= -SURE) white = white | pointSet(i);
    }
  }
  for (int i = 0; i < h.moves; i++, words += 2) {
    const u16 word = wordAt(words);
    const int move = word & ~IS_WHITE;
    const int color = word & IS_WHITE ? WHITE : BLACK;
    if (color != p.turn) {
      p.turn = color;
      p.ko = NO_MOVE;
    }
    Record& r = out[i];
    memset(&r, 0, sizeof r);
    writeRows(r.own, p.stones[color]);
    writeRows(r.enemy, p.stones[1 - color]);
    writeRows(r.ownArea, color == BLACK ? black : white);
    writeRows(r.enemyArea, color == BLACK ? white : black);
    r.ko = (i16)p.ko;
    for (int k = 0; k < HISTORY; k++) r.last[k] = (i16)p.last[k];
    r.komi2 = color == WHITE ? p.komi2 : -p.komi2;
    r.margin2 = color == BLACK ? h.margin2 : -h.margin2;
    const int result = color == BLACK ? h.winner : -h.winner;
    r.outcome = result > 0 ? 0 : result == 0 ? 1 : 2;
    r.targets = (h.flags & KNOWS_WINNER ? HAS_OUTCOME : 0) | (h.flags & KNOWS_MARGIN ? HAS_MARGIN : 0) |
                (h.flags & KNOWS_OWNERS ? HAS_OWNERS : 0);
    r.turn = (u8)color;
    r.territory = (u8)p.territory;
    r.move = (i16)move;
    r.next = NO_MOVE;
    if (i > 0) out[i - 1].next = (i16)move;
    play(p, move);
  }
}

extern "C" {
/** Finds the games of this size in the bytes after the first line; answers their number, -1 when they are cut off. */
long long games_find(const u8* bytes, long long length, long long* offsets, long long* starts, long long room) {
  long long games = 0, positions = 0;
  for (long long at = 0; at < length;) {
    if (at + HEADER_BYTES > length) return -1;
    const GameHeader h = readHeader(bytes + at);
    if (at + (long long)gameBytes(h) > length) return -1;
    if (h.size == N && h.moves > 0) {
      if (games < room) {
        offsets[games] = at;
        starts[games] = positions;
      }
      games++;
      positions += h.moves;
    }
    at += gameBytes(h);
  }
  if (games <= room) starts[games] = positions;
  return games;
}
/** Games from `first` to before `last`; Python calls it in several threads. */
void games_write(const u8* bytes, const long long* offsets, const long long* starts, long long first, long long last, Record* out) {
  for (long long g = first; g < last; g++) writeGame(bytes + offsets[g], out + starts[g]);
}
}
