// The network that the memory has: evaluates the board in use for the side to move. The search asks for it at a node;
// then `netChance`, `netValue`, `netScore` and `netOwner` tell the results until the next evaluation of this worker.
//
//   openNet(wanted)             once for a search, after its board is loaded: is there a network?
//   rememberMove(index, word)   the moves before the root, told by the host
//   evaluateNode(color, …)      the planes of the board in use, all layers, and the chances of the legal moves
//   netChance(move)             of a legal move or of the pass (0); 0 for the others. Superko is not looked at.
//   netValue()                  the chance that the side to move wins, a draw counting half
//   netWorth(weight)            the same with the score mixed in
//   netScore()                  its expected margin with komi, in points
//   netOwner(point)             the chance that the point becomes the side's to move

import { block, ko } from "../../kernel/assembly/grid"
import { INDICES, KO_FOR, LAST_MOVES, NET, RECORD, REGION_SIZE, REGIONS, ROOT, ROW, SIZE } from "../../kernel/assembly/layout"
import { colorCode } from "../../kernel/assembly/moves"
import { region } from "../../kernel/assembly/worker"
import { exponential, logistic } from "./chances"
import {
  addToAll, boardBytes, boardLines, convolve, dense, layOut, limitToActivations, PLUS_ADDED, pointCount, pool, project,
  RELU, RESIDUAL, SIGNED, cellOf,
} from "./layers"
import {
  ADDED, GLOBAL_INPUTS, GLOBALS, HALF_HEAD, HEAD, HIDDEN, HIDDEN_VALUES, HISTORY, IMAGE_BITS, IMAGE_BLOCKS,
  IMAGE_CHANNELS, IMAGE_HEAD, LAYER_HEAD, LAYER_WAY, LEGAL_PLANE, NET_CHANCES, NET_POINTS, NODE_HISTORY, OUTPUT_LOGITS, OUTPUTS, OWNER_LOGITS, PASS_OUTPUT,
  PLANES, POLICY_LOGITS, POOLED, SCORE_OUTPUT, SCORE_POINTS, TILED, WIN_OUTPUT,
} from "./layout"
import { forgetLiberties, writeGlobals, writePlanes } from "./planes"
import { convolveTiles, placeTiles, tiledLayerEnd } from "./tiles"

/** 0 when the memory has no network. */
let image: usize = 0
let blocks: u32 = 0
let channels: u32 = 0
let bits: u32 = 0

// Boards of activations: planes, the tower, the inside of a block, the heads.
let planes: usize = 0
let tower: usize = 0
let inside: usize = 0
let heads: usize = 0

let winChance: f64 = 0
/** What policy logits are divided by before the softmax. */
let heat: f64 = 1

/** Looks for a network in the memory, if it is wanted, and lays out the root's board; answers whether there is one. */
export function openNet(isWanted: bool): bool {
  image = isWanted ? load<u32>(NET) : 0
  if (image == 0) return false
  blocks = load<u32>(image, IMAGE_BLOCKS)
  channels = load<u32>(image, IMAGE_CHANNELS)
  bits = load<u32>(image, IMAGE_BITS)
  const worker = (region - REGIONS) / REGION_SIZE
  const begin = <usize>load<u32>(NET, 4) + worker * <usize>load<u32>(NET, 8)
  heat = 1
  const size = load<u32>(region + ROOT, SIZE)
  if (begin == planes && size == boardLines()) return true
  planes = begin
  tower = planes + boardBytes(PLANES)
  inside = tower + boardBytes(channels)
  heads = inside + boardBytes(channels)
  // The border must be 0, and another size has its border elsewhere.
  memory.fill(planes, 0, heads + boardBytes(HEAD) - planes)
  layOut(size)
  placeTiles(heads + boardBytes(HEAD), channels)
  return true
}

/**
 * Says which point each cell of the network's board shows, row by row: the board itself (0), or turned or mirrored
 * (bit 0: left and right, bit 1: up and down, bit 2: rows and columns are exchanged), as in train/core/planes.h.
 */
