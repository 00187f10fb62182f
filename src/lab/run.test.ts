// Experiments run in units, stop, resume, fail and conclude (LAB-1).

import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { unwrap } from "../base/result.ts"
import { prepareRun, type PreparedRun } from "./definition.ts"
import { defineExperiment, sizesOf } from "./experiment.ts"
import { makePublication } from "./report/publish.ts"
import { makeSite } from "./report/site.ts"
import { UnitJournal } from "./journal.ts"
import { runExperiments, type RunEnd } from "./run.ts"
import { LabStore } from "./store.ts"
import { agrees } from "./verdict.ts"

const folder = mkdtempSync(join(tmpdir(), "montego-lab-test-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const worked: number[] = []
/** Called by the unit of this number. */
let meanwhile: (task: number) => void = () => undefined

const SQUARES = defineExperiment({
  id: "squares",
  title: "Squares <of> numbers",
  ids: ["LAB-1"],
  source: { text: "Montego", place: "a test" },
  about: "Adds squares.",
  code: ["src/lab/run.ts"],
  parameters: {
    count: { meaning: "how many numbers", quick: 4, full: 8, low: 1, high: 100 },
    step: { meaning: "their distance", quick: 0.5, full: 0.5, low: 0.5, high: 2, step: 0.5 },
  },
  units: ({ count }, seed) =>
    Array.from({ length: count }, (_, i) => ({ id: `number ${i}`, task: i + seed })),
  work: (task: number) => {
    worked.push(task)
    meanwhile(task)
    return Promise.resolve({ square: task * task })
  },
  conclude: (found) => {
    const sum = found.reduce((all, { finding }) => all + finding.square, 0)
    return {
      comparisons: [{ what: "sum", theirs: "30", ours: String(sum), value: sum, verdict: agrees() }],
      tables: [
        {
          title: "Squares",
          head: ["number", "square"],
          rows: found.map(({ task, finding }) => [task, finding.square]),
        },
      ],
      pictures: [
        { name: "sum", title: "Sum", svg: "<svg viewBox='0 0 1 1'><style>.a{fill:red}</style></svg>" },
      ],
      text: `The sum is ${sum}.`,
    }
  },
})

let stores = 0
const newStore = (): LabStore => new LabStore(join(folder, String(stores++)))
const quick = (seed = 1): PreparedRun => prepareRun(SQUARES, "quick", unwrap(sizesOf(SQUARES, "quick")), seed)

async function run(
  store: LabStore,
  signal = new AbortController().signal,
  prepared = quick(),
): Promise<RunEnd> {
  worked.length = 0
  const [end] = await runExperiments({ runs: [prepared], store, threads: 0, signal })
  return end!
}

describe("a run", () => {
  it("works on every unit once, concludes and stores the result", async () => {
    const store = newStore()
    const end = await run(store)
    expect(worked).toEqual([1, 2, 3, 4])
    expect(end).toMatchObject({
      kind: "done",
      result: { verdict: { kind: "agrees" }, command: "montego lab run squares" },
    })
    expect(unwrap(store.best("squares"))).toMatchObject({
      id: "squares",
      size: "quick",
      parameters: { count: 4 },
    })
  })

  it("is not repeated when it is complete; another seed is another run", async () => {
    const store = newStore()
    await run(store)
    expect((await run(store)).kind).toBe("done")
    expect(worked).toEqual([])
    await run(store, undefined, quick(2))
    expect(worked).toEqual([2, 3, 4, 5])
  })

  it("that is stopped resumes with the units that are left, and counts nothing twice", async () => {
    const store = newStore()
    const stopping = new AbortController()
    meanwhile = (task) => task === 3 && stopping.abort()
    expect(await run(store, stopping.signal)).toEqual({ kind: "stopped", units: 2, of: 4 })
    expect(unwrap(store.best("squares"))).toBeUndefined()
    meanwhile = () => undefined
    const end = await run(store)
    expect(worked).toEqual([3, 4])
    expect(end).toMatchObject({ kind: "done", result: { comparisons: [{ value: 30 }] } })
  })

  it("resumes after a kill in the middle of a line, and repeats a damaged unit, whose line it names", async () => {
    const store = newStore()
    const { definition } = quick()
    const stopping = new AbortController()
    meanwhile = (task) => task === 3 && stopping.abort()
    await run(store, stopping.signal)
    meanwhile = () => undefined
    appendFileSync(
      store.journalPath(definition),
      '{"unit":"number 2","finding":{"square":9},"crc32":"00000000"}\n{"unit":"num',
    )
    const warnings: string[] = []
    const options = { runs: [quick()], threads: 0, signal: new AbortController().signal }
    worked.length = 0
    await runExperiments({ ...options, store, warn: (text) => void warnings.push(text) })
    expect(worked).toEqual([3, 4])
    expect(warnings).toEqual([
      `${store.journalPath(definition)}: line 4 is damaged and does not count; its unit is run again`,
    ])
  })

  it("is not forgotten while a process runs it", async () => {
    const store = newStore()
    const { definition } = quick()
    await run(store)
    const path = store.journalPath(definition)
    const other = unwrap(UnitJournal.open(path, definition))
    expect(store.forget(definition)).toEqual({
      ok: false,
      error: expect.stringContaining("already") as string,
    })
    expect(existsSync(path)).toBe(true)
    other.close()
    for (let time = 0; time < 2; time++)
      expect(store.forget(definition)).toEqual({ ok: true, value: undefined })
    expect(readdirSync(join(path, ".."))).toEqual(["quick.json"])
  })

  it("with a unit that throws has failed, with the reason; the others still run", async () => {
    const store = newStore()
    meanwhile = (task) => {
      if (task === 2) throw new Error("no such square")
    }
    const runs = [quick(), quick(10)]
    const ends = await runExperiments({ runs, store, threads: 0, signal: new AbortController().signal })
    meanwhile = () => undefined
    expect(ends.map(({ kind }) => kind)).toEqual(["failed", "done"])
    expect(ends[0]).toMatchObject({ reason: "number 1: no such square" })
  })
})

describe("sizes", () => {
  it.each([
    [["count=0"], 'squares: count is a whole number from 1 to 100 (how many numbers), not "0"'],
    [["count=x"], 'squares: count is a whole number from 1 to 100 (how many numbers), not "x"'],
    [["step=0.7"], 'squares: step is a number from 0.5 to 2 in steps of 0.5 (their distance), not "0.7"'],
    [["counts=3"], 'squares has no parameter "counts" (did you mean count?); there are: count, step'],
    [["nonsense"], '"nonsense" is not NAME=NUMBER; squares has the parameters count, step'],
  ])("%j is refused", (changes, reason) => {
    expect(sizesOf(SQUARES, "quick", changes)).toEqual({ ok: false, error: reason })
  })

  it("are the quick or the full ones, with changes", () => {
    expect(unwrap(sizesOf(SQUARES, "full", ["step=1.5"]))).toEqual({ count: 8, step: 1.5 })
  })
})

describe("reports", () => {
  it("the site has an index and a page, all words escaped, styles of pictures apart", async () => {
    const store = newStore()
    await run(store)
    const result = unwrap(store.best("squares"))!
    const site = makeSite([{ experiment: SQUARES, result }], { codeLink: (file) => `../${file}` })
    expect([...site.keys()]).toEqual(["index.html", "squares.html"])
    expect(site.get("index.html")).toContain("Squares &lt;of&gt; numbers")
    const page = site.get("squares.html")!
    for (const words of [
      "montego lab run squares",
      "The sum is 30.",
      '<a href="../src/lab/run.ts">',
      "#picture-sum{.a{fill:red}}",
    ])
      expect(page).toContain(words)
  })

  it("an experiment that was not run says why", () => {
    const page = makeSite([{ experiment: SQUARES, missing: "needs gnugo" }]).get("squares.html")
    expect(page).toContain("Not run: it needs gnugo.")
  })

  it("the publication has JSON, pictures, rows as CSV and JSON lines, and a page", async () => {
    const store = newStore()
    await run(store)
    const result = unwrap(store.best("squares"))!
    const files = makePublication([{ experiment: SQUARES, result }], "2026-01-02")
    expect([...files.keys()].sort()).toEqual([
      "README.md",
      "comparisons.csv",
      "comparisons.jsonl",
      "squares-sum.svg",
      "squares.json",
    ])
    const [row] = files
      .get("comparisons.jsonl")!
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    expect(row).toMatchObject({
      experiment: "squares",
      what: "sum",
      value: 30,
      verdict: "agrees",
      size: "quick",
    })
    expect(files.get("comparisons.csv")!.split("\r\n")[0]).toBe(Object.keys(row!).join(","))
  })

  it("a damaged result is named", async () => {
    const store = newStore()
    await run(store)
    appendFileSync(store.resultPath("squares", "quick"), "{")
    expect(store.best("squares")).toMatchObject({
      ok: false,
      error: expect.stringContaining("can't be read") as string,
    })
    expect(
      existsSync(store.resultPath("squares", "quick")) &&
        readFileSync(store.resultPath("squares", "quick"), "utf8"),
    ).toContain("montego lab")
  })
})
