// The laboratory without a screen (APP-4): experiments run, pause, repeat; links reproduce them; bad input is told.

import { unwrap } from "montego/base"
import { parseSgf } from "montego/record"
import { describe, expect, it } from "vitest"
import { localLab } from "../../engine/lab/local-lab.ts"
import type { LabSnapshots } from "../../engine/lab/messages.ts"
import { Arena, arenaTable, recordOf } from "./arena.ts"
import { makeLabLink, parseLabLink } from "./fields.ts"
import { LAB_PAGE_NAMES, LAB_PAGES, Laboratory, type LabPageName } from "./laboratory.ts"
import { PullYourself } from "./pull.ts"
import type { LabSession } from "./session.ts"

function open(fragment: string): Laboratory {
  const lab = new Laboratory(localLab())
  lab.go(fragment)
  return lab
}

async function ended(session: LabSession): Promise<void> {
  await expect.poll(() => session.status).toMatch(/over|paused|failed/)
}

/** Runs the page of a link to its end; answers what it found. */
async function findingsOf<Name extends LabPageName>(
  page: Name,
  settings: string,
): Promise<LabSnapshots[Name]> {
  const { session } = open(`#lab1=${page}&${settings}`)
  session!.start()
  await ended(session!)
  expect(session!.fault).toBeUndefined()
  expect([session!.status, session!.done]).toEqual(["over", session!.total])
  return session!.snapshot as LabSnapshots[Name]
}

