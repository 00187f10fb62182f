// Points of the kernel are byte offsets of 16-byte records, 20 to a row; those of the rules count 26 to a row.

import { isPass, xOf, yOf, pointAt, type Move, type Point } from "../rules/index.ts"
import { RECORD, ROW } from "./assembly/layout.ts"

/** The largest board that the kernel has room for; larger ones go through the reference. */
export const KERNEL_MAX_SIZE = 19

export function toKernel(move: Move): number {
  if (isPass(move)) return 0
  const point = move as Point
  return (yOf(point) + 1) * ROW + xOf(point) * RECORD
}

export function fromKernel(offset: number): Point {
  return pointAt((offset % ROW) / RECORD, Math.floor(offset / ROW) - 1)
}

/** Where a point stands in the module's tables by point. */
export function kernelIndex(point: Point): number {
  return toKernel(point) / RECORD
}
