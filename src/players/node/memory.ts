// A player's memory in an experience file (TREE-10): read when the player is made, added to after each game that it
// is to learn from. Nothing that is wrong with the file stops a game: what can be known before it begins is an error,
// what turns out later a warning.

import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { err, ok, type Result } from "../../base/result.ts"
import type { Outcome, Position } from "../../rules/index.ts"
import { ExperienceTree, unfitReason, USUAL_DEPTH, USUAL_NODES } from "../../search/index.ts"
import type { Experience, Memory, MemoryOptions } from "../../search/index.ts"
import { mergeExperience, readExperience } from "../../search/node/index.ts"

/** A shorter game was a trial and is not learned. */
const FEWEST_MOVES = 10

/**
 * Opens the memory of past games in this file; the error says why there can be none. A damaged or foreign file is
 * a warning, and is let alone.
 */
export function openExperience(path: string, { learns, warn }: MemoryOptions): Result<Memory, string> {
  const view = readExperience(path)
  if (view.ok) return ok(new FileMemory(path, view.value, warn))
  const { kind, reason } = view.error
  if (kind === "missing") {
    if (!learns) return err(`${reason}; learn=on makes it, and so does montego experience build`)
    if (!existsSync(dirname(path))) return err(`${path} can't be made: its directory does not exist`)
    return ok(new FileMemory(path, undefined, warn))
  }
  if (kind === "file") return err(reason)
  warn(`${reason}; the game goes on without experience${learns ? ", and nothing is learnt" : ""}`)
  return ok(NO_MEMORY)
}

const NO_MEMORY: Memory = { experience: undefined, learn: () => Promise.resolve() }

class FileMemory implements Memory {
  experience: Experience | undefined
  readonly #path: string
  readonly #warn: (message: string) => void

  constructor(path: string, experience: Experience | undefined, warn: (message: string) => void) {
    this.#path = path
    this.experience = experience
    this.#warn = warn
  }

  async learn(position: Position, outcome: Outcome): Promise<void> {
    const reason = await this.#add(position, outcome).catch(String)
    if (reason !== undefined) this.#warn(`the game is not added to ${this.#path}: ${reason}`)
  }

  /** Adds the game, or says why not. */
  async #add(position: Position, outcome: Outcome): Promise<string | undefined> {
    const { size, moves, komi, rules } = position
    if (outcome.kind === "void" || outcome.kind === "unknown") return "it has no result"
    if (moves.length < FEWEST_MOVES) return `it has fewer than ${FEWEST_MOVES} moves`
    const games = new ExperienceTree({
      size,
      symmetric: this.experience?.symmetric ?? true,
      conditions: { komi, rules: rules.name },
    })
    // Rates of different komi in one tree would be worth nothing.
    const unfit = unfitReason(this.experience ?? games, position)
    if (unfit !== undefined) return unfit
    const winner = "winner" in outcome ? outcome.winner : undefined
    const added = games.add(moves, winner, { depth: USUAL_DEPTH })
    if (!added.ok) return added.error
    const merged = await mergeExperience(this.#path, games, { maxNodes: USUAL_NODES })
    if (!merged.ok) return merged.error.reason
    this.experience = merged.value
    return undefined
  }
}
