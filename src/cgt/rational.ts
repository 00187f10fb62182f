// Exact fractions. The corners of a thermograph are halves of halves of the scores; floating point would make equal
// temperatures unequal, and a strategy compares temperatures.

/** A fraction in lowest terms, with a positive denominator. Equal fractions have equal fields. */
export class Rational {
  readonly over: bigint
  readonly under: bigint

  private constructor(over: bigint, under: bigint) {
    this.over = over
    this.under = under
  }

  /** `over / under`; the denominator must not be zero. */
  static of(over: bigint | number, under: bigint | number = 1n): Rational {
    const top = BigInt(over)
    const bottom = BigInt(under)
    if (bottom === 1n) return new Rational(top, 1n)
    if (bottom === 0n) throw new RangeError("a fraction has no denominator 0")
    const divisor = gcd(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom)
    const sign = bottom < 0n ? -1n : 1n
    return new Rational((sign * top) / divisor, (sign * bottom) / divisor)
  }

  static readonly ZERO: Rational = new Rational(0n, 1n)
  static readonly ONE: Rational = new Rational(1n, 1n)

  plus(other: Rational): Rational {
    if (this.under === other.under) return Rational.of(this.over + other.over, this.under)
    return Rational.of(this.over * other.under + other.over * this.under, this.under * other.under)
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated())
  }

  times(other: Rational): Rational {
    return Rational.of(this.over * other.over, this.under * other.under)
  }

  /** Throws on division by zero. */
  dividedBy(other: Rational): Rational {
    return Rational.of(this.over * other.under, this.under * other.over)
  }

  negated(): Rational {
    return new Rational(-this.over, this.under)
  }

  /** Below zero, zero, or above zero, as this fraction is less than, equal to, or greater than the other one. */
  compare(other: Rational): number {
    const [a, b] =
      this.under === other.under
        ? [this.over, other.over]
        : [this.over * other.under, other.over * this.under]
    return a < b ? -1 : a > b ? 1 : 0
  }

  equals(other: Rational): boolean {
    return this.over === other.over && this.under === other.under
  }

  isLess(other: Rational): boolean {
    return this.compare(other) < 0
  }

  get isWhole(): boolean {
    return this.under === 1n
  }

  /** The largest whole number that is not above the fraction. */
  floor(): bigint {
    const quotient = this.over / this.under
    return this.over < 0n && quotient * this.under !== this.over ? quotient - 1n : quotient
  }

  /** The nearest floating-point number. */
  toNumber(): number {
    const direct = Number(this.over) / Number(this.under)
    if (Number.isFinite(direct)) return direct
    // Both parts are beyond a floating-point number: the whole part is taken alone.
    return Number(this.over / this.under)
  }

  /** `-3`, `7/2`. */
  toString(): string {
    return this.under === 1n ? String(this.over) : `${this.over}/${this.under}`
  }
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** The greater of the two. */
export function greater(a: Rational, b: Rational): Rational {
  return a.isLess(b) ? b : a
}

/** The lesser of the two. */
export function lesser(a: Rational, b: Rational): Rational {
  return b.isLess(a) ? b : a
}

/** The sum of these fractions; 0 where there are none. */
export function sumOf(values: Iterable<Rational>): Rational {
  let sum = Rational.ZERO
  for (const value of values) sum = sum.plus(value)
  return sum
}

/** More digits than this are refused: they are no score, and their arithmetic would be slow. */
const MOST_DIGITS = 12

/** Reads `-3`, `7/2`, `2.5`; undefined for anything else, and for numbers with more than 12 digits in a part. */
export function parseRational(text: string): Rational | undefined {
  const match = /^([-−+]?)(\d+)(?:\/(\d+)|\.(\d+))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = "", under, decimals] = match
  if ([whole, under, decimals].some((digits) => (digits?.length ?? 0) > MOST_DIGITS)) return undefined
  if (under !== undefined && BigInt(under) === 0n) return undefined
  const value =
    decimals === undefined
      ? Rational.of(BigInt(whole), BigInt(under ?? 1))
      : Rational.of(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
  return sign === "-" || sign === "−" ? value.negated() : value
}
