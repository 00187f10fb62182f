// Every knob of the search in one place: what it means, its unit, its default, and where it comes
// from. Names are what people write (`uct:strong,rave-bias=0.0005`). Values are numbers throughout; a
// word is kept as its place in the list of words. The defaults are plain UCT; presets say what they
// change.

import type { Result } from "../base/result.ts"
import { switchesOf, WIN_FIELDS, type KnobName } from "../kernel/index.ts"
import { makeOptionValue, numbers, places, readValues } from "../player/index.ts"
import type { NumberOption, PlaceOption } from "../player/index.ts"
import { DEFAULT_CURVE, HIGHEST_CATEGORY, type KeyCurve } from "./keys.ts"

type Param = (NumberOption | PlaceOption) & {
  readonly source: string
  readonly default: number
  readonly knob?: KnobName
}

const SWITCH = places("off", "on")
const MOGO_2006 = "Gelly et al. 2006"
const MICHI = "michi (Baudis 2015)"
const CHELARU = "Chelaru 2008"
const KEY_SOURCE = `${CHELARU}, 4.3.4; TREE-9`

function prior(meaning: string, knob: KnobName, source = MICHI): Param {
  return { ...numbers(0, 1000), meaning: `prior: ${meaning}, in playouts`, source, default: 0, knob }
}

