// The command line: what is printed where, and the exit codes (REC-1, REC-2, RUL-3). Most of it calls `main` in
// this process; what only a real process shows (a closed pipe) starts one.

import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"
import { afterEach, describe, expect, it, vi } from "vitest"
import { expectComplaint, expectRefusal, runMontego, type Ran } from "../../test/support/montego.ts"
import { NINE, openScratch } from "../../test/support/scratch.ts"
import { VERSION } from "../base/version.ts"

const bin = fileURLToPath(new URL("../../bin/montego.js", import.meta.url))
const BROKEN = fileURLToPath(new URL("../../test/records/broken.sgf", import.meta.url))

const { folder, file } = openScratch("cli")
afterEach(() => void vi.restoreAllMocks())

// Every `convert` pipes into the one standard output of this process.
process.stdout.setMaxListeners(100)

/** Runs a command in this process, with all that it prints caught. */
const run = (...argv: string[]): Promise<Ran> => runMontego(...argv)

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1)

describe("help and version", () => {
  it("--version", async () =>
    expect(await run("--version")).toEqual({ code: 0, out: `${VERSION}\n`, err: "" }))

  it.each([[], ["sgf"], ["score"], ["sgf", "check"], ["sgf", "convert"], ["gtp"], ["play"]])(
    "%s %s --help has examples or explains itself",
    async (...words) => {
      const { code, out, err } = await run(...words, "--help")
      expect([code, err]).toEqual([0, ""])
      expect(out).toMatch(/^Usage: montego/)
    },
  )

  it.each([
    [["nonsense"], /'nonsense'; there are play, serve, .*, bandits, cgt, lab, bench$/m],
    [["sgf", "chek"], /'chek' of montego sgf \(did you mean check\?\); there are check, /],
    [["mach"], /'mach' \(did you mean match\?\); there are play, /],
    [["sgf", "nonsense"], /'nonsense' of montego sgf; there are check, print, convert, stats$/m],
    [["sgf", "nonsense", "--json"], /'nonsense' of montego sgf; there are check/],
    [["experience", "nonsense"], /'nonsense' of montego experience; there are build, info, prune$/m],
    [["evolve", "nonsense"], /'nonsense' of montego evolve; there are run, show$/m],
    [["gobble", "nonsense"], /'nonsense' of montego gobble; there is map$/m],
    [["bench", "nonsense"], /'nonsense' of montego bench; there are kernel, search, simulate, signature$/m],
    [["bench", "nonsense", "--json"], /'nonsense' of montego bench; there are kernel/],
  ])("%j names the word and what there is (APP-5)", async (words, reason) => {
    const ran = await run(...words)
    expectRefusal(ran, /^error: unknown command /)
    expect(ran.err).toMatch(reason)
  })

  it.each([["score"], ["sgf", "check"], ["score", NINE, "--nonsense"]])(
    "%s %s is refused",
    async (...words) => expectComplaint(await run(...words), /^error: /),
  )
})

describe("files that hold no records", () => {
  const truncated = gzipSync(readFileSync(NINE)).subarray(0, 150)
  const cases: [what: string, path: () => string, reason: RegExp][] = [
    ["an empty file", () => file(""), /no game found/],
    ["a file that is no SGF", () => file("Dear friend,\nhow are you?\n"), /no game found/],
    ["a truncated gzip file", () => file(truncated, "sgf.gz"), /compressed file ends too early/],
    [
      "a damaged gzip file",
      () => file(Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), "sgf.gz"),
      /compressed file is damaged/,
    ],
  ]
  const commands = [["sgf", "check"], ["sgf", "print"], ["sgf", "convert"], ["sgf", "stats"], ["score"]]
  for (const words of commands) {
    it.each(cases)(`${words.join(" ")}: %s`, async (_, path, reason) =>
      expectRefusal(await run(...words, path()), reason),
    )
  }
})

