// `montego cgos`: plays on a Computer Go Server (NET-1). Here is what ties the client to the command line: options, the
// files for records and log, and Ctrl-C.

import { messageOf } from "../base/failure.ts"
import { counted } from "../base/format.ts"
import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Command, InvalidArgumentError } from "commander"
import {
  CgosClient,
  CgosRefusal,
  makeCgosRecord,
  recordName,
  type FinishedGame,
  type Tally,
} from "../arena/cgos/index.ts"
import { makeFolder } from "../base/node/index.ts"
import { openPlayer } from "../players/node/index.ts"
import { fail } from "./failure.ts"
import { passwordOf } from "./files.ts"
import { INTERRUPTED } from "./interrupt.ts"
import { DEFAULT_PLAYER, folderOption, freshSeed, PLAYER_LINES, seedOption, wholeOption } from "./options.ts"

const HELP = `
Players: NAME[:PRESET][,key=value…]
${PLAYER_LINES}

The server pairs programs that wait, plays one round after the other and rates them; its web page lists the boards, the
ports and the ratings. The first login under a new name creates it, with the password of the file. Names have 3 to 18
letters, digits, "_", "." or "-" and don't begin with a digit; passwords 3 to 16 of the same.

The server keeps the clock: it sends the time that is left before every move, and the player gets that less the reserve.
The client restores a lost connection, in mid-game too; the clock runs meanwhile. There is no agreement on dead stones:
all stones on the board at the end count.

Ctrl-C leaves after the current game; a second one leaves at once, and the game is lost on time.

Examples:
  (umask 077; echo secret123 > cgos.password)
  montego cgos --server cgos.example.org:6867 --user MontegoTest --password-file cgos.password
  montego cgos --server cgos.example.org:6867 --user MontegoTest --password-file cgos.password \\
    --player uct:strong --threads 2 --games 10 --sgf games --log cgos.log

docs/cgos.md has the details. To play through the server's own client instead: montego gtp --rules cgos`

interface Options {
  server: { readonly host: string; readonly port: number }
  user: string
  passwordFile: string
  player: string
  threads?: number
  games?: number
  reserve: number
  seed?: number
  sgf?: string
  log?: string
}

export function cgosCommand(): Command {
  return new Command("cgos")
    .description("Play rated games on a Computer Go Server.")
    .requiredOption("--server <host:port>", "where the server is", serverOption)
    .requiredOption("--user <name>", "the name to play under", userOption)
    .requiredOption("--password-file <file>", "a file whose only line is the password")
    .option("--player <spec>", "the player", DEFAULT_PLAYER)
    .option("--threads <n>", "threads of a search (default: 1)", wholeOption)
    .option("--games <n>", "leave after N games (default: play until Ctrl-C)", gamesOption)
    .option("--reserve <s>", "seconds of each clock to keep for the way to the server", reserveOption, 1)
    .option("--seed <n>", "seed of the player (default: from the clock)", seedOption)
    .option("--sgf <folder>", "keep each game there as an SGF record", folderOption)
    .option("--log <file>", "append all lines of the conversation; the password is left out")
    .addHelpText("after", HELP)
    .action(playOnServer)
}

async function playOnServer(options: Options): Promise<void> {
  const { server, user, games, reserve, sgf, threads, seed = freshSeed() } = options
  const password = passwordOf(options.passwordFile)
  if (!/^[\w.-]{3,16}$/.test(password))
    fail(`${options.passwordFile}: a password has 3 to 16 letters, digits, "_", "." or "-"`)
  const log = options.log === undefined ? undefined : openLog(options.log)
  if (sgf !== undefined) prepare(sgf, () => makeFolder(sgf))
  const player = await openPlayer(options.player, { threads })
  if (!player.ok) fail(`--player: ${player.error}`)

  const say = (text: string): void => console.log(`${timeOfDay()} ${text}`)
  const client = new CgosClient({
    ...server,
    user,
    password,
    player: player.value,
    seed,
    reserve,
    say: (text) => {
      say(text)
      log?.(`-- ${text}`)
    },
    ...(games === undefined ? {} : { games }),
    ...(log ? { log } : {}),
    onOver: (game) => {
      if (sgf !== undefined) keepRecord(sgf, game, options, say)
    },
  })
  try {
    const tally = await untilLeft(client, say, `${user} plays as ${options.player}, seed ${seed}`)
    say(makeSummary(tally))
  } catch (error) {
    if (error instanceof CgosRefusal) fail(error.message)
    throw error
  } finally {
    await player.value.close()
  }
}

