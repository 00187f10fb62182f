// The published numbers of the five texts, as data: each with its source and the experiment that regenerates it. The
// list holds every number that the specification prints in bold, in its words (`bold`) and order;
// `published.test.ts` compares, and fails on a gap.

import type { Source } from "./source.ts"

export interface Published {
  readonly id: string
  /** The specification's id. */
  readonly spec: string
  /** The bold text of the specification, word for word. */
  readonly bold: string
  /** The same as numbers, in the order of the text; none where the claim is in words. */
  readonly values: readonly number[]
  readonly unit: string
  readonly source: Source
  /** The experiment. */
  readonly experiment: string
}

const CHELARU = "Chelaru 2008"
const LEW = "Lew 2011"
const BRADY = "Brady 2024"
const DRAKE = "Drake & Chen 2008"
const BRUGMANN = "Brügmann 1993"

function entry<const Id extends string>(
  id: Id,
  [spec, bold, unit]: readonly [spec: string, bold: string, unit: string],
  values: readonly number[],
  source: Source,
  experiment: string,
): Published & { readonly id: Id } {
  return { id, spec, bold, values, unit, source, experiment }
}

export const PUBLISHED = [
  entry(
    "athlon-naive",
    ["SIM-8", "90.99 … 98.19, μ 95.41, σ 1.38", "simulations/s"],
    [90.99, 98.19, 95.41, 1.38],
    { text: CHELARU, place: "5.1, table 5.1" },
    "simulation-speed",
  ),
  entry(
    "athlon-analyze-after",
    ["SIM-8", "1028.4 … 1205.2, μ 1058.62, σ 38.47", "simulations/s"],
    [1028.4, 1205.2, 1058.62, 38.47],
    { text: CHELARU, place: "5.1, table 5.1" },
    "simulation-speed",
  ),
  entry(
    "pentium-naive",
    ["SIM-8", "μ 42.84, σ 0.78", "simulations/s"],
    [42.84, 0.78],
    { text: CHELARU, place: "5.1, table 5.2" },
    "simulation-speed",
  ),
  entry(
    "pentium-analyze-after",
    ["SIM-8", "μ 412.75, σ 5.88", "simulations/s"],
    [412.75, 5.88],
    { text: CHELARU, place: "5.1, table 5.2" },
    "simulation-speed",
  ),
  entry("spread-chelaru", ["SIM-8", "35", "points"], [35], { text: CHELARU, place: "3.2.2" }, "score-spread"),
  entry("spread-lew", ["SIM-8", "45", "points"], [45], { text: LEW, place: "3.2.2" }, "score-spread"),
  entry(
    "rate-2008",
    ["SIM-8", "10 000/s", "simulations/s"],
    [10_000],
    { text: CHELARU, place: "3.2.2" },
    "score-spread",
  ),
  entry(
    "bandits-ucb1",
    ["BAN-1", "41, 51.8, 59.6, 63.8, 64.5 %", "%"],
    [41, 51.8, 59.6, 63.8, 64.5],
    { text: BRADY, place: "3.6, table 1" },
    "bandits",
  ),
  entry(
    "bandits-random",
    ["BAN-1", "31, 48.9, 48.6, 50, 49.9 %", "%"],
    [31, 48.9, 48.6, 50, 49.9],
    { text: BRADY, place: "3.6, table 2" },
    "bandits",
  ),
  entry(
    "bandits-epsilon-greedy",
    ["BAN-1", "57, 62.2, 63.4, 63.3, 63.4 %", "%"],
    [57, 62.2, 63.4, 63.3, 63.4],
    { text: BRADY, place: "3.6, table 3" },
    "bandits",
  ),
  entry(
    "pruning-1k",
    ["TREE-2", "−12.7", "points"],
    [-12.7],
    { text: LEW, place: "3.2.5 (Bouzy & Helmstetter 2003)" },
    "pruning-playouts",
  ),
  entry(
    "pruning-100k",
    ["TREE-2", "+3.2", "points"],
    [3.2],
    { text: LEW, place: "3.2.5 (Bouzy & Helmstetter 2003)" },
    "pruning-playouts",
  ),
  entry(
    "depth-two",
    ["TREE-2", "2 points worse", "points"],
    [-2],
    { text: LEW, place: "3.3.1 (Bouzy & Helmstetter 2003)" },
    "depth-two",
  ),
  entry(
    "vanilla-amaf",
    ["TREE-2", "10–15 points", "points"],
    [10, 15],
    { text: LEW, place: "3.2.4 (Bouzy & Helmstetter 2003)" },
    "vanilla-amaf",
  ),
  entry(
    "gobble-map",
    ["SA-3", "0.9 (corner) … 5.3 (near centre)", "points"],
    [0.9, 5.3],
    { text: BRUGMANN, place: "figure 1" },
    "gobble-map",
  ),
  entry(
    "gobble-b",
    ["SA-3", "one handicap stone", "stones"],
    [1],
    { text: BRUGMANN, place: "Test results for games on the 9x9 board" },
    "gobble-games",
  ),
  entry(
    "coulom-top1",
    ["BT-6", "34.9 %", "%"],
    [34.9],
    { text: "Coulom 2007", place: "4" },
    "move-prediction",
  ),
  entry("memory-mm", ["BT-7", "24 GB", "GB"], [24], { text: LEW, place: "4.1" }, "learning-memory"),
  entry("memory-lmp", ["BT-7", "15 MB", "MB"], [15], { text: LEW, place: "4.1" }, "learning-memory"),
  entry(
    "evolve-lineages",
    ["EVO-5", "64", "lineages"],
    [64],
    { text: DRAKE, place: "6, figure 8" },
    "evolve-lineages",
  ),
  entry(
    "evolve-cut-population",
    ["EVO-5", "32 768", "individuals"],
    [32_768],
    { text: DRAKE, place: "8, figure 13" },
    "evolve-multiple-cut",
  ),
  entry(
    "evolve-cut-steps",
    ["EVO-5", "2²²", "steps"],
    [2 ** 22],
    { text: DRAKE, place: "8, figure 13" },
    "evolve-multiple-cut",
  ),
  entry(
    "marriage",
    ["HYB-4", "60.60 %", "%"],
    [60.6],
    { text: CHELARU, place: "5.2, table 5.3" },
    "marriage",
  ),
  entry(
    "brady-time",
    ["LAB-3", "1.962, 6.026, 9.149, 16.773, 34.119 s", "s"],
    [1.962, 6.026, 9.149, 16.773, 34.119],
    { text: BRADY, place: "8.10, table 4" },
    "brady-time",
  ),
  entry(
    "brady-split",
    ["LAB-3", "0.024, 1.396, 4.604, 0.001 s", "s"],
    [0.024, 1.396, 4.604, 0.001],
    { text: BRADY, place: "8.10, table 5" },
    "brady-time",
  ),
] as const

export type PublishedId = (typeof PUBLISHED)[number]["id"]

/** The numbers of an entry. */
export function publishedValues(id: PublishedId): readonly number[] {
  return PUBLISHED.find((each) => each.id === id)!.values
}