/** Every parameter of the search: kind, range, meaning and source. */
export const PARAMS = {
  // Selection.
  exploration: {
    meaning: "weight c of UCB1's bonus c·√(ln N / n); √2 by theory, 0 with RAVE",
    source: "Kocsis & Szepesvári 2006; TREE-3",
    default: 0.7,
    ...numbers(0, 10),
    knob: "exploration",
  },
  tuned: {
    meaning: "UCB1-TUNED: the bonus shrinks with the variance",
    source: "Auer et al. 2002; BAN-1",
    default: 0,
    ...SWITCH,
    knob: "tuned",
  },
  fpu: {
    meaning: "first-play urgency: the value of a move that was never tried",
    source: "Gelly & Wang 2006; TREE-5",
    default: Infinity,
    ...numbers(0, Infinity),
    knob: "fpu",
  },
  rave: {
    meaning: "mix in how moves did whenever they were played",
    source: "Gelly & Silver 2007; TREE-6",
    default: 0,
    ...SWITCH,
    knob: "rave",
  },
  "rave-bias": {
    meaning: "c₃ of the mix α = r/(r + n + c₃·n·r); 1/c₃ playouts are worth as much as any RAVE count",
    source: "Silver 2009; Lew 2011; Pachi",
    default: 1 / 3000,
    ...numbers(0, 1),
    knob: "raveBias",
  },
  "rave-schedule": {
    meaning: "k of the mix √(k/(3N + k)) in place of the one above; 0 for none",
    source: "Gelly & Silver 2007; Brady's UCT-RAVE",
    default: 0,
    ...numbers(0, 1e6),
    knob: "raveSchedule",
  },
  "rave-recency": {
    meaning: "RAVE counts a move at once 1 + this, one at the end of the game 1 - this",
    source: "Fuego has 1",
    default: 0,
    ...numbers(0, 1),
    knob: "raveRecency",
  },
  bias: {
    meaning:
      "progressive bias: weight c₂ of c₂·K/(n + 1), K the move's probability by learned weights, without these in the weighted playout",
    source: "Chaslot et al. 2007; Lew 2011; TREE-8",
    default: 0,
    ...numbers(0, 1000),
    knob: "bias",
  },
  puct: {
    meaning:
      "PUCT: this times (0.55 + 0.2·ln((N + 500)/500))·P·√N/(1 + n), P the move's probability by the network, with net=0 as for bias; untried moves count 0.1·√(chance of the tried ones) below their parent, half of that at the root; 0 for none",
    source: "Rosin 2011; Silver et al. 2017; KataGo's constants",
    default: 0,
    ...numbers(0, 10),
    knob: "puct",
  },
  "virtual-loss": {
    meaning: "how many lost playouts a descent under way counts as, with several threads on one tree",
    source: "Chaslot et al. 2008; Segal 2010; TREE-13",
    default: 1,
    ...numbers(0, 100),
  },

  // Expansion.
  "expand-at": {
    meaning: "visits after which a node gets children",
    source: "Coulom 2006; TREE-3",
    default: 1,
    ...numbers(1, 1000),
    knob: "expandAt",
  },
  keys: {
    meaning: "key positions are tried first: none, around the star points, or as the printed map has them",
    source: KEY_SOURCE,
    default: 0,
    ...places("none", "stars", "printed"),
  },
  "keys-x1": keyCurve("first", "random number", 1, DEFAULT_CURVE[1].x),
  "keys-y1": keyCurve("first", "category", HIGHEST_CATEGORY + 1, DEFAULT_CURVE[1].y),
  "keys-x2": keyCurve("second", "random number", 1, DEFAULT_CURVE[2].x),
  "keys-y2": keyCurve("second", "category", HIGHEST_CATEGORY + 1, DEFAULT_CURVE[2].y),
  uncle: {
    meaning:
      "grandparent knowledge: a move starts with its worth two plies before, as this number of playouts at most",
    source: `${CHELARU}; TREE-7, variant prior`,
    default: 0,
    ...numbers(0, 1e6),
    knob: "uncle",
  },
  "uncle-merge": {
    meaning:
      "grandparent knowledge as published: after a move, its sons' means are mixed with those of two plies before",
    source: `${CHELARU}; TREE-7, variant published`,
    default: 0,
    ...SWITCH,
  },
  "prior-even": prior("every move, half of them won", "priorEven"),
  "prior-capture": prior("takes or saves one stone in atari, won", "priorCapture"),
  "prior-capture-many": prior("takes or saves more than one, won", "priorCaptureMany"),
  "prior-pattern": prior("a 3×3 pattern invites it, won", "priorPattern"),
  "prior-ladder": prior("begins a ladder that catches enemy stones, won", "priorLadder", "SIM-6"),
  "prior-self-atari": prior("leaves own stones with one liberty, lost", "priorSelfAtari"),
  "prior-near-1": prior("one step from the last move by the common fate graph, won", "priorNear1"),
  "prior-near-2": prior("two steps from it, won", "priorNear2"),
  "prior-near-3": prior("three steps from it, won", "priorNear3"),
  "prior-edge": prior("first or second line far from all stones, lost", "priorEdge"),
  "prior-third-line": prior(
    "third line far from all stones, on small boards also higher, won",
    "priorThirdLine",
  ),
  "prior-learned": {
    meaning:
      "prior: √p of this number of playouts, won; p the move's probability by learned weights, which replace the other priors but prior-even and prior-pass",
    source: "Pachi has 70 to 300",
    default: 0,
    ...numbers(0, 10_000),
    knob: "priorLearned",
  },
  "pass-strength": {
    meaning:
      "prior-learned: strength of the pass among the learned strengths of moves; records have 0.03 to 0.25",
    source: "docs/strength.md",
    default: 0,
    ...numbers(0, 1000),
    knob: "passStrength",
  },
  "prior-pass": prior("the pass, lost", "priorPass", "Fuego"),

  // Simulation.
  policy: {
    meaning: "how playouts choose: uniformly, by MoGo's rules, or by weights",
    source: "SIM-4, SIM-6, SIM-7",
    default: 0,
    ...places("light", "mogo", "gamma"),
    knob: "policy",
  },
  capture: rule("take a chain in atari"),
  escape: rule("save a chain in atari"),
  pattern: rule("play a 3×3 pattern next to the last move"),
  scope: {
    meaning: "where MoGo's rules look for ataris",
    source: "Lew 2011, 3.4.1",
    default: 0,
    ...places("last-move", "board"),
  },
  "self-atari": {
    meaning: "playouts by rules may put two or more own stones into atari",
    source: "Pachi",
    default: 1,
    ...SWITCH,
  },
  nakade: {
    meaning: "playouts by rules play the vital point of a small space next to the last move",
    source: "Chaslot et al. 2009",
    default: 0,
    ...SWITCH,
  },

  ladder: {
    meaning: "playouts by rules read ladders before they run",
    source: "SIM-6",
    default: 0,
    ...SWITCH,
  },
  low: {
    meaning: "playouts by rules look after chains of two liberties",
    source: "Fuego, Pachi",
    default: 0,
    ...SWITCH,
  },
  "self-atari-chance": {
    meaning: "without self-atari: the chance that one which is drawn is played all the same",
    source: "Pachi 12; michi has 0.5",
    default: 0,
    ...numbers(0, 1),
  },
  randomness: {
    meaning: "playouts by rules: the chance that a move is made without them",
    source: "Pachi's rates; michi has 0.05 to 0.1",
    default: 0,
    ...numbers(0, 1),
  },

  // The network.
  net: {
    meaning: "the visit at which a node gets children and the network judges it; 0 for never",
    source: "Silver et al. 2016 has 40, Silver et al. 2017 has 1",
    default: 0,
    ...numbers(0, 1000),
    knob: "net",
  },
  "net-mix": {
    meaning: "share λ of a playout in the value of a node that the network judges, from 0 to 1",
    source: "Silver et al. 2016 has 0.5",
    default: 0,
    ...numbers(0, 1),
    knob: "netMix",
  },
  "net-heat": {
    meaning: "what the network's policy logits are divided by: above 1, the search trusts it less",
    source: "KataGo's policy temperature",
    default: 1,
    ...numbers(0.1, 10),
    knob: "netHeat",
  },
  "net-score": {
    meaning: "weight of the network's score beside its chance to win, where ten points ahead are worth 0.88",
    source: "KataGo's score utility",
    default: 0,
    ...numbers(0, 10),
    knob: "netScore",
  },
  "net-turn": {
    meaning:
      "the network sees each position turned or mirrored at random, so that games differ by their seed",
    source: "Silver et al. 2016",
    default: 0,
    ...SWITCH,
    knob: "netTurn",
  },

  // What a result is worth.
  backup: {
    meaning: "a node's value: the mean, its best child's, or a mixture that moves there with visits",
    source: "Coulom 2006; TREE-4",
    default: 0,
    ...places("mean", "max", "mix"),
    knob: "backup",
  },
  score: {
    meaning: "a result: won or lost, above or under the moving mean, or won or lost blended with the points",
    source: `${CHELARU}; Fuego; TREE-12`,
    default: 0,
    ...places("win", "threshold", "blend"),
    knob: "score",
  },
  "score-weight": {
    meaning: "the points' share in a blended result, when the game is decided",
    source: "Fuego has 0.02",
    default: 0.02,
    ...numbers(0, 1),
    knob: "scoreWeight",
  },

  "dynamic-komi": {
    meaning: "extra komi a handicap stone, fading with the moves; reports tell win rates without it",
    source: "Baudis 2011; Pachi has 7 to 8; TREE-12",
    default: 0,
    ...numbers(0, 30),
  },

  // The search as a whole.
  endgame: {
    meaning:
      "in small regions searched alone: on plays the proven best move, likely also trusts the search's owners",
    source: "Lew 2011, chapter 5; CGT-7",
    default: 0,
    ...places("off", "on", "likely"),
  },
  parallel: {
    meaning: "several threads search one tree together, or each its own and the root's moves are added up",
    source: "root: Cazenave & Jouandeau 2007; both: Chaslot et al. 2008; TREE-13",
    default: 0,
    ...places("tree", "root"),
  },
  symmetry: {
    meaning:
      "at the root of a symmetric position only one of the moves that are images of each other is tried",
    source: "TREE-14",
    default: 0,
    ...places("off", "root"),
  },
  reuse: {
    meaning: "keep the part of the tree that the game went into",
    source: "TREE-11",
    default: 1,
    ...SWITCH,
  },
  ponder: {
    meaning: "think in the opponent's time",
    source: "Huang, Coulom & Lin 2010; TREE-11",
    default: 0,
    ...SWITCH,
    needs: "idle-time",
  },
  "experience-visits": {
    meaning: "the most playouts that past games of a move count as; 0 for none",
    source: `${CHELARU}; TREE-10`,
    default: 200,
    ...numbers(0, 1e6),
  },
  "early-stop": {
    meaning: "stop when the most visited move can't be overtaken any more",
    source: "TREE-11",
    default: 1,
    ...SWITCH,
  },
  "tree-mb": {
    meaning:
      "memory for the tree, or for all trees together, in megabytes; a full tree loses its least visited parts",
    source: "DESIGN",
    default: 64,
    ...numbers(1, 200),
  },
  "resign-at": {
    meaning: "resign when the win rate was below this for two moves; 0 for never",
    source: "Fuego, Pachi: 0.05 to 0.20",
    default: 0.05,
    ...numbers(0, 0.5),
  },
} as const satisfies Record<string, Param>

