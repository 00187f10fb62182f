// docs/tactics.md as the list of positions makes it: `npm run docs:tactics` writes the file.

import { wrap } from "../../src/cli/wrap.ts"
import { makeSection, type TacticalPosition } from "./position.ts"
import { EVO_5, TACTICS } from "./positions.ts"

const COLUMNS = 100

const HEAD = (solved: number, unsolved: number): string => `# Tactics

\`npm run docs:tactics\` makes this page from \`test/tactics/positions.ts\`. Edit that file, not
this one.

Each position has a known answer. \`npm test -- test/tactics\` searches all positions, proves the
answers, and compares this page with the list. \`npx vitest run test/tactics --reporter=verbose\`
prints one line for each position. \`npm run bench:tactics -- uct:2026 uct:strong --playouts 200\`
counts for several searches how many seeds of 10 find each answer.

| positions | search | playouts | must find it | today |
|---|---|---|---|---|
| the ${EVO_5.length} of EVO-5 | \`uct:plain\` and \`uct:strong\` | 20 000 | 18 of 20 seeds | all solved |
| ${solved} tactics | \`uct:strong\` | 5000 | 9 of 10 seeds | all solved |
${unsolved === 0 ? "" : `| ${unsolved} known failures | \`uct:strong\` | 10 000 | 18 of 20 seeds | none solved |\n`}
- The test takes the most visited move of the search alone: one thread, and an empty tree for every
  seed. A player on top of the search may still pass or resign.
- Under \`cgos\` rules two passes end the game and all stones count, so dead stones have to be
  captured. \`capture-1\` is Capture Go: the first side to capture a stone wins.
- The komi is chosen so that exactly the moves in bold win.
- *Read to the end*: \`test/tactics/reading.ts\` reads all lines of both sides until unconditional
  life or two passes decide, and finds these moves and no others, without playouts. It fills no own
  eyes, and gives a position one value, whatever moves led to it.
- *Ladder read*: the same file reads all ataris, and shows that every move without atari loses two
  moves later.
- *Specification*: EVO-5 states the solutions ([sources.md](sources.md)).
- A known failure has a test that passes while the search fails; today the list has ${unsolved}. When
  enough seeds solve the position, the test fails and says "… is solved now: take it off the list of
  known failures". Then remove \`fails\` from the position.
`

/** The whole page. */
export function makePage(): string {
  const unsolved = TACTICS.filter(({ fails }) => fails !== undefined)
  const solved = TACTICS.filter(({ fails }) => fails === undefined)
  const parts = [
    HEAD(solved.length, unsolved.length),
    ...makeChapter("EVO-5", EVO_5),
    ...makeChapter("Solved", solved),
    ...(unsolved.length === 0 ? [] : makeChapter("Known failures", unsolved)),
  ]
  return parts.join("\n")
}

function makeChapter(title: string, positions: readonly TacticalPosition[]): string[] {
  return [`## ${title}\n`, ...positions.map((position) => `${wrapped(makeSection(position))}\n`)]
}

/** Boards have short lines, so only prose is broken. */
function wrapped(section: string): string {
  return section
    .split("\n")
    .flatMap((line) => wrap(line, COLUMNS))
    .join("\n")
}
