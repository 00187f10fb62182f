// A Computer Go Server for tests, written from the protocol and not from our client: one player at a time, an opponent
// that plays at random, and faults on demand. Rules are the referee's; clocks are real.

import { createServer, type Server, type Socket } from "node:net"
import type { AddressInfo } from "node:net"
import { unwrap } from "../../src/base/result.ts"
import { Random } from "../../src/base/random.ts"
import { RandomPlayer } from "../../src/players/index.ts"
import { Black, Game, makeVertex, parseRuleset, parseVertex, type Color } from "../../src/rules/index.ts"

export interface ScriptedGame {
  /** The colour of the client. */
  readonly client: "b" | "w"
  /** Milliseconds of each side; default a minute. */
  readonly main?: number
  /** Cuts the connection instead of asking for the move after this number of moves; once. */
  readonly dropAt?: number
  /** The same, but the answer is waited for and thrown away with the connection. */
  readonly dropAfterAnswerAt?: number
  /** Information, blank lines and what no client knows, between all other lines. */
  readonly isNoisy?: boolean
}

export interface ServerOptions {
  readonly games: readonly ScriptedGame[]
  readonly password?: string
  /** Connections that are closed before anything is said. */
  readonly rejections?: number
}

interface Running {
  readonly id: number
  readonly script: ScriptedGame
  readonly game: Game
  readonly tail: string[]
  readonly left: { b: number; w: number }
  readonly dropped: Set<string>
}

type Stage = "protocol" | "username" | "password" | "waiting" | "passive" | "genmove" | "gameover"

const SIZE = 9
const KOMI = 7
/** Milliseconds a move that the clock does not see. */
const GIFT = 250
const NOISE = ["info Games in progress: 1 Players:2", "", "   ", "weather sunny 21", "info"]

export class CgosServer {
  /** Every line, `S> ` or `C> `; one transcript for all connections. */
  readonly transcript: string[] = []
  /** As told to the client. */
  readonly results: string[] = []
  connections = 0
  readonly #server: Server
  readonly #options: ServerOptions
  readonly #queue: ScriptedGame[]
  readonly #random = new Random(5)
  readonly #opponent = new RandomPlayer()
  #running: Running | undefined
  #games = 0
  #rejections: number
  #user = ""
  #socket: Socket | undefined
  #stage: Stage = "protocol"
  #started = 0
  #flag: NodeJS.Timeout | undefined

  private constructor(options: ServerOptions) {
    this.#options = options
    this.#queue = [...options.games]
    this.#rejections = options.rejections ?? 0
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async open(options: ServerOptions): Promise<CgosServer> {
    const server = new CgosServer(options)
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve))
    return server
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** What the client has sent. */
  get heard(): string[] {
    return this.transcript.filter((line) => line.startsWith("C> ")).map((line) => line.slice(3))
  }

  async close(): Promise<void> {
    clearTimeout(this.#flag)
    this.#socket?.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Cuts the line, as a network does. */
  cut(): void {
    this.#socket?.destroy()
  }

  /** The game ends without a message to the players. */
  forget(): void {
    clearTimeout(this.#flag)
    this.#running = undefined
  }

  say(line: string): void {
    this.transcript.push(`S> ${line}`)
    this.#socket?.write(`${line}\n`)
  }

  #accept(socket: Socket): void {
    this.connections++
    socket.on("error", () => undefined)
    if (this.#rejections > 0) {
      this.#rejections--
      socket.destroy()
      return
    }
    this.#socket = socket
    this.#stage = "protocol"
    socket.setEncoding("utf8")
    socket.setNoDelay(true)
    let rest = ""
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n")
      rest = lines.pop()!
      for (const line of lines) if (this.#socket === socket) this.#hear(line.trim())
    })
    this.say("protocol genmove_analyze")
  }

  #hear(line: string): void {
    this.transcript.push(`C> ${line}`)
    if (line === "quit") {
      this.#socket?.end()
      this.#socket = undefined
      return
    }
    switch (this.#stage) {
      case "protocol":
        if (!line.startsWith("e1 ")) return this.#refuse("invalid response")
        this.#stage = "username"
        return this.say("username")
      case "username":
        this.#user = line
        this.#stage = "password"
        return this.say("password")
      case "password":
        if (line !== (this.#options.password ?? "secret123"))
          return this.#refuse("Sorry, password doesn't match")
        this.#stage = "waiting"
        return this.#running ? void this.#resume(this.#running) : this.#pair()
      case "genmove":
        return this.#answered(line)
      case "gameover":
        if (line !== "ready") return
        this.#stage = "waiting"
        return this.#pair()
      default:
        return
    }
  }

  #refuse(reason: string): void {
    this.say(`Error: ${reason}`)
    this.#socket?.end()
  }

  #pair(): void {
    const script = this.#queue.shift()
    if (!script) return
    const main = script.main ?? 60_000
    const game = unwrap(Game.create({ size: SIZE, komi: KOMI, rules: parseRuleset("cgos")! }))
    const id = ++this.#games
    this.#running = { id, script, game, tail: [], left: { b: main, w: main }, dropped: new Set() }
    void this.#resume(this.#running)
  }

