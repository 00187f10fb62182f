// Where the game is kept: one file that holds the game under way. Nothing that was ever in it is lost:
//   - it is replaced as a whole (temporary file, then rename), so that no moment of a crash leaves half a game;
//   - whatever must make room, a finished game or a damaged file, is renamed with the date and never overwritten;
//   - when another program wrote to the file in the meantime (a second terminal), this game moves to a file of
//     its own instead. That needs no lock, which a killed process would leave behind.
// All of it is synchronous: no signal can come between the steps.

import { codeOf } from "../../base/failure.ts"
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { homedir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { makeFolder, replaceFile, writeFailure } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { readSave, type SavedGame } from "./savegame.ts"

/** What the file holds when the command starts. */
export type Slot =
  | { readonly kind: "empty" }
  | { readonly kind: "unfinished" | "finished" | "foreign"; readonly saved: SavedGame }
  | { readonly kind: "damaged"; readonly reason: string }

/** A record of one game is far smaller; what is larger was not written here. */
const LARGEST_SAVE = 4_000_000
/** A temporary file that is older was left by a process that was killed. */
const LEFTOVER_AGE_MS = 60_000

export class Store {
  #file: string
  readonly #now: () => Date
  /** The bytes of the file as we last read or wrote them; undefined when there was none. */
  #known: string | undefined

  constructor(file: string, now: () => Date) {
    this.#file = file
    this.#now = now
  }

  /** Where the game is kept now; it changes when another program wrote to the file. */
  get file(): string {
    return this.#file
  }

  /** Makes the folder and looks into the file; the error says why the game can't be kept there. */
  open(): Result<Slot, string> {
    try {
      makeFolder(dirname(this.#file))
      accessSync(dirname(this.#file), constants.W_OK)
      this.#removeLeftovers()
      const found = statSync(this.#file, { throwIfNoEntry: false })
      if (!found) return ok({ kind: "empty" })
      if (!found.isFile())
        return err(`${this.#file} is ${found.isDirectory() ? "a directory" : "no plain file"}`)
      // A link stays a link: the file that it leads to is replaced.
      this.#file = realpathSync(this.#file)
      if (found.size > LARGEST_SAVE) return ok({ kind: "damaged", reason: "it is too large for a game" })
      const bytes = readFileSync(this.#file)
      this.#known = bytes.toString("latin1")
      return ok(slotOf(bytes))
    } catch (error) {
      return err(writeFailure(this.#file, error))
    }
  }

  /** Replaces the kept game. The error says why it could not be kept; the file is then as it was. */
  write(text: string): Result<{ movedTo: string | undefined }, string> {
    try {
      const moved = this.#isChangedByOthers()
      if (moved) this.#file = reserve(this.#file, "", this.#now())
      replaceFile(this.#file, text)
      this.#known = latin1(text)
      return ok({ movedTo: moved ? this.#file : undefined })
    } catch (error) {
      return err(writeFailure(this.#file, error))
    }
  }

  /** Gives the file a dated name of its own, and answers which. */
  setAside(label: "" | "damaged"): Result<string, string> {
    try {
      const name = reserve(this.#file, label, this.#now())
      renameSync(this.#file, name)
      this.#known = undefined
      return ok(name)
    } catch (error) {
      return err(writeFailure(this.#file, error))
    }
  }

  #isChangedByOthers(): boolean {
    if (!statSync(this.#file, { throwIfNoEntry: false })) return false
    return readFileSync(this.#file).toString("latin1") !== this.#known
  }

  #removeLeftovers(): void {
    const folder = dirname(this.#file)
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`${basename(this.#file)}.`) || !name.endsWith(".tmp")) continue
      const found = statSync(join(folder, name), { throwIfNoEntry: false })
      if (found && this.#now().getTime() - found.mtimeMs > LEFTOVER_AGE_MS)
        rmSync(join(folder, name), { force: true })
    }
  }
}

function slotOf(bytes: Uint8Array): Slot {
  const saved = readSave(bytes)
  if (!saved.ok) return { kind: "damaged", reason: saved.error }
  if (!saved.value.seating) return { kind: "foreign", saved: saved.value }
  return { kind: saved.value.result === undefined ? "unfinished" : "finished", saved: saved.value }
}

/** Makes an empty file with a dated name that was not in use: renaming onto it then overwrites nothing else. */
function reserve(file: string, label: string, now: Date): string {
  const stem = join(dirname(file), basename(file).replace(/\.sgf$/i, ""))
  const dated = [stem, ...(label === "" ? [] : [label]), stampOf(now)].join("-")
  for (let number = 1; ; number++) {
    const name = `${dated}${number === 1 ? "" : `-${number}`}.sgf`
    try {
      closeSync(openSync(name, "wx"))
      return name
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error
    }
  }
}

/** `2026-01-31`, by the clock on the wall. */
export function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, "0")
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

function stampOf(now: Date): string {
  return `${dayOf(now)}-${[now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, "0")).join("")}`
}

/** The file where a game is kept by default, after the XDG Base Directory Specification. */
export function defaultFile(env: Readonly<Record<string, string | undefined>>): string {
  const state = env["XDG_STATE_HOME"]
  const folder =
    state !== undefined && isAbsolute(state) ? state : join(env["HOME"] ?? homedir(), ".local", "state")
  return join(folder, "montego", "game.sgf")
}

function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1")
}
