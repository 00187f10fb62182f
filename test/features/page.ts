// docs/features.md as the list of features makes it: `npm run docs:features` writes the file.

import { wrap } from "../../src/cli/wrap.ts"
import { PLAIN_FEATURES, PLAIN_SLOTS, SHAPE_SLOTS, SLOTS, type Slot } from "../../src/learn/features.ts"
import { colorName, makeAscii } from "../../src/rules/index.ts"
import { NESTED_SHAPES, offsetsOf } from "../oracles/features.ts"
import { POSITIONS, setUp, type FeaturePosition } from "./positions.ts"

const COLUMNS = 100
const RADIUS = 7

const HEAD = `# Features of moves

\`npm run docs:features\` makes this page from \`src/learn/features.ts\` and the positions of
\`test/features/positions.ts\`. Edit these files, not this one.

A feature is something that is known of a move before any simulation (BT-1; Coulom 2007; Stern,
Herbrich and Graepel 2006). Features come in slots. The features of one slot exclude each other, so
a move is a team with at most one feature of each slot, and its strength is the product of their
gammas ([learning.md](learning.md)). A slot that does not fit a move is empty.

There are ${SLOTS.length} slots: ${SHAPE_SLOTS.length} of shapes, whose features are harvested from games, and ${PLAIN_SLOTS.length} plain ones with
${PLAIN_FEATURES} features that have names.

- \`src/learn/assembly\` finds them in the kernel; \`FeatureReader\` (\`src/learn/reader.ts\`) is the
  host.
- \`test/oracles/features.ts\` finds the same on the rules' board, in plain words. Tests compare the
  two over thousands of positions (\`src/learn/reader.test.ts\`, \`src/learn/shapes.test.ts\`).
- Ladders are read as [kernel.md](kernel.md) says: "caught" is proved, "not caught" is not.
- *The last move* is the opponent's. A pass counts as no move.
`

const PLAYOUTS_HEAD = `## Fit for playouts

A playout can afford to know this much of a move (SIM-7, \`FeatureReader.describeForPlayout\`). Own
eyes are left out.
`

const SHAPES_HEAD = `## Shapes

A shape is the same for all eight symmetries of the board, and when the colours are swapped: stones
are own or enemy ones. Points beyond the edge belong to it. The shapes of one point contain each
other, and a dictionary says which of them have a number. When a shape is not in the dictionary, the
larger ones are not looked up. Keys of shapes have 31 bits, so two of many shapes may share one.

The digits in this map say from which shape on a point belongs to it: \`1\` is the 3×3 square, the
others are the radius of the diamond. The move is at \`+\`.
`

/** The whole page. */
export function makePage(): string {
  return [
    HEAD,
    ...playoutChapter(),
    ...shapeChapter(),
    "## Plain slots\n",
    ...PLAIN_SLOTS.map(slotSection),
  ].join("\n")
}

function playoutChapter(): string[] {
  const rows = SLOTS.filter(({ playout }) => playout !== undefined)
  return [PLAYOUTS_HEAD, ...rows.map(({ name, playout }) => `- \`${name}\`: ${playout}`), ""]
}

function shapeChapter(): string[] {
  const shapes = SLOTS.slice(0, SHAPE_SLOTS.length)
  return [
    SHAPES_HEAD,
    "```text",
    ...shapeMap(),
    "```",
    "",
    ...shapes.flatMap(({ name, about }) => item(name, about)),
    "",
  ]
}

/** The points around a move, each with the smallest shape that covers it. */
function shapeMap(): string[] {
  const signs = Array.from({ length: 2 * RADIUS + 1 }, () =>
    Array.from({ length: 2 * RADIUS + 1 }, () => " "),
  )
  for (const [level, slot] of NESTED_SHAPES[0]!.toReversed().entries())
    for (const [x, y] of offsetsOf(slot)) signs[y + RADIUS]![x + RADIUS] = `${RADIUS - level}`
  signs[RADIUS]![RADIUS] = "+"
  return signs.map((row) => row.join(" ").trimEnd())
}

function slotSection({ name, about, values }: Slot): string {
  const shown = POSITIONS.find(({ slot }) => slot === name)!
  return [
    `### ${name}\n`,
    ...wrap(about, COLUMNS),
    "",
    ...valueLines(values),
    "",
    ...positionLines(shown),
    "",
  ].join("\n")
}

/** The values; where they are all combinations of a few parts, the parts. */
function valueLines(values: readonly string[]): string[] {
  const split = values.map((value) => value.split(", "))
  const parts = split[0]!.map((_, column) => [...new Set(split.map((words) => words[column]!))])
  const isProduct = values.length === parts.reduce((count, part) => count * part.length, 1)
  const count = `${values.length} values`
  if (!isProduct) return [`${count}:\n`, ...values.map((value) => `- ${value}`)]
  const lists = parts.map((part) => part.join(" / "))
  return lists.length === 1
    ? wrap(`${count}: ${lists[0]}.`, COLUMNS)
    : [`${count}, one of each line:\n`, ...lists.flatMap((list) => wrap(`- ${list}`, COLUMNS, "  "))]
}

function positionLines(position: FeaturePosition): string[] {
  const { board, turn } = setUp(position)
  const after = position.moves ? ` after ${position.moves.join(", ")}` : ""
  const said = Object.entries(position.values).map(([vertex, value]) => `- ${vertex}: ${value ?? "nothing"}`)
  return [
    "```text",
    makeAscii(board, turn.last),
    "```",
    "",
    ...wrap(`${colorName(turn.color)} to play${after}: ${position.name}.`, COLUMNS),
    "",
    ...said,
  ]
}

function item(name: string, about: string): string[] {
  return wrap(`- \`${name}\`: ${about}`, COLUMNS, "  ")
}
