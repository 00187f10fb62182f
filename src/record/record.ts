// The layer between trees and Go: which moves a node plays, which stones it sets up, and the way back from
// moves to a tree. Nothing here knows a board; whether a move is lawful is for the rules to say.

import { Black, White, type Color, type Move, type Point } from "../rules/types.ts"
import { makeGameInfo, type GameInfoDraft, type PropertyIssue } from "./info.ts"
import { makeColor, makeMove, makePointList, parseColor, parseMove, parsePointList } from "./properties.ts"
import { makeText, parseText } from "./text.ts"
import { appendNode, firstValue, makeNode, setProperty, type SgfNode } from "./tree.ts"

/** A move of a record, by whom it was made. */
export interface Play {
  readonly color: Color
  readonly move: Move
}

const NONE: readonly never[] = []

/** The moves of a node, and what was wrong with them. */
export interface PlaysReading {
  /** Usually one or none; both colours in one node are bad style, but records have it. */
  readonly plays: readonly Play[]
  readonly issues: readonly PropertyIssue[]
}

const NO_PLAYS: PlaysReading = { plays: NONE, issues: NONE }

/** The moves of a node, in the order of the source. */
export function readPlays(node: SgfNode, size: number): PlaysReading {
  const { properties } = node
  const black = properties["B"]
  const white = properties["W"]
  if (!black && !white) return NO_PLAYS
  const issues: PropertyIssue[] = []
  const plays: Play[] = []
  const read = (color: Color, property: string, values: readonly string[]) => {
    const { value, reason } = parseMove(values[0] ?? "", size)
    if (value !== undefined) plays.push({ color, move: value })
    if (reason !== undefined) issues.push({ node, property, index: 0, reason })
    if (values.length > 1) {
      const tooMany = `${property} has ${values.length} values: the first one counts`
      issues.push({ node, property, index: 1, reason: tooMany })
    }
  }
  if (black && white) {
    const order = Object.keys(properties)
    const blackFirst = order.indexOf("B") < order.indexOf("W")
    const second = blackFirst ? "W" : "B"
    if (blackFirst) read(Black, "B", black)
    read(White, "W", white)
    if (!blackFirst) read(Black, "B", black)
    issues.push({ node, property: second, index: 0, reason: "moves of both colours in one node" })
  } else if (black) read(Black, "B", black)
  else if (white) read(White, "W", white)
  return { plays, issues }
}

/** Stones that are put on the board or taken away without being played. */
export interface Setup {
  readonly black: readonly Point[]
  readonly white: readonly Point[]
  readonly empty: readonly Point[]
  /** Who plays next, where the node has PL. */
  readonly turn?: Color
}

/** The stones that a node sets up, and what was wrong with them. */
export interface SetupReading {
  readonly setup: Setup
  readonly issues: readonly PropertyIssue[]
}

/** The setup of a node; undefined when it has none. */
export function readSetup(node: SgfNode, size: number): SetupReading | undefined {
  const { AB, AW, AE, PL } = node.properties
  if (!AB && !AW && !AE && !PL) return undefined
  const issues: PropertyIssue[] = []
  const taken = new Set<Point>()
  const read = (property: string, values: readonly string[] | undefined): Point[] => {
    if (!values) return []
    const { points, issues: found } = parsePointList(values, size)
    for (const { index, reason } of found) issues.push({ node, property, index, reason })
    const own = points.filter((point) => !taken.has(point))
    if (own.length < points.length) {
      const reason = `${property} names points that the same node sets up otherwise: left out`
      issues.push({ node, property, index: 0, reason })
    }
    for (const point of own) taken.add(point)
    return own
  }
  const stones = { black: read("AB", AB), white: read("AW", AW), empty: read("AE", AE) }
  const turn = PL ? parseColor(PL[0] ?? "") : undefined
  if (turn?.reason !== undefined) issues.push({ node, property: "PL", index: 0, reason: turn.reason })
  const setup = turn?.value === undefined ? stones : { ...stones, turn: turn.value }
  return { setup, issues }
}

/** A comment or another Text value, decoded. */
export function readText(node: SgfNode, identifier = "C"): string | undefined {
  const raw = firstValue(node, identifier)
  return raw === undefined ? undefined : parseText(raw)
}

/** Sets a comment or another Text value; an empty text removes it. */
export function setText(node: SgfNode, text: string, identifier = "C"): void {
  setProperty(node, identifier, text === "" ? [] : [makeText(text)])
}

/** Writes setup into a node, in place of what setup it had. */
export function setSetup(node: SgfNode, setup: Partial<Setup>): void {
  setProperty(node, "AB", makePointList(setup.black ?? NONE))
  setProperty(node, "AW", makePointList(setup.white ?? NONE))
  setProperty(node, "AE", makePointList(setup.empty ?? NONE))
  setProperty(node, "PL", setup.turn === undefined ? [] : [makeColor(setup.turn)])
}

/** Adds a move below `parent` and returns its node. */
export function appendPlay(parent: SgfNode, { color, move }: Play): SgfNode {
  return appendNode(parent, { [makeColor(color)]: [makeMove(move)] })
}

/** A game from what is known of it, its moves, and the stones that were there before them. */
export function makeRecord(info: GameInfoDraft, plays: Iterable<Play>, setup?: Partial<Setup>): SgfNode {
  const root = makeNode(makeGameInfo(info))
  if (setup) setSetup(root, setup)
  let node = root
  for (const play of plays) node = appendPlay(node, play)
  return root
}
