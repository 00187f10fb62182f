// What a benchmark's figures should be, beside what they are.

/** From how much on, or up to how much, a figure is good. */
export interface Goal {
  readonly least?: number
  readonly most?: number
}

/** Which ratios a goal is for; the first that fits counts. */
export type RatioGoals = readonly (readonly [ratios: RegExp, goal: Goal])[]

const NAME_WIDTH = 30

/** A line for every ratio, with its goal if it has one. */
export function ratioLines(ratios: Readonly<Record<string, number>>, goals: RatioGoals): string[] {
  const width = Math.max(NAME_WIDTH, ...Object.keys(ratios).map((key) => key.length))
  return Object.entries(ratios).map(([key, ratio]) =>
    figureLine(key, ratio, 2, goals.find(([some]) => some.test(key))?.[1], width),
  )
}

export function figureLine(
  name: string,
  value: number,
  digits: number,
  goal?: Goal,
  width = NAME_WIDTH,
): string {
  const shown = value.toFixed(digits)
  const figure = `${name.padEnd(width)} ${shown.padStart(7)}`
  if (!goal) return figure
  const { least = -Infinity, most = Infinity } = goal
  const wanted = goal.least === undefined ? `≤ ${most}` : `≥ ${least}`
  // What is printed is compared, so that the verdict never contradicts the figure beside it.
  const isReached = Number(shown) >= least && Number(shown) <= most
  return `${figure}   goal ${wanted}: ${isReached ? "reached" : "missed"}`
}