/** Within these bounds the curve rises, so that every random number has one category. */
function keyCurve(which: string, axis: string, most: number, value: number): Param {
  const meaning = `key positions: ${axis} of the curve's ${which} inner control point`
  return { ...numbers(0, most), meaning, source: KEY_SOURCE, default: value }
}

function rule(what: string): Param {
  return { ...SWITCH, meaning: `playouts by rules: ${what}`, source: `${MOGO_2006}; SIM-6`, default: 1 }
}

/** A parameter of the search by name. */
export type ParamName = keyof typeof PARAMS
/** A value for every parameter. */
export type SearchParams = Readonly<Record<ParamName, number>>

/** The names of the parameters. */
export const PARAM_NAMES = Object.keys(PARAMS) as readonly ParamName[]

/** The value of every parameter where neither a preset nor an option has one: plain UCT. */
export const DEFAULTS: SearchParams = Object.fromEntries(
  PARAM_NAMES.map((name) => [name, PARAMS[name].default]),
) as SearchParams

const MOGO: Partial<SearchParams> = {
  policy: 1,
  exploration: 0,
  rave: 1,
  "expand-at": 2,
  "prior-even": 10,
}

const STRONG_2026: Partial<SearchParams> = {
  ...MOGO,
  "rave-bias": 0.001,
  "rave-recency": 1,
  "expand-at": 4,
  "self-atari": 0,
  nakade: 1,
  low: 1,
  "prior-capture": 15,
  "prior-capture-many": 30,
  "prior-pattern": 10,
  "prior-self-atari": 10,
  "prior-near-1": 12,
  "prior-near-2": 10,
  "prior-near-3": 4,
  "prior-edge": 10,
  "prior-third-line": 10,
  "prior-pass": 10,
}

