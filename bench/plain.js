// The kernel's light playout in plain JavaScript: the same records, rings, pseudo-liberties and list with holes
// (src/kernel/assembly/holes.ts and light.ts explain them) in typed arrays, written to be as fast as V8 makes it.
// It is the honest rival of the WebAssembly kernel in `montego bench kernel`, and no model of style: the readable
// twin is src/kernel/reference-playout.ts. A test replays its games in that twin, move for move.
//
// Where it differs from the kernel it is because this is faster here; each was measured against the other way:
// - the fields of a point are elements of one Int16Array (Int32Array: 10 to 15 % slower) and a point is an index;
// - there is one board for the whole module, so that V8 takes the arrays for constants;
// - the generator is sfc32 (Doty-Humphrey's Small Fast Counting, which passes PractRand), because the kernel's PCG32 needs
//   a 64-bit product, 4 % slower here; its state is in local variables (words made ahead in blocks: 8 % slower);
// - the kernel's later work on unpredictable branches (one pass over taken stones, only low sides looked at) is not in it;
// - `place` is a function of its own (written out inside the loop: 4 % slower).

// @ts-nocheck: the compiler takes every element of an array for possibly missing, and JavaScript has no way to say
// "it is there" that costs nothing to write 150 times.

const RECORD = 8
const ROW = 20 * RECORD
const CELLS = 22 * ROW
const MOST_POINTS = 361

// Fields of a record.
const HEAD = 0
const NEXT = 1
const LIBERTIES = 2
const STONES = 3
const COLOR = 4
const EDGE = 5
const HOLE = 6

const BLACK = 1
const WHITE = 8
const EMPTY = 64
const BLACKS = 7
const WHITES = 56
const EMPTIES = 448

const ENDLESS = 0x2000
/** Bit 14 and not 15, which is the sign here. */
const HOLED = 0x4000
const HOLED_BIAS = 4
/** Moves the bit to the value of the bias. */
const HOLED_SHIFT = 12

const grid = new Int16Array(CELLS)
const list = new Int16Array(MOST_POINTS)
let ko = 0
let balance = 0
let live = 0
let wasCutOff = false

// The empty board that every game starts from.
const root = new Int16Array(CELLS)
const rootList = new Int16Array(MOST_POINTS)
let cells = 0
let points = 0

/** The generator between two games. */
const state = new Int32Array(4)

/** Sets the size of the board, up to 19. @param {number} size */
export function setSize(size) {
  root.fill(0)
  for (let p = 0; p < CELLS; p += RECORD) {
    root[p + HEAD] = p
    root[p + NEXT] = p
    root[p + LIBERTIES] = ENDLESS
  }
  points = 0
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const p = (y + 1) * ROW + x * RECORD
      root[p + COLOR] = EMPTY
      root[p + EDGE] = x === 0 || y === 0 || x === size - 1 || y === size - 1 ? 1 : 0
      rootList[points++] = p
    }
  }
  cells = (size + 2) * ROW
}

/**
 * Plays games from the empty board, Black first. `margin` is the sum of Black's margins; games that were cut off are
 * only counted.
 * @param {number} games
 * @param {number} seed
 * @returns {{ games: number, moves: number, margin: number, blackWins: number, cutOff: number }}
 */
export function run(games, seed) {
  state[0] = seed
  state[1] = Math.floor(seed / 0x1_0000_0000)
  state[2] = 0x9e3779b9
  state[3] = 1
  const fresh = root.subarray(0, cells)
  const freshList = rootList.subarray(0, points)
  const sums = { games, moves: 0, margin: 0, blackWins: 0, cutOff: 0 }
  for (let game = 0; game < games; game++) {
    grid.set(fresh)
    list.set(freshList)
    sums.moves += playOut()
    if (wasCutOff) {
      sums.cutOff++
      continue
    }
    const margin = countMargin()
    sums.margin += margin
    if (margin > KOMI) sums.blackWins++
  }
  return sums
}

const KOMI = 7.5

