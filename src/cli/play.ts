// `montego play`: a game of Go in the terminal. Here is only what ties the parts in terminal/ together: options,
// the input, the screen, the player, signals and the file where the game is kept.

import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { resolve } from "node:path"
import type { Readable, Writable } from "node:stream"
import { Command, Option } from "commander"
import { makeChoice } from "../base/nearest.ts"
import { printable } from "../base/printable.ts"
import { replaceFile, writeFailure } from "../base/node/index.ts"
import {
  findLevel,
  LEVELS,
  levelSpec,
  openDeadStoneEstimator,
  rankText,
  type Player,
} from "../players/index.ts"
import { RULESET_NAMES } from "../rules/index.ts"
import { fail } from "./failure.ts"
import {
  DEFAULT_PLAYER,
  DEFAULT_SIZE,
  freshSeed,
  komiOption,
  PLAYER_LINES,
  playerOption,
  rulesOption,
  seedOption,
  sizeOption,
  wholeOption,
} from "./options.ts"
import { NODE_ENVIRONMENT, openPlayer } from "../players/node/index.ts"
import { PLAIN, WOODEN, type Theme } from "./terminal/board.ts"
import { exampleVertex, parseAction } from "./terminal/commands.ts"
import { Lines } from "./terminal/lines.ts"
import { openGame, type Wishes } from "./terminal/opening.ts"
import { drawTable, fitTable } from "./terminal/panel.ts"
import { makeSave } from "./terminal/savegame.ts"
import { SIDES } from "./terminal/seating.ts"
import { defaultFile, Store, type Slot } from "./terminal/store.ts"
import { Table, type Reply } from "./terminal/table.ts"
import { USUAL_COLUMNS, USUAL_ROWS } from "./wrap.ts"

const HELP = `
Players: NAME[:PRESET][,key=value…]
${PLAYER_LINES}

and module:FILE[,key=value…], a player of your own (docs/library.md).

Levels, as on the page, with an approximate rank on ${DEFAULT_SIZE}×${DEFAULT_SIZE} (docs/levels.md):
${LEVELS.map((level) => `  ${level.id.padEnd(10)} ${levelLine(level)}`).join("\n")}

Rules: ${RULESET_NAMES.join(", ")},
  and Capture Go for a first lesson: capture-1 to capture-5 (the first side to capture 1 to 5 stones wins)

Examples:
  montego play                             you are Black on 9×9
  montego play --size 19 --handicap 4      four stones for Black
  montego play --level casual              an opponent that thinks less
  montego play --color white --komi 6.5    you are White
  montego play --color both --size 13      two persons at one terminal
  montego play --rules capture-1           the first capture wins
  montego play --load game.sgf             go on from a record
  montego play --player uct:strong,experience=nine.exp,learn=on
                                           it begins with past games, and learns from this one

The game is kept after every move. When you leave (quit, Ctrl-C, a closed window) and start again, it goes
on; --new, or an option that asks for another game, sets it aside under a name with the date. Finished games
are kept in the same way.`

function levelLine(level: (typeof LEVELS)[number]): string {
  const rank = rankText(level, DEFAULT_SIZE)
  return rank === undefined ? level.sentence : `${rank}; ${level.sentence}`
}

/** An empty screen with the cursor at the top; what scrolled away stays. */
const CLEAR = "\u001B[2J\u001B[H"

interface Options extends Wishes {
  readonly level?: string
  readonly save?: string
}

/** What the game is played through; tests bring their own. */
export interface Surroundings {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & {
    readonly isTTY?: boolean
    readonly columns?: number
    readonly rows?: number
    hasColors?(count: number): boolean
  }
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  readonly freshSeed: () => number
  /** The process, for its signals. */
  readonly signals: Pick<NodeJS.EventEmitter, "on" | "off">
}

export function playCommand(): Command {
  return new Command("play")
    .description("Play Go in the terminal, against a player or another person.")
    .option("--size <n>", `lines of the board, 2 to 25 (default: ${DEFAULT_SIZE})`, sizeOption)
    .option("--komi <points>", "what White gets for moving second (default: as the rules say)", komiOption)
    .option("--handicap <n>", "stones that Black has at the start (default: 0)", wholeOption)
    .option("--rules <name>", "rule set, see below (default: chinese)", rulesOption)
    .addOption(new Option("--color <side>", "which side you play (default: black)").choices(SIDES))
    .option("--player <spec>", `the player of the other side (default: ${DEFAULT_PLAYER})`, playerOption)
    .option("--level <name>", "the other side is one of the page's levels, see below")
    .option(
      "--seed <n>",
      "the same seed and the same moves give the same game (default: from the clock)",
      seedOption,
    )
    .option("--load <file>", "go on from this SGF record")
    .option("--number <n>", "with --load: which game of a collection (default: 1)", wholeOption)
    .option("--save <file>", "keep the game here (default: game.sgf in ~/.local/state/montego)")
    .option("--new", "begin a new game even if an unfinished one waits")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { stdin: input, stdout: output, env } = process
      await play(options, { input, output, env, freshSeed, now: () => new Date(), signals: process })
    })
}