function turnPoints(symmetry: u32): void {
  const size = boardLines()
  let at = region + NET_POINTS
  for (let row: u32 = 0; row < size; row++)
    for (let column: u32 = 0; column < size; column++, at += 2) {
      const x = (symmetry & 1) != 0 ? size - 1 - column : column
      const y = (symmetry & 2) != 0 ? size - 1 - row : row
      const swaps = (symmetry & 4) != 0
      store<u16>(at, <u16>(((swaps ? x : y) + 1) * <u32>ROW + (swaps ? y : x) * <u32>RECORD))
    }
}

/** The heat of the policy in all evaluations to come: above 1 it is flatter than the network's own. */
export function setHeat(value: f64): void {
  heat = value
}

export function hasNet(): bool {
  return image != 0
}

/**
 * Evaluates the board in use. `color` is in the code of the kernel's layout, `koHere` the point that the ko forbids
 * this side, `history` the address of the last moves, the newest first. The network sees it by this symmetry.
 */
export function evaluateNet(
  color: u32, koHere: u32, komi: f64, territory: bool, history: usize, symmetry: u32,
): void {
  const unit = 1 << bits
  turnPoints(symmetry)
  forgetLiberties()
  writePlanes(planes, pointCount(), color, koHere, history, unit)
  writeGlobals(color, komi, territory, history, unit)
  computeHeads(computeTower())
  computeChances()
}

/** A move before the root, 0 for the last one: point | colour, where a pass is the colour alone and 0 is none. */
export function rememberMove(index: u32, word: u32): void {
  store<u16>(region + HISTORY + (<usize>index << 1), <u16>word)
}

/** The same `depth` moves below the root; `moves` has the moves of the descent. */
export function evaluateNode(
  color: u32, koHere: u32, komi: f64, territory: bool, depth: u32, moves: usize, symmetry: u32,
): void {
  const history = region + NODE_HISTORY
  for (let index: u32 = 0; index < LAST_MOVES; index++) {
    const from = index < depth ? moves + (<usize>(depth - 1 - index) << 1) : region + HISTORY + (<usize>(index - depth) << 1)
    store<u16>(history + (<usize>index << 1), load<u16>(from))
  }
  evaluateNet(color, koHere, komi, territory, history, symmetry)
}

/** Answers where the layers of the heads are. */
function computeTower(): usize {
  const added = region + ADDED
  const pooled = region + POOLED
  let layer = image + IMAGE_HEAD
  // The first convolution adds what the layer of globals behind it says.
  const globals = windowEnd(layer, PLANES)
  const next = dense(globals, region + GLOBAL_INPUTS, GLOBALS, added, channels)
  convolveWindow(layer, planes, PLANES, tower, PLUS_ADDED)
  layer = next
  for (let index: u32 = 0; index < blocks; index++) {
    const pools = (index & 1) != 0
    layer = convolveWindow(layer, tower, channels, inside, pools ? SIGNED : RELU)
    if (pools) {
      pool(inside, channels, pooled)
      layer = dense(layer, pooled, 2 * channels, added, channels)
      addToAll(inside, channels)
    }
    layer = convolveWindow(layer, inside, channels, tower, RESIDUAL)
  }
  return layer
}

/** A convolution of the tower, in the way that the host has laid it out for. Answers where the next layer is. */
function convolveWindow(layer: usize, input: usize, inputs: u32, output: usize, mode: u32): usize {
  if (load<u32>(layer, LAYER_WAY) == TILED) convolveTiles(layer, input, inputs, output, channels, mode)
  else convolve(layer, input, inputs, output, channels, 9, mode)
  return windowEnd(layer, inputs)
}

/** Behind a layer of 3×3. */
@inline
function windowEnd(layer: usize, inputs: u32): usize {
  if (load<u32>(layer, LAYER_WAY) == TILED) return tiledLayerEnd(layer, inputs, channels)
  return layer + LAYER_HEAD + (<usize>channels << 2) + (<usize>(9 * inputs * channels) << 1)
}