describe("records that can't be played", () => {
  const withSize = (size: string): string => file(`(;GM[1]SZ[${size}];B[aa])`)
  const commands = [
    ["sgf", "check"],
    ["sgf", "print"],
    ["sgf", "stats"],
    ["score"],
    ["sgf", "convert", "--to", "gtp"],
  ]
  for (const words of commands) {
    it.each([
      ["99", /99×99.*only sizes 1 to 25/],
      ["0", /0×0.*only sizes 1 to 25/],
      ["9:13", /9×13.*only square boards/],
      ["big", /"big" is not a board size/],
    ])(`${words.join(" ")}: SZ[%s]`, async (size, reason) => {
      const [first, second, ...rest] = words
      const argv = [first!, ...(second === undefined ? [] : [second]), withSize(size), ...rest]
      expectComplaint(await run(...argv), reason)
    })
  }

  it.each([
    ["occupied", ";B[ee];W[dd];B[ee]", /move 3.*already a stone/],
    ["suicide", "AB[ba][ab];W[aa]", /move 1.*without a liberty/],
    ["ko", "AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb]", /move 2.*ko/],
  ])("illegal: %s", async (_, moves, reason) => {
    const path = file(`(;GM[1]SZ[9]${moves})`)
    expectComplaint(await run("sgf", "check", path), reason)
    // SGF carries such a move out; the command that shows the game tells of it.
    for (const words of [["sgf", "print"], ["score"]]) {
      const { code, out } = await run(...words, path)
      expect([code, out.split("\n").find((line) => reason.test(line))]).toEqual([
        0,
        expect.stringMatching(/^note: /),
      ])
    }
  })

  it("sgf print and score go as far as they are asked", async () => {
    const path = file("(;GM[1]SZ[9];B[ee];W[dd];B[ee])")
    expect((await run("sgf", "print", path, "--move", "3")).code).toBe(0)
  })
})

