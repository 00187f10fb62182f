// Reading option values that several subcommands share; a bad value is a sentence that says what is wanted.

import { InvalidArgumentError, Option } from "commander"
import { makeChoice } from "../base/nearest.ts"
import { folderRefusal, outputRefusal, plainFileRefusal } from "../base/node/index.ts"
import { BUDGET_OPTIONS } from "../player/index.ts"
import { PLAYERS } from "../players/index.ts"
import { resolveModuleSpec } from "../players/node/index.ts"
import {
  CHINESE,
  KOMI_LIMIT,
  MAX_CAPTURE_GOAL,
  MAX_SIZE,
  parseKomi,
  parseRuleset,
  RULESET_NAMES,
  type Ruleset,
} from "../rules/index.ts"

/** The default player: the strongest on every board (docs/net.md). */
export const DEFAULT_PLAYER = "uct:net"

/** The default where a search without a network is meant: tuning its knobs, collecting its games. */
export const CLASSICAL_PLAYER = "uct:strong"

/** For help texts: a line for each player of the registry. */
export const PLAYER_LINES = PLAYERS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")

/** The default size of a board. GTP clients begin with their own 19. */
export const DEFAULT_SIZE = 9

// The same words mean the same in every command that reads records.

export function makeMoveOption(): Option {
  return new Option("--move <n>", "the board before this move (default: at the end)").argParser(wholeOption)
}

export function makeNumberOption(): Option {
  return new Option("--number <n>", "which game of a collection").argParser(wholeOption).default(1)
}

/** A picture or page to write at the end: a place where no file can be is told before the work begins. */
export function outputFile(path: string): string {
  const refusal = outputRefusal(path)
  if (refusal !== undefined) throw new InvalidArgumentError(`${refusal}.`)
  return path
}

/** The same for a file that takes the place of an older one, which pipes and devices can't be. */
export function keptFile(path: string): string {
  const refusal = outputRefusal(path) ?? plainFileRefusal(path)
  if (refusal !== undefined) throw new InvalidArgumentError(`${refusal}.`)
  return path
}

/** A folder for what a command writes; it may be made later. */
export function folderOption(path: string): string {
  const refusal = folderRefusal(path)
  if (refusal !== undefined) throw new InvalidArgumentError(`${refusal}.`)
  return path
}

/** Of matches and tournaments. */
export function makeMaxFaultsOption(): Option {
  return new Option(
    "--max-faults <n>",
    "stop when a player crashed, hung or broke the rules in N games in a row; 0: play on",
  )
    .argParser(wholeOption)
    .default(3)
}

/** Of commands that show an empty board where they get no record. */
export function makeEmptySizeOption(): Option {
  return new Option("--size <n>", `size of the empty board (default: ${DEFAULT_SIZE})`).argParser(sizeOption)
}

/** A player's name; the path of one's own is made absolute, so that threads and journals know it wherever they are. */
export function playerOption(text: string): string {
  return resolveModuleSpec(text)
}

/** `--rules` with a default, of which help shows the name and not all that is in it. */
export function makeRulesOption(description: string): Option {
  return new Option("--rules <name>", description).argParser(rulesOption).default(CHINESE, CHINESE.name)
}

const RULES = [...RULESET_NAMES, `capture-1 to capture-${MAX_CAPTURE_GOAL}`]

export function rulesOption(text: string): Ruleset {
  const rules = parseRuleset(text)
  if (!rules) throw new InvalidArgumentError(`There are no rules ${makeChoice(text, RULES)}.`)
  return rules
}

export function sizeOption(text: string): number {
  const size = wholeOption(text)
  if (size < 2 || size > MAX_SIZE) throw new InvalidArgumentError(`A board has 2 to ${MAX_SIZE} lines.`)
  return size
}

export function komiOption(text: string): number {
  const komi = parseKomi(text)
  if (komi === undefined)
    throw new InvalidArgumentError(`Komi is a number from ${-KOMI_LIMIT} to ${KOMI_LIMIT}, such as 6.5.`)
  return komi
}

export function seedOption(text: string): number {
  const seed = wholeOption(text)
  if (!Number.isSafeInteger(seed))
    throw new InvalidArgumentError(`A seed is at most ${Number.MAX_SAFE_INTEGER}.`)
  return seed
}

export function wholeOption(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is a whole number.")
  return Number(text)
}

/** A parser of 1 to `most`; the sentence is the error for anything else. */
export function countUpTo(most: number, sentence = `It is 1 to ${most}.`): (text: string) => number {
  return (text) => {
    const count = wholeOption(text)
    if (count < 1 || count > most) throw new InvalidArgumentError(sentence)
    return count
  }
}

/** What a player's own option `seconds` takes: commands hand the number on to players. */
const [, MOST_SECONDS] = BUDGET_OPTIONS.seconds.range

export function secondsOption(text: string): number {
  const seconds = text.trim() === "" ? NaN : Number(text)
  if (!(seconds > 0 && seconds <= MOST_SECONDS))
    throw new InvalidArgumentError(`It is a positive number of seconds, at most ${MOST_SECONDS}.`)
  return seconds
}

/** Games or jobs at once: each has a thread of its own. */
export const concurrencyOption = countUpTo(1024)

/** The default seed; the command prints it, so that the game can be repeated. */
export function freshSeed(): number {
  return Date.now() % 1_000_000_000
}
