// The client's side of the conversation with a Computer Go Server (NET-1), without sockets, clocks or players: lines
// come in, and what is to be done comes out. So every turn that a conversation may take is tested without waiting for
// it.
//
//   protocol → username → password → waiting → (setup) playing → (gameover) waiting …
//
// A lost connection does not end a game: the same conversation goes on at the next one, where the server tells the game
// anew. Whatever the server says, every `genmove` is answered, by a resignation if need be: silence would lose as well,
// and keep the opponent waiting.

import type { TimeSettings } from "../../players/index.ts"
import { Black, colorName, White, type Color, type Move, type Position } from "../../rules/index.ts"
import { parseMessage, type ServerMessage, type Setup } from "./message.ts"
import { CgosTable, nameOf, verdictFor, type FinishedGame } from "./table.ts"

export interface ConversationOptions {
  readonly user: string
  readonly password: string
  /** Name and version of this client, one line. */
  readonly client: string
  /** Seconds of every clock that the player does not get. */
  readonly reserve: number
  /** Games to play before leaving; default: no end. */
  readonly games?: number
}

/** A move that is to be found. */
export interface Turn {
  /** Comes back with the answer: an answer to an older turn is dropped. */
  readonly number: number
  readonly color: Color
  readonly position: Position
  readonly settings: TimeSettings
  /** Seconds that may be used from now on, the reserve taken off. */
  readonly seconds: number
}

export type Action =
  | { readonly do: "send"; readonly line: string; readonly isSecret?: true }
  | { readonly do: "think"; readonly turn: Turn }
  /** Stop the search that runs. */
  | { readonly do: "stop" }
  /** For people to read. */
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "over"; readonly game: FinishedGame }
  /** This connection is of no more use; a new one may be. */
  | { readonly do: "hang-up" }

/** How many games there were, and how they ended for us. */
export interface Tally {
  readonly games: number
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

type Stage = "protocol" | "username" | "password" | "admitted" | "waiting"

/** Fast games must not be all reserve: it is at most this share of the main time. */
const LARGEST_RESERVE_SHARE = 0.05
/** The words with which the server ends a connection when another program logs in under the same name. */
const OTHER_LOGIN = /another login/i
/** Old servers keep the first login: a lost connection of ours holds the name for a while. */
const STILL_THERE = /already/i

const NO_OTHER = "it is resigned, and no other begun"
const STOP: Action = { do: "stop" }

export class CgosConversation {
  readonly #options: ConversationOptions
  #stage: Stage = "protocol"
  #table: CgosTable | undefined
  /** Whether the server has told the game on this connection. */
  #isRestored = false
  /** Games that can't be followed are resigned. */
  #isBroken = false
  /** A new connection has been tried to get into step with the server. */
  #hasTriedAgain = false
  #turns = 0
  /** The turn that an answer is awaited for. */
  #turn: number | undefined
  #isLeaving = false
  #isOver = false
  #failure: string | undefined
  #isThrownOut = false
  #tally: Tally = { games: 0, won: 0, lost: 0, drawn: 0 }

  constructor(options: ConversationOptions) {
    this.#options = options
  }

  get isInGame(): boolean {
    return this.#table !== undefined
  }

  /** Whether the server has taken our name and password. */
  get isWelcome(): boolean {
    return this.#stage === "waiting"
  }

  /** Whether the login is on its way or done: nothing more is owed by the server but games. */
  get hasLoggedIn(): boolean {
    return this.#stage === "admitted" || this.#stage === "waiting"
  }

  /** Whether all is done; connections are not wanted any more. */
  get isOver(): boolean {
    return this.#isOver || this.#failure !== undefined
  }

  /** Why it is no use to go on. */
  get failure(): string | undefined {
    return this.#failure
  }

  get tally(): Tally {
    return this.#tally
  }

  isAwaited(turn: number): boolean {
    return this.#turn === turn
  }

  /** A new connection: the server will ask who we are. */
  connected(): void {
    this.#stage = "protocol"
    this.#isRestored = false
    this.#isThrownOut = false
  }