describe("sgf check (REC-2)", () => {
  it("the last line is the count, exactly", async () => {
    expect(await run("sgf", "check", NINE)).toEqual({
      code: 0,
      out: "1 games, 29 moves, 0 illegal\n",
      err: "",
    })
    const two = await run("sgf", "check", NINE, NINE)
    expect(two.out).toBe("2 games, 58 moves, 0 illegal\n")
  })

  it("reads gzip, whatever the name", async () => {
    const { out } = await run("sgf", "check", file(gzipSync(readFileSync(NINE)), "games"))
    expect(out).toBe("1 games, 29 moves, 0 illegal\n")
  })

  it("counts illegal moves and goes on with the next game", async () => {
    const path = file("(;GM[1]SZ[9];B[ee];W[ee])\n(;GM[1]SZ[9];B[ee];B[aa])\n(;GM[1]SZ[9];B[ee];W[aa])")
    const { code, out, err } = await run("sgf", "check", path)
    expect([code, out]).toEqual([2, "3 games, 6 moves, 2 illegal\n"])
    expect(err.split("\n")).toEqual([
      expect.stringMatching(/game 1, line 1, column \d+: move 2, W\[ee\]: there is already a stone/),
      expect.stringMatching(/game 2, line 2, column \d+: move 2, B\[aa\]: it is White's turn/),
      "",
    ])
  })

  it("repairs are notes with their place, on stdout", async () => {
    const { code, out } = await run("sgf", "check", BROKEN)
    expect(code).toBe(2)
    expect(out).toMatch(/^note: .*broken\.sgf: game 1, line 2, column 3: property GaMe/m)
    expect(lastLine(out)).toMatch(/^3 games, \d+ moves, 1 illegal$/)
  })

  it("a repetition of the whole board is a note, the position that was set up included", async () => {
    const setup = "AB[ba][ab][bc]AW[ca][db][cc][bb]"
    const { code, out } = await run("sgf", "check", file(`(;GM[1]SZ[9]${setup};B[cb];W[];B[];W[bb];B[gg])`))
    expect(code).toBe(0)
    expect(out).toMatch(/^note: .*game 1: move 4 repeats the position after move 0\n/)
    expect(lastLine(out)).toBe("1 games, 5 moves, 0 illegal")
  })

  it("shows twenty findings, or all", async () => {
    const path = file("(;GM[1]SZ[9];B[ee];W[ee])\n".repeat(30))
    expect((await run("sgf", "check", path)).err.trimEnd().split("\n").length).toBe(21)
    expect((await run("sgf", "check", path, "--all")).err.trimEnd().split("\n").length).toBe(30)
  })
})

describe("score (RUL-3)", () => {
  // Black has the left three columns, White the right two of a 5×5 board; one white stone is lost inside.
  const WALLS = "AB[ca][cb][cc][cd][ce]AW[da][db][dc][dd][de][bb]"
  const walls = (info = "KM[0.5]RU[Chinese]"): string => file(`(;GM[1]SZ[5]${info}${WALLS};B[];W[])`)

  it.each([
    { options: [], first: "B+4.5" },
    { options: ["--dead", "auto"], first: "B+4.5" },
    { options: ["--dead", "b4"], first: "B+4.5" },
    { options: ["--dead", "none"], first: "W+6.5" },
    { options: ["--komi", "5"], first: "0" },
    { options: ["--komi", "-2"], first: "B+7" },
    { options: ["--rules", "cgos"], first: "W+6.5" },
    { options: ["--rules", "japanese"], first: "B+5.5" },
    { options: ["--rules", "capture-1"], first: "0" },
  ])("$options: the first line is $first alone", async ({ options, first }) => {
    const { code, out, err } = await run("score", walls(), ...options)
    expect([code, err]).toEqual([0, ""])
    expect(out.split("\n")[0]).toBe(first)
  })

  it("then comes the count, with what the record says", async () => {
    const { out } = await run("score", walls("KM[0.5]RU[Chinese]RE[W+R]"), "--dead", "B4")
    expect(out).toBe(`B+4.5
not finished: 7 points are open (A5 B5 A4 B4 A3 B3 A2)
rules chinese, komi 0.5
Black 15 = 5 stones + 10 territory
White 10.5 = 5 stones + 5 territory + 0.5 komi
dead: B4
neutral points: 0
the record says W+R
`)
  })

  it("refuses a move that the record lacks, in the same words everywhere", async () => {
    const path = file("(;GM[1]SZ[9];B[ee];W[cc])")
    for (const command of [["sgf", "print"], ["owner"], ["gobble", "map"], ["analyze"], ["evolve", "run"]])
      for (const move of ["0", "4"])
        expectRefusal(
          await run(...command, path, "--move", move),
          /it has 2 moves; --move is from 1 to 3, which is the end/,
        )
    expect((await run("sgf", "print", path, "--move", "3")).out).toContain("after 2 moves")
  })

  it("chooses a game of a collection", async () => {
    const path = file("(;GM[1]SZ[3]KM[0];B[bb])\n(;GM[1]SZ[3]KM[0];B[];W[bb])")
    expect((await run("score", path, "--dead", "none")).out).toMatch(/^B\+9\n/)
    expect((await run("score", path, "--dead", "none", "--number", "2")).out).toMatch(/^W\+9\n/)
  })

  it.each([
    [
      ["--rules", "chess"],
      /'chess' is invalid\. There are no rules "chess".*: tromp-taylor, .*, capture-1 to capture-5\./,
    ],
    [["--komi", "much"], /'much' is invalid\. Komi is a number/],
    [["--komi", "Infinity"], /Komi is a number/],
    [["--komi", "1e308"], /Komi is a number from -1000 to 1000, such as 6\.5/],
    [
      ["--rules", "japanes"],
      /There are no rules "japanes" \(did you mean japanese\?\); there are: tromp-taylor/,
    ],
    [["--dead", "A1"], /there is no stone on A1/],
    [["--dead", "Z9"], /"Z9" is no point of this board/],
    [["--dead", "pass"], /"pass" is no point of this board/],
    [["--dead", ","], /Say auto, none, or points/],
    [["--dead", "B4", "--rules", "cgos"], /cgos rules remove no dead stones/],
    [["--number", "2"], /it has 1 game, there is no game 2/],
    [["--number", "0"], /there is no game 0/],
    [["--number", "x"], /It is a whole number/],
    [["--seed", "1.5"], /It is a whole number/],
  ])("%j is refused", async (options, reason) => {
    expectRefusal(await run("score", walls(), ...options), reason)
  })
})

describe("sgf print and stats", () => {
  it("print shows players, board and moves", async () => {
    const { code, out, err } = await run("sgf", "print", NINE)
    expect([code, err]).toEqual([0, ""])
    expect(out).toMatch(/^Black: Aki 3k\nWhite: Müller 2k\n/)
    expect(out).toContain(" 7 .(X)O X X O O X .\n")
    expect(out).toContain("  21  H7   H8   J8   H9   G5   C4   B6   pass B7\n")
    const early = await run("sgf", "print", NINE, "--move", "3")
    expect(early.out).toContain("after 2 moves, Black to play")
    expectComplaint(await run("sgf", "print", NINE, "--move", "soon"), /whole number/)
  })

  it("stats counts", async () => {
    const { code, out } = await run("sgf", "stats", NINE, NINE)
    expect(code).toBe(0)
    expect(out).toMatch(/^2 games, 58 moves\n29\.0 moves a game, 29 to 29\nsize +9×9: 2\n/)
    const { out: json } = await run("sgf", "stats", NINE, "--json")
    expect(JSON.parse(json)).toMatchObject({ games: 1, refused: 0, moves: { total: 29 }, komi: { 7: 1 } })
  })
})

describe("sgf convert (REC-1)", () => {
  it.each([
    ["GB18030", [0xce, 0xa7, 0xc6, 0xe5], "围棋"],
    ["Shift_JIS", [0x95, 0x5c, 0x83, 0x5c, 0x88, 0xcd], "表ソ囲"],
  ])("%s becomes UTF-8 with CA[UTF-8]", async (charset, bytes, text) => {
    const head = Buffer.from(`(;GM[1]SZ[9]CA[${charset}]PB[`)
    const source = file(Buffer.concat([head, Buffer.from(bytes), Buffer.from("];B[ee])")]))
    const target = join(folder, `${charset}.out.sgf`)
    expect(await run("sgf", "convert", source, "-o", target)).toEqual({ code: 0, out: "", err: "" })
    const written = readFileSync(target, "utf8")
    expect(written).toContain(`PB[${text}]`)
    expect(written).toContain("CA[UTF-8]")
    expect(written).not.toContain(`CA[${charset}]`)
    expect((await run("sgf", "convert", source)).out).toBe(written)
  })

  it("writes gtp and json, and compresses by name", async () => {
    expect((await run("sgf", "convert", NINE, "--to", "gtp")).out).toMatch(
      /^boardsize 9\nclear_board\nkomi 7\nplay b E5\nplay w G7\n/,
    )
    const { out } = await run("sgf", "convert", NINE, "--to", "json")
    expect(JSON.parse(out)).toMatchObject({ size: 9, result: "B+R", black: { name: "Aki" } })
    const target = join(folder, "nine.sgf.gz")
    await run("sgf", "convert", NINE, "-o", target)
    expect(gunzipSync(readFileSync(target)).toString()).toMatch(/^\(;GM\[1\]/)
    expectComplaint(await run("sgf", "convert", NINE, "--to", "xml"), /Allowed choices are sgf, gtp, json/)
  })

  it("a conversion that fails leaves the old file and nothing else", async () => {
    const place = mkdtempSync(join(folder, "atomic-"))
    const target = join(place, "target.sgf")
    writeFileSync(target, "the old file")
    const half = file("(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[ee];W[ee])")
    expectComplaint(await run("sgf", "convert", half, "--to", "gtp", "-o", target), /game 2, move 2/)
    expectComplaint(await run("sgf", "convert", join(folder, "no.sgf"), "-o", target), /does not exist/)
    expect(readdirSync(place)).toEqual(["target.sgf"])
    expect(readFileSync(target, "utf8")).toBe("the old file")
    for (const [output, reason] of [
      [join(place, "none", "x.sgf"), /can't be written: .*none does not exist/],
      [join(target, "x.sgf"), /can't be written: .*target\.sgf is no folder/],
      [place, /can't be written: it is a directory/],
    ] as const)
      expectComplaint(await run("sgf", "convert", NINE, "-o", output), reason)
  })

  it("a file may be converted onto itself", async () => {
    const path = file(readFileSync(BROKEN))
    await run("sgf", "convert", path, "-o", path)
    const { code, out } = await run("sgf", "convert", path)
    expect([code, out]).toEqual([0, readFileSync(path, "utf8")])
  })
})

describe("a real process", () => {
  function start(args: readonly string[], closeAfter: number): Promise<{ code: number | null; err: string }> {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "pipe"] })
      let [err, seen] = ["", 0]
      child.stderr.setEncoding("utf8").on("data", (chunk: string) => (err += chunk))
      child.stdout.on("data", (chunk: Buffer) => {
        seen += chunk.length
        if (seen > closeAfter) child.stdout.destroy()
      })
      child.on("error", reject)
      child.on("close", (code) => resolve({ code, err }))
    })
  }

  it("ends quietly when its reader goes away (EPIPE)", async () => {
    const many = file(readFileSync(NINE, "utf8").repeat(20_000))
    for (const args of [
      ["sgf", "convert", many],
      ["sgf", "convert", many, "--to", "json"],
    ])
      expect(await start(args, 1000)).toEqual({ code: 0, err: "" })
  }, 300_000)

  it("answers its exit code to the shell", async () => {
    expect(await start(["sgf", "check", NINE], Infinity)).toEqual({ code: 0, err: "" })
    expect((await start(["sgf", "check", join(folder, "missing.sgf")], Infinity)).code).toBe(2)
  })
})
