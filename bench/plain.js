// The kernel's light playout in plain JavaScript: the same words, chains, rings and list with holes
// (src/kernel/assembly/layout.ts, stones.ts, holes.ts and light.ts explain them) in typed arrays, written to be as
// fast as V8 makes it. It is the honest rival of the WebAssembly kernel in `montego bench kernel`, and no model of
// style: the readable twin is src/kernel/reference-playout.ts. It draws the kernel's numbers as well, so that the same
// seed plays the same games, and the two are timed at equal work; a test compares them.
//
// Where it differs from the kernel it is because this is faster here; each was measured against the other way,
// whose share of the speed is given:
// - there is one board for the whole module, and functions are constants, too, so that V8 need not look whether
//   they are still the same (declared functions: 0.94);
// - the fields of a point are elements of one Int32Array (rings and holes in Int16Arrays of their own: 0.98), and a
//   point is the index of its own first field, not of its north-western neighbour's (0.98): V8 checks every index,
//   whatever its sign;
// - there are no vectors, so sides are bits that masks make, and a loop takes those that matter (a branch a side:
//   0.97);
// - a closed point is judged in one go, playable or a hole (one after the other: 0.98), and with masks (branches:
//   0.97);
// - the generator's state is in local variables, no word is made a draw ahead (no difference), and a draw is two
//   products of 32 bits (one of doubles: 0.93). Its 64-bit product is seven here; a generator that needs none (sfc32)
//   would make it 1.05 times as fast, and play other games;
// - `place` is a function of its own: inside the loop it is 1.03 times as fast, but about once in eight processes
//   V8 then compiles the loop before it has seen enough of it, and stays at 0.65.

// @ts-nocheck: the compiler takes every element of an array for possibly missing, and JavaScript has no way to say
// "it is there" that costs nothing to write 150 times.

const RECORD = 4
const ROW = 20 * RECORD
const CELLS = 2048
const MOST_POINTS = 361

// Fields of a record.
/** Name of the chain, and above it what stands there. */
const WORD = 0
/** At the head: stones, whether the chain is holed, and above that its pseudo-liberties. */
const CHAIN = 1
const NEXT = 2
const HOLE = 3

// Colours as they stand in a word. The border has a bit as well: so the diagonals tell the edge.
const BLACK = 0x10000
const WHITE = 8 * BLACK
const EMPTY = 64 * BLACK
const BORDER = 512 * BLACK
const BLACKS = 7 * BLACK
const WHITES = 7 * WHITE
const OPEN = 7 * EMPTY
const EMPTY_BIT = 22
const BORDER_BIT = 25
/** The bits of a word that name the chain. */
const NAME = CELLS - 1

const SIZES = 0x7fff
const HOLED = 0x8000
const ONE_LIBERTY = 0x10000
/** How far a sum of words is above the liberties of a chain. */
const OPEN_SHIFT = 6
const ENDLESS = 0x2000 * ONE_LIBERTY
const HOLED_BIAS = 4
/** Moves the bit to the value of the bias. */
const HOLED_SHIFT = 13

// Sides as bits, and the way there.
const NORTHERN = 1
const WESTERN = 2
const EASTERN = 4
const SOUTHERN = 8
const steps = Int32Array.of(0, -ROW, -RECORD, 0, RECORD, 0, 0, 0, ROW)

// What a point without empty neighbours is.
const UNPLAYABLE = 0
const PLAYABLE = 1
const BECAME_HOLE = 2

const grid = new Int32Array(CELLS)
const list = new Uint16Array(MOST_POINTS)
let ko = 0
let balance = 0
let live = 0
let wasCutOff = false

// The empty board that every game starts from.
const root = new Int32Array(CELLS)
const rootList = new Uint16Array(MOST_POINTS)
let cells = 0
let points = 0

/** The generator between two games: PCG32's 64 bits, the lower half first. */
const state = new Int32Array(2)
const MULTIPLIER_LOW = 0x4c957f2d
const MULTIPLIER_HIGH = 0x5851f42d
const INCREMENT_LOW = 0xf767814f | 0
const INCREMENT_HIGH = 0x14057b7e
/** The halves of the multiplier's lower half. */
const FINE = MULTIPLIER_LOW & 0xffff
const COARSE = MULTIPLIER_LOW >>> 16

