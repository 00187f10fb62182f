// `montego kgs-config`: writes the file with which kgsGtp, the Java program that connects engines to KGS, starts us (NET-1).
// The keys are those that kgsGtp's own usage text lists; it ignores unknown ones with a warning, and ends on wrong values.

import { writeFileSync } from "node:fs"
import { Command, InvalidArgumentError, Option } from "commander"
import { makePlayer } from "../players/index.ts"
import { NODE_ENVIRONMENT } from "../players/node/index.ts"
import { CHINESE, parseRuleset, type Ruleset } from "../rules/index.ts"
import { fail } from "./failure.ts"
import { passwordOf } from "./files.ts"
import { DEFAULT_PLAYER, sizeOption, wholeOption } from "./options.ts"

const HELP = `
KGS is a server where people play; kgsGtp is its bridge for programs. You need Java, kgsGtp.jar from the KGS download
page, and an account for the program: make it in the KGS client, and give it a password there.

Times: 0 for none, 10:00 for ten minutes, 10:00+5x0:20 with byo-yomi, 10:00+25/5:00 with Canadian overtime.
Modes: custom    offers games with these rules, board and time
       auto      takes part in automatch (kgsGtp then also wants automatch.rank=… until the account has a rank)
       both      custom and auto
       tournament  plays in tournaments only

The file holds the password: it is readable for you alone, and an existing one is not overwritten. Without --out it is
only shown, and the password is left out.

Examples:
  (umask 077; echo secret123 > kgs.password)
  montego kgs-config --name MontegoBot --password-file kgs.password --out kgs.properties
  java -jar kgsGtp.jar kgs.properties
  montego kgs-config --name MontegoBot --password-file kgs.password --size 9 --rules japanese --time 5:00+5x0:10

docs/kgs.md tells the rest.`

/** Our name of a rule set and kgsGtp's. */
const KGS_RULES: Readonly<Record<string, string>> = {
  chinese: "chinese",
  japanese: "japanese",
  aga: "aga",
  "new-zealand": "newzealand",
}

const MODES = ["custom", "auto", "both", "tournament"]

/** Everything that goes into the file. */
export interface KgsSettings {
  readonly name: string
  /** Left out where it is only shown. */
  readonly password?: string
  readonly player: string
  readonly threads?: number
  readonly rules: Ruleset
  readonly size: number
  readonly time: string
  readonly room: string
  readonly mode: string
  /** What starts Montego. */
  readonly command: string
}

interface Options extends Omit<KgsSettings, "password"> {
  readonly passwordFile: string
  readonly out?: string
}

export function kgsConfigCommand(): Command {
  return new Command("kgs-config")
    .description("Write a configuration of kgsGtp, so that Montego plays on KGS.")
    .requiredOption("--name <name>", "the program's account on KGS", nameOption)
    .requiredOption("--password-file <file>", "a file whose only line is the account's password")
    .option("--player <spec>", "who plays", playerOption, DEFAULT_PLAYER)
    .option("--threads <n>", "threads of a search (default: 1)", wholeOption)
    .addOption(
      new Option("--rules <name>", `one of ${Object.keys(KGS_RULES).join(", ")}`)
        .argParser(rulesOption)
        .default(CHINESE, CHINESE.name),
    )
    .option("--size <n>", "lines of the board", sizeOption, 19)
    .option("--time <time>", "clock of the games that are offered", timeOption, "10:00+5x0:20")
    .option("--room <name>", "where to offer games", "Computer Go")
    .addOption(new Option("--mode <mode>", "how to find opponents").choices(MODES).default("custom"))
    .option("--command <command>", "how kgsGtp starts Montego", "montego")
    .option("--out <file>", "the file to write (default: only shown)")
    .addHelpText("after", HELP)
    .action(async ({ passwordFile, out, ...settings }: Options) => {
      const password = passwordOf(passwordFile)
      await checkPlayer(settings.player)
      if (out === undefined) {
        console.log(makeKgsConfig(settings).trimEnd())
        console.error("montego: only shown, without the password; --out FILE writes it")
        return
      }
      writeSecret(out, makeKgsConfig({ ...settings, password }))
      console.log(`${out} is written. Start: java -jar kgsGtp.jar ${out}`)
    })
}

/** The text of the file: a Java properties file, in ASCII. */
export function makeKgsConfig(settings: KgsSettings): string {
  const { name, password, player, threads, rules, size, time, room, mode, command } = settings
  const engine = [
    command,
    "gtp",
    `--rules ${rules.name}`,
    `--player ${player}`,
    ...(threads === undefined ? [] : [`--threads ${threads}`]),
  ]
  const properties: readonly (readonly [string, string])[] = [
    ["name", name],
    ...(password === undefined ? [] : [["password", password] as const]),
    ["room", room],
    ["mode", mode],
    ["rules", KGS_RULES[rules.name]!],
    ["rules.boardSize", String(size)],
    ["rules.time", time],
    ["reconnect", "t"],
    ["undo", "f"],
    ["verbose", "t"],
    ["gameNotes", "Montego, a Monte-Carlo Go program"],
    ["talk", "I am a program and can't talk. Have a good game!"],
    [
      "hint.cleanup",
      "We see dead stones differently. Please undo your pass and capture them; then we count again.",
    ],
    ["hint.noArguing", "We see dead stones differently. Please undo your pass and play until all is clear."],
    ["engine", engine.join(" ")],
  ]
  return [
    "# Written by montego kgs-config. Start it with: java -jar kgsGtp.jar THIS-FILE",
    ...(password === undefined
      ? ["# The line password=… is left out: montego kgs-config --out FILE writes it."]
      : []),
    ...properties.map(([key, value]) => `${key}=${escapeProperty(value)}`),
    "",
  ].join("\n")
}

/** In such files a backslash escapes, blanks at the beginning are dropped, and what is not Latin is written in numbers. */
function escapeProperty(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ /, "\\ ")
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** A player that can't be had is told now, and not by a bot that never appears. */
async function checkPlayer(spec: string): Promise<void> {
  const player = makePlayer(spec, {}, NODE_ENVIRONMENT)
  if (!player.ok) fail(`--player: ${player.error}`)
  await player.value.close()
}

function writeSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EEXIST") fail(`${file} is there already, and may have been edited: remove it first`)
    fail(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function nameOption(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9]{0,9}$/.test(text))
    throw new InvalidArgumentError("Names on KGS have up to 10 letters and digits, a letter first.")
  return text
}

/** kgsGtp cuts the engine's command at blanks, quotes or not. */
function playerOption(text: string): string {
  if (/\s/.test(text)) throw new InvalidArgumentError("kgsGtp can't pass on blanks: it must have none.")
  return text
}

function rulesOption(text: string): Ruleset {
  const rules = parseRuleset(text)
  if (!rules || KGS_RULES[rules.name] === undefined)
    throw new InvalidArgumentError(`KGS knows ${Object.keys(KGS_RULES).join(", ")}.`)
  return rules
}

function timeOption(text: string): string {
  if (!/^(0|\d+:\d\d(\+\d+(x|\/)\d+:\d\d)?)$/.test(text))
    throw new InvalidArgumentError("It looks like 0, 10:00, 10:00+5x0:20 or 10:00+25/5:00.")
  return text
}