function computeHeads(first: usize): void {
  const pooled = region + POOLED
  const hidden = region + HIDDEN_VALUES
  const outputs = region + OUTPUT_LOGITS
  const cellBytes = <usize>HEAD << 1
  let layer = convolve(first, tower, channels, heads, HEAD, 1, SIGNED)
  pool(heads, HEAD, pooled)
  layer = dense(layer, pooled, 2 * HEAD, region + ADDED, HIDDEN)
  limitToActivations(region + ADDED, hidden, HIDDEN)
  layer = dense(layer, hidden, HIDDEN, outputs, OUTPUTS)
  const indices = region + NET_POINTS
  layer = project(layer, heads, cellBytes, HALF_HEAD, outputs, indices, region + POLICY_LOGITS)
  project(layer, heads + (<usize>HALF_HEAD << 1), cellBytes, HALF_HEAD, 0, indices, region + OWNER_LOGITS)
  store<i32>(region + POLICY_LOGITS, load<i32>(outputs + (<usize>PASS_OUTPUT << 2)))
}

@inline
function isLegal(index: u32): bool {
  return load<i16>(planes + cellOf(index) * (<usize>PLANES << 1) + (<usize>LEGAL_PLANE << 1)) != 0
}

@inline
function pointAt(index: u32): usize {
  return <usize>load<u16>(region + NET_POINTS + (<usize>index << 1))
}

@inline
function unitsOf(logit: i32): f64 {
  return <f64>logit / <f64>(1 << bits)
}

/** A move's part of the softmax, where the best one has 1. */
@inline
function strengthOf(logit: i32, most: i32): f64 {
  return exponential(unitsOf(logit - most) / heat)
}

/** The softmax over legal moves and the pass, and that of win, draw and loss. */
function computeChances(): void {
  const logits = region + POLICY_LOGITS
  const chances = region + NET_CHANCES
  const count = pointCount()
  memory.fill(chances, 0, INDICES << 2)
  let most = load<i32>(logits)
  for (let index: u32 = 0; index < count; index++)
    if (isLegal(index)) most = max<i32>(most, load<i32>(logits + (pointAt(index) >> 2)))
  let sum = strengthOf(load<i32>(logits), most)
  for (let index: u32 = 0; index < count; index++)
    if (isLegal(index)) sum += strengthOf(load<i32>(logits + (pointAt(index) >> 2)), most)
  store<f32>(chances, <f32>(strengthOf(load<i32>(logits), most) / sum))
  for (let index: u32 = 0; index < count; index++) {
    if (!isLegal(index)) continue
    const at = pointAt(index) >> 2
    store<f32>(chances + at, <f32>(strengthOf(load<i32>(logits + at), most) / sum))
  }
  const outcome = region + OUTPUT_LOGITS + (<usize>WIN_OUTPUT << 2)
  const win = unitsOf(load<i32>(outcome))
  const draw = unitsOf(load<i32>(outcome, 4))
  const loss = unitsOf(load<i32>(outcome, 8))
  const best = max<f64>(win, max<f64>(draw, loss))
  const won = exponential(win - best)
  const drawn = exponential(draw - best)
  winChance = (won + 0.5 * drawn) / (won + drawn + exponential(loss - best))
}

export function netChance(move: u32): f32 {
  return load<f32>(region + NET_CHANCES + (<usize>move >> 2))
}

export function netValue(): f64 {
  return winChance
}

/**
 * The chance to win mixed with the score, which has this weight: ten points ahead are worth 0.88, as tanh(score / 10)
 * of a value from -1 to 1.
 */
export function netWorth(weight: f64): f64 {
  return weight == 0 ? winChance : (winChance + weight * logistic(netScore() / 5)) / (1 + weight)
}

export function netScore(): f64 {
  return <f64>SCORE_POINTS * unitsOf(load<i32>(region + OUTPUT_LOGITS + (<usize>SCORE_OUTPUT << 2)))
}

export function netOwner(point: u32): f64 {
  return logistic(unitsOf(load<i32>(region + OWNER_LOGITS + (<usize>point >> 2))))
}

/** Evaluates the root, for the host, after `openNet`: colours as the host writes them, last moves at HISTORY. */
export function evaluateRoot(color: u32, komi: f64, territory: bool): void {
  const koHere = load<u32>(block, KO_FOR) == color ? ko : 0
  evaluateNet(colorCode(color), koHere, komi, territory, region + HISTORY, 0)
}

/** Where the planes of the last evaluation are, for tests. */
export function netPlanes(): usize {
  return planes
}
