// The conversation on a socket (NET-1): connects, does what the conversation asks for, lets the player think, and
// connects again when the connection is lost, sooner in the beginning than later on.

import { connect, type Socket } from "node:net"
import { setTimeout as delay } from "node:timers/promises"
import { messageOf } from "../../base/failure.ts"
import { percent } from "../../base/format.ts"
import { printable } from "../../base/printable.ts"
import { Random } from "../../base/random.ts"
import { LONGEST_TIMER_MS } from "../../base/timer.ts"
import { VERSION } from "../../base/version.ts"
import type { Answer, Player } from "../../players/index.ts"
import { CgosConversation, type Action, type Tally, type Turn } from "./conversation.ts"
import type { FinishedGame } from "./table.ts"

export interface CgosClientOptions {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** Stays the caller's: it is not closed here. */
  readonly player: Player
  readonly seed: number
  /** Games to play before leaving; default: no end. */
  readonly games?: number
  /** Seconds of every clock that are kept for the way to the server and back; default 1. */
  readonly reserve?: number
  /** Told what happens, for people. */
  readonly say?: (text: string) => void
  /** Told every line, `S> …` from the server and `C> …` to it; the password is never among them. */
  readonly log?: (line: string) => void
  readonly onOver?: (game: FinishedGame) => void
  /** Seconds before the first new attempt, doubled with each further one; default 1. */
  readonly firstDelay?: number
  /** Seconds that the server has after the login to tell of a game that goes on; default 10. */
  readonly grace?: number
}

/** The server refuses us, or another program has our name: trying again would not help. */
export class CgosRefusal extends Error {}

const RESERVE = 1
const FIRST_DELAY = 1
const LONGEST_DELAY = 60
const GRACE = 10
/** Seconds for a connection, and from there to the question for the password. */
const LOGIN_SECONDS = 60
/** Seconds after which a `quit` is taken as heard. */
const QUIT_SECONDS = 2
/** Between two games the server may be silent for long: this often we check that it is still there. */
const KEEP_ALIVE_SECONDS = 30
/** Characters; a whole game of 19×19 in one `setup` has some ten thousand. */
const LONGEST_LINE = 1_000_000
const LONGEST_SHOWN = 300

export class CgosClient {
  readonly #options: CgosClientOptions
  readonly #conversation: CgosConversation
  readonly #random: Random
  readonly #ending = new AbortController()
  #socket: Socket | undefined
  /** The search that is running, or has run; the next one waits for it. */
  #thinking: Promise<void> = Promise.resolve()
  #stopThinking = new AbortController()
  #fault: unknown
  #hasFault = false

