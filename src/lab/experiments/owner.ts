// Lew 2011, figure 3.4: whose each point becomes by 10 000 light playouts, beside the same from ten games of a
// classical engine with itself (SIM-8).

import { makeTask, NO_OPENINGS, playGame } from "../../arena/index.ts"
import { unwrap } from "../../base/result.ts"
import { mean } from "../../base/statistics.ts"
import { ownerMap } from "../../draw/index.ts"
import { Kernel } from "../../kernel/index.ts"
import { openPositionJudge } from "../../players/index.ts"
import { allPoints, Black, Game, parseRuleset, parseVertex, POINTS, White } from "../../rules/index.ts"
import type { Point } from "../../rules/index.ts"
import { defineExperiment, type Picture, type Unit, type WorkContext } from "../experiment.ts"
import { gnugo, LAB_MATCH } from "../games.ts"
import { notComparable } from "../verdict.ts"

const SIZE = 9
const RULES = "chinese"
const STALL_SECONDS = 300
/** The position of the figure is lost with its picture; this one is from a game of uct:strong with itself. */
const MOVES = "E5 E7 C6 E3 D3 D2 C3 E4 D4 F5 F6 E6 D5 G6 F4 F7 G5 F3 F6 G3 F5 H6 H5 H8".split(" ")

function position(): Game {
  const game = unwrap(Game.create({ size: SIZE, komi: LAB_MATCH.komi, rules: parseRuleset(RULES)! }))
  for (const vertex of MOVES) unwrap(game.play(parseVertex(vertex, SIZE)!))
  return game
}

/** By point, in the order of `allPoints`: 1 is always Black's, -1 always White's. */
type Owners = readonly number[]

async function lightOwners(playouts: number, seed: number): Promise<Owners> {
  const game = position()
  const kernel = await Kernel.create()
  kernel.load(game.board)
  const request = { games: playouts, first: game.toPlay, komi: LAB_MATCH.komi, seed, owners: true }
  const { owners } = kernel.run(request)
  return allPoints(SIZE).map((point) => Number(owners![point]!.toFixed(4)))
}

/** The final owners of one game of GNU Go with itself from the position. */
async function engineOwners(
  number: number,
  level: number,
  seed: number,
  context: WorkContext,
): Promise<Owners> {
  const engine = gnugo(level)
  const match = { ...LAB_MATCH, rules: RULES, a: engine, b: engine, seed }
  const task = { ...makeTask(match, NO_OPENINGS, number), opening: MOVES }
  const { dead: estimateDead } = await openPositionJudge()
  const { signal } = context
  const played = await playGame(task, { estimateDead, stallSeconds: STALL_SECONDS, signal })
  if (!played) return []
  const game = unwrap(Game.create({ size: SIZE, komi: LAB_MATCH.komi, rules: parseRuleset(RULES)! }))
  for (const vertex of played.plays) game.play(parseVertex(vertex, SIZE)!)
  const dead = played.dead?.stones.map((vertex) => parseVertex(vertex, SIZE) as Point) ?? []
  const { owner } = game.score(dead)
  return allPoints(SIZE).map((point) => (owner[point] === Black ? 1 : owner[point] === White ? -1 : 0))
}

type Task =
  | { readonly kind: "light"; readonly playouts: number; readonly seed: number }
  | { readonly kind: "engine"; readonly number: number; readonly level: number; readonly seed: number }

function picture(name: string, title: string, owners: Owners): Picture {
  const map = new Float64Array(POINTS)
  for (const [i, point] of allPoints(SIZE).entries()) map[point] = owners[i]!
  return { name, title, svg: ownerMap(position().board, map, title) }
}

export const OWNER_MAPS = defineExperiment({
  id: "owner-maps",
  title: "Owner maps: light playouts beside games of GNU Go",
  ids: ["SIM-8"],
  source: { text: "Lew 2011", place: "3.4, figure 3.4" },
  about:
    "From one position of 24 moves, 10 000 uniform playouts and ten games of GNU Go with itself: in how many does each point end as Black's? The position of the figure is lost; ours is from a game of uct:strong with itself.",
  code: ["src/kernel/kernel.ts", "src/simulate/owner.ts"],
  needs: ["gnugo"],
  parameters: {
    playouts: { meaning: "light playouts", quick: 10_000, full: 10_000, low: 100, high: 10_000_000 },
    games: { meaning: "games of GNU Go with itself", quick: 10, full: 10, low: 1, high: 1000 },
    level: { meaning: "GNU Go's level", quick: 1, full: 10, low: 0, high: 10 },
  },
  units: ({ playouts, games, level }, seed): readonly Unit<Task>[] => [
    { id: "light playouts", task: { kind: "light", playouts, seed } },
    ...Array.from({ length: games }, (_, number) => ({
      id: `GNU Go ${number + 1}`,
      task: { kind: "engine", number, level, seed } as const,
    })),
  ],
  work: (task: Task, context) =>
    task.kind === "light"
      ? lightOwners(task.playouts, task.seed)
      : engineOwners(task.number, task.level, task.seed, context),
  conclude: (found) => {
    const light = found.find(({ task }) => task.kind === "light")!.finding
    const games = found.filter(({ task }) => task.kind === "engine").map(({ finding }): Owners => finding)
    const engine = light.map((_, i) => mean(games.map((owners) => owners[i]!)))
    const certainty = (owners: Owners): number => mean(owners.map(Math.abs))
    const start = position().board
    const stones = allPoints(SIZE).flatMap((point, i) => {
      const content = start.at(point)
      return content === Black || content === White ? [{ i, sign: content === Black ? 1 : -1 }] : []
    })
    const kept = (owners: Owners): number => mean(stones.map(({ i, sign }) => (1 + sign * owners[i]!) / 2))
    return {
      comparisons: [
        {
          what: "light playouts keep little of the position",
          theirs: "figure 3.4: points are far less decided than in games of GNU Go",
          ours: `a stone's point stays with its side in ${(100 * kept(light)).toFixed(0)} % of the playouts and ${(100 * kept(engine)).toFixed(0)} % of the games; points are decided to ${(100 * certainty(light)).toFixed(0)} % and ${(100 * certainty(engine)).toFixed(0)} %`,
          value: 100 * certainty(light),
          verdict: notComparable("position lost; ours shows the same effect"),
        },
      ],
      tables: [],
      pictures: [
        picture("light", "10 000 light playouts", light),
        picture("gnugo", `${games.length} games of GNU Go with itself`, engine),
      ],
      text: `Light playouts leave most points open where real games decide them: the huge variance of which the thesis speaks. The ${games.length} games of GNU Go end in ${new Set(games.map(String)).size} different ways: it has little chance in its play.`,
    }
  },
})
