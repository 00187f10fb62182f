// Which game is played: the one that was interrupted, one from a file, or a new one. An option that asks for
// another game than the interrupted one begins that other game, and the interrupted one is set aside.

import { counted } from "../../base/format.ts"
import { loadGames } from "../../record/node/index.ts"
import {
  Black,
  CHINESE,
  defaultKomi,
  freeHandicap,
  Game,
  type Point,
  type Ruleset,
} from "../../rules/index.ts"
import { fail } from "../failure.ts"
import { failWithoutGame } from "../games.ts"
import { DEFAULT_PLAYER, DEFAULT_SIZE } from "../options.ts"
import { readRecord, type SavedGame } from "./savegame.ts"
import type { Seating, Side } from "./seating.ts"
import { dayOf, type Slot, type Store } from "./store.ts"

/** What the command line asked for; what was not asked for is undefined. */
export interface Wishes {
  readonly size?: number
  readonly komi?: number
  readonly handicap?: number
  readonly rules?: Ruleset
  readonly color?: Side
  readonly player?: string
  readonly seed?: number
  readonly load?: string
  /** Which game of a collection that is loaded. */
  readonly number?: number
  readonly new?: boolean
}

export interface Opening {
  readonly game: Game
  readonly seating: Seating
  /** The day on which the game began. */
  readonly started: string
  /** What the person should know before the first move. */
  readonly notes: readonly string[]
}

interface OpeningContext {
  /** Undefined where no game can be kept. */
  readonly store: Store | undefined
  readonly slot: Slot
  readonly now: () => Date
  /** For those who name no seed. */
  readonly freshSeed: () => number
  /** How a file is written in a sentence. */
  readonly show: (file: string) => string
  /** The command that opens a game with these options, as the person runs it. */
  readonly command: (args: string) => string
}

/** More are not read back: SGF's HA is taken for a mistake beyond. */
const MOST_HANDICAP = 99

export async function openGame(wishes: Wishes, context: OpeningContext): Promise<Opening> {
  const { slot, now } = context
  if (slot.kind === "unfinished" && isContent(wishes, slot.saved)) {
    const { game, seating, started } = slot.saved
    return {
      game,
      seating: seating!,
      started: started ?? dayOf(now()),
      notes: [resumeSentence(game, context)],
    }
  }
  // First the game that is asked for: when it is impossible nothing has been moved yet.
  const { load } = wishes
  const fresh = load === undefined ? newGame(wishes, context) : await loadedGame(wishes, load, context)
  return { ...fresh, notes: [...clearSlot(context), ...fresh.notes] }
}

function resumeSentence(game: Game, { command }: OpeningContext): string {
  return `Your ${game.size}×${game.size} game goes on after ${counted(game.moves.length, "move")}. For a new one: ${command("--new")}`
}

/** Makes room for another game; answers what became of the one that was there. */
function clearSlot({ slot, store, show, command }: OpeningContext): string[] {
  if (slot.kind === "empty" || !store) return []
  const { file } = store
  const aside = store.setAside(slot.kind === "damaged" ? "damaged" : "")
  if (!aside.ok) fail(aside.error)
  const name = show(aside.value)
  switch (slot.kind) {
    case "damaged":
      return [
        `${show(file)} could not be read (${slot.reason}).`,
        `It was set aside as ${name}, and a new game begins.`,
      ]
    case "unfinished":
      return [`Your unfinished game is set aside. To go on with it: ${command(`--load ${name}`)}`]
    default:
      return [`The game that was there is kept as ${name}`]
  }
}

/** Whether the game that waits will do: no option asks for another. */
function isContent(wishes: Wishes, { game, seating }: SavedGame): boolean {
  if (wishes.new || wishes.load !== undefined) return false
  const pairs = [
    [wishes.size, game.size],
    [wishes.komi, game.komi],
    [wishes.handicap, game.handicap],
    [wishes.rules?.name, game.rules.name],
    [wishes.color, seating?.person],
    [wishes.player, seating?.player],
    [wishes.seed, seating?.seed],
  ]
  return pairs.every(([wish, have]) => wish === undefined || wish === have)
}

function seatingOf(wishes: Wishes, context: OpeningContext, saved?: Seating): Seating {
  return {
    person: wishes.color ?? saved?.person ?? "black",
    player: wishes.player ?? saved?.player ?? DEFAULT_PLAYER,
    seed: wishes.seed ?? saved?.seed ?? context.freshSeed(),
  }
}

function newGame(wishes: Wishes, context: OpeningContext): Opening {
  if (wishes.number !== undefined) fail("--number needs --load: it is a game of a collection")
  const { size = DEFAULT_SIZE, handicap = 0, rules = CHINESE } = wishes
  const usual = defaultKomi(rules, handicap)
  // On 2×2 the usual komi is more than there is to win.
  const { komi = usual > size * size ? 0 : usual } = wishes
  checkKomi(komi, size)
  const stones = handicapStones(size, handicap)
  const game = Game.create({ size, rules, komi, handicap, setup: stones.map((point) => [Black, point]) })
  if (!game.ok) fail(game.error)
  return {
    game: game.value,
    seating: seatingOf(wishes, context),
    started: dayOf(context.now()),
    notes: [],
  }
}

function handicapStones(size: number, handicap: number): Point[] {
  if (handicap === 0) return []
  const most = Math.min(MOST_HANDICAP, size * size - 1)
  const stones = handicap > most ? undefined : freeHandicap(size, handicap)
  return (
    stones ?? fail(`a handicap on ${size}×${size} is 2 to ${most} stones, or 0 for none; not ${handicap}`)
  )
}

function checkKomi(komi: number, size: number): void {
  if (Math.abs(komi) > size * size)
    fail(`a komi of ${komi} is more than the ${size * size} points of the board`)
}

async function loadedGame(wishes: Wishes, file: string, context: OpeningContext): Promise<Opening> {
  if (wishes.size !== undefined) fail("--size and --load don't go together: the record knows its size")
  if (wishes.handicap !== undefined) fail("--handicap and --load don't go together: the stones are there")
  const games = await loadGames(file)
  if (!games.ok) fail(games.error.reason)
  const { number = 1 } = wishes
  const chosen = games.value[number - 1]
  if (!chosen) failWithoutGame(file, games.value.length, number)
  const read = readRecord(chosen.game, replayOptions(wishes))
  if (!read.ok) fail(`${file}: ${read.error}`)
  const { game, seating, started, notes } = read.value
  checkKomi(game.komi, game.size)
  if (game.size < 2) fail(`${file}: a board of one point is too small to play on`)
  // A person who loads a finished game wants to continue it; two passes lead back to the count.
  if (game.phase === "over") game.resume()
  return {
    game,
    seating: seatingOf(wishes, context, seating),
    started: started ?? dayOf(context.now()),
    notes: [
      `${context.show(file)} goes on after ${counted(game.moves.length, "move")}; the file itself stays as it is.`,
      ...(games.value.length > 1 ? [`It holds ${games.value.length} games; this is number ${number}.`] : []),
      ...notes.slice(0, 3),
    ],
  }
}

function replayOptions({ rules, komi }: Wishes) {
  return { ...(rules ? { rules } : {}), ...(komi === undefined ? {} : { komi }) }
}
