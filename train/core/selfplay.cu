// The calls that Python makes. nvcc compiles them to kernels (a warp a game), g++ to loops over the games.
#include "selfplay.h"

#ifdef __CUDACC__
#include "tower.h"

constexpr int WARPS = 4;
#define GAME (int)(blockIdx.x * WARPS + (threadIdx.x >> 5))
#define LAUNCH(count) <<<((count) + WARPS - 1) / WARPS, WARPS * 32, 0, (cudaStream_t)stream>>>

__global__ void resetKernel(Games c, u64 seed) {
  const int game = GAME;
  if (game >= c.games) return;
  if (lane() == 0) {
    c.random[game] = mix(seed + game * 977ull);
    c.done[game] = 0;
  }
  together();
  newGame(c, game);
}
__global__ void beginKernel(Games c) {
  if (GAME < c.games) beginMove(c, GAME);
}
__global__ void stepKernel(Games c, int simulation, float wanted) {
  if (GAME >= c.games) return;
  closeDescent(c, GAME);
  descend(c, GAME, simulation, wanted);
}
__global__ void finishKernel(Games c) {
  if (GAME >= c.games) return;
  closeDescent(c, GAME);
  finishMove(c, GAME);
}
__global__ void batchKernel(const Record* records, const PolicyTarget* policy, const long long* which, const u8* symmetry, int count, Batch batch) {
  const int i = GAME;
  if (i < count) writeExample(records[which[i]], policy ? policy + which[i] : nullptr, symmetry[i], batch, i);
}

extern "C" {
int games_reset(const Games* c, u64 seed, void* stream) { resetKernel LAUNCH(c->games)(*c, seed); return cudaPeekAtLastError(); }
int games_begin(const Games* c, void* stream) { beginKernel LAUNCH(c->games)(*c); return cudaPeekAtLastError(); }
int games_step(const Games* c, int simulation, float wanted, void* stream) {
  stepKernel LAUNCH(c->games)(*c, simulation, wanted);
  return cudaPeekAtLastError();
}
int games_finish(const Games* c, void* stream) { finishKernel LAUNCH(c->games)(*c); return cudaPeekAtLastError(); }
int examples(const Record* records, const PolicyTarget* policy, const long long* which, const u8* symmetry, int count, const Batch* batch, void* stream) {
  batchKernel LAUNCH(count)(records, policy, which, symmetry, count, *batch);
  return cudaPeekAtLastError();
}
}

#else
#include "games.h"

extern "C" {
int games_reset(const Games* c, u64 seed, void*) {
  for (int g = 0; g < c->games; g++) {
    c->random[g] = mix(seed + g * 977ull);
    c->done[g] = 0;
    newGame(*c, g);
  }
  return 0;
}
int games_begin(const Games* c, void*) {
  for (int g = 0; g < c->games; g++) beginMove(*c, g);
  return 0;
}
int games_step(const Games* c, int simulation, float wanted, void*) {
  for (int g = 0; g < c->games; g++) {
    closeDescent(*c, g);
    descend(*c, g, simulation, wanted);
  }
  return 0;
}
int games_finish(const Games* c, void*) {
  for (int g = 0; g < c->games; g++) {
    closeDescent(*c, g);
    finishMove(*c, g);
  }
  return 0;
}
int examples(const Record* records, const PolicyTarget* policy, const long long* which, const u8* symmetry, int count, const Batch* batch, void*) {
  for (int i = 0; i < count; i++) writeExample(records[which[i]], policy ? policy + which[i] : nullptr, symmetry[i], *batch, i);
  return 0;
}
}
#endif

extern "C" int record_bytes() { return sizeof(Record); }
extern "C" int state_bytes() { return sizeof(State); }
