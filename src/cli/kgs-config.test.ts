import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { expectRefusal, runMontego, type Ran } from "../../test/support/montego.ts"
import { openScratch } from "../../test/support/scratch.ts"
import { CHINESE, parseRuleset } from "../rules/index.ts"
import { makeKgsConfig, type KgsSettings } from "./kgs-config.ts"

const { folder, file } = openScratch("kgs")
const password = file("pass word\\1\n", "password")

const SETTINGS: KgsSettings = {
  name: "Montego",
  player: "uct:strong",
  rules: CHINESE,
  size: 19,
  time: "10:00+5x0:20",
  room: "Computer Go",
  mode: "custom",
  command: "montego",
}

/** As Java reads such a file, as far as ours go. */
function readProperties(text: string): Map<string, string> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  return new Map(
    lines.map((line) => {
      const [, key, value] = /^([\w.]+)=\s*(.*)$/.exec(line)!
      const plain = value!.replace(/\\u([0-9a-f]{4})|\\(.)/g, (_, code: string | undefined, other: string) =>
        code === undefined ? other : String.fromCharCode(Number.parseInt(code, 16)),
      )
      return [key!, plain]
    }),
  )
}

const run = (...argv: string[]): Promise<Ran> =>
  runMontego("kgs-config", "--name", "Montego", "--password-file", password, ...argv)

describe("NET-1 the file for kgsGtp", () => {
  it("has everything that kgsGtp wants", () => {
    const properties = readProperties(makeKgsConfig({ ...SETTINGS, password: "secret" }))
    expect(properties).toEqual(
      new Map([
        ...[...properties].filter(([key]) => /^(hint|talk|gameNotes)/.test(key)),
        ["name", "Montego"],
        ["password", "secret"],
        ["room", "Computer Go"],
        ["mode", "custom"],
        ["rules", "chinese"],
        ["rules.boardSize", "19"],
        ["rules.time", "10:00+5x0:20"],
        ["reconnect", "t"],
        ["undo", "f"],
        ["verbose", "t"],
        ["engine", "montego gtp --rules chinese --player uct:strong"],
      ]),
    )
    // kgsGtp refuses longer ones.
    expect(properties.get("gameNotes")!.length).toBeLessThanOrEqual(80)
  })

  it("spells rules as kgsGtp does, and the engine's as we do", () => {
    const rules = parseRuleset("new-zealand")!
    const properties = readProperties(makeKgsConfig({ ...SETTINGS, rules, threads: 4 }))
    expect(properties.get("rules")).toBe("newzealand")
    expect(properties.get("engine")).toBe("montego gtp --rules new-zealand --player uct:strong --threads 4")
  })

  it.each(["a\\b", " blank first", "äß€", "a=b:c#d!"])("keeps %s as it is", (text) => {
    const written = makeKgsConfig({ ...SETTINGS, password: text, room: text })
    expect(/[^\n\x20-\x7e]/.test(written)).toBe(false)
    expect(readProperties(written).get("password")).toBe(text)
  })
})

describe("montego kgs-config", () => {
  it("NET-1 writes a file for the owner alone, and never over another", async () => {
    const made = join(folder, "kgs.properties")
    const { code, out } = await run("--out", made, "--size", "9", "--rules", "japanese", "--threads", "2")
    expect(code).toBe(0)
    expect(out).toContain(`java -jar kgsGtp.jar ${made}`)
    expect(statSync(made).mode & 0o077).toBe(0)
    const properties = readProperties(readFileSync(made, "utf8"))
    expect(properties.get("password")).toBe("pass word\\1")
    expect(properties.get("rules.boardSize")).toBe("9")
    const again = await run("--out", made)
    expect(again.code).toBe(2)
    expect(again.err).toContain("is there already")
  })

  it("NET-1 without --out it shows all but the password", async () => {
    const { code, out, err } = await run()
    expect(code).toBe(0)
    expect(out).toContain("engine=montego gtp --rules chinese --player uct:strong\n")
    expect(readProperties(out).has("password")).toBe(false)
    expect(out + err).not.toContain("pass word")
    expect(err).toContain("--out")
  })

  it.each([
    [["--name", "much-too-long-a-name"], /up to 10/],
    [["--rules", "cgos"], /KGS knows chinese, japanese, aga, new-zealand/],
    [["--time", "ten minutes"], /10:00\+5x0:20/],
    [["--mode", "chess"], /custom, auto, both, tournament/],
    [["--player", 'uct:strong,experience="a b"'], /blanks/],
    [["--player", "nobody"], /there is no player/],
    [["--password-file", join("nowhere", "password")], /there is no password file/],
  ])("NET-1 refuses %j", async (argv, reason) => expectRefusal(await run(...argv), reason))
})
