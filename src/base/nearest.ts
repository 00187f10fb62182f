// Mistyped names: the known name that was probably meant, and the sentence that suggests it.

const LEAST_LENGTH = 3

/** The name that a word was probably meant for; undefined where none is near. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  const plain = word.toLowerCase()
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of names) {
    const distance = editDistance(plain, name.toLowerCase())
    if (distance < (best?.distance ?? Infinity)) best = { name, distance }
  }
  // Every short name is near a word of one or two letters.
  if (plain.length < LEAST_LENGTH || !best) return undefined
  const most = Math.floor(Math.max(plain.length, best.name.length) / 3)
  if (best.distance <= most) return best.name
  // The beginning of a longer name.
  return names.find((name) => name.toLowerCase().startsWith(plain))
}

/**
 * The end of a sentence about an unknown name: `"playots" (did you mean playouts?); there are: playouts,
 * seconds`.
 */
export function makeChoice(word: string, names: readonly string[]): string {
  const nearest = nearestName(word, names)
  const question = nearest === undefined ? "" : ` (did you mean ${nearest}?)`
  return `"${word}"${question}; there ${names.length === 1 ? "is" : "are"}: ${names.join(", ")}`
}

/**
 * How many letters have to be added, left out, replaced or swapped with the next to turn one word into the other
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  // Rows of the table: the last but one, the last, and the one that is being made.
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? before[j - 2]! + 1 : Infinity
      row.push(Math.min(row[j - 1]! + 1, last[j]! + 1, replaced, swapped))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
