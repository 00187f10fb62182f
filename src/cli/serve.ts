// `montego serve`: the page, and native searches for it (APP-3, APP-5). Here is what ties the server to the command
// line: options, the printed address, and Ctrl-C.

import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { Command, InvalidArgumentError, Option } from "commander"
import { readLines } from "../arena/results/index.ts"
import { plainFileRefusal } from "../base/node/index.ts"
import { unwrap } from "../base/result.ts"
import { findProgram, splitCommand } from "../gtp/controller/index.ts"
import {
  DEFAULT_HOST,
  DEFAULT_PORT,
  ENGINE_NAME,
  isLoopback,
  ServerError,
  startServer,
  type Engines,
  type RunningServer,
  type ServerOptions,
} from "../server/index.ts"
import { readWholeFile } from "../record/node/files.ts"
import { fail } from "./failure.ts"

const HELP = `
In a checkout, npm start is this command. Open the printed address in a browser, or let --open do it. The page has an
engine of its own, in the browser; with this server it can also use this machine's native threads and the engines that
you name. The text after # in the address is the token that allows this: it is new at every start, and every program that
has it may start searches. Ctrl-C ends the server.

Engines are other programs that speak GTP. The page knows only their names, never their commands:
  montego serve --engine gnugo="gnugo --mode gtp --level 10"
gives it the players gtp:gnugo and hybrid,engine=gnugo.

Other machines reach the page only with --host, and then anyone who can read the network traffic can read the token:
  montego serve --host 0.0.0.0
Browsers give such a page one thread only, and don't install it. A tunnel avoids both; on the other machine:
  ssh -L 8080:127.0.0.1:8080 HOST

Examples:
  montego serve
  montego serve --port 0 --open

docs/serve.md describes limits, safety and the messages.`

interface Options {
  port?: number
  host: string
  folder?: string
  engine: Engines
  journal: readonly string[]
  open?: true
}

export function serveCommand(): Command {
  return new Command("serve")
    .description("Serve the web page on this machine, with native search for it.")
    .option("--port <n>", `port (default: ${DEFAULT_PORT}, or the next that is free; 0 is any)`, portOption)
    .option("--host <address>", "address to listen on", DEFAULT_HOST)
    .option("--folder <dir>", "the built page (default: the one that comes with Montego)")
    .addOption(
      new Option("--engine <name=command>", "a GTP engine that the page may use; can be given more than once")
        .argParser(engineOption)
        .default(new Map<string, string>(), "none"),
    )
    .addOption(
      new Option(
        "--journal <file>",
        "a journal of a match that the page's arena may watch; can be given more than once",
      )
        .argParser((file: string, files: readonly string[]) => [...files, file])
        .default([], "none"),
    )
    .option("--open", "open the page in the browser")
    .addHelpText("after", HELP)
    .action(serve)
}

/** Beside the compiled program, and where tests, which run the sources, find the build's. */
const BUILT_PAGE = fileURLToPath(new URL("../../dist/web/", import.meta.url))

async function serve({ port, host, folder = BUILT_PAGE, ...options }: Options): Promise<void> {
  const { engine: engines, journal: journals, open } = options
  if (folder === BUILT_PAGE && !existsSync(folder))
    fail(`the page is not built: ${folder} is missing; npm run build makes it in a checkout`)
  for (const journal of journals) refuseBadJournal(journal)
  const warn = (message: string): void => void process.stderr.write(`montego: ${message}\n`)
  const server = await start({
    folder,
    host,
    engines,
    journals,
    warn,
    ...(port === undefined ? {} : { port }),
  })
  for (const [name, command] of engines) warnOfMissingProgram(name, command, warn)
  const { interrupted, release } = catchInterrupts()
  if (port === undefined && !hasUsualPort(server))
    console.log(`Port ${DEFAULT_PORT} is taken by another program; games that were saved there are not lost.`)
  console.log(`Montego is at ${server.url}`)
  if (!isLoopback(host)) tellOthers(server)
  for (const journal of journals.filter((file) => !existsSync(file)))
    console.log(`${journal} does not exist yet: the page shows it when a match writes it.`)
  console.log(`Ctrl-C ends it. To play in this terminal instead: ${terminalCommand()}`)
  if (open) openBrowser(server.url, warn)
  await interrupted
  await server.close()
  release()
}

/** A journal may be missing, because the match may begin later; one that can never be there is a mistake. */
function refuseBadJournal(journal: string): void {
  const refusal = plainFileRefusal(journal)
  if (refusal !== undefined) fail(refusal)
  if (!existsSync(dirname(journal))) fail(`the folder of ${journal} does not exist`)
  const read = existsSync(journal) ? readWholeFile(journal) : undefined
  const lines = read?.ok ? readLines(read.value, journal) : read
  if (lines && !lines.ok) fail(lines.error)
}

/** The page offers the engine all the same: it may be installed while the server runs. */
function warnOfMissingProgram(name: string, command: string, warn: (message: string) => void): void {
  const { program } = unwrap(splitCommand(command))
  if (findProgram(program) === undefined)
    warn(`--engine ${name}: ${program} is not on this machine's PATH, so the page can't use it yet`)
}

async function start(options: ServerOptions): Promise<RunningServer> {
  try {
    return await startServer(options)
  } catch (error) {
    if (error instanceof ServerError) fail(error.message)
    throw error
  }
}

const hasUsualPort = ({ origin }: RunningServer): boolean => new URL(origin).port === String(DEFAULT_PORT)

/** As the person would type it: a checkout has no `montego` on the path. */
function terminalCommand(): string {
  const isByNpm = process.env["npm_lifecycle_event"] !== undefined
  return isByNpm ? "npx montego play" : "montego play"
}

function tellOthers({ url, origin, hosts }: RunningServer): void {
  console.log("It is open to other machines, which see what is sent, the token too. It also goes by:")
  for (const host of hosts.slice(1)) console.log(`  ${url.replace(origin, `http://${host}`)}`)
}

/** npm passes on a Ctrl-C that the terminal has sent already: until they are released, more of them change nothing. */
function catchInterrupts(): { readonly interrupted: Promise<void>; readonly release: () => void } {
  const signals = ["SIGINT", "SIGTERM"] as const
  let interrupt = (): void => undefined
  const interrupted = new Promise<void>((resolve) => (interrupt = () => resolve()))
  for (const signal of signals) process.on(signal, interrupt)
  const release = (): void => {
    for (const signal of signals) process.off(signal, interrupt)
  }
  return { interrupted, release }
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
}

function openBrowser(url: string, warn: (message: string) => void): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"]
  const opener = spawn(program, [...args, url], { stdio: "ignore", detached: true })
  opener.on("error", () => warn(`the browser could not be opened (${program}); open the address yourself`))
  opener.unref()
}

function portOption(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("A port is a whole number from 0 to 65535.")
  return Number(text)
}

function engineOption(text: string, engines: Engines): Engines {
  const [, name = "", command = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (!ENGINE_NAME.test(name) || !splitCommand(command).ok)
    throw new InvalidArgumentError('It is NAME=COMMAND, such as gnugo="gnugo --mode gtp".')
  if (engines.has(name)) throw new InvalidArgumentError(`There are two engines with the name ${name}.`)
  return new Map([...engines, [name, command]])
}
