// TREE-10: a player that knows past games and learns from its own; whatever is wrong with the file, the game goes on.

import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "vite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Random } from "../../base/random.ts"
import { unwrap, type Result } from "../../base/result.ts"
import type { Player } from "../../player/index.ts"
import { allPoints, Black, Game, makeVertex, opponent, parseVertex, PASS, White } from "../../rules/index.ts"
import type { Color, Outcome, PlayedMove, Position } from "../../rules/index.ts"
import { ExperienceTree, makeExperience } from "../../search/index.ts"
import { loadExperience, mergeExperience } from "../../search/node/index.ts"
import { makePlayer } from "../registry.ts"
import { NODE_ENVIRONMENT } from "./environment.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-memory-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let places = 0
/** A file name in a folder of its own. */
function place(): string {
  const own = join(folder, String(++places))
  mkdirSync(own)
  return join(own, "seven.exp")
}

const SIZE = 7
const BLACK_WINS: Outcome = { kind: "resign", winner: Black }

/** A player with few playouts, and what it warned of. */
function make(options: string): { player: Result<Player, string>; warnings: string[] } {
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const player = makePlayer(`uct,playouts=60,tree-mb=4,${options}`, {}, { ...NODE_ENVIRONMENT, warn })
  return { player, warnings }
}

const newGame = (komi = 9, size = SIZE): Game => unwrap(Game.create({ size, komi }))

async function choice(player: Player, game: Game): Promise<string> {
  const { move } = await player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1 })
  return move === "resign" ? move : makeVertex(move, game.size)
}

/** A lawful game of `length` moves, A7 first. */
function playedGame(length = 12, komi = 9, size = SIZE): Position {
  const game = newGame(komi, size)
  for (const point of allPoints(size).slice(0, length)) unwrap(game.play(point))
  return game.position()
}

/** A1 and its images always won for Black. */
function cornersFile(): string {
  const path = place()
  const tree = new ExperienceTree({ size: SIZE })
  for (let game = 0; game < 300; game++)
    unwrap(tree.add([{ color: Black, move: parseVertex("A1", SIZE)! }], Black))
  writeFileSync(path, makeExperience(tree))
  return path
}

describe("a player with experience (TREE-10)", () => {
  it("begins with past games: they change its first choice, and its report shows them", async () => {
    const { player, warnings } = make(`experience=${cornersFile()}`)
    const plain = unwrap(make("exploration=0.7").player)
    const informed = unwrap(player)
    expect(await choice(plain, newGame())).not.toMatch(/^[AG][17]$/)
    expect(await choice(informed, newGame())).toMatch(/^[AG][17]$/)
    const request = { position: newGame().position(), color: Black, budget: {}, seed: 1 }
    const { report } = await informed.choose(request)
    expect(report!.notes).toEqual(["experience: moves that past games know: 4, visits: 800"])
    expect(report!.candidates[0]!.visits).toBeGreaterThanOrEqual(200)
    expect(warnings).toEqual([])
    expect(informed.gameOver).toBeUndefined()
    await Promise.all([plain.close(), informed.close()])
  })

  it.each<[string, (path: string) => void, RegExp]>([
    ["cut off", (path) => writeFileSync(path, readFileSync(path).subarray(0, 60)), /cut off/],
    ["damaged", (path) => writeFileSync(path, readFileSync(path).fill(7, 60, 62)), /checksum is wrong/],
    ["foreign", (path) => writeFileSync(path, "(;GM[1])"), /it is no experience file/],
    ["empty", (path) => writeFileSync(path, ""), /it is empty/],
  ])("a file that is %s is a warning; the game goes on, and the file stays", async (_, spoil, reason) => {
    const path = cornersFile()
    spoil(path)
    const before = readFileSync(path)
    const { player, warnings } = make(`experience=${path},learn=on`)
    const game = newGame()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(reason)
    expect(warnings[0]).toMatch(/seven\.exp: .*; the game goes on without experience, and nothing is learnt$/)
    const move = parseVertex(await choice(unwrap(player), game), SIZE)!
    expect(game.refusal(move)).toBeUndefined()
    unwrap(player).gameOver!(playedGame(), BLACK_WINS)
    await unwrap(player).close()
    expect(readFileSync(path)).toEqual(before)
    expect(warnings).toHaveLength(1)
  })

  it.each([
    [`experience=${join(folder, "none.exp")}`, /none\.exp does not exist; learn=on makes it/],
    [`experience=${join(folder, "no", "x.exp")},learn=on`, /its directory does not exist/],
    [`experience=${folder}`, /is a directory/],
    ["learn=on", /learn=on needs a file: experience=FILE/],
    ["experience=", /experience is the name of a file/],
    ["experience=x,learn=yes", /learn is one of off, on, not "yes"/],
  ])("%s is refused with a sentence", (options, reason) => {
    expect(make(options).player).toMatchObject({ ok: false, error: expect.stringMatching(reason) })
  })

  it("is refused where there are no files, as in a browser", () => {
    expect(makePlayer("uct,experience=nine.exp")).toEqual({
      ok: false,
      error: "experience is read from a file, and there are no files here (a browser has none)",
    })
  })
})

