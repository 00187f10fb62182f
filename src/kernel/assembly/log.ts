// The natural logarithm by nothing but additions, multiplications and one division, so that every platform and the twin
// get the same bits. Good to about twelve digits.

const LN_2: f64 = 0.6931471805599453

export function naturalLog(x: f64): f64 {
  const bits = reinterpret<u64>(x)
  let exponent = <f64>(<i32>(bits >> 52) - 1023)
  let mantissa = reinterpret<f64>((bits & 0xfffffffffffff) | 0x3ff0000000000000)
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5
    exponent += 1
  }
  const s = (mantissa - 1) / (mantissa + 1)
  const z = s * s
  const series =
    1 + z * (1 / 3.0 + z * (1 / 5.0 + z * (1 / 7.0 + z * (1 / 9.0 + z * (1 / 11.0 + z * (1 / 13.0 + z / 15.0))))))
  return exponent * LN_2 + 2 * s * series
}