const STRONG: Partial<SearchParams> = {
  ...STRONG_2026,
  "prior-learned": 100,
  "pass-strength": 0.02,
  // Where there are no learned weights, as in Capture Go.
  "prior-ladder": 100,
}

/** Named settings: `uct:plain` and so on. */
export const PRESETS = {
  /** UCB1 and uniform playouts: nothing but UCT. */
  plain: {},
  /** UCT-RAVE as Brady describes it: a schedule plus the exploration term. */
  brady: { rave: 1, "rave-schedule": 1000, exploration: 0.7 },
  /** What made MoGo: RAVE and playouts by rules. */
  mogo: MOGO,
  /** The strongest without learning: the published figures of 2026 mean it. */
  "2026": STRONG_2026,
  /** Everything that was found to help. */
  strong: STRONG,
  /** The network judges every node; where there is none, it is `strong`. */
  net: { ...STRONG, net: 1, puct: 1, "net-heat": 1.5, "net-score": 0.1, "net-turn": 1 },
} as const satisfies Record<string, Partial<SearchParams>>

/** A preset by name. */
export type PresetName = keyof typeof PRESETS
/** The names of the presets. */
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[]

/** The parameters of a preset. */
export function presetParams(name: PresetName): SearchParams {
  return { ...DEFAULTS, ...PRESETS[name] }
}

/** Reads settings as people write them on top of others; the error says which is wrong and what it could be. */
export function parseParams(
  base: SearchParams,
  options: Iterable<readonly [string, string]>,
): Result<SearchParams, string> {
  return readValues(PARAMS, base, options)
}

/** A value as people write it. */
export function makeValue(name: ParamName, value: number): string {
  return makeOptionValue(PARAMS[name], value)
}

/** The numbers that the kernel's tree wants. */
export function knobsOf(params: SearchParams, threads: number): Partial<Record<KnobName, number>> {
  const knobs: Partial<Record<KnobName, number>> = {}
  for (const name of PARAM_NAMES) {
    const { knob }: Param = PARAMS[name]
    if (knob) knobs[knob] = params[name]
  }
  return {
    ...knobs,
    switches: mogoSwitches(params),
    keyOrder: params.keys === 0 ? 0 : 1,
    winsAt: winsAt(params),
    virtualLoss: threads > 1 && params.parallel === 0 ? params["virtual-loss"] : 0,
    ownersToo: 1,
  }
}

/** The curve of the key positions (TREE-9): its ends are fixed, so that every category can be drawn. */
export function keyCurveOf(params: SearchParams): KeyCurve {
  const [first, , , last] = DEFAULT_CURVE
  const inner = [1, 2] as const
  const [one, two] = inner.map((each) => ({ x: params[`keys-x${each}`], y: params[`keys-y${each}`] }))
  return [first, one!, two!, last]
}

/** Whether the values that selection uses are something else than shares of won simulations. */
export function hasOtherValues(params: SearchParams): boolean {
  return params.score !== 0 || params["dynamic-komi"] > 0 || params["uncle-merge"] === 1
}

/** Then wins are counted in a field that the other settings leave free; with all of them on there is none, 0. */
export function winsAt(params: SearchParams): number {
  if (!hasOtherValues(params)) return 0
  if (params.backup === 0) return WIN_FIELDS.backed
  return params.bias === 0 && params.puct === 0 && params.net === 0 ? WIN_FIELDS.likelihood : 0
}

function mogoSwitches(params: SearchParams): number {
  return switchesOf({
    capture: params.capture === 1,
    escape: params.escape === 1,
    pattern: params.pattern === 1,
    scope: params.scope === 1 ? "board" : "last-move",
    noSelfAtari: params["self-atari"] === 0,
    selfAtariChance: params["self-atari-chance"],
    nakade: params.nakade === 1,
    ladder: params.ladder === 1,
    low: params.low === 1,
    randomness: params.randomness,
  })
}