/** One game; answers its length, passes included. */
function playOut() {
  const cap = 3 * points
  wasCutOff = true
  let color = BLACK
  let passed = false
  let moves = 0
  let count = points
  let a = state[0]
  let b = state[1]
  let c = state[2]
  let counter = state[3]
  ko = 0
  balance = 0
  while (moves < cap) {
    moves++
    let tries = count
    let p = 0
    let counts = 0
    while (tries !== 0) {
      const word = (a + b + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + word) | 0
      // Upper half of word × tries, without leaving 32 bits: the list is shorter than 2^16.
      const drawn = (Math.imul(word >>> 16, tries) + (Math.imul(word & 0xffff, tries) >>> 16)) >>> 16
      const point = list[drawn]
      counts = around(point)
      if ((counts & EMPTIES) !== 0 || (point !== ko && isPlayableClosed(point, color, counts))) {
        count--
        list[drawn] = list[count]
        p = point
        break
      }
      tries--
      list[drawn] = list[tries]
      if (makeHole(point, counts)) {
        count--
        list[tries] = list[count]
      } else list[tries] = point
    }
    if (p !== 0) {
      count = place(p, color, counts, count)
      passed = false
    } else {
      ko = 0
      if (passed) {
        wasCutOff = false
        break
      }
      passed = true
    }
    color = BLACK + WHITE - color
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = counter
  live = count
  return moves
}

function countMargin() {
  let sum = balance
  for (let i = 0; i < live; i++) {
    const counts = around(list[i])
    const blacks = counts & BLACKS
    const whites = counts & WHITES
    if (blacks !== 0 && whites === 0) sum++
    else if (whites !== 0 && blacks === 0) sum--
  }
  return sum
}

function around(p) {
  return grid[p - ROW + COLOR] + grid[p - RECORD + COLOR] + grid[p + RECORD + COLOR] + grid[p + ROW + COLOR]
}

function libertiesOf(head) {
  return grid[head + LIBERTIES] + ((grid[head + STONES] & HOLED) >> HOLED_SHIFT)
}

function isTrueEye(p, enemy) {
  let enemies = grid[p + EDGE]
  if (grid[p - ROW - RECORD + COLOR] === enemy) enemies++
  if (grid[p - ROW + RECORD + COLOR] === enemy) enemies++
  if (grid[p + ROW - RECORD + COLOR] === enemy) enemies++
  if (grid[p + ROW + RECORD + COLOR] === enemy) enemies++
  return enemies < 2
}

function beyond(head, a, b, c) {
  let left = libertiesOf(head) - 1
  if (head === a) left--
  if (head === b) left--
  if (head === c) left--
  return left
}

function helps(neighbour, color, head, a, b, c) {
  const there = grid[neighbour + COLOR]
  if (there === 0) return false
  return (beyond(head, a, b, c) !== 0) === (there === color)
}

function isLegalClosed(p, color) {
  const north = grid[p - ROW + HEAD]
  const west = grid[p - RECORD + HEAD]
  const east = grid[p + RECORD + HEAD]
  const south = grid[p + ROW + HEAD]
  return (
    helps(p - ROW, color, north, west, east, south) ||
    helps(p - RECORD, color, west, north, east, south) ||
    helps(p + RECORD, color, east, north, west, south) ||
    helps(p + ROW, color, south, north, west, east)
  )
}

function isPlayableClosed(p, color, counts) {
  const enemy = BLACK + WHITE - color
  if ((counts & (enemy === BLACK ? BLACKS : WHITES)) === 0 && isTrueEye(p, enemy)) return false
  return isLegalClosed(p, color)
}

function markHoled(head) {
  const stones = grid[head + STONES]
  if ((stones & HOLED) !== 0) return
  grid[head + STONES] = stones | HOLED
  grid[head + LIBERTIES] -= HOLED_BIAS
}

function makeHole(p, counts) {
  const blacks = counts & BLACKS
  const whites = counts & WHITES
  if ((counts & EMPTIES) !== 0 || (blacks !== 0) === (whites !== 0)) return false
  const owner = blacks !== 0 ? BLACK : WHITE
  if (!isTrueEye(p, BLACK + WHITE - owner)) return false
  const north = grid[p - ROW + HEAD]
  const west = grid[p - RECORD + HEAD]
  const east = grid[p + RECORD + HEAD]
  const south = grid[p + ROW + HEAD]
  if (beyond(north, west, east, south) === 0 || beyond(west, north, east, south) === 0) return false
  if (beyond(east, north, west, south) === 0 || beyond(south, north, west, east) === 0) return false
  markHoled(north)
  markHoled(west)
  markHoled(east)
  markHoled(south)
  grid[p + HOLE] = owner
  balance += owner === BLACK ? 1 : -1
  return true
}

function wake(p, count) {
  balance -= grid[p + HOLE] === BLACK ? 1 : -1
  grid[p + HOLE] = 0
  list[count] = p
  return count + 1
}

function wakeDiagonals(p, owner, before) {
  const enemy = BLACK + WHITE - owner
  let count = before
  let eye = p - ROW - RECORD
  if (grid[eye + HOLE] === owner && !isTrueEye(eye, enemy)) count = wake(eye, count)
  eye = p - ROW + RECORD
  if (grid[eye + HOLE] === owner && !isTrueEye(eye, enemy)) count = wake(eye, count)
  eye = p + ROW - RECORD
  if (grid[eye + HOLE] === owner && !isTrueEye(eye, enemy)) count = wake(eye, count)
  eye = p + ROW + RECORD
  if (grid[eye + HOLE] === owner && !isTrueEye(eye, enemy)) count = wake(eye, count)
  return count
}

/** The only liberty of the chain, or 0 when it has several. */
function onlyLiberty(head) {
  let liberty = 0
  let stone = head
  do {
    for (let side = 0; side < 4; side++) {
      const there = stone + (side === 0 ? -ROW : side === 1 ? -RECORD : side === 2 ? RECORD : ROW)
      if (grid[there + COLOR] === EMPTY && there !== liberty) {
        if (liberty !== 0) return 0
        liberty = there
      }
    }
    stone = grid[stone + NEXT]
  } while (stone !== head)
  return liberty
}

function wakeChainAt(neighbour, count) {
  const head = grid[neighbour + HEAD]
  if ((grid[head + STONES] & HOLED) === 0 || grid[head + LIBERTIES] > 0) return count
  const liberty = onlyLiberty(head)
  return liberty !== 0 && grid[liberty + HOLE] !== 0 ? wake(liberty, count) : count
}

function join(a, b) {
  let kept = a
  let absorbed = b
  const first = grid[a + STONES]
  const second = grid[b + STONES]
  if ((first & ~HOLED) < (second & ~HOLED)) {
    kept = b
    absorbed = a
  }
  const bias = (first & second & HOLED) !== 0 ? HOLED_BIAS : 0
  grid[kept + LIBERTIES] = grid[kept + LIBERTIES] + grid[absorbed + LIBERTIES] + bias
  grid[kept + STONES] = ((first | second) & HOLED) | ((first & ~HOLED) + (second & ~HOLED))
  let stone = absorbed
  do {
    grid[stone + HEAD] = kept
    stone = grid[stone + NEXT]
  } while (stone !== absorbed)
  const swap = grid[kept + NEXT]
  grid[kept + NEXT] = grid[absorbed + NEXT]
  grid[absorbed + NEXT] = swap
}

function joinNeighbour(p, neighbour, color) {
  if (grid[neighbour + COLOR] !== color) return
  const a = grid[neighbour + HEAD]
  const b = grid[p + HEAD]
  if (a !== b) join(a, b)
}

function remove(head, before) {
  let count = before
  let stone = head
  do {
    grid[stone + COLOR] = EMPTY
    grid[stone + HEAD] = stone
    grid[stone + LIBERTIES] = ENDLESS
    grid[stone + STONES] = 0
    list[count++] = stone
    stone = grid[stone + NEXT]
  } while (stone !== head)
  do {
    grid[grid[stone - ROW + HEAD] + LIBERTIES]++
    grid[grid[stone - RECORD + HEAD] + LIBERTIES]++
    grid[grid[stone + RECORD + HEAD] + LIBERTIES]++
    grid[grid[stone + ROW + HEAD] + LIBERTIES]++
    stone = grid[stone + NEXT]
  } while (stone !== head)
  return count
}

function captureNeighbour(neighbour, enemy, count) {
  if (grid[neighbour + COLOR] !== enemy) return count
  const head = grid[neighbour + HEAD]
  return libertiesOf(head) === 0 ? remove(head, count) : count
}

function settle(p, color, before) {
  const enemy = BLACK + WHITE - color
  let count = captureNeighbour(p - ROW, enemy, before)
  count = captureNeighbour(p - RECORD, enemy, count)
  count = captureNeighbour(p + RECORD, enemy, count)
  count = captureNeighbour(p + ROW, enemy, count)
  const taken = count - before
  if (taken !== 0) {
    balance += color === BLACK ? taken : -taken
    const alone = grid[p + STONES] === 1 && grid[p + HEAD] === p
    if (taken === 1 && alone && libertiesOf(p) === 1) ko = list[before]
  }
  count = wakeChainAt(p - ROW, count)
  count = wakeChainAt(p - RECORD, count)
  count = wakeChainAt(p + RECORD, count)
  return wakeChainAt(p + ROW, count)
}

function place(p, color, counts, before) {
  let count = before
  const headNorth = grid[p - ROW + HEAD]
  const headWest = grid[p - RECORD + HEAD]
  const headEast = grid[p + RECORD + HEAD]
  const headSouth = grid[p + ROW + HEAD]
  const lowNorth = grid[headNorth + LIBERTIES] - 1
  grid[headNorth + LIBERTIES] = lowNorth
  const lowWest = grid[headWest + LIBERTIES] - 1
  grid[headWest + LIBERTIES] = lowWest
  const lowEast = grid[headEast + LIBERTIES] - 1
  grid[headEast + LIBERTIES] = lowEast
  const lowSouth = grid[headSouth + LIBERTIES] - 1
  grid[headSouth + LIBERTIES] = lowSouth
  const ownNorth = ((grid[p - ROW + COLOR] ^ color) - 1) >> 31
  const ownWest = ((grid[p - RECORD + COLOR] ^ color) - 1) >> 31
  const ownEast = ((grid[p + RECORD + COLOR] ^ color) - 1) >> 31
  const ownSouth = ((grid[p + ROW + COLOR] ^ color) - 1) >> 31
  grid[p + COLOR] = color
  grid[p + NEXT] = p
  grid[p + LIBERTIES] = 0
  grid[p + STONES] = 0
  let head = p
  head ^= (head ^ headSouth) & ownSouth
  head ^= (head ^ headEast) & ownEast
  head ^= (head ^ headWest) & ownWest
  head ^= (head ^ headNorth) & ownNorth
  let low =
    ((lowNorth - 1) & ~ownNorth) |
    ((lowWest - 1) & ~ownWest) |
    ((lowEast - 1) & ~ownEast) |
    ((lowSouth - 1) & ~ownSouth)
  grid[p + HEAD] = head
  grid[p + NEXT] = grid[head + NEXT]
  grid[head + NEXT] = p
  grid[head + STONES]++
  grid[head + LIBERTIES] += counts >> 6
  if (
    (((headWest ^ head) & ownWest) | ((headEast ^ head) & ownEast) | ((headSouth ^ head) & ownSouth)) !==
    0
  ) {
    joinNeighbour(p, p - RECORD, color)
    joinNeighbour(p, p + RECORD, color)
    joinNeighbour(p, p + ROW, color)
  }
  ko = 0
  balance += color === BLACK ? 1 : -1
  low |= grid[grid[p + HEAD] + LIBERTIES] - 1
  if (low < 0) count = settle(p, color, count)
  const enemy = BLACK + WHITE - color
  const holes =
    grid[p - ROW - RECORD + HOLE] |
    grid[p - ROW + RECORD + HOLE] |
    grid[p + ROW - RECORD + HOLE] |
    grid[p + ROW + RECORD + HOLE]
  if ((holes & enemy) !== 0) count = wakeDiagonals(p, enemy, count)
  return count
}
