// The strengths of the teams of one choice: the inner loop of all learners, so it works on the block's flat arrays.

import type { ChoiceBlock } from "./choices.ts"

/** The most teams that one choice of the block has. */
export function largestChoice({ choices, starts }: ChoiceBlock): number {
  let most = 0
  for (let choice = 0; choice < choices; choice++)
    most = Math.max(most, starts[choice + 1]! - starts[choice]!)
  return most
}

/**
 * Answers the strength of all teams of the choice together, E. `weights` gets, for each team, its count times the
 * gammas of its features outside `slot`; with slot -1, of all its features. `gammas[0]` must be 1.
 */
export function weighTeams(
  { starts, features, counts }: ChoiceBlock,
  slots: number,
  slot: number,
  choice: number,
  gammas: Float64Array,
  weights: Float64Array,
): number {
  const from = starts[choice]!
  const to = starts[choice + 1]!
  let total = 0
  let place = from * slots
  for (let team = from; team < to; team++) {
    let weight = counts === undefined ? 1 : counts[team]!
    for (let i = 0; i < slot; i++) weight *= gammas[features[place + i]!]!
    for (let i = slot + 1; i < slots; i++) weight *= gammas[features[place + i]!]!
    weights[team - from] = weight
    total += slot < 0 ? weight : weight * gammas[features[place + slot]!]!
    place += slots
  }
  return total
}

/** The strength of one team, however many equal ones it stands for. */
export function teamStrength(
  { features }: ChoiceBlock,
  slots: number,
  team: number,
  gammas: Float64Array,
): number {
  let strength = 1
  for (let place = team * slots; place < (team + 1) * slots; place++) strength *= gammas[features[place]!]!
  return strength
}