  constructor(options: CgosClientOptions) {
    const { user, password, seed, games, reserve = RESERVE } = options
    this.#options = options
    this.#random = new Random(seed)
    this.#conversation = new CgosConversation({
      user,
      password,
      reserve,
      client: `Montego ${VERSION}`,
      ...(games === undefined ? {} : { games }),
    })
  }

  /**
   * Plays until all games are played or `leave` is called.
   * @throws {CgosRefusal} when the server does not want us.
   * @throws whatever the player threw.
   */
  async run(): Promise<Tally> {
    const conversation = this.#conversation
    for (let attempts = 0; !conversation.isOver;) {
      const { reason, isWelcome } = await this.#converse(attempts === 0)
      this.#perform(conversation.disconnected())
      if (conversation.isOver) break
      attempts = isWelcome ? 1 : attempts + 1
      const seconds = Math.min((this.#options.firstDelay ?? FIRST_DELAY) * 2 ** (attempts - 1), LONGEST_DELAY)
      this.#say(`${reason}; trying again in ${seconds} s`)
      await delay(seconds * 1000, undefined, { signal: this.#ending.signal }).catch(() => undefined)
    }
    await this.#thinking
    if (this.#hasFault) throw this.#fault
    if (conversation.failure !== undefined) throw new CgosRefusal(this.#shown(conversation.failure))
    return conversation.tally
  }

  /** Leaves after the game that is being played; answers whether there is one. */
  finish(): boolean {
    this.#perform(this.#conversation.finish())
    return this.#conversation.isInGame
  }

  /** Leaves at once; a game that is being played is then lost on time. */
  leave(): void {
    this.#perform(this.#conversation.leave())
  }

  /** One connection, from its beginning to its end. */
  async #converse(isFirst: boolean): Promise<{ reason: string; isWelcome: boolean }> {
    const { host, port, grace = GRACE } = this.#options
    const conversation = this.#conversation
    conversation.connected()
    this.#say(`connecting to ${host}, port ${port}`)
    const socket = connect({ host, port })
    this.#socket = socket
    socket.setEncoding("utf8")
    socket.setNoDelay(true)
    socket.setKeepAlive(true, KEEP_ALIVE_SECONDS * 1000)
    let reason = "the server closed the connection"
    let rest = ""
    let settling: NodeJS.Timeout | undefined
    const login = setTimeout(() => {
      reason = `no login within ${LOGIN_SECONDS} s`
      socket.destroy()
    }, LOGIN_SECONDS * 1000)

    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop()!
      for (const line of lines) {
        if (this.#socket !== socket || conversation.isOver) return
        this.#hear(line)
      }
      if (conversation.hasLoggedIn && settling === undefined) {
        clearTimeout(login)
        settling = setTimeout(() => this.#perform(conversation.settle()), grace * 1000)
      }
      if (rest.length > LONGEST_LINE) {
        reason = "the server sends a line without an end"
        socket.destroy()
      }
    })
    let error: NodeJS.ErrnoException | undefined
    socket.on("error", (met: NodeJS.ErrnoException) => (error = met))
    await new Promise((resolve) => socket.once("close", resolve))
    clearTimeout(login)
    clearTimeout(settling)
    if (this.#socket === socket) this.#socket = undefined
    if (error) reason = explain(error, host, port)
    // A mistyped server name is reported now, and not after an hour of attempts.
    if (isFirst && error?.code === "ENOTFOUND") throw new CgosRefusal(reason)
    return { reason, isWelcome: conversation.isWelcome }
  }

  #hear(line: string): void {
    this.#options.log?.(`S> ${this.#shown(line)}`)
    this.#perform(this.#conversation.hear(line))
  }

  #perform(actions: readonly Action[]): void {
    for (const action of actions) {
      switch (action.do) {
        case "send":
          this.#send(action.line, action.isSecret ?? false)
          break
        case "think":
          this.#think(action.turn)
          break
        case "stop":
          this.#stopThinking.abort()
          break
        case "say":
          this.#say(action.text)
          break
        case "over":
          this.#over(action.game)
          break
        case "hang-up":
          this.#hangUp()
          break
      }
    }
    if (this.#conversation.isOver) this.#ending.abort()
  }

  #send(line: string, isSecret: boolean): void {
    if (!this.#socket || this.#socket.destroyed) return
    this.#options.log?.(`C> ${isSecret ? HIDDEN : line}`)
    this.#socket.write(`${line}\n`)
  }

  #hangUp(): void {
    const socket = this.#socket
    // What still comes on it is not for us any more.
    this.#socket = undefined
    if (!socket) return
    if (socket.connecting || !this.#conversation.isOver) {
      socket.destroy()
      return
    }
    // A goodbye should arrive, but is not waited for for ever.
    socket.end()
    setTimeout(() => socket.destroy(), QUIT_SECONDS * 1000).unref()
  }

  #think(turn: Turn): void {
    const asked = performance.now()
    const stopping = new AbortController()
    this.#stopThinking = stopping
    this.#thinking = this.#thinking.then(async () => {
      if (!this.#conversation.isAwaited(turn.number)) return
      const waited = (performance.now() - asked) / 1000
      const seconds = Math.max(0, turn.seconds - waited)
      // A player that forgets the clock is asked for what it has.
      const timer = setTimeout(() => stopping.abort(), Math.min(seconds * 1000, LONGEST_TIMER_MS))
      try {
        const answer = await this.#options.player.choose({
          position: turn.position,
          color: turn.color,
          budget: { clock: { settings: turn.settings, left: { seconds, stones: 0 } } },
          seed: this.#random.next(),
          signal: stopping.signal,
        })
        const note = noteOf(answer, (performance.now() - asked) / 1000)
        this.#perform(this.#conversation.answer(turn.number, answer.move, note))
      } catch (error) {
        this.#blame(turn, error)
      } finally {
        clearTimeout(timer)
      }
    })
  }

  #blame(turn: Turn, error: unknown): void {
    this.#hasFault = true
    this.#fault = error
    const reason = messageOf(error)
    this.#perform(this.#conversation.fail(turn.number, `the player failed: ${reason}`))
  }

  #over(game: FinishedGame): void {
    const { player, onOver } = this.#options
    onOver?.(game)
    const { kind } = game.outcome
    if (kind !== "void" && kind !== "unknown") player.gameOver?.(game.position, game.outcome)
  }

  #say(text: string): void {
    this.#options.say?.(this.#shown(text))
  }

  /** Servers can write anything: neither our password nor what a terminal would obey. */
  #shown(text: string): string {
    const plain = printable(text.replaceAll(this.#options.password, HIDDEN))
    return plain.length > LONGEST_SHOWN && !plain.startsWith("setup")
      ? `${plain.slice(0, LONGEST_SHOWN)}…`
      : plain
  }
}

const HIDDEN = "********"

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case "ENOTFOUND":
      return `there is no host "${host}"`
    case "ECONNREFUSED":
      return `no server listens at ${host}, port ${port}`
    case "ECONNRESET":
      return "the connection was lost"
    case "ETIMEDOUT":
      return `${host} does not answer`
    default:
      return message
  }
}

function noteOf({ reason, report }: Answer, seconds: number): string {
  const time = `${seconds.toFixed(2)} s`
  if (!report) return `${reason}; ${time}`
  return `${reason}; ${report.playouts} playouts, win rate ${percent(report.winRate)} %; ${time}`
}