/** Plays until the game is over or the person leaves. */
export async function play({ level, ...wishes }: Options, surroundings: Surroundings): Promise<void> {
  const options = level === undefined ? wishes : { ...wishes, player: playerOfLevel(level, wishes) }
  const { env, now, freshSeed: seed } = surroundings
  const show = (file: string) => homeAsTilde(resolve(file), env)
  // A wrong name is told before anything is set aside.
  if (options.player !== undefined)
    await (await sitDown(options.player, "--player: ", () => undefined)).close()
  const { store, slot, notes } = openStore(options.save, surroundings)
  const opening = await openGame(options, {
    store,
    slot,
    now,
    freshSeed: seed,
    show,
    command: (args) => commandLine(env, args),
  })
  const table = new Table({ ...opening, estimateDead: await openDeadStoneEstimator() })
  const { person, player } = opening.seating
  const warnings: string[] = []
  const game = new Sitting({
    table,
    store,
    started: opening.started,
    player:
      person === "both"
        ? undefined
        : await sitDown(
            player,
            "this game's player can't be had (--load it with another --player): ",
            (warning) => warnings.push(`${warning}.`),
          ),
    warnings,
    staysInPlace: options.save !== undefined,
    surroundings,
  })
  const size = table.game.size
  const invitation = `Type a point such as ${exampleVertex(size)}, or help for everything else.`
  const where = store ? [`The game is kept in ${show(store.file)}`] : []
  await game.run([
    ...notes,
    ...opening.notes,
    ...where,
    ...(table.game.moves.length === 0 ? [invitation] : []),
  ])
}

function playerOfLevel(name: string, { player, rules }: Wishes): string {
  if (player !== undefined) fail("--level and --player don't go together: choose one")
  const level = findLevel(name)
  if (!level)
    fail(
      `--level: there is no level ${makeChoice(
        name,
        LEVELS.map(({ id }) => id),
      )}`,
    )
  return levelSpec(level, rules?.captureGoal !== undefined)
}

async function sitDown(spec: string, whose: string, warn: (warning: string) => void): Promise<Player> {
  const player = await openPlayer(spec, {}, { ...NODE_ENVIRONMENT, warn })
  return player.ok ? player.value : fail(`${whose}${player.error}`)
}

/**
 * A file named by the user must be usable. Without one the game is played even if it can't be saved, say in a
 * container whose home can't be written.
 */
function openStore(file: string | undefined, { env, now }: Surroundings) {
  const store = new Store(file === undefined ? defaultFile(env) : resolve(expandTilde(file, env)), now)
  const opened = store.open()
  const empty: Slot = { kind: "empty" }
  if (!opened.ok) {
    if (file !== undefined) fail(opened.error)
    return { store: undefined, slot: empty, notes: [`This game can't be kept: ${opened.error}.`] }
  }
  if (file !== undefined && opened.value.kind === "foreign") {
    fail(`${file} is a record that was not made here: go on from it with --load, and --save to another file`)
  }
  return { store, slot: opened.value, notes: [] }
}

interface SittingOptions {
  readonly table: Table
  readonly store: Store | undefined
  readonly started: string
  readonly player: Player | undefined
  /** What the player warned of; it may become more. */
  readonly warnings: string[]
  /** A finished game stays in its file, because the person named it; otherwise it gets a dated name at once. */
  readonly staysInPlace: boolean
  readonly surroundings: Surroundings
}

/** One sitting at the table, from the first board to the last word. */
class Sitting {
  readonly #table: Table
  readonly #store: Store | undefined
  readonly #started: string
  readonly #player: Player | undefined
  readonly #warnings: string[]
  readonly #staysInPlace: boolean
  readonly #surroundings: Surroundings
  readonly #isTerminal: boolean
  readonly #theme: Theme
  readonly #leaving = new AbortController()
  /** Copies that were written in this sitting, and so may be written again. */
  readonly #copies = new Set<string>()
  /** Whom the person asks for hints. */
  #adviser: Player | undefined
  #isKept: boolean
  #isHungUp = false