describe("links", () => {
  it("have what differs from the usual, and lead to the same settings", () => {
    for (const page of LAB_PAGE_NAMES) expect(open(`#lab1=${page}`).link).toBe(`#lab1=${page}`)
    const { session } = open("#lab1=bandits&arms=0.1,%200.9&seed=7")
    expect(session!.settings).toMatchObject({ arms: "0.1, 0.9", seed: 7, rounds: 1000 })
    session!.choose("arms", "0.2 & 0.4|ü")
    const link = makeLabLink("bandits", LAB_PAGES.bandits, session!.settings, 12)
    expect(parseLabLink(link, LAB_PAGES)).toEqual({
      ok: true,
      value: { page: "bandits", settings: session!.settings, at: 12 },
    })
  })

  it.each([
    ["#lab1=nowhere", /no page "nowhere"/],
    ["#lab2=bandits", /begin with #lab1=/],
    ["#lab1=bandits&seed=x", /seed: a whole number from 0 to 4,294,967,295, not "x"/],
    ["#lab1=bandits&epsilon=2", /epsilon: a number from 0 to 1/],
    ["#lab1=evolve&position=here", /position: one of flower-six, multiple-cut, empty/],
    ["#lab1=bandits&foo=1", /"foo" is no setting/],
    ["#lab1=bandits&arms=%", /broken % sign/],
  ])("that are broken say so: %s", (fragment, reason) => {
    const lab = open(fragment)
    expect(lab.session).toBeUndefined()
    expect(lab.fault).toMatch(reason)
  })

  it("of other pages are not the laboratory's", () => {
    expect(parseLabLink("#r1=0.1.0", LAB_PAGES)).toBeUndefined()
    expect(parseLabLink("#labour", LAB_PAGES)).toBeUndefined()
  })

  it("with a place run to it and pause, and the numbers are those of a run in one go", async () => {
    const straight = open("#lab1=gobble&size=5&games=400&at=100").session!
    await ended(straight)
    expect([straight.status, straight.done]).toEqual(["paused", 100])
    const halting = open("#lab1=gobble&size=5&games=400").session!
    halting.start(30)
    await ended(halting)
    expect(halting.done).toBe(30)
    halting.start(100)
    await ended(halting)
    expect(halting.snapshot).toEqual(straight.snapshot)
  })
})

describe("a run", () => {
  it("begins anew with another setting, and refuses what is not allowed", async () => {
    const { session } = open("#lab1=bandits&trials=20&rounds=50")
    session!.start()
    await ended(session!)
    expect(session!.choose("trials", "1")).toMatchObject({ ok: false })
    expect(session!.fault).toMatch(/trials: a whole number from 2/)
    expect(session!.done).toBe(20)
    session!.choose("trials", "30")
    expect([session!.status, session!.done, session!.fault]).toEqual(["ready", 0, undefined])
  })

  it("pauses at once and goes on where it was", async () => {
    const { session } = open("#lab1=bandits&trials=3000&rounds=2000")
    const quit = session!.subscribe(() => session!.done > 0 && session!.pause())
    session!.start()
    await ended(session!)
    expect(session!.status).toBe("paused")
    const { done } = session!
    quit()
    session!.start(done + 1)
    await ended(session!)
    expect(session!.done).toBe(done + 1)
    session!.close()
    expect(session!.snapshot).toBeUndefined()
  })

  it.each([
    ["bandits", "arms", "0.5", /2 to 1000 arms, not 1/],
    ["bandits", "arms", "0.5, zwei", /"zwei" is no number/],
    ["bandits", "arms", "0.5, 1.5", /from 0 to 1, not 1.5/],
    ["games", "sum", "{1|x}", /"x" has no meaning here \(character 4\)/],
    ["evolve", "lineages", "1000", /1 to 512 lineages/],
  ])("of %s with a wrong %s says what is wrong", async (page, field, value, reason) => {
    const { session } = open(`#lab1=${page}`)
    session!.choose(field, value)
    session!.start()
    await ended(session!)
    expect([session!.status, session!.snapshot]).toEqual(["failed", undefined])
    expect(session!.fault).toMatch(reason)
  })
})

describe("what is found", () => {
  it("bandits: all policies, with the published cells for the published arms alone", async () => {
    const { rounds, curves, published } = await findingsOf("bandits", "trials=40&rounds=1000")
    expect(curves.map(({ policy }) => policy)).toEqual(["random", "epsilon-greedy", "ucb1", "ucb1-tuned"])
    expect(rounds.at(-1)).toBe(1000)
    const last = curves.map(({ regret }) => regret.at(-1)!)
    expect(last[0]).toBeGreaterThan(last[3]!)
    expect(published.filter(({ policy }) => policy === "random").map((row) => row.rounds)).toEqual([
      10, 100, 1000,
    ])
    expect((await findingsOf("bandits", "trials=4&arms=0.1,0.9")).published).toEqual([])
  })

  it("Gobble: the map of 9×9 beside the published one, and the cooling", async () => {
    const { values, published, figures, swap } = await findingsOf("gobble", "games=2000")
    expect(values).toHaveLength(9)
    expect(published).toHaveLength(9)
    expect(figures!.symmetricCorrelation).toBeGreaterThan(0.7)
    expect(swap).toBe(0)
    expect((await findingsOf("gobble", "games=100&size=5")).published).toBeUndefined()
  })

  it("coevolution: shares of first moves over the steps, the same for the same seed", async () => {
    const settings = "population=64&lineages=4&steps=2000&seed=3"
    const found = await findingsOf("evolve", settings)
    expect(found.steps.at(-1)).toBe(2000)
    expect(found.board).toHaveLength(9)
    expect(found.winning).toEqual(["E2"])
    const total = found.openings.reduce((sum, { individuals }) => sum + individuals.at(-1)!, 0)
    expect(total).toBeGreaterThan(32)
    expect(found.typical[0]![0]).toMatch(/^Black begins with/)
    expect(await findingsOf("evolve", settings)).toEqual(found)
  })

  it("simulations: five methods on one position", async () => {
    const { methods, board } = await findingsOf("simulations", "games=40&position=corner%20life")
    expect(methods.map(({ method }) => method)).toEqual([
      ...["naive", "fate-graph", "analyze-after", "exact", "kernel"],
    ])
    expect(board[0]).toBe(".X.XO....")
    // Two eyes: no exact game kills the corner.
    expect(methods[3]!.owners[0]![1]).toBe(1)
    expect(methods[4]!.owners[0]![1]).toBe(1)
    for (const { games, speed, meanMoves } of methods) {
      expect(games).toBe(40)
      expect(speed).toBeGreaterThan(0)
      expect(meanMoves).toBeGreaterThan(20)
    }
  })

  it("games: thermographs, perfect play, strategies and a learner", async () => {
    const { panels, perfect, strategies, learned } = await findingsOf("games", "playouts=500")
    expect(panels.map(({ game, mean, temperature }) => [game, mean, temperature])).toEqual([
      ["{2|-2}", "0", "2"],
      ["{4|-4}", "0", "4"],
      ["{3||0|-10}", "0", "3"],
      [undefined, expect.any(String), expect.any(String)],
    ])
    expect(perfect).toHaveLength(2)
    expect(strategies.map(({ strategy }) => strategy)).toEqual(["hotstrat", "thermostrat", "sentestrat"])
    expect(learned.playouts.at(-1)).toBe(500)
    expect(learned.lines.length).toBeGreaterThan(2)
  })

  it("games: one that can't be played is drawn all the same", async () => {
    const { panels, refusal, learned } = await findingsOf("games", "sum=%7B0%7C%7D")
    expect(panels).toHaveLength(1)
    expect(refusal).toMatch(/Right has no move/)
    expect(learned.playouts).toEqual([])
  })
})

describe("the arena (ARE-5)", () => {
  it("plays a match whose games can be reviewed, and repeats it", async () => {
    const settings = "a=random&b=uct:plain&size=5&komi=0.5&playouts=8&games=4&seed=2"
    const found = await findingsOf("match", settings)
    expect(found.entries.map(({ number, black }) => [number, black])).toEqual([
      [0, "a"],
      [1, "b"],
      [2, "a"],
      [3, "b"],
    ])
    const again = await findingsOf("match", settings)
    expect(again.entries.map(({ plays, result }) => [plays, result])).toEqual(
      found.entries.map(({ plays, result }) => [plays, result]),
    )
    const { rows, games } = arenaTable([{ ...found, damaged: [] }])
    expect(rows.map(({ tally }) => tally.games)).toEqual([4, 4])
    expect(rows[0]!.rate + rows[1]!.rate).toBe(1)
    expect(rows[0]!.against[1]!.wins).toBe(rows[0]!.tally.wins)
    const sgf = unwrap(recordOf(games[0]!))
    expect(sgf).toContain("PB[uct:plain")
    expect(unwrap(parseSgf(sgf)).games).toHaveLength(1)
  })

  it("says which player there is not", async () => {
    const { session } = open("#lab1=match&b=nobody")
    session!.start()
    await ended(session!)
    expect(session!.fault).toMatch(/^Player B: .*nobody/)
  })

  it("reads journals, counts them together, and says what is wrong with others", async () => {
    const { header, entries } = await findingsOf("match", "a=random&b=random&size=4&games=3&playouts=1")
    const text = [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("")
    const lab = open("#lab")
    expect(lab.receive("(;SZ[9])")).toBe(false)
    expect(lab.receive(text)).toBe(true)
    expect(lab.session!.name).toBe("match")
    lab.arena.add("second", new TextEncoder().encode(`${text}{"broken\n`))
    const table = arenaTable(lab.arena.journals.map(({ content }) => content))
    expect([table.rows.map(({ name }) => name).sort(), table.games.length, table.damaged]).toEqual([
      ["random", "random (B)"],
      6,
      1,
    ])
    expect(lab.arena.add("third", new TextEncoder().encode("{}\n"))).toEqual({
      ok: false,
      error: "third is no journal of a match",
    })
    expect([lab.arena.journals.length, lab.arena.fault]).toEqual([2, "third is no journal of a match"])
  })

  it("watches journals that grow", async () => {
    const { header, entries } = await findingsOf("match", "a=random&b=random&size=4&games=2&playouts=1")
    const lines = [header, ...entries].map((line) => `${JSON.stringify(line)}\n`)
    let looks = 0
    const source = {
      read: () => {
        const bytes = new TextEncoder().encode(lines.slice(0, 1 + ++looks).join(""))
        return Promise.resolve([{ name: "live.jsonl", bytes }])
      },
    }
    const arena = new Arena(source, 1)
    arena.watch()
    await expect.poll(() => arena.journals[0]?.content.entries.length).toBe(2)
    arena.stopWatching()
    expect(arena.journals).toHaveLength(1)
  })
})

describe("watching", () => {
  it("that is stopped and begun again during a look looks once at a time", async () => {
    const looks: (() => void)[] = []
    const read = (): Promise<[]> => new Promise((resolve) => looks.push(() => resolve([])))
    const arena = new Arena({ read }, 1)
    arena.watch()
    arena.stopWatching()
    arena.watch()
    for (const end of looks) end()
    await expect.poll(() => looks.length).toBeGreaterThan(2)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
    expect(looks).toHaveLength(3)
    arena.stopWatching()
  })
})

describe("pulling by hand", () => {
  it("counts pulls, rewards and regret, and knows UCB1's choice", () => {
    const hand = PullYourself.of("0, 1", 1)!
    expect(hand.advice).toBe(0)
    hand.pull(0)
    expect(hand.advice).toBe(1)
    hand.pull(1)
    hand.pull(7)
    const { arms } = hand
    const best = arms.findIndex(({ chance }) => chance === 1)
    expect(arms[best]).toMatchObject({ pulls: 1, rewards: 1 })
    expect([hand.pulls, hand.rewards, hand.regret]).toEqual([2, 1, 1])
    expect(hand.advice).toBe(best)
  })

  it("has no arms where the field has none", () => {
    expect(PullYourself.of("0.5", 1)).toBeUndefined()
    expect(open("#lab1=bandits&arms=nothing").pull).toBeUndefined()
    expect(open("#lab1=bandits").pull!.arms).toHaveLength(3)
  })
})
