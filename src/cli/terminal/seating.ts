// Who sits at the table, and the seeds of the player's moves.

import { Random } from "../../base/random.ts"
import { Black, colorName, White, type Color } from "../../rules/index.ts"

/** Which colour the person plays; `both` is person against person. */
export type Side = "black" | "white" | "both"

export const SIDES: readonly Side[] = ["black", "white", "both"]

export interface Seating {
  readonly person: Side
  /** The other side, as `makePlayer` reads it; none when the person plays both. */
  readonly player: string
  readonly seed: number
}

export function isPerson({ person }: Seating, color: Color): boolean {
  return person === "both" || (person === "black" ? Black : White) === color
}

/** How the screen names a side. */
export function nameOf(seating: Seating, color: Color): string {
  if (seating.person === "both") return colorName(color)
  return isPerson(seating, color) ? "you" : seating.player
}

/**
 * The seed for the move with this number. It depends on nothing else, so that a game that was interrupted or
 * taken back goes on as it would have.
 */
export function seedOfMove(seed: number, number: number): number {
  const random = new Random(seed)
  let drawn = random.next()
  for (let i = 1; i < number; i++) drawn = random.next()
  return drawn
}