/** Sets the size of the board, up to 19. @param {number} size */
export function setSize(size) {
  root.fill(0)
  for (let p = 0; p < CELLS; p += RECORD) {
    root[p + WORD] = p | BORDER
    root[p + CHAIN] = ENDLESS
  }
  points = 0
  for (let y = 1; y <= size; y++) {
    for (let x = 1; x <= size; x++) {
      const p = y * ROW + x * RECORD
      root[p + WORD] = p | EMPTY
      rootList[points++] = p
    }
  }
  cells = (size + 2) * ROW + RECORD
}

/**
 * Plays games from the empty board, Black first. `margin` is the sum of Black's margins; games that were cut off are
 * only counted.
 * @param {number} games
 * @param {{ low: number, high: number }} from the generator's state
 * @returns {{ games: number, moves: number, margin: number, blackWins: number, cutOff: number }}
 */
export function run(games, from) {
  state[0] = from.low
  state[1] = from.high
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
const playOut = () => {
  const cap = 3 * points
  wasCutOff = true
  let color = BLACK
  let moves = 0
  let lastPass = -1
  let count = points
  let low = state[0]
  let high = state[1]
  ko = 0
  balance = 0
  while (moves < cap) {
    moves++
    let tries = count
    let p = 0
    let sum = 0
    while (tries !== 0) {
      const mixed = ((low ^ ((low >>> 18) | (high << 14))) >>> 27) | ((high ^ (high >>> 18)) << 5)
      const turn = high >>> 27
      const word = (mixed >>> turn) | (mixed << -turn)
      const fine = low & 0xffff
      const coarse = low >>> 16
      const inner = Math.imul(coarse, FINE) + (Math.imul(fine, FINE) >>> 16)
      const carry = (inner >>> 16) + ((Math.imul(fine, COARSE) + (inner & 0xffff)) >>> 16)
      high =
        (Math.imul(low, MULTIPLIER_HIGH) +
          Math.imul(high, MULTIPLIER_LOW) +
          Math.imul(coarse, COARSE) +
          carry +
          INCREMENT_HIGH) |
        0
      low = (Math.imul(low, MULTIPLIER_LOW) + INCREMENT_LOW) | 0
      // The sum of the lower halves went beyond 32 bits.
      high = (high + (low >>> 0 < INCREMENT_LOW >>> 0 ? 1 : 0)) | 0
      // Upper half of word × tries, without leaving 32 bits: the list is shorter than 2^16.
      const drawn = (Math.imul(word >>> 16, tries) + (Math.imul(word & 0xffff, tries) >>> 16)) >>> 16
      const point = list[drawn]
      sum = sumAround(point)
      const found = (sum & OPEN) !== 0 ? PLAYABLE : point === ko ? UNPLAYABLE : judgeClosed(point, color, sum)
      if (found === PLAYABLE) {
        count--
        list[drawn] = list[count]
        p = point
        break
      }
      tries--
      list[drawn] = list[tries]
      if (found === BECAME_HOLE) {
        count--
        list[tries] = list[count]
      } else list[tries] = point
    }
    if (p !== 0) count = place(p, color, sum, count)
    else {
      ko = 0
      balance -= signOf(color)
      if (lastPass === moves - 1) {
        wasCutOff = false
        break
      }
      lastPass = moves
    }
    color = BLACK + WHITE - color
  }
  // Sides alternate: what is left of the balance is the odd turn.
  balance += moves & 1
  state[0] = low
  state[1] = high
  live = count
  return moves
}

const countMargin = () => {
  let sum = balance
  for (let i = 0; i < live; i++) {
    const counts = sumAround(list[i])
    const blacks = counts & BLACKS
    const whites = counts & WHITES
    if (blacks !== 0 && whites === 0) sum++
    else if (whites !== 0 && blacks === 0) sum--
  }
  return sum
}

/** 1 for Black, -1 for White. */
const signOf = (color) => 1 - (color >> 18)

const sumAround = (p) =>
  (grid[p - ROW + WORD] + grid[p - RECORD + WORD] + grid[p + RECORD + WORD] + grid[p + ROW + WORD]) | 0

const libertiesOf = (chain) => (chain >> 16) + ((chain >> HOLED_SHIFT) & HOLED_BIAS)

// Masks: all ones for yes, 0 for no.

/** Is the word none of this colour's? */
const isOther = (word, color) => (NAME - (word ^ color)) >> 31

const isSame = (a, b) => ((a ^ b) - 1) >> 31

/** Has the chain no liberty but the point? `again` is less by one for every other neighbour of the point in it. */
const isFatal = (word, again) => (libertiesOf(grid[(word & NAME) + CHAIN]) - 2 + again) >> 31

const isTrueEye = (p, enemy) => {
  const sum =
    (grid[p - ROW - RECORD + WORD] +
      grid[p - ROW + RECORD + WORD] +
      grid[p + ROW - RECORD + WORD] +
      grid[p + ROW + RECORD + WORD]) |
    0
  const edge = ((sum >> BORDER_BIT) + 3) >> 2
  return (sum & (7 * enemy)) + edge * enemy < 2 * enemy
}

const markHoled = (word) => {
  const head = word & NAME
  const chain = grid[head + CHAIN]
  const isNew = ((chain & HOLED) - 1) >> 31
  grid[head + CHAIN] = chain + ((HOLED - HOLED_BIAS * ONE_LIBERTY) & isNew)
}

/**
 * A point without empty neighbours that isn't the ko; if it is an eye that neither side can play, it becomes a hole.
 */
const judgeClosed = (p, color, sum) => {
  const north = grid[p - ROW + WORD]
  const west = grid[p - RECORD + WORD]
  const east = grid[p + RECORD + WORD]
  const south = grid[p + ROW + WORD]
  const northWest = isSame(north, west)
  const northEast = isSame(north, east)
  const northSouth = isSame(north, south)
  const westEast = isSame(west, east)
  const westSouth = isSame(west, south)
  const eastSouth = isSame(east, south)
  const fatalNorth = isFatal(north, northWest + northEast + northSouth)
  const fatalWest = isFatal(west, northWest + westEast + westSouth)
  const fatalEast = isFatal(east, northEast + westEast + eastSouth)
  const fatalSouth = isFatal(south, northSouth + westSouth + eastSouth)
  const blacks = sum & BLACKS
  const whites = sum & WHITES
  if ((blacks !== 0) !== (whites !== 0)) {
    const owner = blacks !== 0 ? BLACK : WHITE
    if (isTrueEye(p, BLACK + WHITE - owner)) {
      // A chain around it that has no other liberty can be taken by playing here.
      if ((fatalNorth | fatalWest | fatalEast | fatalSouth) !== 0)
        return owner === color ? UNPLAYABLE : PLAYABLE
      markHoled(north)
      markHoled(west)
      markHoled(east)
      markHoled(south)
      grid[p + HOLE] = owner
      balance += signOf(owner)
      return BECAME_HOLE
    }
  }
  // Legal: an own chain that lives on, or an enemy one that doesn't. The border counts as living and of neither colour.
  const helpless =
    (isOther(north, color) ^ fatalNorth) &
    (isOther(west, color) ^ fatalWest) &
    (isOther(east, color) ^ fatalEast) &
    (isOther(south, color) ^ fatalSouth)
  return helpless === 0 ? PLAYABLE : UNPLAYABLE
}

const wake = (p, count) => {
  balance -= signOf(grid[p + HOLE])
  grid[p + HOLE] = 0
  list[count] = p
  return count + 1
}

const wakeDiagonals = (p, owner, before) => {
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

/** The empty neighbour of a stone that has only one. */
const emptyBeside = (p) =>
  p +
  (-ROW & -((grid[p - ROW + WORD] >> EMPTY_BIT) & 1)) +
  (-RECORD & -((grid[p - RECORD + WORD] >> EMPTY_BIT) & 1)) +
  (RECORD & -((grid[p + RECORD + WORD] >> EMPTY_BIT) & 1)) +
  (ROW & -((grid[p + ROW + WORD] >> EMPTY_BIT) & 1))

/** The only liberty of the chain, or 0 when it has several. */
const onlyLiberty = (head) => {
  let stone = head
  let empties = sumAround(stone) & OPEN
  while (empties === 0) {
    stone = grid[stone + NEXT]
    empties = sumAround(stone) & OPEN
  }
  if (empties !== EMPTY) return 0
  // All pseudo-liberties are this point's, or not.
  const liberty = emptyBeside(stone)
  const word = grid[head + WORD]
  const times =
    isSame(grid[liberty - ROW + WORD], word) +
    isSame(grid[liberty - RECORD + WORD], word) +
    isSame(grid[liberty + RECORD + WORD], word) +
    isSame(grid[liberty + ROW + WORD], word)
  return libertiesOf(grid[head + CHAIN]) + times === 0 ? liberty : 0
}

const wakeChain = (head, count) => {
  const chain = grid[head + CHAIN]
  if ((chain & HOLED) === 0 || chain >= ONE_LIBERTY) return count
  const liberty = onlyLiberty(head)
  return liberty !== 0 && grid[liberty + HOLE] !== 0 ? wake(liberty, count) : count
}

/** Joins the chains of two words; the smaller takes the other's name. A tie keeps `a`. */
const join = (a, b) => {
  const first = grid[(a & NAME) + CHAIN]
  const second = grid[(b & NAME) + CHAIN]
  const isSmaller = ((first & SIZES) - (second & SIZES)) >> 31
  const turn = (a ^ b) & isSmaller
  const kept = (a ^ turn) & NAME
  const absorbed = (b ^ turn) & NAME
  // Two marks would be carried into the liberties, and two biases be one too many.
  const twice = (first & second & HOLED) >> 15
  grid[kept + CHAIN] = first + second + twice * (HOLED_BIAS * ONE_LIBERTY - HOLED)
  const word = grid[kept + WORD]
  // By threes, so that the end is easier to predict; round the ring again does no harm.
  let rest = (second ^ ((first ^ second) & isSmaller)) & SIZES
  let stone = absorbed
  do {
    grid[stone + WORD] = word
    stone = grid[stone + NEXT]
    grid[stone + WORD] = word
    stone = grid[stone + NEXT]
    grid[stone + WORD] = word
    stone = grid[stone + NEXT]
    rest -= 3
  } while (rest > 0)
  const swap = grid[kept + NEXT]
  grid[kept + NEXT] = grid[absorbed + NEXT]
  grid[absorbed + NEXT] = swap
}

/** The stone enters the first own chain's ring, and the others join it; negative if the chain has run low. */
const linkMixed = (p, color, liberties) => {
  const north = grid[p - ROW + WORD]
  const west = grid[p - RECORD + WORD]
  const east = grid[p + RECORD + WORD]
  const south = grid[p + ROW + WORD]
  const otherWest = isOther(west, color)
  const otherEast = isOther(east, color)
  let first = south
  first ^= (first ^ east) & ~otherEast
  first ^= (first ^ west) & ~otherWest
  first ^= (first ^ north) & ~isOther(north, color)
  const chain = first & NAME
  grid[p + WORD] = first
  grid[p + NEXT] = grid[chain + NEXT]
  grid[chain + NEXT] = p
  grid[chain + CHAIN] += liberties + 1
  let sides =
    (WESTERN & ~(otherWest | isSame(west, first))) |
    (EASTERN & ~(otherEast | isSame(east, first))) |
    (SOUTHERN & ~(isOther(south, color) | isSame(south, first)))
  do {
    const word = grid[p + steps[sides & -sides] + WORD]
    const own = grid[p + WORD]
    if (word !== own) join(word, own)
    sides &= sides - 1
  } while (sides !== 0)
  return grid[(grid[p + WORD] & NAME) + CHAIN] - ONE_LIBERTY
}

const remove = (head, before) => {
  let count = before
  let stone = head
  do {
    grid[stone + WORD] = stone | EMPTY
    grid[stone + CHAIN] = ENDLESS
    list[count] = stone
    count++
    grid[(grid[stone - ROW + WORD] & NAME) + CHAIN] += ONE_LIBERTY
    grid[(grid[stone - RECORD + WORD] & NAME) + CHAIN] += ONE_LIBERTY
    grid[(grid[stone + RECORD + WORD] & NAME) + CHAIN] += ONE_LIBERTY
    grid[(grid[stone + ROW + WORD] & NAME) + CHAIN] += ONE_LIBERTY
    stone = grid[stone + NEXT]
  } while (stone !== head)
  return count
}

/** A chain that is on two sides is gone at the second: its points are empty, with endless liberties. */
const capture = (head, count) => (libertiesOf(grid[head + CHAIN]) === 0 ? remove(head, count) : count)

const settle = (p, color, before) => {
  const north = grid[p - ROW + WORD]
  const west = grid[p - RECORD + WORD]
  const east = grid[p + RECORD + WORD]
  const south = grid[p + ROW + WORD]
  const low =
    (((grid[(north & NAME) + CHAIN] - ONE_LIBERTY) >> 31) & NORTHERN) |
    (((grid[(west & NAME) + CHAIN] - ONE_LIBERTY) >> 31) & WESTERN) |
    (((grid[(east & NAME) + CHAIN] - ONE_LIBERTY) >> 31) & EASTERN) |
    (((grid[(south & NAME) + CHAIN] - ONE_LIBERTY) >> 31) & SOUTHERN)
  const enemies =
    low &
    ((isOther(north, color) & NORTHERN) |
      (isOther(west, color) & WESTERN) |
      (isOther(east, color) & EASTERN) |
      (isOther(south, color) & SOUTHERN))
  let count = before
  for (let sides = enemies; sides !== 0; sides &= sides - 1)
    count = capture(grid[p + steps[sides & -sides] + WORD] & NAME, count)
  const taken = count - before
  if (taken !== 0) {
    balance += color === BLACK ? taken : -taken
    const chain = grid[p + CHAIN]
    const isAlone = (chain & SIZES) === 1 && (grid[p + WORD] & NAME) === p
    if (taken === 1 && isAlone && libertiesOf(chain) === 1) ko = list[before]
  }
  // The own sides are one chain by now.
  const own = low & ~enemies
  for (let sides = enemies | (own & -own); sides !== 0; sides &= sides - 1)
    count = wakeChain(grid[p + steps[sides & -sides] + WORD] & NAME, count)
  return count
}

const place = (p, color, sum, before) => {
  // `all` and `any` are the own words' bits: equal when they are one chain's.
  const south = grid[p + ROW + WORD]
  let other = isOther(south, color)
  let word = south | other
  let head = south & NAME
  let left = (grid[head + CHAIN] - ONE_LIBERTY) | 0
  grid[head + CHAIN] = left
  let low = (left - ONE_LIBERTY) & other
  let all = word
  let any = word ^ other

  const east = grid[p + RECORD + WORD]
  other = isOther(east, color)
  word = east | other
  head = east & NAME
  left = (grid[head + CHAIN] - ONE_LIBERTY) | 0
  grid[head + CHAIN] = left
  low |= (left - ONE_LIBERTY) & other
  all &= word
  any |= word ^ other

  const west = grid[p - RECORD + WORD]
  other = isOther(west, color)
  word = west | other
  head = west & NAME
  left = (grid[head + CHAIN] - ONE_LIBERTY) | 0
  grid[head + CHAIN] = left
  low |= (left - ONE_LIBERTY) & other
  all &= word
  any |= word ^ other

  const north = grid[p - ROW + WORD]
  other = isOther(north, color)
  word = north | other
  head = north & NAME
  left = (grid[head + CHAIN] - ONE_LIBERTY) | 0
  grid[head + CHAIN] = left
  low |= (left - ONE_LIBERTY) & other
  all &= word
  any |= word ^ other

  const liberties = (sum & OPEN) >> OPEN_SHIFT
  if ((any & ~all) !== 0) low |= linkMixed(p, color, liberties)
  else {
    const joins = -any >> 31
    const name = any | ((p | color) & ~joins)
    head = name & NAME
    const chain = ((grid[head + CHAIN] & joins) + liberties + 1) | 0
    grid[p + WORD] = name
    grid[p + NEXT] = (grid[head + NEXT] & joins) | (p & ~joins)
    grid[head + NEXT] = p
    grid[head + CHAIN] = chain
    low |= chain - ONE_LIBERTY
  }

  ko = 0
  let count = before
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
