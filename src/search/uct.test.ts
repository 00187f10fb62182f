// The tree search as a player (TREE-3 to TREE-15): its options and budgets, how it ends games, and what it does
// between them.

import { afterEach, describe, expect, it, vi } from "vitest"
import { makePlayer, type PlayerDefaults } from "../../test/support/players.ts"
import { cpuMs, untilWorked, useCpuClock } from "../../test/support/time.ts"
import { unwrap } from "../base/result.ts"
import {
  parsePlayerSpec,
  type Answer,
  type Budget,
  type Player,
  type Request,
  type SearchReport,
} from "../player/index.ts"
import { allPoints, Black, CHINESE, Empty, Game, makeVertex, parseAscii } from "../rules/index.ts"
import { parseRuleset, parseVertex, PASS, White } from "../rules/index.ts"
import type { Color, GameOptions } from "../rules/index.ts"
import { makeUctPlayer } from "./uct.ts"

const open: Player[] = []
afterEach(() => Promise.all(open.splice(0).map((player) => player.close())))

function make(spec: string, defaults: PlayerDefaults = {}): Player {
  const player = unwrap(makePlayer(spec, defaults))
  open.push(player)
  return player
}

const newGame = (options: Partial<GameOptions> = {}): Game =>
  unwrap(Game.create({ size: 5, komi: 0.5, rules: CHINESE, turns: "free", ...options }))

/** A game that begins with drawn stones. */
function drawnGame(drawing: string, options: Partial<GameOptions> = {}): Game {
  const board = unwrap(parseAscii(drawing))
  const stones = allPoints(board.size).filter((point) => board.at(point) !== Empty)
  const setup = stones.map((point) => [board.at(point) as Color, point] as const)
  return newGame({ size: board.size, setup, ...options })
}

function ask(player: Player, game: Game, more: Partial<Request> = {}): Promise<Answer> {
  return player.choose({ position: game.position(), color: game.toPlay, budget: {}, seed: 1, ...more })
}

const visitsOf = ({ candidates }: SearchReport): number =>
  candidates.reduce((sum, { visits }) => sum + visits, 0)

it.each(["chinese", "japanese"])("replays the game once for a move (%s)", async (rules) => {
  const game = newGame({ size: 7, rules: parseRuleset(rules)! })
  for (const vertex of ["D4", "C3", "E3", "D2", "C5"]) game.play(parseVertex(vertex, 7)!)
  const position = game.position()
  const player = make("uct,playouts=50")
  await player.prepare!(position)
  const plays = vi.spyOn(Game.prototype, "play")
  await player.choose({ position, color: game.toPlay, budget: {}, seed: 1 })
  expect(plays).toHaveBeenCalledTimes(position.moves.length)
  plays.mockRestore()
})

it("knows a move's worth two plies before when it plays both colours (TREE-7)", async () => {
  const [plain, merging] = [make("uct,playouts=400"), make("uct,playouts=400,uncle-merge=on")]
  const game = newGame({ size: 7 })
  for (const isSame of [true, true, false]) {
    const [one, other] = [await ask(plain, game), await ask(merging, game)]
    const visits = ({ report }: Answer): number[] => report!.candidates.map((each) => each.visits)
    expect(visits(one).join() === visits(other).join()).toBe(isSame)
    unwrap(game.play(one.move as never))
  }
})

