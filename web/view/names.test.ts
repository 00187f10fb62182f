import { Black, White } from "montego/rules"
import { describe, expect, it } from "vitest"
import { machineName, outcomeText } from "./names.ts"

describe("the machine's name (APP-1)", () => {
  it.each([
    [{ opponent: "learner", player: "gtp:gnugo" }, "Montego · Learner"],
    [{ opponent: "custom", player: "uct:mogo" }, "Montego · mogo"],
    [{ opponent: "custom", player: "gobble" }, "Montego · gobble"],
    [{ opponent: "custom", player: "gtp:gnugo" }, "gnugo"],
    [{ opponent: "custom" }, "Montego · My own settings"],
  ])("%j: %s", (choice, name) => {
    expect(machineName(choice)).toBe(name)
  })

  it("stands in the result", () => {
    const resigned = { kind: "resign", winner: White } as const
    expect(outcomeText(resigned, White, { opponent: "deep" })).toBe("Montego wins by resignation")
    expect(outcomeText(resigned, White, { opponent: "custom", player: "gtp:gnugo" })).toBe(
      "gnugo wins by resignation",
    )
    expect(outcomeText(resigned, Black, { opponent: "deep" })).toBe("You win by resignation")
    expect(outcomeText(resigned, undefined, { opponent: "person" })).toBe("White wins by resignation")
  })
})
