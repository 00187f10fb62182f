// `node test/arena/survive-queue.js --games 40 --kill-seconds 5`: a tournament through Redis with three workers, of
// which one is killed with SIGKILL every few seconds and another comes (ARE-3, ARE-4). Redis is killed in the middle
// and starts again without its data, and so is the coordinator. Then the same tournament on this machine alone. Prints
// what both have: every game once, and with seeds and playouts the same games.

import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { RedisServer } from "./redis.js"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const LOOK_MS = 20

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {{ redis: string, tournament: { players: readonly unknown[], gamesPerPair: number }, workers: number, killSeconds: number, mostKills?: number }} Options
 * @typedef {{ wanted: number, games: number, distinct: number, workersKilled: number, redisKilled: number, coordinatorsKilled: number, isSame: boolean }} Survived
 */

/** @param {readonly string[]} args @returns {{ child: ChildProcess, ended: Promise<void> }} */
function montego(args) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "ignore", "pipe"] })
  let errors = ""
  child.stderr
    .setEncoding("utf8")
    .on("data", (/** @type {string} */ text) => (errors = (errors + text).slice(-5000)))
  const ended = new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
    child.on("close", (code, signal) => {
      if (code === 0 || signal === "SIGKILL") resolve()
      else reject(new Error(`montego ${args[0]} ended with ${code ?? signal}: ${errors}`))
    })
  })
  return { child, ended }
}

/**
 * The games of all journals in the folder: without what depends on the machine. @param {string} folder @returns
 * {string[]}
 */
function gamesIn(folder) {
  if (!existsSync(folder)) return []
  const journals = readdirSync(folder).filter((name) => name.endsWith(".jsonl"))
  return journals.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .slice(1, -1)
      .map((line) => {
        const { id, number, result, plays } = JSON.parse(line)
        return `${name} ${number} ${id} ${result} ${plays}`
      }),
  )
}

/** Workers that come and are killed. */
class Crew {
  /** @type {{ child: ChildProcess, isReady: boolean }[]} */
  #members = []
  #url
  killed = 0

  /** @param {string} url */
  constructor(url) {
    this.#url = url
  }

  hire() {
    const { child, ended } = montego(["worker", "--queue", this.#url, "--concurrency", "1"])
    const member = { child, isReady: false }
    child.stderr?.on("data", () => (member.isReady = true))
    ended.catch((error) => process.stderr.write(`${error.message}\n`))
    this.#members.push(member)
  }

  /** The one that has been at work longest, if another one goes on. Answers whether there was one. */
  kill() {
    const ready = this.#members.filter(({ isReady }) => isReady)
    const [oldest, other] = ready
    if (!oldest || !other) return false
    this.#members.splice(this.#members.indexOf(oldest), 1)
    oldest.child.kill("SIGKILL")
    this.killed++
    return true
  }

  async close() {
    const children = this.#members.map(({ child }) => child)
    const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
    const gone = running.map((child) => once(child, "exit"))
    for (const child of running) child.kill("SIGKILL")
    await Promise.all(gone)
  }
}

/** @param {Options} options @param {string} folder @returns {Promise<Survived>} */
export async function surviveQueue(
  { redis, tournament, workers, killSeconds, mostKills = Infinity },
  folder,
) {
  const [through, local] = [join(folder, "through"), join(folder, "local")]
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "tournament.json")
  writeFileSync(file, JSON.stringify(tournament))
  const wanted = (tournament.gamesPerPair * tournament.players.length * (tournament.players.length - 1)) / 2
  const server = await RedisServer.open(redis)
  const crew = new Crew(server.url)
  const start = () => montego(["tournament", file, "--journal", through, "--queue", server.url])
  let coordinator = start()
  let [redisKilled, coordinatorsKilled] = [0, 0]
  try {
    for (let i = 0; i < workers; i++) crew.hire()
    const end = { isHere: false }
    let lastKill = { at: Date.now(), games: 0 }
    const watch = () =>
      coordinator.ended.then(
        () => (end.isHere = coordinator.child.signalCode === null),
        () => (end.isHere = true),
      )
    void watch()
    while (!end.isHere) {
      await sleep(LOOK_MS)
      const games = gamesIn(through).length
      // Only after another game: on a slow machine no worker would ever come to the end of one.
      const isTime = Date.now() - lastKill.at > killSeconds * 1000 && games > lastKill.games
      if (isTime && crew.killed < mostKills && crew.kill()) {
        crew.hire()
        lastKill = { at: Date.now(), games }
      }
      if (coordinatorsKilled === 0 && games >= wanted / 4) {
        coordinatorsKilled++
        coordinator.child.kill("SIGKILL")
        await coordinator.ended
        coordinator = start()
        void watch()
      }
      if (redisKilled === 0 && games >= wanted / 2 && games < wanted) {
        redisKilled++
        await server.stop()
        await sleep(500)
        await server.start()
      }
    }
    await coordinator.ended
  } finally {
    coordinator.child.kill("SIGKILL")
    await crew.close()
    await server.close()
  }
  await montego(["tournament", file, "--journal", local]).ended
  const games = gamesIn(through)
  const isSame = games.toSorted().join("\n") === gamesIn(local).toSorted().join("\n")
  const counts = {
    wanted,
    games: games.length,
    distinct: new Set(games.map((game) => game.split(" ")[2])).size,
  }
  return { ...counts, workersKilled: crew.killed, redisKilled, coordinatorsKilled, isSame }
}

const isProgram =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isProgram) {
  const { values } = parseArgs({
    options: {
      games: { type: "string", default: "40" },
      "kill-seconds": { type: "string", default: "5" },
      workers: { type: "string", default: "3" },
      redis: { type: "string", default: "redis-server" },
    },
  })
  const tournament = {
    name: "Survival",
    players: [
      { name: "random", spec: "random" },
      { name: "plain", spec: "uct,playouts=200" },
      { name: "strong", spec: "uct:strong,playouts=200" },
    ],
    gamesPerPair: Number(values.games),
    openings: "random:2",
  }
  const folder = mkdtempSync(join(tmpdir(), "montego-survive-"))
  const numbers = { workers: Number(values.workers), killSeconds: Number(values["kill-seconds"]) }
  const survived = await surviveQueue({ redis: values.redis, tournament, ...numbers }, folder)
  rmSync(folder, { recursive: true })
  console.log(JSON.stringify(survived, undefined, 2))
  const { wanted, games, distinct, isSame } = survived
  if (games !== wanted || distinct !== wanted || !isSame) process.exitCode = 1
}
