// An engine whose reader is gone stops thinking, though its input stays open and it has nothing to write yet (GTP-1).

import { afterEach, expect, it } from "vitest"
import { Engine } from "../search/engine.ts"

/** It would think ten minutes: who ends within the test's time was ended. */
const LONG = "uct:strong,seconds=600,early-stop=off"

let engine: Engine | undefined
afterEach(() => engine?.kill())

it.each(["genmove b", "lz-analyze b 60000"])(
  "%s ends when its output is closed",
  async (command) => {
    engine = new Engine(LONG)
    await engine.ask("boardsize 9")
    engine.write(command)
    engine.child.stdout.destroy()
    expect(await engine.ended).toEqual({ code: 0, signal: null })
  },
  60_000,
)
