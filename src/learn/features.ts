// The features of a move (BT-1; Coulom 2007, Stern, Herbrich and Graepel 2006), as names and numbers. Features of one
// slot exclude each other, so a move is a team with at most one feature of each slot, and its strength is the product
// of theirs. assembly/features.ts finds them; this list says what each of them means.
//
// Numbers begin at 1 and run through the plain slots in this order; the shapes that were harvested follow.

/** A slot of features: a move has at most one feature of it. */
export interface Slot {
  readonly name: SlotName
  /** What the slot asks of a move. */
  readonly about: string
  /** What of it a playout can afford to know (`FeatureReader.describeForPlayout`); nothing where this is missing. */
  readonly playout?: string
  /** The values in the order of their numbers; none for slots of shapes, whose values are harvested. */
  readonly values: readonly string[]
}

/** A slot by name. */
export type SlotName =
  | ShapeSlotName
  | "capture"
  | "escape"
  | "atari"
  | "self-atari"
  | "threat"
  | "liberties"
  | "ko"
  | "contact"
  | "last"
  | "before-last"
  | "line"
  | "steps"

/** Shapes around the move, and shapes together with the place of the last move. */
export type ShapeSlotName = (typeof SHAPE_SLOTS)[number]

/** The slots of shapes, from the smallest on. */
export const SHAPE_SLOTS = [
  "3x3",
  "diamond-2",
  "diamond-3",
  "diamond-4",
  "diamond-5",
  "diamond-6",
  "diamond-7",
  "answer-3x3",
  "answer-2",
  "answer-3",
  "answer-4",
] as const

const SIZES = ["one stone", "two stones", "three stones or more"]

/** Every combination, the last list fastest. */
function combine(...lists: readonly (readonly string[])[]): string[] {
  return lists.reduce<string[]>(
    (names, list) =>
      names.flatMap((name) => list.map((value) => (name === "" ? value : `${name}, ${value}`))),
    [""],
  )
}

const COUNTS = ["none", "1", "2", "3", "4 or more"]

/** The slots of features that are no shapes. */
export const PLAIN_SLOTS: readonly Slot[] = [
  {
    name: "capture",
    about:
      "The move takes enemy stones; how many in all, and why, the first reason that holds for one of the chains: the last move is among them; an own chain in atari stands beside them; if the enemy were to move, no ladder would catch them; a ladder would.",
    values: combine(
      ["takes the last move", "saves own stones in atari", "they could escape", "they could not escape"],
      SIZES,
    ),
  },
  {
    name: "escape",
    about:
      "The move extends own stones in atari; how many the largest such chain has, and whether the last move stands beside one of them and so gave the atari. The chain is caught when it has one liberty afterwards, or two and a ladder catches it.",
    values: combine(["put in atari by the last move", "in atari before"], ["gets away", "is caught"], SIZES),
  },
  {
    name: "atari",
    about:
      "The move leaves enemy stones one liberty: whether the last move is among them, whether the ladder that the move begins catches them, and how many they are.",
    values: ["stones of the last move", "other stones"].flatMap((stones) => [
      ...combine([stones], ["caught in a ladder", "not caught"], SIZES),
      `${stones}, two chains at once`,
    ]),
  },
  {
    name: "self-atari",
    about:
      "The move leaves its own chain one liberty: whether it gives atari, and how many stones the chain has then.",
    values: combine(["gives atari itself", "gives nothing"], SIZES),
  },
  {
    name: "threat",
    about:
      "The move extends own stones with two liberties that the enemy, if he were to move, would catch in a ladder: how many liberties the chain has afterwards, and how many stones the largest such chain has.",
    values: combine(["three liberties or more afterwards", "fewer"], SIZES),
  },
  {
    name: "liberties",
    about:
      "For a move beside stones: the fewest liberties of the enemy chains and of the own chains beside it, and how many its chain has afterwards, captures carried out.",
    values: combine(
      COUNTS.map((count) => `enemy ${count}`),
      COUNTS.map((count) => `own ${count}`),
      COUNTS.slice(1).map((count) => `then ${count}`),
    ),
  },
  {
    name: "ko",
    about:
      "The first that holds: the move takes one stone and could be taken back if there were no ko; it captures or gives atari while the ko keeps its side from taking back; it fills the point where the enemy could take one stone in a ko.",
    values: ["takes a ko", "threatens while a ko may not be taken back", "ends a ko"],
  },
  {
    name: "contact",
    about:
      "For a move beside stones: how many own chains it joins, and how many enemy chains it touches (connection and cut).",
    values: combine(
      ["joins none", "extends one", "joins two", "joins three or more"],
      ["touches none", "touches one", "touches two", "touches three or more"],
    ),
  },
  ...(["last", "before-last"] as const).map((name) => ({
    name,
    ...(name === "last" ? { playout: "distances 2 (beside the last move) and 3 (diagonal to it)" } : {}),
    about:
      name === "last"
        ? "Distance to the last move: |dx| + |dy| + max(|dx|, |dy|). A pass counts as no move."
        : "Distance to the move before the last one, counted likewise. Its stone may have been taken; the point itself counts as distance 2.",
    values: [
      ...Array.from({ length: 15 }, (_, index) => `distance ${index + 2}`),
      "distance 17 or more",
      "no such move",
    ],
  })),
  {
    name: "line",
    about: "The line of the board, counted from the nearest edge, and which part of the points has a stone.",
    values: combine(
      ["under 1/12 full", "under 1/4 full", "under 1/2 full", "half full or more"],
      [...Array.from({ length: 9 }, (_, index) => `line ${index + 1}`), "line 10 or more"],
    ),
  },
  {
    name: "steps",
    about:
      "Steps from the last move over neighbours, where a chain counts as one point (common fate graph); none from six steps on.",
    values: Array.from({ length: 5 }, (_, index) => `${index + 1}`),
  },
]

const SHAPES_ABOUT: Readonly<Record<string, string>> = {
  "3x3": "The eight points around, and which of the four neighbours are in atari.",
  "answer-3x3": "The 3×3 square, together with the place of the last move, where that is within seven steps.",
}

/** All slots, in the order of a team. */
export const SLOTS: readonly Slot[] = [
  ...SHAPE_SLOTS.map((name) => ({
    name,
    about:
      SHAPES_ABOUT[name] ??
      (name.startsWith("answer")
        ? `The diamond of radius ${name.at(-1)}, together with the place of the last move, where that is within seven steps.`
        : `The points within ${name.at(-1)} steps (a diamond), and which of the four neighbours are in atari.`),
    ...(name === "3x3" ? { playout: "the eight points, without the ataris" } : {}),
    values: [],
  })),
  ...PLAIN_SLOTS,
]

/** Features that have a name; those of shapes have larger numbers. */
export const PLAIN_FEATURES: number = PLAIN_SLOTS.reduce((count, slot) => count + slot.values.length, 0)

/** The number of a plain feature: its slot and the place of its value there. */
export function featureNumber(slot: SlotName, value: string): number | undefined {
  let first = 1
  for (const { name, values } of PLAIN_SLOTS) {
    if (name === slot) {
      const place = values.indexOf(value)
      return place < 0 ? undefined : first + place
    }
    first += values.length
  }
  return undefined
}

/** The slot and the value of a plain feature; undefined for the number of a shape. */
export function nameFeature(number: number): { slot: SlotName; value: string } | undefined {
  let place = number - 1
  for (const { name, values } of PLAIN_SLOTS) {
    if (place >= 0 && place < values.length) return { slot: name, value: values[place]! }
    place -= values.length
  }
  return undefined
}
