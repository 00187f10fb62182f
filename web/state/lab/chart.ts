// Where the lines of a chart lie in a box of pixels; the view only draws them. X may be logarithmic.

export interface ChartSeries {
  readonly label: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

interface ChartDraft {
  readonly series: readonly ChartSeries[]
  readonly width: number
  readonly height: number
  readonly isLog?: boolean
  /** Y begins and ends here at least. */
  readonly low?: number
  readonly high?: number
  readonly room: Room
}

/** Around the lines: for the words of the axes. */
interface Room {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Tick {
  readonly at: number
  readonly value: number
}

export interface ChartShape {
  readonly paths: readonly string[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

/** About this many pixels between two ticks. */
const X_STEP = 70
const Y_STEP = 44

export function chartShape({ series, width, height, isLog = false, room, ...range }: ChartDraft): ChartShape {
  const points = series.flatMap((each) => each.points)
  if (points.length === 0) return { paths: [], xTicks: [], yTicks: [] }
  const [left, right] = extent(points.map(([x]) => x))
  const [low, high] = extent([
    ...points.map(([, y]) => y),
    ...[range.low, range.high].filter((value) => value !== undefined),
  ])
  const inner = { width: width - room.left - room.right, height: height - room.top - room.bottom }
  const fold = (value: number): number => (isLog ? Math.log(value) : value)
  const x = (value: number): number =>
    round(room.left + (inner.width * (fold(value) - fold(left))) / (fold(right) - fold(left) || 1))
  const y = (value: number): number =>
    round(height - room.bottom - (inner.height * (value - low)) / (high - low || 1))
  const most = Math.max(2, Math.floor(inner.width / X_STEP))
  const xValues = isLog ? decades(left, right) : ticks(left, right, most)
  return {
    paths: series.map((each) =>
      each.points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${x(px)} ${y(py)}`).join(""),
    ),
    xTicks: xValues.map((value) => ({ value, at: x(value) })),
    yTicks: ticks(low, high, Math.max(2, Math.floor(inner.height / Y_STEP))).map((value) => ({
      value,
      at: y(value),
    })),
  }
}

function extent(values: readonly number[]): [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

/** Round numbers from `low` to `high`: steps of 1, 2 or 5 times a power of ten, at most this many and one. */
export function ticks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most
  if (!(rough > 0)) return [low]
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * [1, 2, 5, 10].find((times) => times * power >= rough * 0.999)!
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

function decades(low: number, high: number): number[] {
  const all: number[] = []
  for (let value = 10 ** Math.ceil(Math.log10(low)); value <= high; value *= 10) all.push(value)
  return all
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
