// The network's policy as a player: one evaluation for a move, no search. It plays at once and, at a temperature, as
// varied as people do.

import { Random } from "../base/random.ts"
import { ok, unwrap, type Result } from "../base/result.ts"
import { KERNEL_MAX_SIZE, kernelLack, type NetImage } from "../kernel/index.ts"
import { makePlayerSpec, numbers, parsePlayerSpec, readOptions } from "../player/index.ts"
import type { Answer, OptionTable, OptionValues, Player, PlayerSpec, Request } from "../player/index.ts"
import type { Candidate, SearchReport } from "../player/index.ts"
import { allPoints, Black, opponent, PASS, POINTS, unconditionalLife, xOf, yOf } from "../rules/index.ts"
import type { Game, Move, Point, Position } from "../rules/index.ts"
import { chooseEnding, hopeOf, type EndingOptions } from "../search/ending.ts"
import { makeUctPlayer, NET_FILE_OPTION, withOwnFiles, type PlayerEnvironment } from "../search/index.ts"
import { PassCheck } from "../search/pass-check.ts"
import { startOf, type Start } from "../search/start.ts"
import { hasBegun, playableMoves } from "../search/turn.ts"
import { NetEvaluator } from "./evaluator.ts"

const NET_OPTIONS = {
  temperature: {
    ...numbers(0, 10),
    default: 0.5,
    meaning:
      "moves are drawn by chance^(1/temperature): 0 for the likeliest, 1 as the network says, more for weaker",
  },
  top: {
    ...numbers(0, 1),
    default: 0.9,
    meaning: "draws only from the likeliest moves that together have this chance",
    source: "Holtzman et al. 2020, nucleus sampling",
  },
  "resign-at": {
    ...numbers(0, 0.5),
    default: 0.05,
    meaning: "resign when the chance to win was below this for two moves; 0 for never",
  },
  ...NET_FILE_OPTION,
} as const satisfies OptionTable

/** The player `net`, as the registry lists it. */
export const NET_PLAYER = {
  name: "net",
  summary: "the network's policy without a search, at once; temperature=T, top=P of the likeliest moves",
  options: NET_OPTIONS,
  make: makeNetPlayer,
} as const

type NetPlayerOptions = OptionValues<typeof NET_OPTIONS> & { readonly name: string }

function makeNetPlayer(spec: PlayerSpec, environment: PlayerEnvironment = {}): Result<Player, string> {
  const read = readOptions(NET_PLAYER, spec)
  if (!read.ok) return read
  const { "net-file": net } = read.value
  const own = withOwnFiles(environment, net === undefined ? {} : { net })
  return own.ok ? ok(new NetPlayer({ ...read.value, name: makePlayerSpec(spec) }, own.value)) : own
}

/** Plays where there is no network: about as strong as the policy, and nearly as quick. */
const SUBSTITUTE = "uct:strong,playouts=300"
/** Moves that are the opening, in which the player never resigns, as a share of the points. */
const EARLY = 0.2
/** Answers without hope before it resigns. */
const HOPELESS_MOVES = 2
/** While few stones are on the board, a move on the first line with less chance than this is not drawn. */
const LEAST_ON_EDGE = 0.01
/** Seconds on a clock below which a pass isn't checked. */
const LEAST_FOR_CHECK = 1
/** So that a report can tell chances where searches have visits. */
const VISITS = 1000

/** What an evaluation found: the moves that may be drawn, the likeliest first, and all of it as a report. */
interface Judged {
  readonly moves: readonly { readonly move: Move; readonly chance: number }[]
  readonly report: SearchReport
}

interface Opened {
  readonly image: NetImage
  readonly evaluator: NetEvaluator
  readonly check: PassCheck
}

/** The policy of a network as a player; without a network, a short search plays in its place. */
export class NetPlayer implements Player {
  readonly name: string
  readonly #options: NetPlayerOptions
  readonly #environment: PlayerEnvironment
  #opened: Opened | undefined
  #substitute: Player | undefined
  #warned: string | undefined
  /** Answers of this game without hope, without a break. */
  #hopeless = 0

  constructor(options: NetPlayerOptions, environment: PlayerEnvironment = {}) {
    this.name = options.name
    this.#options = options
    this.#environment = environment
  }

  async prepare(position: Position): Promise<void> {
    const found = await this.#open(position)
    if (!found.ok) await this.#openSubstitute(found.error).prepare?.(position)
  }