  disconnected(): Action[] {
    this.#turn = undefined
    if (this.#isThrownOut)
      this.#failure = `another program has logged in as ${this.#options.user}, and the server keeps only one`
    return [STOP]
  }

  /** Leaves after the game that is being played; at once, if there is none. */
  finish(): Action[] {
    this.#isLeaving = true
    return this.#table ? [] : this.#quit()
  }

  /** Leaves in the middle of whatever there is; the record ends here. */
  leave(): Action[] {
    const over = this.#abandon()
    return [STOP, ...over, ...this.#quit()]
  }

  /** The server has had its time after the login: a game that it has not told about by now has ended without us. */
  settle(): Action[] {
    if (!this.hasLoggedIn || this.#isRestored) return []
    this.#stage = "waiting"
    const over = this.#abandon()
    return this.#isLeaving ? [...over, ...this.#quit()] : over
  }

  hear(line: string): Action[] {
    const message = parseMessage(line)
    if (!message) return []
    if (this.hasLoggedIn && isOfGames(message)) this.#stage = "waiting"
    switch (message.kind) {
      case "protocol":
        return this.#reply("protocol", "username", { do: "send", line: `e1 ${this.#options.client}` })
      case "username":
        if (this.#stage === "protocol") this.#stage = "username"
        return this.#reply("username", "password", { do: "send", line: this.#options.user })
      case "password":
        return this.#reply("password", "admitted", {
          do: "send",
          line: this.#options.password,
          isSecret: true,
        })
      case "info":
        return this.#info(message.text)
      case "error":
        return this.#error(message.text)
      case "unknown":
        return [say(`the server says what we don't know: ${message.text}`)]
      case "setup":
        return this.#setup(message.setup)
      case "play":
        return this.#play(message)
      case "genmove":
        return this.#genmove(message)
      case "gameover":
        return this.#gameover(message)
    }
  }

  /** The player's answer to a turn; dropped when the turn is over, by the clock or otherwise. */
  answer(turn: number, move: Move | "resign", note: string): Action[] {
    if (this.#turn !== turn || !this.#table) return [say("a move came too late and was dropped")]
    this.#turn = undefined
    if (move === "resign") return [{ do: "send", line: "resign" }, say(`resigns: ${note}`)]
    const table = this.#table
    const played = table.choose(move, note)
    if (!played.ok) return this.#giveUp(`the player chose ${table.vertex(move)}: ${played.error}`)
    return [{ do: "send", line: table.vertex(move).toLowerCase() }]
  }

  /** The player has no answer: the game is resigned, and no other follows. */
  fail(turn: number, reason: string): Action[] {
    if (this.#turn !== turn) return [say(reason)]
    this.#turn = undefined
    return this.#giveUp(reason)
  }

  #giveUp(reason: string): Action[] {
    this.#isLeaving = true
    return [{ do: "send", line: "resign" }, say(`${reason}; ${NO_OTHER}`)]
  }

  /** Answers a question in its turn only: a server that asks again must not get a name or a password. */
  #reply(asked: Stage, next: Stage, answer: Action): Action[] {
    if (this.#stage !== asked) return [say(`the server asks for "${asked}" out of turn; it gets no answer`)]
    this.#stage = next
    return [answer]
  }

  #info(text: string): Action[] {
    if (OTHER_LOGIN.test(text)) this.#isThrownOut = true
    return [say(`info: ${text}`)]
  }

  #error(text: string): Action[] {
    if (this.#stage !== "waiting" && !STILL_THERE.test(text)) this.#failure = `the server refuses: ${text}`
    return [say(`the server says: ${text}`), { do: "hang-up" }]
  }

  #setup(setup: Setup): Action[] {
    const before = this.#table
    const isSame = before?.setup.id === setup.id
    const actions: Action[] = [STOP, ...(isSame ? [] : this.#abandon())]
    this.#turn = undefined
    this.#isRestored = true
    const table = CgosTable.create(setup, this.#options.user)
    if (!table.ok) {
      this.#isBroken = true
      this.#isLeaving = true
      return [...actions, say(`game ${setup.id} can't be followed: ${table.error}; ${NO_OTHER}`)]
    }
    if (before && isSame) table.value.recall(before)
    else this.#hasTriedAgain = false
    this.#isBroken = false
    this.#table = table.value
    return [...actions, say(introduce(table.value))]
  }

  #play({ color, vertex, left }: Extract<ServerMessage, { kind: "play" }>): Action[] {
    if (this.#isBroken) return []
    if (!this.#table) return this.#loseStep(`a move is told, and we know of no game`)
    const played = this.#table.hear(color, vertex, left)
    return played.ok ? [] : this.#loseStep(`${colorName(color)} ${vertex}: ${played.error}`)
  }

  #genmove({ color, left }: Extract<ServerMessage, { kind: "genmove" }>): Action[] {
    const table = this.#table
    if (this.#isBroken) return [{ do: "send", line: "resign" }]
    if (!table || color !== table.mine || color !== table.toPlay) {
      const lost = this.#loseStep(`a move is asked for that is not ours to make (${colorName(color)})`)
      return this.#isBroken ? [...lost, { do: "send", line: "resign" }] : lost
    }
    if (left !== undefined) table.noteLeft(left)
    const main = table.setup.main / 1000
    const reserve = Math.min(this.#options.reserve, LARGEST_RESERVE_SHARE * main)
    const number = ++this.#turns
    this.#turn = number
    const turn: Turn = {
      number,
      color,
      position: table.position,
      settings: { kind: "absolute", main },
      seconds: Math.max(0, (left ?? 0) / 1000 - reserve),
    }
    return [STOP, { do: "think", turn }]
  }

  #gameover({ date, result, text }: Extract<ServerMessage, { kind: "gameover" }>): Action[] {
    this.#turn = undefined
    this.#hasTriedAgain = false
    this.#isBroken = false
    const table = this.#table
    this.#table = undefined
    const actions: Action[] = [STOP]
    if (table) actions.push(...this.#count(table.finish(date, result, text)))
    return this.#isLeaving ? [...actions, ...this.#quit()] : [...actions, { do: "send", line: "ready" }]
  }

  /** The game that we know of is over, and we did not hear how. */
  #abandon(): Action[] {
    const table = this.#table
    this.#table = undefined
    this.#turn = undefined
    return table ? this.#count(table.finish(undefined, "", "")) : []
  }

  #count(game: FinishedGame): Action[] {
    const verdict = verdictFor(game)
    const { games, won, lost, drawn } = this.#tally
    this.#tally = {
      games: games + 1,
      won: won + (verdict === "won" ? 1 : 0),
      lost: lost + (verdict === "lost" ? 1 : 0),
      drawn: drawn + (verdict === "drawn" ? 1 : 0),
    }
    if (this.#tally.games >= (this.#options.games ?? Infinity)) this.#isLeaving = true
    const end = game.result === "" ? "the end was not heard" : `${game.result}, ${verdict}`
    return [
      { do: "over", game },
      say(`game ${game.setup.id} is over after ${game.moves.length} moves: ${end}`),
    ]
  }

  /** A new connection tells the game from the beginning; where that did not help, the game is given up. */
  #loseStep(reason: string): Action[] {
    if (this.#hasTriedAgain) {
      this.#isBroken = true
      return [say(`out of step with the server again: ${reason}; this game is resigned`)]
    }
    this.#hasTriedAgain = true
    return [
      STOP,
      say(`out of step with the server: ${reason}; a new connection will tell`),
      { do: "hang-up" },
    ]
  }

  #quit(): Action[] {
    this.#isOver = true
    return [{ do: "send", line: "quit" }, { do: "hang-up" }]
  }
}

/** What is only told to those who are logged in. */
function isOfGames({ kind }: ServerMessage): boolean {
  return kind === "setup" || kind === "play" || kind === "genmove" || kind === "gameover"
}

function introduce({ setup, mine, moves }: CgosTable): string {
  const { id, size, komi, main } = setup
  const where = moves.length > 0 ? `, at move ${moves.length + 1}` : ""
  const players = `${nameOf(setup, Black)} against ${nameOf(setup, White)}`
  return `game ${id}${where}: ${players}; we are ${colorName(mine)}; ${size}×${size}, komi ${komi}, ${main / 1000} s`
}

function say(text: string): Action {
  return { do: "say", text }
}
