// The glass box: simulations one at a time, and before each the numbers by which the descent will choose.

import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { makeVertex, type Color, type Game, type Move, makeMargin } from "../../rules/index.ts"
import { makeValue, type ParamName, type SearchParams, type Searcher } from "../../search/index.ts"
import { vertices } from "./report.ts"
import { USUAL_COLUMNS, wrap } from "../wrap.ts"

interface StepOptions {
  /** How many simulations are shown; default: no limit at a terminal, else `DEFAULT_STEPS`. */
  readonly steps: number | undefined
  /** Simulations before the first that is shown. */
  readonly before: number
  readonly color: Color
  readonly seed: number
}

export interface Desk {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

const DEFAULT_STEPS = 10
const SHOWN = 8
const PROMPT = "Enter: the next simulation; a number N: the next N; q: quit > "

/** Shows simulations until enough were shown or the person quits. */
export async function stepThrough(
  searcher: Searcher,
  game: Game,
  { steps, before, color, seed }: StepOptions,
  { input, output }: Desk,
): Promise<void> {
  const box = new GlassBox(searcher, game)
  const say = (lines: readonly string[]): void => void output.write(`${lines.join("\n")}\n`)
  searcher.begin({ position: game.position(), color, seed })
  if (before > 0) searcher.step(before)
  const { columns = USUAL_COLUMNS } = output
  say([...formula(searcher.params).flatMap((line) => wrap(line, columns, "    ")), ""])
  if (!(input.isTTY && output.isTTY)) {
    for (let step = 0; step < (steps ?? DEFAULT_STEPS); step++) say([...box.step(1), ""])
    return
  }
  let left = (steps ?? Infinity) - 1
  say(box.step(1))
  if (left <= 0) return
  const reader = createInterface({ input, output, prompt: PROMPT })
  reader.prompt()
  for await (const line of reader) {
    if (line.trim() === "q") break
    const wanted = Math.min(left, wish(line.trim()))
    if (wanted > 0) say(box.step(wanted))
    left -= wanted
    if (left <= 0) break
    reader.prompt()
  }
  reader.close()
}

/** The number of simulations that the person asks for; 0 for anything else, and the prompt comes again. */
function wish(word: string): number {
  if (word === "") return 1
  return /^\d{1,9}$/.test(word) ? Number(word) : 0
}

/** How values come about with these parameters, and which knob is which letter. */
export function formula(params: SearchParams): string[] {
  const knob = (name: ParamName): string => `${name}=${short(name, params[name])}`
  return [
    "value = estimate + exploration + bias; the next descent takes the highest, the first of equals",
    `  weight w, wins v: visits and how many were won, the prior's playouts included; without any: ${knob("fpu")}`,
    `  estimate: ${estimateFormula(params, knob)}`,
    `  exploration: ${explorationFormula(params, knob)}`,
    `  bias: ${params.bias === 0 ? "none" : "c₂·K/(visits + 1), K the move's probability, c₂:"} (${knob("bias")})`,
  ]
}

type Named = (name: ParamName) => string

function estimateFormula(params: SearchParams, knob: Named): string {
  if (params.rave === 0) return `v/w (${knob("rave")})`
  const rave = "r, u: RAVE's visits and wins"
  if (params["rave-schedule"] > 0)
    return `(1 − β)·v/w + β·u/r, β = √(k/(3N + k)), N the parent's visits, ${rave}; k: ${knob("rave-schedule")}`
  return `(v·(1 + c₃·r) + u) / (w·(1 + c₃·r) + r), ${rave}; c₃: ${knob("rave-bias")}`
}

function explorationFormula(params: SearchParams, knob: Named): string {
  if (params.exploration === 0) return `none (${knob("exploration")})`
  const root = params.tuned === 1 ? "√(ln N / w · min(¼, variance bound))" : "√(ln N / w)"
  return `c·${root}, N the parent's visits; c: ${knob("exploration")}, ${knob("tuned")}`
}

function short(name: ParamName, value: number): string {
  return makeValue(name, Number(value.toPrecision(4)))
}

interface Choice {
  readonly move: Move
  readonly visits: ReadonlyMap<Move, number>
}

class GlassBox {
  readonly #searcher: Searcher
  readonly #size: number
  readonly #isScored: boolean