describe("a player that learns (TREE-10)", () => {
  it("makes the file at its first game, adds each game, and knows it in the next", async () => {
    const path = place()
    const { player, warnings } = make(`experience=${path},learn=on`)
    const learner = unwrap(player)
    expect(existsSync(path)).toBe(false)
    learner.gameOver!(playedGame(), BLACK_WINS)
    // The next search waits for what is being learnt.
    const { report } = await learner.choose({
      position: newGame().position(),
      color: Black,
      budget: {},
      seed: 1,
    })
    expect(report!.notes).toEqual([
      "experience: moves that past games know: 4, visits: 4",
      expect.stringMatching(/^experience below the root: nodes: \d+, visits: \d+$/),
    ])
    learner.gameOver!(playedGame(40), { kind: "score", winner: White, margin: 3.5 })
    learner.gameOver!(playedGame(11), { kind: "draw" })
    await learner.close()
    const tree = unwrap(loadExperience(path))
    expect([tree.games, tree.blackWins, tree.depth]).toEqual([3, 1.5, 30])
    expect(tree.conditions).toEqual({ komi: 9, rules: "chinese" })
    expect(warnings).toEqual([])
    expect(readdirSync(join(path, ".."))).toEqual(["seven.exp"])
  })

  it("leaves out what is no game to learn from, and says why", async () => {
    const path = place()
    const { player, warnings } = make(`experience=${path},learn=on`)
    const learner = unwrap(player)
    learner.gameOver!(playedGame(9), BLACK_WINS)
    learner.gameOver!(playedGame(), { kind: "void" })
    learner.gameOver!({ ...playedGame(), handicap: 2 }, BLACK_WINS)
    learner.gameOver!(playedGame(), BLACK_WINS)
    learner.gameOver!(playedGame(12, 5.5), BLACK_WINS)
    learner.gameOver!(playedGame(12, 9, 9), BLACK_WINS)
    await learner.close()
    expect(warnings.map((warning) => warning.replace(/^the game is not added to .*\.exp: /, ""))).toEqual([
      "it has fewer than 10 moves",
      "it has no result",
      "the game did not begin on the empty board",
      "it is of games with komi 9, not 5.5",
      "it is of games on 7×7",
    ])
    expect(unwrap(loadExperience(path)).games).toBe(1)
  })

  it("a file that is spoilt meanwhile is a warning", async () => {
    const path = cornersFile()
    const { player, warnings } = make(`experience=${path},learn=on`)
    writeFileSync(path, "another program's")
    unwrap(player).gameOver!(playedGame(), BLACK_WINS)
    await unwrap(player).close()
    expect(warnings).toEqual([`the game is not added to ${path}: ${path}: it is no experience file`])
    expect(readFileSync(path, "utf8")).toBe("another program's")
  })

  it("two players that learn into one file lose nothing", async () => {
    const path = place()
    const players = [1, 2].map(() => unwrap(make(`experience=${path},learn=on`).player))
    for (const player of players)
      for (let game = 0; game < 5; game++) player.gameOver!(playedGame(), BLACK_WINS)
    await Promise.all(players.map((player) => player.close()))
    expect(unwrap(loadExperience(path)).games).toBe(10)
  })
})

