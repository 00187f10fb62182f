// Training to the end in a toy size on the CPU: self-play, learning from records, export; the engine reads the result.

import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { gunzipSync } from "node:zlib"
import { fileURLToPath } from "node:url"
import { describe, expect } from "vitest"
import { unwrap } from "../../src/base/result.ts"
import { GAMES_LINE, makeTrainingGame, parseTrainingGames } from "../../src/net/games.ts"
import { NetEvaluator, parseNet } from "../../src/net/index.ts"
import { parseSgf, replayRecord } from "../../src/record/index.ts"
import { Black, Board, parseVertex, White } from "../../src/rules/index.ts"
import { runMontego } from "../support/montego.ts"
import { itNeeding } from "../support/needs.ts"
import { program } from "../support/programs.ts"
import { openScratch } from "../support/scratch.ts"

const scratch = openScratch("train")
const folder = fileURLToPath(new URL("../../train", import.meta.url))

/** Debian's PyTorch belongs to Debian's Python, which may not be the first one of the path. */
async function python(script: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("/usr/bin/python3", [join(folder, script), ...args])
  return stdout
}

function rows(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe("training", () => {
  itNeeding(
    program("torchrun"),
    "by self-play: learns, saves, goes on, and the engine reads what it exports",
    async () => {
      const toy =
        "--size 4 --shape 1x16 --games 8 --batch 16 --plan 0:2 --room 4000 --least 100 --wait 60 --match-games 0"
      const out = join(scratch.folder, "run")
      const first = rows(await python("selfplay.py", ...toy.split(" "), "--rounds", "40", "--out", out))
      const done = first.find((row) => row["done"])!
      expect(done["games"]).toBeGreaterThan(0)
      expect(done["steps"]).toBeGreaterThan(0)
      const checkpoint = join(out, "checkpoint.pt")
      const more = rows(
        await python("selfplay.py", ...toy.split(" "), "--rounds", "3", "--from", checkpoint, "--out", out),
      )
      expect(more[0]!["history"]).toMatchObject({ games: done["games"], steps: done["steps"] })

      const file = join(scratch.folder, "net.bin")
      await python("export.py", checkpoint, "--out", file, "--command", "a toy")
      const net = unwrap(parseNet(readFileSync(file)))
      expect(net).toMatchObject({ blocks: 1, channels: 16, size: 4, origin: { commands: ["a toy"] } })
      const evaluator = await NetEvaluator.create(net)
      evaluator.load(new Board(4))
      const { chances, passChance, value } = evaluator.judge({ color: Black, komi: 7 })
      const sum = [...chances.values()].reduce((all, chance) => all + chance, passChance)
      expect(sum).toBeCloseTo(1, 4)
      expect(value).toBeGreaterThan(0)
      expect(value).toBeLessThan(1)

      const match = ["--games", "6", "--simulations", "2", "--komi", "0.5"]
      const [score] = rows(await python("compare.py", checkpoint, file, ...match))
      expect(Number(score!["won"]) + Number(score!["drawn"]) + Number(score!["lost"])).toBe(6)

      const again = [
        ...toy.split(" "),
        "--rounds",
        "2",
        "--strange",
        "0.5",
        "--out",
        join(scratch.folder, "again"),
      ]
      const fromFile = rows(await python("selfplay.py", ...again, "--from", file))
      expect(fromFile[0]!["history"]).toMatchObject({ games: done["games"], steps: done["steps"] })
    },
    300_000,
  )

  itNeeding(
    program("torchrun"),
    "reads a file of the engine as the net that the engine plays by, also with batch norms",
    async () => {
      const { win, ...checks } = JSON.parse(await python("../test/train/saved.py")) as { win: number }
      expect(checks).toEqual({ folded: true, normed: true, damaged: true })
      const evaluator = await NetEvaluator.create(
        unwrap(parseNet(readFileSync(join(folder, "../weights/net9.bin")))),
      )
      evaluator.load(new Board(9))
      expect(win).toBeCloseTo(evaluator.judge({ color: Black, komi: 7 }).value, 1)
    },
    300_000,
  )

  itNeeding(
    program("torchrun"),
    "from games of montego net selfplay, to a network that plays the next ones",
    async () => {
      const place = (name: string): string => join(scratch.folder, name)
      const selfplay = "net selfplay --size 4 --games 6 --komi 0.5 --openings random:2".split(" ")
      const read = (name: string): number => unwrap(parseTrainingGames(readFileSync(place(name)))).length
      await runMontego(
        ...selfplay,
        "--player",
        "uct:strong,playouts=20,resign-at=0",
        "--out",
        place("first.bin"),
      )
      expect(read("first.bin")).toBe(6)
      const options = "--size 4 --shape 1x16:0 --steps 30 --batch 16 --out".split(" ")
      await python("records.py", place("first.bin"), ...options, place("learned"))
      await python("export.py", join(place("learned"), "1x16.pt"), "--out", place("learned.bin"))
      const player = ["--player", "uct:net,playouts=8,resign-at=0", "--net", place("learned.bin")]
      await runMontego(...selfplay, ...player, "--out", place("second.bin"))
      expect(read("second.bin")).toBe(6)
      const match = "match --size 4 --komi 0.5 --games 2 --playouts 8 --b random --journal".split(" ")
      const learned = `uct:net,net-file=${place("learned.bin")}`
      const { out } = await runMontego(...match, place("match.jsonl"), "--a", learned, "--json")
      expect(JSON.parse(out)).toMatchObject({ games: 2, faults: 0 })
    },
    300_000,
  )

  itNeeding(
    program("torchrun"),
    "writes a net's games with itself as records: lawful, ended by two passes, with the result of the area score",
    async () => {
      const file = join(scratch.folder, "games.sgf.gz")
      const net = join(folder, "../weights/net9.bin")
      const few = "--games 4 --simulations 2 --komi 6.5 --seed 3".split(" ")
      const said = rows(await python("games.py", net, ...few, "--out", file))
      expect(said.at(-1)).toMatchObject({ done: true, games: 4 })
      const records = unwrap(parseSgf(gunzipSync(readFileSync(file)).toString())).games
      expect(records).toHaveLength(4)
      for (const record of records) {
        const { game, info, unlawful } = unwrap(replayRecord(record))
        expect(unlawful).toEqual([])
        expect(game.phase).not.toBe("playing")
        const { margin } = game.score()
        expect(info.result).toBe(`${margin > 0 ? "B" : "W"}+${Math.abs(margin)}`)
      }
    },
    300_000,
  )

  itNeeding(
    program("torchrun"),
    "from records: predicts the move that is always played",
    async () => {
      const moves = ["C3", "B2", "C2", "B3"].map((vertex, index) => ({
        color: index % 2 === 0 ? Black : White,
        move: parseVertex(vertex, 4)!,
      }))
      const game = { size: 4, setup: [], moves, komi: 7, outcome: { kind: "win" as const, winner: Black } }
      const bytes = Buffer.concat([
        Buffer.from(GAMES_LINE),
        ...Array.from({ length: 16 }, () => makeTrainingGame(game)),
      ])
      const games = scratch.file(bytes, "bin")
      const options = `${games} --valid ${games} --size 4 --shape 1x16:0 --steps 120 --batch 32 --out ${join(scratch.folder, "records")}`
      const said = rows(await python("records.py", ...options.split(" ")))
      const scores = said.at(-1)!
      expect(scores["positions"]).toBe(64)
      // Turned boards are learned from, too, so that the first move has four places.
      expect(scores["top5"]).toBeGreaterThan(0.7)
    },
    300_000,
  )
})
