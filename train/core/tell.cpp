// Tells what training sees of games, for the test that compares it with the engine: reads a file of
// `montego net harvest` from stdin and writes, for every position of each game of this board's size, a word a point
// (bit k is plane k) and the globals (three floats); after a game's last move Black's area less White's (i32).
//
//   g++ -O2 -std=c++17 -DBOARD=9 core/tell.cpp -o tell && ./tell < games.bin > planes.bin
#include <cstdio>
#include <vector>
#include "games.h"

static std::vector<u8> readAll() {
  std::vector<u8> bytes;
  u8 buffer[65536];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, stdin)) > 0;) bytes.insert(bytes.end(), buffer, buffer + n);
  return bytes;
}

static void tellPosition(const Record& record) {
  const Position p = positionOf(record);
  PointPlanes planes[POINTS];
  float globals[GLOBALS];
  writePlanes(p, chainsOf(p), 0, planes, globals);
  u16 words[POINTS] = {};
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < PLANES; k++)
      if (planes[i].v[k] == ONE) words[i] |= (u16)(1 << k);
  fwrite(words, sizeof words, 1, stdout);
  fwrite(globals, sizeof globals, 1, stdout);
}

/** The last record with its move played. */
static void tellArea(const Record& record) {
  Position p = positionOf(record);
  play(p, record.move);
  Rows own, enemy;
  areas(p, own, enemy);
  const int32_t margin = (count(own) - count(enemy)) * (record.turn == BLACK ? 1 : -1);
  fwrite(&margin, sizeof margin, 1, stdout);
}

int main() {
  const std::vector<u8> bytes = readAll();
  size_t at = 0;
  while (at < bytes.size() && bytes[at] != '\n') at++;
  at++;
  const long long length = (long long)bytes.size() - (long long)at, room = length / HEADER_BYTES + 1;
  std::vector<long long> offsets(room), starts(room + 1);
  const long long games = games_find(bytes.data() + at, length, offsets.data(), starts.data(), room);
  if (games < 0) {
    fprintf(stderr, "the games are cut off\n");
    return 1;
  }
  for (long long g = 0; g < games; g++) {
    std::vector<Record> records(starts[g + 1] - starts[g]);
    writeGame(bytes.data() + at + offsets[g], records.data());
    for (const Record& record : records) tellPosition(record);
    tellArea(records.back());
  }
}
