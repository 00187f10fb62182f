// A GTP engine without faults and without skill, for the others in this folder: each of them is this one with one
// thing wrong. It knows no rules beyond "one stone a point", and `position` tells all that it was told.
// Those that ignore the end of their input end after a minute, so that none outlives a test run that was killed.

import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** @typedef {string | typeof SILENT | void} Reply */
/** @typedef {(args: string[], engine: Engine, id: string) => Reply} Handler */
/** @typedef {Record<string, Handler | undefined>} Handlers a command without a handler is one that the engine lacks */

export const LIFETIME_MS = 300_000

/** From a handler that answers by itself, or not at all. */
export const SILENT = Symbol("silent")

/** Thrown by a handler: the engine answers `? message`. */
export class Refusal extends Error {}

export class Engine {
  size = 19
  komi = "0"
  rules = ""
  time = ""
  /** @type {string[]} */
  handicap = []
  /** Colour and vertex, as `b D4`. @type {string[]} */
  moves = []

  clear() {
    this.handicap = []
    this.moves = []
  }

  /** @param {string} color @param {string} vertex */
  play(color, vertex) {
    const isStone = vertex.toLowerCase() !== "pass"
    if (isStone && this.stones().has(vertex)) throw new Refusal("illegal move")
    this.moves.push(`${color} ${vertex}`)
  }

  stones() {
    return new Set([...this.handicap, ...this.moves.map((move) => move.split(" ")[1] ?? "")])
  }

  /** The first empty point, from A1 to the right and upwards. */
  choose() {
    const stones = this.stones()
    for (let y = 1; y <= this.size; y++) {
      for (const x of "ABCDEFGHJKLMNOPQRST".slice(0, this.size))
        if (!stones.has(`${x}${y}`)) return `${x}${y}`
    }
    return "pass"
  }

  /** All that it was told: size, komi, rules, time, handicap, moves. */
  describe() {
    const setUp = `${this.size} ${this.komi} [${this.rules}] [${this.time}]`
    return `${setUp} [${this.handicap.join(" ")}] ${this.moves.join(", ")}`.trim()
  }
}

/** @type {Record<string, Handler>} */
const SOUND = {
  protocol_version: () => "2",
  name: () => "Sound",
  version: () => "1.0",
  pid: () => `${process.pid}`,
  position: (_, engine) => engine.describe(),
  boardsize: ([size = ""], engine) => {
    if (!/^([2-9]|1[0-9])$/.test(size)) throw new Refusal("unacceptable size")
    engine.size = Number(size)
    engine.clear()
  },
  clear_board: (_, engine) => engine.clear(),
  komi: ([komi = ""], engine) => {
    engine.komi = komi
  },
  "kgs-rules": ([rules = ""], engine) => {
    if (!/^(chinese|japanese|aga|new_zealand)$/.test(rules)) throw new Refusal("unknown rules")
    engine.rules = rules
  },
  time_settings: (args, engine) => {
    engine.time = args.join(" ")
  },
  time_left: (args, engine) => {
    engine.time = `left ${args.join(" ")}`
  },
  play: ([color = "", vertex = ""], engine) => engine.play(color, vertex),
  genmove: ([color = ""], engine) => {
    const vertex = engine.choose()
    engine.play(color, vertex)
    return vertex
  },
  undo: (_, engine) => {
    if (engine.moves.pop() === undefined) throw new Refusal("cannot undo")
  },
  set_free_handicap: (vertices, engine) => {
    engine.handicap = vertices
  },
  final_score: () => "B+3.5",
}

/** @param {string} answer */
function writeAnswer(answer) {
  process.stdout.write(`${answer}\n\n`)
}

/**
 * Answers the commands on stdin until `quit` or its end.
 * @param {Handlers} faults take the places of the sound handlers
 * @param {(answer: string, id: string) => void} write
 */
export function serve(faults = {}, write = writeAnswer) {
  const engine = new Engine()
  /** @type {Handlers} */
  const handlers = { list_commands: () => known.join("\n"), ...SOUND, ...faults }
  const known = Object.keys(handlers).filter((name) => handlers[name])
  const lines = createInterface({ input: process.stdin })
  lines.on("line", (line) => {
    const [id = "", name = "", ...args] = line.split(" ")
    const handler = handlers[name]
    if (name === "quit" && !handler) process.exit(0)
    const answer = handler ? reply(handler, args, id) : `?${id} unknown command`
    if (answer !== undefined) write(answer, id)
  })
  if (!handlers["quit"]) lines.on("close", () => process.exit(0))

  /** @param {Handler} handler @param {string[]} args @param {string} id */
  function reply(handler, args, id) {
    try {
      const text = handler(args, engine, id)
      if (text !== SILENT) return `=${id} ${text ?? ""}`
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return `?${id} ${error.message}`
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve()
