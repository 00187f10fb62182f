// Weight files: those of the package under `weights/`, and those that a user names.

import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { err, type Result } from "../../base/result.ts"
import { readWholeFile } from "../../record/node/files.ts"
import { parseWeights, weightsSize, type Weights, type WeightsKind } from "../weights.ts"

/** Where the package has its weights for this board; the file may be missing in a checkout without them. */
export function bundledWeights(kind: WeightsKind, size: number): string {
  const name = `${kind}${weightsSize(size)}.bin`
  return fileURLToPath(new URL(`../../../weights/${name}`, import.meta.url))
}

/** Reads weights from a file. The reason names the file and says what is wrong with it. */
export function loadWeights(file: string): Result<Weights, string> {
  const bytes = readWholeFile(file)
  if (!bytes.ok) return bytes
  const weights = parseWeights(bytes.value)
  return weights.ok ? weights : err(`${file}: ${weights.error}`)
}

/** The weights of the package for this board, where it has some. */
export function loadBundledWeights(kind: WeightsKind, size: number): Result<Weights, string> {
  const file = bundledWeights(kind, size)
  return existsSync(file) ? loadWeights(file) : err(`${file} does not exist`)
}