/** npm passes a Ctrl-C on that the terminal has already sent: within this many milliseconds, two count as one. */
const SAME_PRESS = 500

/** Greets and plays on; the first Ctrl-C waits for the end of the game, the second does not. */
async function untilLeft(client: CgosClient, say: (text: string) => void, greeting: string): Promise<Tally> {
  let pressed: number | undefined
  const leave = (): void => {
    process.exitCode = INTERRUPTED
    client.leave()
  }
  const interrupt = (): void => {
    const now = performance.now()
    if (pressed !== undefined && now - pressed < SAME_PRESS) return
    if (pressed !== undefined) leave()
    else if (client.finish()) say("leaves after this game; Ctrl-C once more leaves at once and loses it")
    pressed = now
  }
  process.on("SIGINT", interrupt)
  process.on("SIGTERM", leave)
  say(greeting)
  try {
    return await client.run()
  } finally {
    process.off("SIGINT", interrupt)
    process.off("SIGTERM", leave)
  }
}

function keepRecord(
  folder: string,
  game: FinishedGame,
  { server, player }: Options,
  say: (text: string) => void,
): void {
  const today = new Date().toISOString().slice(0, 10)
  const file = join(folder, recordName(game, today))
  try {
    writeFileSync(file, makeCgosRecord(game, { server: `${server.host}:${server.port}`, player, today }))
  } catch (error) {
    // A full disk is no reason to lose the games that follow.
    say(`${file} can't be written: ${messageOf(error)}`)
  }
}

function openLog(file: string): (line: string) => void {
  const append = (line: string): void => appendFileSync(file, `${new Date().toISOString()} ${line}\n`)
  prepare(file, () => append("-- montego cgos"))
  let isBroken = false
  return (line) => {
    if (isBroken) return
    try {
      append(line)
    } catch (error) {
      isBroken = true
      console.error(`montego: ${file} can't be written any more: ${messageOf(error)}`)
    }
  }
}

function prepare(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    fail(`${path} can't be written: ${messageOf(error)}`)
  }
}

function makeSummary({ games, won, lost, drawn }: Tally): string {
  if (games === 0) return "no game was played"
  const open = games - won - lost - drawn
  const parts = [
    `${won} won`,
    `${lost} lost`,
    `${drawn} drawn`,
    ...(open > 0 ? [`${open} without a result`] : []),
  ]
  return `${counted(games, "game")}: ${parts.join(", ")}`
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8)
}

/** Addresses with colons of their own stand in brackets. */
function serverOption(text: string): Options["server"] {
  const [, bracketed, plain, port] = /^(?:\[([^\s\]]+)\]|([^\s:/]+)):(\d+)$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined || !(Number(port) >= 1 && Number(port) <= 65_535))
    throw new InvalidArgumentError("It is HOST:PORT, such as cgos.example.org:6867.")
  return { host, port: Number(port) }
}

function userOption(text: string): string {
  if (!/^[A-Za-z_.-][\w.-]{2,17}$/.test(text))
    throw new InvalidArgumentError(
      'It has 3 to 18 letters, digits, "_", "." or "-", and does not begin with a digit.',
    )
  if (/^admin/i.test(text)) throw new InvalidArgumentError("Names that begin with admin are not for players.")
  return text
}

function gamesOption(text: string): number {
  const games = wholeOption(text)
  if (games < 1) throw new InvalidArgumentError("At least one.")
  return games
}

function reserveOption(text: string): number {
  const seconds = text.trim() === "" ? NaN : Number(text)
  if (!(seconds >= 0 && seconds < Infinity))
    throw new InvalidArgumentError("It is a number of seconds, 0 or more.")
  return seconds
}
