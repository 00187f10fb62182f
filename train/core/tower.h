// The whole net of 64 channels in one launch, for self-play: activations stay in shared memory, weights stream through
// a ring of buffers, tensor cores multiply (bfloat16, sums in float). docs/net.md says what is computed.
//
// A block of threads holds as many boards as fit into 512 rows (one row a point) of 64 channels. Boards lie in slots
// with an empty column and row between them, so that a neighbour outside the board reads zeros. A weight tile is
// 64 outputs x 64 inputs in the order in which the lanes want it (net.py, `tiles`).
#pragma once
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include "planes.h"

constexpr int CHANNELS = 64;
constexpr int THREADS = 256;
constexpr int TILE_ROWS = 512; // 8 warps x 64 rows
constexpr int PITCH = N + 1;
constexpr int BOARD_SLOTS = PITCH * PITCH;
constexpr int BOARDS = TILE_ROWS / POINTS;
constexpr int SLOTS = BOARDS * BOARD_SLOTS + PITCH + 1;
constexpr int SLOT_BYTES = CHANNELS * 2;
constexpr int TILE_BYTES = CHANNELS * CHANNELS * 2;
constexpr int HEAD_OUTPUTS = 37;
constexpr int HEAD_STRIDE = 48;
constexpr int MOST_SHARED = 227 * 1024;
constexpr int SHARED_BESIDE_RING = 2 * SLOTS * SLOT_BYTES + BOARDS * (128 + 64 + HEAD_STRIDE) * 4 + TILE_ROWS * 2;
constexpr int STAGES = (MOST_SHARED - SHARED_BESIDE_RING) / TILE_BYTES < 8 ? (MOST_SHARED - SHARED_BESIDE_RING) / TILE_BYTES : 8;
constexpr int TOWER_SHARED = SHARED_BESIDE_RING + STAGES * TILE_BYTES;
static_assert(STAGES >= 3, "too little shared memory for the ring");

struct Tower {
  const uint4* tiles;   // input: 3 tiles of up to 4 window places x 16 planes; 9 a convolution; 1 for z
  const float* biases;  // 64 a convolution
  const float* globalWeights; // GLOBALS x 64
  const float* poolWeights;   // a block: 128 x 64
  const float* poolBiases;
  int blocks;
  u32 pooled; // bit k: block k pools
  const float *f1, *f1Bias; // 128 x 64
  const float *f2, *f2Bias; // 64 x HEAD_STRIDE
  const float* policyWeights; // 32
  const PointPlanes* planes;
  const float* globals;
  float* policy;
  float* value;
  int count;
};

__device__ __forceinline__ u32 sharedAddress(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void copyAsync(u32 to, const void* from) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(to), "l"(from));
}
__device__ __forceinline__ void loadMatrix(u32* a, u32 at) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\n"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(at));
}
__device__ __forceinline__ void multiply(float* sum, const u32* a, u32 b0, u32 b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
__device__ __forceinline__ float2 unpack(u32 pair) { return __bfloat1622float2(*(__nv_bfloat162*)&pair); }
__device__ __forceinline__ u32 pack(float x, float y) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(x, y);
  return *(const u32*)&pair;
}
__device__ __forceinline__ int slotOf(int board, int p) { return PITCH + 1 + board * BOARD_SLOTS + p / N * PITCH + p % N; }
/** Byte of sixteen-byte part `part` (8 channels) of a slot; parts are swapped by slot so that banks don't collide. */
__device__ __forceinline__ u32 partAt(int slot, int part) { return slot * SLOT_BYTES + ((part ^ (slot & 7)) << 4); }

/** Mean and maximum of relu over each board, 2 channels a lane, one warp a board. */
__device__ __forceinline__ void poolBoards(const u8* buffer, float* pool) {
  const int board = threadIdx.x >> 5, ln = threadIdx.x & 31;
  for (int b = board; b < BOARDS; b += THREADS / 32) {
    float2 sum = {0, 0}, most = {0, 0};
    for (int p = 0; p < POINTS; p++) {
      float2 v = unpack(*(const u32*)(buffer + partAt(slotOf(b, p), ln >> 2) + (ln & 3) * 4));
      v.x = fmaxf(v.x, 0.0f);
      v.y = fmaxf(v.y, 0.0f);
      sum.x += v.x;
      sum.y += v.y;
      most.x = fmaxf(most.x, v.x);
      most.y = fmaxf(most.y, v.y);
    }
    float* to = pool + b * 128;
    to[2 * ln] = sum.x * (1.0f / POINTS);
    to[2 * ln + 1] = sum.y * (1.0f / POINTS);
    to[64 + 2 * ln] = most.x;
    to[64 + 2 * ln + 1] = most.y;
  }
}

