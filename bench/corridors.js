// Late positions built at random: corridors between two living groups. Tests and bench/endgame.js share them.

const EYES = ". X . X X O . O ."
const WALL = "X X X X X O O O O"

/**
 * Four rows with an open part between two living groups, sometimes with a hole in a wall, drawn with letters; not all
 * are lawful.
 * @param {(count: number) => number} below a random number below `count`
 */
export function drawCorridors(below) {
  const rows = [EYES, WALL, WALL, WALL, WALL, WALL, WALL, WALL, WALL].map((row) => row.split(" "))
  for (let y = 2; y < 9; y += 2) {
    const length = 1 + below(4)
    const start = 1 + below(8 - length)
    rows[y] = Array.from({ length: 9 }, (_, x) => {
      if (x < start) return "X"
      return x < start + length ? ("..XO"[below(4)] ?? ".") : "O"
    })
  }
  for (let holes = below(4); holes > 0; holes--) {
    const row = rows[3 + 2 * below(3)]
    if (row) row[1 + below(7)] = ".XO."[below(4)] ?? "."
  }
  return rows.map((row) => row.join(" ")).join("\n")
}
