// Connected regions of points: the one flood fill that scoring, life and seki share.

import type { Board } from "./board.ts"
import {
  allPoints,
  Border,
  Empty,
  NEIGHBOURS,
  POINTS,
  type Color,
  type Content,
  type Point,
} from "./types.ts"

/** Connected points, and the points around them. */
export interface Region {
  readonly points: readonly Point[]
  /** Points just outside of it, each once, without the edge. */
  readonly boundary: readonly Point[]
}

/** The maximal connected sets of points whose content is `inside`. */
export function regionsOf(board: Board, inside: (content: Content) => boolean): Region[] {
  const seen = new Uint8Array(POINTS)
  const touched = new Int32Array(POINTS)
  const regions: Region[] = []
  for (const start of allPoints(board.size)) {
    if (seen[start] || !inside(board.at(start))) continue
    const points: Point[] = [start]
    const boundary: Point[] = []
    seen[start] = 1
    for (let i = 0; i < points.length; i++) {
      for (const step of NEIGHBOURS) {
        const next = (points[i]! + step) as Point
        const content = board.at(next)
        if (content === Border) continue
        if (inside(content)) {
          if (!seen[next]) points.push(next)
          seen[next] = 1
        } else if (touched[next] !== regions.length + 1) {
          touched[next] = regions.length + 1
          boundary.push(next)
        }
      }
    }
    regions.push({ points, boundary })
  }
  return regions
}

/** The connected empty regions of a board. */
export function emptyRegions(board: Board): Region[] {
  return regionsOf(board, (content) => content === Empty)
}

/** The colour whose stones alone surround the region; undefined when both do, or none. */
export function surroundedBy(board: Board, region: Region): Color | undefined {
  const colors = new Set(region.boundary.map((point) => board.at(point)))
  return colors.size === 1 ? ([...colors][0] as Color) : undefined
}