  constructor(searcher: Searcher, { size, rules }: Game) {
    this.#searcher = searcher
    this.#size = size
    this.#isScored = rules.captureGoal === undefined
  }

  /** Runs this many simulations, and returns the last one and the state after it. */
  step(count: number): string[] {
    if (count > 1) this.#searcher.step(count - 1)
    const before = this.#sum().sum
    const outlook = this.#outlook()
    this.#searcher.step(1)
    const { games, sum } = this.#sum()
    const result = this.#isScored ? `: ${makeMargin(sum - before)}` : ""
    const line = `simulation ${games}, ${vertices(this.#path(outlook), this.#size)}${result}`
    return [...wrap(line, USUAL_COLUMNS, "    "), ...this.#table()]
  }

  #sum(): { games: number; sum: number } {
    const { playouts, score } = this.#searcher.report()
    return { games: playouts, sum: playouts > 0 ? playouts * score.mean : 0 }
  }

  /** The nodes that the next descent should come through: its choice at each, and the visits of all moves there. */
  #outlook(): Choice[] {
    const choices: Choice[] = []
    for (;;) {
      const moves = this.#byValue(choices.map(({ move }) => move))
      if (!moves[0]) return choices
      const visits = new Map(moves.map(({ node }) => [node.move, node.visits]))
      choices.push({ move: moves[0].node.move, visits })
    }
  }

  /**
   * Where the simulation went, by the visits that have grown: it may have gone one move further than the tree
   * reached, and another way where superko forbade what it tried first.
   */
  #path(outlook: readonly Choice[]): Move[] {
    const line: Move[] = []
    for (const choice of [...outlook, undefined]) {
      const visited = this.#searcher
        .explain(line)
        .find(({ node }) => node.visits > (choice?.visits.get(node.move) ?? 0))
      if (visited) line.push(visited.node.move)
      if (visited?.node.move !== choice?.move) break
    }
    return line
  }

  /** Sorting is stable, so that of equals the first stays first: as the descent sees it. */
  #byValue(line: readonly Move[]): ReturnType<Searcher["explain"]> {
    return this.#searcher.explain(line).sort((a, b) => compare(b.terms.value, a.terms.value))
  }

  #table(): string[] {
    const all = this.#byValue([])
    const rows = all.slice(0, SHOWN).map(({ node, terms }, index) => {
      const { weight, wins, raveVisits, raveWins, estimate, exploration, bias, value } = terms
      const cells = [
        ...[node.visits, weight, wins, raveVisits, raveWins].map(counted),
        ...[estimate, exploration, bias, value].map(real),
      ]
      const vertex = makeVertex(node.move, this.#size).padEnd(5)
      return `${index === 0 ? "→" : " "} ${vertex}${row(cells)}`
    })
    const more = all.length - rows.length
    return [`  move ${row(HEADINGS)}`, ...rows, ...(more > 0 ? [`  and ${more} more`] : [])]
  }
}

const HEADINGS = ["visits", "weight", "wins", "RAVE", "won", "estimate", "explore", "bias", "value"]
/** With the move's 7 they are the 80 columns of a terminal. */
const WIDTHS = [7, 8, 8, 8, 8, 10, 8, 8, 8]

function row(cells: readonly string[]): string {
  return cells.map((cell, index) => cell.padStart(WIDTHS[index]!)).join("")
}

/** Infinity less infinity is no number, and equals are equal. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function counted(value: number): string {
  return String(Number(value.toFixed(1)))
}

function real(value: number): string {
  return value === Infinity ? "∞" : value.toFixed(4)
}
