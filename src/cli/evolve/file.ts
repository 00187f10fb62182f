// Runs of `montego evolve` in files: everything that is needed to go on as if nothing had happened, and what was seen
// so far.
//
// A file is a line that names it, a header in JSON, both populations as numbers, and a checksum of all that. It is
// written aside and renamed, so that its name always leads to a whole run.

import { codeOf } from "../../base/failure.ts"
import { createHash } from "node:crypto"
import { replaceFile } from "../../base/node/index.ts"
import { err, ok, type Result } from "../../base/result.ts"
import { completeSettings, Evolution, MOST_STEPS } from "../../evolve/index.ts"
import type { CompleteSettings, Sample } from "../../evolve/index.ts"
import { KERNEL_MAX_SIZE } from "../../kernel/index.ts"
import { readWholeFile } from "../../record/node/files.ts"
import { makeVertex, parseVertex, type Move } from "../../rules/index.ts"
import { isAfterPass, loadGround, saveGround, type Ground, type SavedGround } from "./position.ts"

/** A run between two sittings. */
export interface SavedRun {
  readonly ground: Ground
  readonly settings: CompleteSettings
  /** Steps that were wanted in all, and those between two samples. */
  readonly target: number
  readonly every: number
  readonly steps: number
  /** Seconds of all sittings. */
  readonly seconds: number
  readonly history: readonly Sample[]
  readonly codes: Uint16Array
}

/** Which settings are saved beside the position. */
const SETTINGS = ["seed", "population", "lineages", "crossover", "mutation", "inner", "succession"] as const

type SavedSettings = Pick<CompleteSettings, (typeof SETTINGS)[number]>

interface Header {
  readonly ground: SavedGround
  readonly settings: SavedSettings
  readonly target: number
  readonly every: number
  readonly steps: number
  readonly seconds: number
  readonly history: readonly {
    readonly step: number
    readonly openings: readonly (readonly [vertex: string, individuals: number])[]
    readonly measures: readonly number[]
  }[]
}

const VERSION = 1
const MAGIC = "montego evolve "
const CHECKSUM = 32

function makeRunFile(run: SavedRun): Uint8Array {
  const { ground, settings, target, every, steps, seconds, history, codes } = run
  const { size } = ground.board
  const header: Header = {
    ground: saveGround(ground),
    settings: Object.fromEntries(SETTINGS.map((name) => [name, settings[name]])) as unknown as SavedSettings,
    target,
    every,
    steps,
    seconds,
    history: history.map((sample) => ({
      ...sample,
      openings: sample.openings.map(([move, count]) => [makeVertex(move, size), count]),
    })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32LE(text.length, 0)
  lengths.writeUInt32LE(codes.length, 4)
  const body = Buffer.alloc(2 * codes.length)
  for (const [index, code] of codes.entries()) body.writeUInt16LE(code, 2 * index)
  const whole = Buffer.concat([Buffer.from(`${MAGIC}${VERSION}\n`), lengths, text, body])
  return Buffer.concat([whole, createHash("sha256").update(whole).digest()])
}

/** Reads what `makeRunFile` made; the error says why it can't be used. */
export function parseRunFile(bytes: Uint8Array): Result<SavedRun, string> {
  const buffer = Buffer.from(bytes)
  const newline = buffer.indexOf("\n")
  const title = buffer.subarray(0, Math.max(0, newline)).toString("latin1")
  if (!buffer.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC)))
    return err("it is no saved run of montego evolve")
  if (newline < 0) return err("it is cut off")
  if (title !== `${MAGIC}${VERSION}`)
    return err(
      `it was saved as version ${title.slice(MAGIC.length)}, and this montego reads version ${VERSION}`,
    )
  const start = newline + 1
  if (buffer.length < start + 8 + CHECKSUM) return err("it is cut off")
  const headerLength = buffer.readUInt32LE(start)
  const codeCount = buffer.readUInt32LE(start + 4)
  const headerEnd = start + 8 + headerLength
  const end = headerEnd + 2 * codeCount
  if (buffer.length !== end + CHECKSUM)
    return err(buffer.length < end + CHECKSUM ? "it is cut off" : "there is more behind its end")
  if (!createHash("sha256").update(buffer.subarray(0, end)).digest().equals(buffer.subarray(end)))
    return err("its checksum is wrong: it was changed or damaged")
  const codes = Uint16Array.from({ length: codeCount }, (_, index) =>
    buffer.readUInt16LE(headerEnd + 2 * index),
  )
  return parseHeader(buffer.subarray(start + 8, headerEnd).toString("utf8"), codes)
}

function parseHeader(text: string, codes: Uint16Array): Result<SavedRun, string> {
  try {
    const header = JSON.parse(text) as Header
    const { ground: saved, target, every, steps, seconds } = header
    const ground = loadGround(saved)
    if (!ground || ground.board.size > KERNEL_MAX_SIZE) return err("its position is not one")
    const counts = [target, every, steps]
    if (!counts.every((count) => Number.isInteger(count) && count >= 0 && count <= MOST_STEPS) || every < 1)
      return err("its numbers of steps are none")
    const settings = completeSettings({
      ...header.settings,
      board: ground.board,
      first: ground.first,
      komi: ground.komi,
      passed: isAfterPass(ground),
    })
    if (!settings.ok) return err(settings.error)
    const history = header.history.map((sample) => ({
      ...sample,
      openings: sample.openings.map(
        ([vertex, count]) => [vertexOf(vertex, ground.board.size), count] as const,
      ),
    }))
    return ok({ ground, settings: settings.value, target, every, steps, seconds, history, codes })
  } catch {
    return err("its header can't be read")
  }
}

function vertexOf(text: string, size: number): Move {
  const move = parseVertex(text, size)
  if (move === undefined) throw new Error(`${text} is no vertex`)
  return move
}

export function readRunFile(file: string): Result<SavedRun, string> {
  const bytes = readWholeFile(file)
  if (!bytes.ok) return bytes
  const run = parseRunFile(bytes.value)
  return run.ok ? run : err(`${file}: ${run.error}`)
}

export function writeRunFile(file: string, run: SavedRun): Result<void, string> {
  try {
    replaceFile(file, makeRunFile(run))
    return ok(undefined)
  } catch (error) {
    return err(`${file} can't be written (${codeOf(error)})`)
  }
}

/** The populations of a saved run, ready to go on. */
export async function reviveRun(run: SavedRun, workers = 1): Promise<Result<Evolution, string>> {
  const evolution = await Evolution.create(run.settings, { workers })
  const restored = evolution.restore(run.codes, run.steps)
  return restored.ok ? ok(evolution) : restored
}
