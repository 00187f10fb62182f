// Numbers as people read them.

/** A share in percent, without the sign: 0.125 is "12.5". */
export function percent(share: number, digits = 1): string {
  return (100 * share).toFixed(digits)
}

/** How many things of this name there are: "1 game", "2 games". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`
}

/** A number with its sign. Texts that programs read have a hyphen as `minus`. */
export function signed(value: number, digits = 0, minus: "−" | "-" = "−"): string {
  const size = Math.abs(value)
  return `${value < 0 ? minus : "+"}${size === Infinity ? "∞" : size.toFixed(digits)}`
}