  async choose(request: Request): Promise<Answer> {
    const found = await this.#open(request.position)
    if (!found.ok) return this.#chooseWithout(request, found.error)
    const { evaluator, check } = found.value
    const start = startOf(request.position, request.color)
    const judged = judge(evaluator, start, request)
    if (judged.moves.length === 0) return { move: PASS, reason: "only-eyes-left" }
    const { report } = judged
    const { game } = start
    const searched = { request: { ...request, budget: {} }, game, report }
    const mustCapture = request.mustCapture ?? false
    const options: EndingOptions = {
      dead: () => check.dead(searched),
      mustCapture,
      ...this.#resignation(request.position, report),
    }
    const ending = chooseEnding(game, request.color, report, options)
    const isAgreed = game.rules.dead === "agreed" && !mustCapture
    // A search may be wrong about a pass in a lost game; the network proposes one only where nothing is left for it.
    const passes = report.candidates[0]!.move === PASS && isAgreed && hasBegun(game)
    if (ending.move === "resign" || ending.isFinal) return { ...ending, report }
    if (ending.move !== PASS && !passes)
      return { move: this.#draw(game, judged, new Random(request.seed)), reason: "policy", report }
    const reason = ending.move === PASS ? ending.reason : "settled"
    const seconds = request.budget.clock?.left?.seconds ?? Infinity
    const left = seconds < LEAST_FOR_CHECK ? undefined : await check.moveLeft(searched, Infinity)
    return left === undefined ? { move: PASS, reason, report } : { move: left, reason: "still-open", report }
  }

  /** One of the likeliest moves that together have the chance `top`, never a pass. */
  #draw(game: Game, { moves }: Judged, random: Random): Move {
    const { temperature, top } = this.#options
    const [first] = moves
    const isEarly = game.moves.length < EARLY * game.size ** 2
    if (temperature === 0 || !first) return first?.move ?? PASS
    const total = moves.reduce((sum, { chance }) => sum + chance, 0)
    const kept: { readonly move: Move; readonly weight: number }[] = []
    let covered = 0
    for (const { move, chance } of moves) {
      if (kept.length > 0 && covered >= top * total) break
      covered += chance
      if (kept.length > 0 && chance < LEAST_ON_EDGE && isEarly && isOnEdge(move as Point, game.size)) continue
      // Compared with the likeliest, so that no power comes to 0.
      kept.push({ move, weight: (chance / first.chance) ** (1 / temperature) })
    }
    let left = random.float() * kept.reduce((sum, { weight }) => sum + weight, 0)
    return (kept.find(({ weight }) => (left -= weight) < 0) ?? kept[0]!).move
  }

  #resignation(position: Position, report: SearchReport): { resignAt?: number } {
    const resignAt = this.#options["resign-at"]
    const isHopeless =
      hopeOf(report.candidates[0]!) < resignAt && position.moves.length > EARLY * position.size ** 2
    this.#hopeless = isHopeless ? this.#hopeless + 1 : 0
    return this.#hopeless >= HOPELESS_MOVES ? { resignAt } : {}
  }

  async #open({ size, rules }: Position): Promise<Result<Opened, string>> {
    const { loadNet } = this.#environment
    const lack =
      size > KERNEL_MAX_SIZE
        ? `networks see boards up to ${KERNEL_MAX_SIZE}×${KERNEL_MAX_SIZE}`
        : await kernelLack()
    if (lack !== undefined) return { ok: false, error: lack }
    if (rules.captureGoal !== undefined)
      return { ok: false, error: "networks are trained for Go, not for Capture Go" }
    if (!loadNet) return { ok: false, error: "there is no network here" }
    const image = await loadNet(size, "people")
    if (!image.ok) return image
    if (this.#opened?.image !== image.value) {
      await this.#opened?.check.close()
      const [evaluator, check] = await Promise.all([NetEvaluator.ofImage(image.value), PassCheck.open()])
      this.#opened = { image: image.value, evaluator, check }
    }
    return ok(this.#opened)
  }

  #openSubstitute(reason: string): Player {
    const message = inPlace(reason)
    if (message !== this.#warned) this.#environment.warn?.(message)
    this.#warned = message
    return (this.#substitute ??= unwrap(
      makeUctPlayer(unwrap(parsePlayerSpec(SUBSTITUTE)), this.#environment),
    ))
  }

  async #chooseWithout(request: Request, reason: string): Promise<Answer> {
    const answer = await this.#openSubstitute(reason).choose(request)
    return answer.report ? { ...answer, report: { ...answer.report, missing: inPlace(reason) } } : answer
  }

  async close(): Promise<void> {
    await Promise.all([this.#opened?.check.close(), this.#substitute?.close()])
    this.#opened = this.#substitute = undefined
  }
}

/** Why another player plays. */
function inPlace(reason: string): string {
  return `${reason}; ${SUBSTITUTE} plays in its place`
}

/** One evaluation. Moves that fill own eyes or safe territory are no candidates. */
function judge(evaluator: NetEvaluator, { game, color, komi }: Start, { mustCapture }: Request): Judged {
  const { board, moves, rules, size } = game
  const since = performance.now()
  evaluator.load(board)
  evaluator.evaluate({ color, komi, moves, territory: rules.scoring === "territory" })
  const safe = rules.dead === "agreed" && mustCapture !== true ? safeTerritory(game) : new Set<Point>()
  const likeliest = playableMoves(game, color)
    .filter((point) => !safe.has(point))
    .map((point) => ({ move: point as Move, chance: evaluator.chanceOf(point) }))
    .toSorted((a, b) => b.chance - a.chance)
  const { value, score } = evaluator
  const sign = color === Black ? 1 : -1
  const owners = new Float64Array(POINTS)
  for (const point of allPoints(size)) owners[point] = sign * (2 * evaluator.ownerOf(point) - 1)
  const listed = [...likeliest, { move: PASS, chance: evaluator.chanceOf(PASS) }]
  const candidates = listed
    .toSorted((a, b) => b.chance - a.chance)
    .map(({ move, chance }): Candidate => ({
      move,
      visits: Math.ceil(VISITS * chance),
      chance,
      winRate: value,
      pv: [move],
    }))
  const report: SearchReport = {
    color,
    playouts: 1,
    seconds: (performance.now() - since) / 1000,
    winRate: value,
    score: { mean: sign * score, spread: 0 },
    candidates,
    owners,
    nodes: 0,
    capacity: 0,
    judge: "network",
    notes: [`one evaluation of the network; in place of visits, chances in ${VISITS}`],
  }
  return { moves: likeliest, report }
}

function isOnEdge(point: Point, size: number): boolean {
  return [xOf(point), yOf(point)].some((place) => place === 0 || place === size - 1)
}

/** Where a move of either side changes nothing (RUL-6). */
function safeTerritory({ board, toPlay }: Game): Set<Point> {
  const both = [toPlay, opponent(toPlay)].map((color) => unconditionalLife(board, color).territory)
  return new Set(both.flat())
}