describe("a player that is killed while it learns (TREE-10)", () => {
  // The sources as they are now, for a child that knows no TypeScript.
  let module: string
  beforeAll(async () => {
    const entry = join(folder, "entry.ts")
    const source = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
    writeFileSync(
      entry,
      `export { makeUctPlayer } from ${source("../../search/uct.ts")}\nexport { openExperience } from ${source("memory.ts")}\n`,
    )
    const outDir = join(folder, "built")
    await build({ configFile: false, logLevel: "silent", build: { ssr: entry, outDir, minify: false } })
    module = pathToFileURL(
      join(
        outDir,
        readdirSync(outDir).find((name) => /^entry\.m?js$/.test(name))!,
      ),
    ).href
  })

  /** Learns one game after the other, for ever, and tells after each. */
  const SCRIPT = `
    const [path, position] = process.argv.slice(1)
    const options = new Map([["experience", path], ["learn", "on"]])
    const player = makeUctPlayer({ name: "uct", options }, { openExperience, warn: console.error }).value
    for (;;) {
      player.gameOver(JSON.parse(position), { kind: "resign", winner: 1 })
      await player.close()
      process.stdout.write(".")
    }`

  function start(path: string): ChildProcess {
    const program = `import { makeUctPlayer, openExperience } from ${JSON.stringify(module)}\n${SCRIPT}`
    const position = JSON.stringify(playedGame())
    return spawn(process.execPath, ["--input-type=module", "-e", program, path, position], {
      stdio: ["ignore", "pipe", "inherit"],
    })
  }

  it("leaves the old file or the new one, whole", async () => {
    const path = place()
    unwrap(await mergeExperience(path, randomTree(1500)))
    const random = new Random(2008)
    let [games, leftBehind] = [1500, 0]
    // More than four rounds where none of the kills came in the middle of a write.
    for (let round = 0; round < 4 || (leftBehind === 0 && round < 50); round++) {
      const child = start(path)
      const told = (): Promise<unknown> => new Promise((resolve) => void child.stdout!.once("data", resolve))
      await told()
      const begun = performance.now()
      await told()
      // Somewhere in the next game or the one after, however slow the machine is now.
      const each = performance.now() - begun
      await new Promise((resolve) => void setTimeout(resolve, (2 * each * random.below(100)) / 100))
      child.kill("SIGKILL")
      await new Promise((resolve) => void child.on("close", resolve))
      const tree = unwrap(loadExperience(path))
      // All games until then, and nothing else.
      const learnt = tree.walk(playedGame().moves).at(-1)?.visits ?? 0
      expect(tree.games).toBe(1500 + learnt)
      expect(tree.games).toBeGreaterThanOrEqual(games)
      games = tree.games
      leftBehind += readdirSync(join(path, "..")).length - 1
    }
    expect(games).toBeGreaterThan(1500)
    // Otherwise no writer was killed in the middle of a write.
    expect(leftBehind).toBeGreaterThan(0)
  })

  function randomTree(games: number): ExperienceTree {
    const random = new Random(1)
    const points = allPoints(SIZE)
    const tree = new ExperienceTree({ size: SIZE })
    for (let game = 0; game < games; game++) {
      let color: Color = White
      const moves: PlayedMove[] = Array.from({ length: 20 }, (_, number) => ({
        color: (color = opponent(color)),
        move: number === 0 ? PASS : points[random.below(points.length)]!,
      }))
      unwrap(tree.add(moves, color))
    }
    return tree
  }
})