/** 64 outputs of the 128 pooled numbers of each board. */
__device__ __forceinline__ void pooledLinear(const float* pool, const float* weights, const float* bias, bool relu, float* out) {
  const int channel = threadIdx.x & 63;
  for (int b = threadIdx.x >> 6; b < BOARDS; b += THREADS / 64) {
    float sum = __ldg(bias + channel);
#pragma unroll 16
    for (int k = 0; k < 128; k++) sum += pool[b * 128 + k] * __ldg(weights + k * 64 + channel);
    out[b * 64 + channel] = relu ? fmaxf(sum, 0.0f) : sum;
  }
}

__global__ void __launch_bounds__(THREADS, 1) towerKernel(Tower t) {
  extern __shared__ __align__(1024) u8 shared[];
  u8* trunk = shared;
  u8* hidden = trunk + SLOTS * SLOT_BYTES;
  u8* ring = hidden + SLOTS * SLOT_BYTES;
  float* pool = (float*)(ring + STAGES * TILE_BYTES);
  float* extra = pool + BOARDS * 128; // bias a board and channel: by globals or by pooling
  float* outputs = extra + BOARDS * 64;
  u16* slots = (u16*)(outputs + BOARDS * HEAD_STRIDE);

  const int thread = threadIdx.x, warp = thread >> 5, ln = thread & 31;
  const int firstBoard = blockIdx.x * BOARDS;
  const int boards = min(BOARDS, t.count - firstBoard);
  const int layers = 2 * t.blocks + 2;
  const int tiles = 3 + t.blocks * 18 + 1;
  const u32 ringAt = sharedAddress(ring);
  auto fetch = [&](int tile) {
    if (tile < tiles) {
      const uint4* from = t.tiles + (size_t)tile * (TILE_BYTES / 16);
      const u32 to = ringAt + (tile % STAGES) * TILE_BYTES;
      copyAsync(to + thread * 16, from + thread);
      copyAsync(to + (thread + THREADS) * 16, from + thread + THREADS);
    }
    asm volatile("cp.async.commit_group;\n");
  };
  for (int s = 0; s < STAGES - 1; s++) fetch(s);

  for (int i = thread; i < (int)((ring - shared) / 16); i += THREADS) ((uint4*)shared)[i] = make_uint4(0, 0, 0, 0);
  for (int r = thread; r < TILE_ROWS; r += THREADS) {
    const int q = r < BOARDS * POINTS ? r : 0;
    slots[r] = (u16)slotOf(q / POINTS, q % POINTS);
  }
  __syncthreads();
  for (int i = thread; i < boards * POINTS * 2; i += THREADS)
    *(uint4*)(hidden + partAt(slots[i >> 1], i & 1)) = ((const uint4*)(t.planes + (size_t)firstBoard * POINTS))[i];
  for (int i = thread; i < BOARDS * 64; i += THREADS) {
    const int b = i >> 6, channel = i & 63;
    float sum = 0;
    if (b < boards)
      for (int k = 0; k < GLOBALS; k++) sum += t.globals[(size_t)(firstBoard + b) * GLOBALS + k] * t.globalWeights[k * 64 + channel];
    extra[i] = sum;
  }

  int rowSlot[4];
  for (int m = 0; m < 4; m++) rowSlot[m] = slots[warp * 64 + m * 16 + (ln & 15)];
  const u32 trunkAt = sharedAddress(trunk), hiddenAt = sharedAddress(hidden);
  int tile = 0;
  float sums[4][8][4];
  for (int layer = 0; layer < layers; layer++) {
    const bool isInput = layer == 0, isHead = layer == layers - 1;
    const bool isSecond = !isInput && !isHead && layer % 2 == 0;
    const u32 from = isInput || isSecond ? hiddenAt : trunkAt;
    const int steps = isInput ? 3 : isHead ? 1 : 9;
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
      for (int j = 0; j < 8; j++) sums[m][j][0] = sums[m][j][1] = sums[m][j][2] = sums[m][j][3] = 0;
    for (int step = 0; step < steps; step++, tile++) {
      asm volatile("cp.async.wait_group %0;\n" ::"n"(STAGES - 2));
      __syncthreads();
      fetch(tile + STAGES - 1);
      const uint4* weights = (const uint4*)(ring + (tile % STAGES) * TILE_BYTES);
#pragma unroll
      for (int k = 0; k < 4; k++) {
        // Sixteen inputs: of the planes at one place of the window, or a quarter of the channels.
        const int place = isInput ? min(4 * step + k, 8) : isHead ? 4 : step;
        const int offset = (place / 3 - 1) * PITCH + place % 3 - 1;
        const int part = (isInput ? 0 : k * 2) + (ln >> 4);
        uint4 b[4];
#pragma unroll
        for (int j = 0; j < 4; j++) b[j] = weights[(k * 4 + j) * 32 + ln];
#pragma unroll
        for (int m = 0; m < 4; m++) {
          u32 a[4];
          loadMatrix(a, from + partAt(rowSlot[m] + offset, part));
#pragma unroll
          for (int j = 0; j < 4; j++) {
            multiply(sums[m][2 * j], a, b[j].x, b[j].y);
            multiply(sums[m][2 * j + 1], a, b[j].z, b[j].w);
          }
        }
      }
    }
    // No layer writes into the buffer that it reads, and every step above begins with all warps together.
    const int block = (layer - 1) >> 1;
    const bool pools = !isInput && !isHead && !isSecond && ((t.pooled >> block) & 1);
    const bool relu = !(pools || isHead);
    u8* out = isInput || isSecond ? trunk : hidden;
    const float* bias = t.biases + layer * 64;
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
      for (int h = 0; h < 2; h++) {
        const int row = warp * 64 + m * 16 + (ln >> 2) + 8 * h;
        if (row >= BOARDS * POINTS) continue;
        const int slot = slots[row];
        const float* more = extra + row / POINTS * 64;
#pragma unroll
        for (int j = 0; j < 8; j++) {
          const int channel = j * 8 + (ln & 3) * 2;
          u32* at = (u32*)(out + partAt(slot, j) + (ln & 3) * 4);
          float x = sums[m][j][2 * h] + __ldg(bias + channel), y = sums[m][j][2 * h + 1] + __ldg(bias + channel + 1);
          if (isInput) {
            x += more[channel];
            y += more[channel + 1];
          }
          if (isSecond) {
            const float2 before = unpack(*at);
            x += before.x;
            y += before.y;
          }
          if (relu) {
            x = fmaxf(x, 0.0f);
            y = fmaxf(y, 0.0f);
          }
          *at = pack(x, y);
        }
      }
    if (!pools && !isHead) continue;
    __syncthreads();
    poolBoards(hidden, pool);
    __syncthreads();
    if (pools) {
      pooledLinear(pool, t.poolWeights + (size_t)block * 128 * 64, t.poolBiases + block * 64, false, extra);
      __syncthreads();
      for (int b = warp; b < BOARDS; b += THREADS / 32)
        for (int p = 0; p < POINTS; p++) {
          u32* at = (u32*)(hidden + partAt(slotOf(b, p), ln >> 2) + (ln & 3) * 4);
          const float2 v = unpack(*at);
          *at = pack(fmaxf(v.x + extra[b * 64 + 2 * ln], 0.0f), fmaxf(v.y + extra[b * 64 + 2 * ln + 1], 0.0f));
        }
      continue;
    }
    pooledLinear(pool, t.f1, t.f1Bias, true, extra);
    __syncthreads();
    for (int i = thread; i < BOARDS * HEAD_OUTPUTS; i += THREADS) {
      const int b = i / HEAD_OUTPUTS, channel = i % HEAD_OUTPUTS;
      float sum = __ldg(t.f2Bias + channel);
      for (int k = 0; k < 64; k++) sum += extra[b * 64 + k] * __ldg(t.f2 + k * HEAD_STRIDE + channel);
      outputs[b * HEAD_STRIDE + channel] = sum;
    }
    __syncthreads();
    for (int r = thread; r < boards * POINTS; r += THREADS) {
      const int b = r / POINTS;
      const float* o = outputs + b * HEAD_STRIDE;
      float sum = 0;
#pragma unroll
      for (int part = 0; part < 4; part++) {
        const uint4 v = *(const uint4*)(hidden + partAt(slots[r], part));
        const u32 pairs[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
        for (int i = 0; i < 4; i++) {
          const float2 z = unpack(pairs[i]);
          const int k = part * 8 + i * 2;
          sum += __ldg(t.policyWeights + k) * fmaxf(z.x + o[k], 0.0f) + __ldg(t.policyWeights + k + 1) * fmaxf(z.y + o[k + 1], 0.0f);
        }
      }
      t.policy[(size_t)(firstBoard + b) * ACTIONS + r % POINTS] = sum;
    }
    if (thread < boards) {
      const float* o = outputs + thread * HEAD_STRIDE;
      t.policy[(size_t)(firstBoard + thread) * ACTIONS + PASS] = o[32];
      for (int k = 0; k < 4; k++) t.value[(size_t)(firstBoard + thread) * 4 + k] = o[33 + k];
    }
  }
}

extern "C" int tower_run(const Tower* t, void* stream) {
  static const int once = cudaFuncSetAttribute(towerKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, TOWER_SHARED);
  if (once) return once;
  towerKernel<<<(t->count + BOARDS - 1) / BOARDS, THREADS, TOWER_SHARED, (cudaStream_t)stream>>>(*t);
  return cudaPeekAtLastError();
}
