// Networks of random weights: valid, of any shape, and the same for the same seed. Tests and benchmarks need no trained
// one.

import { Random } from "../base/random.ts"
import { LIMIT } from "./assembly/layout.ts"
import { layerShapes, type Net, type NetLayer, type NetShape } from "./file.ts"

/** The shape and the seed of a random network. */
export interface MadeOptions extends NetShape {
  readonly seed: number
  readonly bits?: number
  /** How large results become; from about 4 on, many reach the limits. Default 1: activations keep their size. */
  readonly gain?: number
}

const DEFAULT_BITS = 9
const SHIFT = 12
/** The largest weight times the square root of the number of inputs, in units: sums of random signs keep their size. */
const SPREAD = 2.4

/** A network of this shape with random weights. */
export function makeRandomNet({ blocks, channels, seed, bits = DEFAULT_BITS, gain = 1 }: MadeOptions): Net {
  const random = new Random(seed)
  const layers = layerShapes({ blocks, channels }).map((shape): NetLayer => {
    const { outputs, taps, inputs } = shape
    const length = taps * inputs
    // Small enough for the bound of the reader, whatever the gain.
    const most = Math.floor(Math.min((2 ** 31 - 2 ** 28) / (LIMIT + 1) / length, 2 ** 15 - 1) / 127)
    const wanted = Math.round((gain * SPREAD * 2 ** SHIFT) / (127 * Math.sqrt(length)))
    const multiplier = Math.max(1, Math.min(wanted, most))
    return {
      ...shape,
      shift: SHIFT,
      multipliers: new Uint16Array(outputs).map(() => Math.max(1, multiplier - random.below(2))),
      biases: new Int32Array(outputs).map(() => (random.below(201) - 100) * 2 ** (SHIFT - 1)),
      weights: new Int8Array(outputs * length).map(() => random.below(255) - 127),
    }
  })
  const origin = { made: "random weights", seed }
  return { blocks, channels, bits, size: 0, origin, scores: {}, layers }
}