  constructor({ table, store, started, player, warnings, staysInPlace, surroundings }: SittingOptions) {
    this.#table = table
    this.#store = store
    this.#started = started
    this.#player = player
    this.#warnings = warnings
    this.#staysInPlace = staysInPlace
    this.#surroundings = surroundings
    const { input, output, env } = surroundings
    this.#isTerminal = Boolean(input.isTTY && output.isTTY) && env["TERM"] !== "dumb"
    this.#theme = output.isTTY && output.hasColors?.(256) ? WOODEN : PLAIN
    this.#isKept = table.game.moves.length > 0
  }

  async run(notes: readonly string[]): Promise<void> {
    const { input, output, signals } = this.#surroundings
    const leave = () => this.#leaving.abort()
    const hangUp = () => {
      this.#isHungUp = true
      leave()
    }
    signals.on("SIGINT", leave).on("SIGTERM", leave).on("SIGHUP", hangUp)
    output.on("error", hangUp)
    const lines = new Lines({ input, output, isTerminal: this.#isTerminal, onInterrupt: leave })
    try {
      if (this.#isKept) notes = [...notes, ...this.#keep()]
      const greeting = this.#table.greeting()
      notes = [...notes, ...this.#warnings.splice(0), ...greeting.say]
      const wasOver = this.#table.stage === "over"
      this.#show(greeting, notes)
      // The player's first move would wipe the notes off a screen.
      await this.#playOn(lines, this.#isTerminal && this.#table.awaits === "player" ? notes : [])
      const { game } = this.#table
      if (!wasOver && game.outcome) this.#player?.gameOver?.(game.position(), game.outcome)
      this.#sayGoodbye()
    } finally {
      lines.close()
      await Promise.all([this.#player?.close(), this.#adviser?.close()])
      this.#write(this.#warnings.splice(0))
      signals.off("SIGINT", leave).off("SIGTERM", leave).off("SIGHUP", hangUp)
    }
  }

  /** Turn by turn, until the game is over, the input ends or the person leaves. */
  async #playOn(lines: Lines, news: readonly string[]): Promise<void> {
    const { signal } = this.#leaving
    while (this.#table.awaits !== "nobody" && !signal.aborted) {
      const reply = this.#table.awaits === "player" ? await this.#askPlayer() : await this.#askPerson(lines)
      if (!reply || reply.wish?.kind === "leave") return
      const kept = reply.changed ? this.#keep() : []
      const wished = reply.wish === undefined ? [] : await this.#grant(reply.wish)
      // What the person's own move led to is still worth reading after the player's answer.
      news = [...news, ...reply.say, ...kept, ...wished]
      // A transcript needs one board a turn, a screen shows the person's stone at once.
      if (this.#table.awaits === "player" && !this.#isTerminal) continue
      this.#show(reply, news)
      if (this.#table.awaits !== "player") news = []
    }
  }

  async #grant(wish: NonNullable<Reply["wish"]>): Promise<readonly string[]> {
    if (wish.kind === "save") return this.#saveCopy(wish.file)
    if (wish.kind !== "hint") return []
    try {
      this.#adviser ??= await sitDown(DEFAULT_PLAYER, "no hints: ", (warning) =>
        this.#warnings.push(`${warning}.`),
      )
      this.#tellThinking(this.#adviser)
      const answer = await this.#adviser.choose(this.#table.request(this.#leaving.signal))
      return [this.#table.hint(answer), ...this.#warnings.splice(0)]
    } catch (error) {
      return [`There is no hint: ${error instanceof Error ? error.message : String(error)}.`]
    }
  }

  async #askPerson(lines: Lines): Promise<Reply | undefined> {
    const line = await lines.next(this.#table.prompt, this.#leaving.signal)
    return line === undefined ? undefined : this.#table.act(parseAction(line, this.#table.game.size))
  }

  /** The player's reply; undefined when the person leaves while it thinks. */
  async #askPlayer(): Promise<Reply | undefined> {
    const { signal } = this.#leaving
    let leave = (): void => {}
    const left = new Promise<undefined>((resolveLeft) => {
      leave = () => resolveLeft(undefined)
      signal.addEventListener("abort", leave, { once: true })
    })
    this.#tellThinking(this.#player!)
    // A player that breaks must not take the game along: it is kept up to the last move.
    const answer = await Promise.race([this.#player!.choose(this.#table.request(signal)), left])
      .catch((error: unknown) =>
        fail(`${this.#player!.name} failed (${String(error)}); ${this.#whereKept()}`),
      )
      .finally(() => signal.removeEventListener("abort", leave))
    return answer && !signal.aborted ? this.#table.answer(answer) : undefined
  }

  #tellThinking({ name }: Player): void {
    if (this.#isTerminal && !this.#isHungUp) this.#surroundings.output.write(`${name} is thinking …`)
  }

  /** Writes the game to its file; answers what the person should know about it. */
  #keep(): string[] {
    if (!this.#store) return []
    const written = this.#store.write(this.#text())
    if (!written.ok) return [`The game could not be kept: ${written.error}.`]
    this.#isKept = true
    if (written.value.movedTo === undefined) return []
    return [
      "Another program, perhaps another terminal, uses the same file.",
      `This game is now kept in ${this.#name(written.value.movedTo)}`,
    ]
  }

  #saveCopy(wanted: string | undefined): string[] {
    if (wanted === undefined) {
      const problems = this.#keep()
      return problems.length > 0 ? problems : [this.#whereKept()]
    }
    const file = resolve(expandTilde(wanted, this.#surroundings.env))
    const name = printable(this.#name(file), 200)
    if (existsSync(file) && !this.#copies.has(file)) return [`${name} is there already: choose another name.`]
    try {
      replaceFile(file, this.#text())
    } catch (error) {
      return [`${printable(writeFailure(file, error), 200)}.`]
    }
    this.#copies.add(file)
    return [`A copy is in ${name}`]
  }

  #text(): string {
    return makeSave(this.#table.game, this.#table.seating, this.#started)
  }

  #whereKept(): string {
    return this.#store && this.#isKept
      ? `The game is kept in ${this.#name(this.#store.file)}`
      : "Nothing is kept."
  }

  #sayGoodbye(): void {
    if (this.#table.stage === "over") this.#write([this.#archive()])
    else if (this.#isKept && this.#store) {
      const save = this.#staysInPlace ? `--save ${this.#name(this.#store.file)}` : ""
      const command = commandLine(this.#surroundings.env, save)
      // After Ctrl-C or at the end of the input the cursor still stands behind the prompt.
      const newLine = this.#isTerminal ? [""] : []
      this.#write([...newLine, this.#whereKept(), `To go on: ${command}`])
    } else {
      const why = this.#store ? "No move was made" : "There is no place to keep the game"
      this.#write(this.#isTerminal ? ["", "Goodbye."] : [`${why}; nothing is kept.`])
    }
  }

  /** The finished game under a name of its own, so that the next one finds room. */
  #archive(): string {
    if (!this.#store || !this.#isKept) return "The game was not kept."
    if (this.#staysInPlace) return this.#whereKept()
    const aside = this.#store.setAside("")
    return aside.ok ? `The game is kept as ${this.#name(aside.value)}` : this.#whereKept()
  }

  /** A terminal shows the board always; a transcript only when it is worth another look. */
  #show(reply: Reply, news: readonly string[]): void {
    const scene = reply.scene ?? (this.#isTerminal ? this.#table.scene : undefined)
    const { columns = USUAL_COLUMNS, rows = USUAL_ROWS } = this.#surroundings.output
    if (!this.#isTerminal) {
      this.#write([...(scene ? drawTable(this.#table, scene, this.#theme, columns) : []), ...news])
      return
    }
    if (!this.#isHungUp) this.#surroundings.output.write(CLEAR)
    const what = { news, isTalk: reply.scene === undefined }
    this.#write(fitTable(this.#table, scene!, this.#theme, { columns, rows }, what))
  }

  #write(lines: readonly string[]): void {
    // Writing to a terminal that is gone would only raise another error.
    if (!this.#isHungUp && lines.length > 0) this.#surroundings.output.write(`${lines.join("\n")}\n`)
  }

  #name(file: string): string {
    return homeAsTilde(file, this.#surroundings.env)
  }
}

function homeOf(env: Surroundings["env"]): string {
  return env["HOME"] ?? homedir()
}

/** What to type to run this again, as the person ran it: a checkout has no `montego` on the path. */
function commandLine(env: Surroundings["env"], args: string): string {
  const command = env["npm_lifecycle_event"] === "npx" ? "npx montego play" : "montego play"
  return args === "" ? command : `${command} ${args}`
}

function homeAsTilde(file: string, env: Surroundings["env"]): string {
  const home = homeOf(env)
  return home.length > 1 && file.startsWith(`${home}/`) ? `~${file.slice(home.length)}` : file
}

function expandTilde(file: string, env: Surroundings["env"]): string {
  return file.startsWith("~/") ? `${homeOf(env)}${file.slice(1)}` : file
}
