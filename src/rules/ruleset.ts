// The rule sets by name (RUL-3) and Capture Go (RUL-5). A rule set is data: `Game` and `score` read its
// fields and never its name.

/** A rule set as data. */
export interface Ruleset {
  readonly name: string
  /** What repetition is forbidden. Under `simple` a longer cycle ends the game without result. */
  readonly ko: "simple" | "positional" | "situational"
  readonly suicide: boolean
  readonly scoring: "area" | "territory"
  /** `none`: every stone on the board counts as alive. `agreed`: dead stones are removed first. */
  readonly dead: "none" | "agreed"
  /** Points that White gets for Black's handicap of n stones. */
  readonly handicapPoints: "none" | "stones" | "stones-less-one"
  /** AGA: a pass costs one prisoner, and White makes the last one. */
  readonly passStones: boolean
  /** Capture Go: the first player to take this many stones wins. */
  readonly captureGoal?: number
  /** Default komi. */
  readonly komi: number
}

const AREA = { scoring: "area", passStones: false, komi: 7.5 } as const

const RULESETS: readonly Ruleset[] = [
  { ...AREA, name: "tromp-taylor", ko: "positional", suicide: true, dead: "none", handicapPoints: "none" },
  { ...AREA, name: "cgos", ko: "positional", suicide: false, dead: "none", handicapPoints: "none" },
  { ...AREA, name: "chinese", ko: "positional", suicide: false, dead: "agreed", handicapPoints: "stones" },
  {
    ...AREA,
    name: "aga",
    ko: "situational",
    suicide: false,
    dead: "agreed",
    handicapPoints: "stones-less-one",
    passStones: true,
  },
  {
    ...AREA,
    name: "new-zealand",
    ko: "situational",
    suicide: true,
    dead: "agreed",
    handicapPoints: "none",
    komi: 7,
  },
  {
    name: "japanese",
    ko: "simple",
    suicide: false,
    scoring: "territory",
    dead: "agreed",
    handicapPoints: "none",
    passStones: false,
    komi: 6.5,
  },
]

/** Other spellings, as records and servers write them. Korean rules differ from Japanese in no point that we judge. */
const ALIASES: Readonly<Record<string, string>> = {
  tt: "tromp-taylor",
  tromptaylor: "tromp-taylor",
  cn: "chinese",
  area: "chinese",
  nz: "new-zealand",
  newzealand: "new-zealand",
  jp: "japanese",
  territory: "japanese",
  korean: "japanese",
  capture: "capture-1",
  capturego: "capture-1",
  atarigo: "capture-1",
}

/** The most stones that a game of Capture Go can ask for. */
export const MAX_CAPTURE_GOAL = 5

/** The names that `parseRuleset` knows. */
export const RULESET_NAMES: readonly string[] = RULESETS.map((rules) => rules.name)

/** The Chinese rules, which are used where none are named. */
export const CHINESE: Ruleset = RULESETS.find((rules) => rules.name === "chinese")!

/**
 * The rules of Capture Go: who first captures `goal` stones wins. There is no komi and no suicide; two passes end
 * the game undecided.
 */
export function captureGo(goal: number): Ruleset {
  return {
    ...AREA,
    name: `capture-${goal}`,
    ko: "positional",
    suicide: false,
    dead: "none",
    handicapPoints: "none",
    captureGoal: goal,
    komi: 0,
  }
}

/** Reads a rule set's name (`chinese`, `Japanese`, `New_Zealand`, `capture-3` …). */
export function parseRuleset(name: string): Ruleset | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
  const known = ALIASES[plain] ?? ALIASES[plain.replaceAll("-", "")] ?? plain
  const goal = /^capture-([1-9])$/.exec(known)
  if (goal && Number(goal[1]) <= MAX_CAPTURE_GOAL) return captureGo(Number(goal[1]))
  return RULESETS.find((rules) => rules.name === known)
}

/**
 * The largest komi, for either side: more than any board has points. A larger one is a mistake, and sums with it
 * would lose their halves.
 */
export const KOMI_LIMIT = 1000

/** Whether a number can be a komi. */
export function isKomi(komi: number): boolean {
  return Math.abs(komi) <= KOMI_LIMIT
}

/** Reads a komi as people and GTP write it: `6.5`, `-3`; undefined for other text. */
export function parseKomi(text: string): number | undefined {
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())) return undefined
  const komi = Number(text)
  return isKomi(komi) ? komi : undefined
}

/** Points that White gets for a handicap; one stone less than two is no handicap. */
export function handicapCompensation(rules: Ruleset, stones: number): number {
  if (stones < 2 || rules.handicapPoints === "none") return 0
  return rules.handicapPoints === "stones" ? stones : stones - 1
}

/**
 * The komi where none is named: that of the rule set, or half a point in a handicap game, so that there is no
 * draw.
 */
export function defaultKomi(rules: Ruleset, handicap: number): number {
  return handicap >= 2 ? 0.5 : rules.komi
}