  async #resume(running: Running): Promise<void> {
    const { id, script, tail } = running
    const names = [`${this.#user}(1800?)`, "sparring(1500)"]
    if (script.client === "b") names.reverse()
    // Two blanks before the tail, as when an administrator resumes a game.
    this.say(`setup ${id} ${SIZE} ${KOMI}.0 ${script.main ?? 60_000} ${names.join(" ")}  ${tail.join(" ")}`)
    this.#stage = "passive"
    await this.#go(running)
  }

  async #go(running: Running): Promise<void> {
    const { game, script } = running
    while (this.#running === running && game.phase === "playing") {
      const side = letter(game.toPlay)
      this.#noise(script)
      if (side === script.client) return this.#ask(running, side)
      const { move } = await this.#opponent.choose({
        position: game.position(),
        color: game.toPlay,
        budget: {},
        seed: this.#random.next(),
      })
      if (move === "resign") return this.#finish(`${other(side)}+Resign`)
      game.play(move)
      const vertex = makeVertex(move, SIZE)
      running.tail.push(`${vertex} ${running.left[side]}`)
      this.say(`play ${side} ${vertex} ${running.left[side]}`)
    }
    if (this.#running === running) this.#finish(score(game))
  }

  #ask(running: Running, side: "b" | "w"): void {
    const { script, left } = running
    if (this.#isTimeTo(running, "dropAt")) return this.cut()
    this.say(`genmove ${side} ${left[side]}`)
    this.#noise(script)
    this.#stage = "genmove"
    this.#started = performance.now()
    clearTimeout(this.#flag)
    this.#flag = setTimeout(() => this.#finish(`${other(side)}+Time`), left[side] + GIFT)
  }

  #answered(line: string): void {
    const running = this.#running!
    const { game, script, left, tail } = running
    const side = script.client
    if (this.#isTimeTo(running, "dropAfterAnswerAt")) return this.cut()
    clearTimeout(this.#flag)
    this.#stage = "passive"
    left[side] -= Math.max(0, Math.round(performance.now() - this.#started - GIFT))
    if (left[side] < 0) return this.#finish(`${other(side)}+Time`)
    if (/^resign$/i.test(line)) return this.#finish(`${other(side)}+Resign`)
    const move = parseVertex(line, SIZE)
    if (move === undefined || !game.play(move).ok) return this.#finish(`${other(side)}+Illegal`)
    tail.push(`${line} ${left[side]}`)
    void this.#go(running)
  }

  #isTimeTo({ script, game, dropped }: Running, what: "dropAt" | "dropAfterAnswerAt"): boolean {
    const at = script[what]
    if (at === undefined || game.moves.length < at || dropped.has(what)) return false
    dropped.add(what)
    return true
  }

  #finish(result: string): void {
    clearTimeout(this.#flag)
    this.#running = undefined
    this.#stage = "gameover"
    this.results.push(result)
    this.say(`gameover 2026-11-15 ${result}${result.endsWith("Illegal") ? " ko violation" : ""}`)
  }

  #noise({ isNoisy }: ScriptedGame): void {
    if (isNoisy) this.say(NOISE[this.#random.below(NOISE.length)]!)
  }
}

function letter(color: Color): "b" | "w" {
  return color === Black ? "b" : "w"
}

function other(side: "b" | "w"): "B" | "W" {
  return side === "b" ? "W" : "B"
}

function score(game: Game): string {
  const { margin } = game.score()
  if (margin === 0) return "Draw"
  return `${margin > 0 ? "B" : "W"}+${Math.abs(margin).toFixed(1)}`
}
