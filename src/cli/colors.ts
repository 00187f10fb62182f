// Whether what is printed may be shaded.

export function hasColors(): boolean {
  return process.stdout.isTTY && process.stdout.hasColors(256)
}