describe("its name (TREE-3)", () => {
  it.each(["uct", "uct:plain", "uct:brady", "uct:mogo", "uct:strong"])("%s", (name) => {
    expect(make(`${name},playouts=10,seconds=1.5,threads=1,reuse=off,fpu=infinity`).name).toBe(name)
  })

  it.each([
    ["uct:wild", 'uct has no preset "wild"; there are: 2026, plain, brady, mogo, strong, net'],
    ["uct,playouts=0", 'playouts is a whole number from 1 to 1000000000, not "0"'],
    ["uct,playouts=1e3", 'playouts is a whole number from 1 to 1000000000, not "1e3"'],
    ["uct,playouts=-1", 'playouts is a whole number from 1 to 1000000000, not "-1"'],
    ["uct,seconds=0", 'seconds is a positive number up to 1000000000, not "0"'],
    ["uct,seconds=soon", 'seconds is a positive number up to 1000000000, not "soon"'],
    ['uct,seconds=""', 'seconds is a positive number up to 1000000000, not ""'],
    ["uct,seconds=Infinity", 'seconds is a positive number up to 1000000000, not "Infinity"'],
    ["uct,threads=0", 'threads is a whole number from 1 to 64, not "0"'],
    ["uct,threads=65", 'threads is a whole number from 1 to 64, not "65"'],
    ["uct,ponder=yes", 'ponder is one of off, on, not "yes"'],
    ["uct,tree-mb=0", 'tree-mb is a number from 1 to 200, not "0"'],
    ["uct,resign-at=0.9", 'resign-at is a number from 0 to 0.5, not "0.9"'],
  ])("%s is refused: %s", (spec, error) => expect(makePlayer(spec)).toEqual({ ok: false, error }))

  it("a mistyped name gets the nearest one, with playouts, seconds and threads among them", () => {
    const errorOf = (spec: string): unknown => (makePlayer(spec) as { error?: unknown }).error
    expect(errorOf("uct:strong,playots=3")).toMatch(
      /"playots" \(did you mean playouts\?\); there are: playouts, seconds, threads/,
    )
    expect(errorOf("uct:strong,threds=2")).toContain("did you mean threads?")
    expect(errorOf("uct:stong")).toContain("did you mean strong?")
    expect(errorOf("utc")).toContain("did you mean uct?")
    expect(errorOf("gobble,brnch=3")).toContain("did you mean branch?")
    expect(errorOf("amaf,second=3")).toContain("did you mean seconds?")
    expect(errorOf("evolve,step=3")).toContain("did you mean steps?")
  })

  it("of an option that there is not tells those that there are", () => {
    expect(makePlayer("uct,raves=on")).toMatchObject({
      error: expect.stringMatching(
        /^uct has no option "raves" \(did you mean rave\?\); there are: playouts, seconds, threads, experience, learn, net-file, moves-file, playout-file, exploration, .*resign-at/,
      ),
    })
  })
})

describe("its budget (TREE-11)", () => {
  const playoutsOf = async (player: Player, budget: Request["budget"]): Promise<number> =>
    (await ask(player, newGame(), { budget })).report!.playouts

  it("is 10 000 playouts where no budget is given", async () => {
    expect(await playoutsOf(make("uct,early-stop=off"), {})).toBe(10_000)
  })

  it("is what its name says, then what the caller says", async () => {
    expect(await playoutsOf(make("uct,early-stop=off,playouts=70"), {})).toBe(70)
    expect(await playoutsOf(make("uct,early-stop=off", { playouts: 80 }), {})).toBe(80)
    expect(await playoutsOf(make("uct,early-stop=off,playouts=70", { playouts: 80 }), {})).toBe(70)
  })

  it("is the request's before all else", async () => {
    const player = make("uct,early-stop=off,reuse=off,playouts=70")
    expect(await playoutsOf(player, { playouts: 200 })).toBe(200)
    expect(await playoutsOf(player, { playouts: 3 })).toBe(3)
    expect(await playoutsOf(player, {})).toBe(70)
  })

  it("of seconds and of a clock is measured from the request on, the time to get ready included", async () => {
    useCpuClock()
    const timed = make("uct:strong,playouts=100000000,early-stop=off")
    for (const budget of [
      { seconds: 0.2 },
      { clock: { settings: { kind: "byo-yomi", main: 0, period: 0.25, periods: 1 } } },
    ] as const) {
      const begun = cpuMs()
      const { report } = await ask(timed, newGame({ size: 9 }), { budget })
      const taken = (cpuMs() - begun) / 1000
      expect(report!.seconds).toBeGreaterThan(0.15)
      // The first request compiles the kernel and makes the tree; that must not come on top.
      expect(taken - report!.seconds).toBeLessThan(0.1)
    }
  })
})

