// What the engine found in a position, packed: the best candidates with their lines, and the owner map. A report has
// about 10 kB in memory and a packed one about half a kilobyte, so that those of a whole game are kept with it.
//
// The text has parts between bars: colour, judge, win rate, mean and spread of the score, playouts, candidates (each:
// move, visits, win rate, chance and line, between commas; semicolons between them), owners (a letter for each point).

import { allPoints, Black, makeSgfMove, parseSgfMove, POINTS, White, type Move } from "montego/rules"
import { isConsidered, type Candidate, type SearchReport } from "montego/search"

const MOST_CANDIDATES = 6
const LONGEST_LINE = 10
/** Shades of the owner map, from White's to Black's. */
const SHADES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno"
const NETWORK = "n"
const PLAYOUTS = "p"

export function packReport(report: SearchReport, size: number): string {
  const { color, judge, winRate, score, playouts } = report
  const best = report.candidates.filter(isConsidered).slice(0, MOST_CANDIDATES)
  return [
    color,
    judge === "network" ? NETWORK : PLAYOUTS,
    rounded(winRate, 4),
    rounded(score.mean, 1),
    rounded(score.spread, 1),
    playouts,
    best.map(packCandidate).join(";"),
    packOwners(report.owners, size),
  ].join("|")
}

/** The report as far as it was packed; undefined for a text that is none. */
export function unpackReport(text: unknown, size: number): SearchReport | undefined {
  if (typeof text !== "string") return undefined
  const [color, judge, winRate, mean, spread, playouts, best, owners] = text.split("|")
  const numbers = [winRate, mean, spread, playouts].map(Number)
  if (owners?.length !== size * size || !numbers.every(Number.isFinite)) return undefined
  if (color !== String(Black) && color !== String(White)) return undefined
  const candidates = best!.split(";").flatMap((candidate) => unpackCandidate(candidate, size) ?? [])
  return {
    color: color === String(Black) ? Black : White,
    playouts: numbers[3]!,
    seconds: 0,
    winRate: numbers[0]!,
    score: { mean: numbers[1]!, spread: numbers[2]! },
    candidates,
    owners: unpackOwners(owners, size),
    nodes: 0,
    capacity: 0,
    notes: [],
    ...(judge === NETWORK ? { judge: "network" as const } : {}),
  }
}

function packCandidate({ move, visits, winRate, chance, pv }: Candidate): string {
  const line = pv.slice(0, LONGEST_LINE).map((each) => makeSgfMove(each) || "tt")
  return [
    makeSgfMove(move) || "tt",
    visits,
    rounded(winRate, 4),
    chance === undefined ? "" : rounded(chance, 3),
    line.join(""),
  ].join(",")
}

function unpackCandidate(text: string, size: number): Candidate | undefined {
  const [name = "", visits, winRate, chance = "", line = ""] = text.split(",")
  const move = parseSgfMove(name, size)
  const [count, rate] = [Number(visits), Number(winRate)]
  if (move === undefined || !Number.isFinite(count) || !Number.isFinite(rate)) return undefined
  const moves = (line.match(/../g) ?? []).map((each) => parseSgfMove(each, size))
  const pv = moves.filter((each): each is Move => each !== undefined)
  return {
    move,
    visits: count,
    winRate: rate,
    ...(chance === "" ? {} : { chance: Number(chance) }),
    pv: pv[0] === move ? pv : [move],
  }
}

function packOwners(owners: Float64Array, size: number): string {
  const most = SHADES.length - 1
  return allPoints(size)
    .map((point) => SHADES[Math.round(((Math.max(-1, Math.min(1, owners[point]!)) + 1) / 2) * most)])
    .join("")
}

function unpackOwners(text: string, size: number): Float64Array {
  const owners = new Float64Array(POINTS)
  const most = SHADES.length - 1
  for (const [index, point] of allPoints(size).entries())
    owners[point] = (2 * Math.max(0, SHADES.indexOf(text[index]!))) / most - 1
  return owners
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
