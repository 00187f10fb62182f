// A board as rows of signs, for messages: `X`, `O` and `.`.

import { allPoints, Black, Empty, yOf, type Board } from "montego/rules"

export type BoardRows = readonly string[]

export function rowsOfBoard(board: Board): BoardRows {
  const rows: string[] = new Array<string>(board.size).fill("")
  for (const point of allPoints(board.size)) {
    const content = board.at(point)
    rows[yOf(point)] += content === Empty ? "." : content === Black ? "X" : "O"
  }
  return rows
}