describe("how it ends games (TREE-11)", () => {
  /** Black's four columns hold a dead white stone. Without it Black is ahead by 7, with it by 4. */
  const SETTLED = `
    . X . X O . .
    X X X X O O O
    X O . X O . O
    X X X X O O O
    X . X X O . O
    X X X X O O O
    X X X X O O .`
  const won = { komi: 5.5 } as const
  const vertexOf = ({ move }: Answer, size = 7): string => (move === "resign" ? move : makeVertex(move, size))
  const strong = "uct:strong,playouts=2000,early-stop=off"

  it("passes when everything is settled and dead stones are agreed on", async () => {
    expect(await ask(make(strong), drawnGame(SETTLED, won))).toMatchObject({ move: PASS, reason: "settled" })
  })

  it("takes the dead stone where it must, by the rules or by the request", async () => {
    const tromp = drawnGame(SETTLED, { ...won, rules: parseRuleset("tromp-taylor")! })
    expect(vertexOf(await ask(make(strong), tromp))).toBe("C5")
    const cleaned = await ask(make(strong), drawnGame(SETTLED, won), { mustCapture: true })
    expect([vertexOf(cleaned), cleaned.reason]).toEqual(["C5", "most-visits"])
  })

  it("does not pass what it loses", async () => {
    const answer = await ask(make(`${strong},resign-at=0`), drawnGame(SETTLED, { komi: 7.5 }))
    expect(answer.reason).not.toBe("settled")
  })

  it("answers a pass with a pass that wins", async () => {
    const game = drawnGame(SETTLED, { ...won, firstToPlay: White })
    unwrap(game.play(PASS))
    expect(await ask(make(strong), game)).toMatchObject({ move: PASS, reason: "pass-wins" })
  })

  describe("before it passes (TREE-11)", () => {
    /** Black's left and White's right side are closed but for C1, which belongs to the side that plays it. */
    const ONE_DAME = `
      . X X O . O .
      X X X O O O O
      X . X O . O O
      X X X O O O .
      . X X O O O O
      X X X O . O .
      X X . O O O O`
    /** The groups at the top share D7 and D6: the side that plays there first loses. */
    const SEKI = `
      . X O . X O .
      X X O . X O O
      X O O X X O .
      X O X X O O O
      X O X O O . O
      X O O O O O O
      X X X O . O O`
    const passed = (drawing: string, options: Partial<GameOptions>): Game => {
      const game = drawnGame(drawing, { ...options, firstToPlay: White })
      unwrap(game.play(PASS))
      return game
    }

    it.each(["chinese", "japanese", "tromp-taylor"])("%s: fills the last neutral point", async (name) => {
      const rules = parseRuleset(name)!
      const answer = await ask(make(strong), drawnGame(ONE_DAME, { rules, komi: -0.5 }))
      expect(vertexOf(answer)).toBe("C1")
    })

    it("even when the other side has passed and a pass would win", async () => {
      const answer = await ask(make(strong), passed(ONE_DAME, { komi: -9.5 }))
      expect([vertexOf(answer), answer.reason]).toEqual(["C1", "still-open"])
    })

    it.each(["chinese", "japanese"])("%s: leaves a seki alone", async (name) => {
      const answer = await ask(
        make(`${strong},resign-at=0`),
        passed(SEKI, { rules: parseRuleset(name)!, komi: -60.5 }),
      )
      expect(vertexOf(answer)).toBe("pass")
    })

    it.each(["chinese", "japanese"])("%s: fills no own territory once all is settled", async (name) => {
      const rules = parseRuleset(name)!
      for (const spec of ["uct:strong", "uct:mogo", "uct:plain"])
        expect(vertexOf(await ask(make(`${spec},playouts=50`), passed(SETTLED, { rules, komi: -0.5 })))).toBe(
          "pass",
        )
    })

    it("saves a group that only its next move makes safe", async () => {
      // From a game against GNU Go. White at D7 lives; a search that plays there thinks that all points are settled.
      const game = newGame({ size: 9, komi: 7.5 })
      const moves = `
        E5 E3 G5 E7 C5 C3 G3 C7 G7 B4 B5 F8 G8 F2 G2 B7 C4 B3 F1 E1 G1 D4 D5 D8 F9 E9 G9 F7 F6 C1 F3 E2 E4 D3
        A4 A6 A5 A3 B6 A7 E6 D6 C6`
      for (const vertex of moves.trim().split(/\s+/)) unwrap(game.play(parseVertex(vertex, 9)!))
      const player = make("uct:strong,playouts=3000")
      for (let seed = 1; seed <= 10; seed++) expect(vertexOf(await ask(player, game, { seed }), 9)).toBe("D7")
    })

    it("with few playouts, too, plays on while the board is open", async () => {
      const open = `
        . . . . . . .
        . . X . O . .
        . . X . O . .
        . . X . O . .
        . . X . O . .
        . X . . . O .
        . . . . . . .`
      for (const spec of ["uct:strong", "uct:mogo", "uct:plain"])
        for (const komi of [-20.5, 20.5])
          for (const seed of [1, 2, 3, 4]) {
            const player = make(`${spec},playouts=20,resign-at=0`)
            expect(vertexOf(await ask(player, passed(open, { komi }), { seed }))).not.toBe("pass")
          }
    })
  })

  describe("with a clock", () => {
    const clockOf = (seconds: number): Pick<Request, "budget"> => ({
      budget: { clock: { settings: { kind: "absolute", main: 60 }, left: { seconds, stones: 0 } } },
    })

    it("passes at once when an absolute clock has run out", async () => {
      expect(await ask(make("uct:strong"), newGame(), clockOf(0.002))).toEqual({
        move: PASS,
        reason: "no-time",
      })
    })

    it("plays a quick move while an absolute clock has some milliseconds left", async () => {
      const answer = await ask(make("uct:strong"), newGame(), clockOf(0.02))
      expect(answer.move).not.toBe(PASS)
      expect(answer.report!.playouts).toBe(1)
    })

    // A client that tells whole seconds says 0 during the whole last second.
    it.each([
      ["canadian", { kind: "canadian", main: 0, period: 1, stones: 10 }, 9],
      ["byo-yomi", { kind: "byo-yomi", main: 0, period: 1, periods: 5 }, 5],
      ["byo-yomi, main time", { kind: "byo-yomi", main: 60, period: 1, periods: 5 }, 0],
    ] as const)("plays a quick move when 0 seconds of a period are left: %s", async (_, settings, stones) => {
      const budget = { playouts: 20, clock: { settings, left: { seconds: 0, stones } } }
      for (const name of ["chinese", "japanese", "tromp-taylor"])
        for (const komi of [-20.5, 20.5]) {
          const game = newGame({ size: 9, rules: parseRuleset(name)!, komi })
          for (const vertex of ["E5", "C3"]) unwrap(game.play(parseVertex(vertex, 9)!))
          const answer = await ask(make("uct:strong"), game, { budget })
          expect({ name, komi, move: answer.move }).not.toEqual({ name, komi, move: PASS })
          expect(answer.report!.playouts).toBe(stones === 0 ? 20 : 1)
        }
    })

    it("ends a game that the count wins after a pass, however little time is left", async () => {
      const settings = { kind: "canadian", main: 0, period: 1, stones: 10 } as const
      const budget = { clock: { settings, left: { seconds: 0, stones: 9 } } }
      const game = drawnGame(SETTLED, {
        komi: -30.5,
        rules: parseRuleset("tromp-taylor")!,
        firstToPlay: White,
      })
      unwrap(game.play(PASS))
      expect(await ask(make("uct:strong"), game, { budget })).toMatchObject({
        move: PASS,
        reason: "pass-wins",
      })
    })

    it("is warm before the clock runs: preparing changes no move", async () => {
      const [cold, warm] = [make("uct:strong,playouts=300"), make("uct:strong,playouts=300")]
      const game = newGame({ size: 9 })
      await warm.prepare!(game.position())
      for (let turn = 0; turn < 4; turn++) {
        const [one, other] = [await ask(cold, game), await ask(warm, game)]
        expect(other.move).toBe(one.move)
        expect(other.report!.candidates).toEqual(one.report!.candidates)
        unwrap(game.play(one.move as never))
      }
    })

    it("sees the same without an estimate of its own", async () => {
      useCpuClock()
      const player = make("uct:strong")
      await ask(player, drawnGame(SETTLED, won), clockOf(60))
      expect(await ask(player, drawnGame(SETTLED, won), clockOf(60))).toMatchObject({
        move: PASS,
        reason: "settled",
      })
    })

    it("with no time to look what a pass costs, plays on", async () => {
      const player = make("uct:strong")
      await ask(player, drawnGame(SETTLED, won), { budget: { playouts: 100 } })
      const game = drawnGame(SETTLED, won)
      useCpuClock()
      const begun = cpuMs()
      const answer = await ask(player, game, clockOf(0.01))
      expect(answer.reason).not.toBe("settled")
      expect(cpuMs() - begun).toBeLessThan(100)
    })
  })

  describe("resigning", () => {
    /** After six moves; the komi decides it. */
    function lateGame(komi: number): Game {
      const game = newGame({ komi })
      for (const vertex of ["B2", "D4", "B3", "D3", "B4", "D2"]) unwrap(game.play(parseVertex(vertex, 5)!))
      return game
    }
    const hopeless = (): Game => lateGame(100)
    const hopeful = (): Game => lateGame(-100)
    const reasons = async (spec: string, ...games: Game[]): Promise<string[]> => {
      const player = make(`${spec},early-stop=off`)
      const found: string[] = []
      for (const game of games) found.push((await ask(player, game)).reason)
      return found
    }
    const resigning = "uct:mogo,playouts=4000"

    it("takes two hopeless moves in a row", async () => {
      expect(await reasons(resigning, hopeless(), hopeless())).toEqual(["most-visits", "hopeless"])
      const broken = await reasons(resigning, hopeless(), hopeful(), hopeless(), hopeless())
      expect(broken.map((reason) => reason === "hopeless")).toEqual([false, false, false, true])
    })

    it("takes more of them where each is of few simulations", async () => {
      const weak = await reasons("uct:mogo,playouts=60", ...Array.from({ length: 20 }, hopeless))
      const first = weak.indexOf("hopeless")
      expect(first).toBeGreaterThan(2)
      const broken = await reasons(
        "uct:mogo,playouts=60",
        ...Array.from({ length: first }, hopeless),
        hopeful(),
        hopeless(),
      )
      expect(broken).not.toContain("hopeless")
    })

    it("never comes early, nor by few simulations, nor where it is switched off", async () => {
      const early = newGame({ komi: 100 })
      expect(await reasons(resigning, early, early)).not.toContain("hopeless")
      expect(await reasons("uct:mogo,playouts=150", hopeless(), hopeless())).not.toContain("hopeless")
      expect(await reasons(`${resigning},resign-at=0`, hopeless(), hopeless())).not.toContain("hopeless")
    })
  })
})

