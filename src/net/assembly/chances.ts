// Logits as chances. The exponential uses additions and multiplications only, so that every platform and the twin get
// the same bits.

const LOG2_E: f64 = 1.4426950408889634
/** ln 2 in two parts: a multiple of the first by a small whole number is exact. */
const LN2_HIGH: f64 = 0.693147180369123816490
const LN2_LOW: f64 = 1.90821492927058770002e-10
/** Below this the result is 0. */
const LEAST: f64 = -700

/** e to the power of a number that is not above 0; good to about fifteen digits. */
export function exponential(x: f64): f64 {
  if (!(x >= LEAST)) return 0
  const turns = floor<f64>(x * LOG2_E + 0.5)
  const r = x - turns * LN2_HIGH - turns * LN2_LOW
  let sum: f64 = 1
  for (let n: f64 = 13; n >= 1; n -= 1) sum = 1 + (r * sum) / n
  return sum * reinterpret<f64>((<u64>(1023 + <i64>turns)) << 52)
}

/** 1 / (1 + e^-x). */
export function logistic(x: f64): f64 {
  const e = exponential(-abs<f64>(x))
  return (x >= 0 ? 1 : e) / (1 + e)
}