describe("analysis", () => {
  const request = (budget: Budget) => {
    return { position: newGame().position(), color: Black, budget, seed: 1, onReport: () => undefined }
  }

  it("goes on for the whole budget of the request, and answers with the last report", async () => {
    const player = make("uct:strong,playouts=20,early-stop=on")
    expect((await player.analyze!(request({ playouts: 400 })))?.playouts).toBe(400)
    expect(
      (await player.analyze!({ ...request({}), signal: AbortSignal.abort() }))?.playouts,
    ).toBeGreaterThan(0)
  })

  it("a move uses its whole budget where the request says so", async () => {
    const playouts = async (mayStopEarly: boolean): Promise<number> => {
      const player = make("uct:strong,early-stop=on")
      const asked = { ...request({ playouts: 3000 }), mayStopEarly }
      return (await player.choose(asked)).report!.playouts
    }
    expect(await playouts(false)).toBe(3000)
    expect(await playouts(true)).toBeLessThan(3000)
  })
})

describe("boards beyond the kernel's", () => {
  it("are refused where no search without a tree is supplied", async () => {
    const player = unwrap(makeUctPlayer(unwrap(parsePlayerSpec("uct,playouts=10"))))
    await expect(ask(player, newGame({ size: 21 }))).rejects.toThrow(/has room for boards up to 19×19/)
    await player.close()
  })

  it("are played without a tree, with a note that says so; an analysis is refused", async () => {
    const player = make("uct:strong,playouts=30")
    const game = newGame({ size: 21 })
    const { move, report } = await ask(player, game)
    expect(game.play(move as never)).toMatchObject({ ok: true })
    expect(report!.notes.join()).toMatch(/up to 19×19: this was a search without a tree/)
    expect(report!.playouts).toBe(30)
    const request = {
      position: game.position(),
      color: White,
      budget: {},
      seed: 1,
      onReport: () => undefined,
    }
    await expect(player.analyze!(request)).rejects.toThrow(RangeError)
  })
})

describe("pondering (TREE-11)", () => {
  it("leaves a larger tree to the next move, and ends when that is asked for", async () => {
    const second = async (ponder: "on" | "off"): Promise<SearchReport> => {
      const player = make(`uct:strong,playouts=100,early-stop=off,ponder=${ponder}`)
      const game = newGame({ size: 9, turns: "alternate" })
      const { report } = await ask(player, game)
      for (const move of report!.candidates[0]!.pv.slice(0, 2)) unwrap(game.play(move))
      if (ponder === "on") await untilWorked(200)
      return (await ask(player, game)).report!
    }
    const [lazy, busy] = [await second("off"), await second("on")]
    expect([lazy.playouts, busy.playouts]).toEqual([100, 100])
    expect(visitsOf(lazy)).toBeGreaterThan(100)
    expect(visitsOf(busy)).toBeGreaterThan(visitsOf(lazy))
  })

  it("is over with the player, at once", async () => {
    const player = make("uct:strong,playouts=100,ponder=on")
    await ask(player, newGame({ size: 9 }))
    await untilWorked(20)
    const begun = cpuMs()
    await player.close()
    expect(cpuMs() - begun).toBeLessThan(300)
  })
})
