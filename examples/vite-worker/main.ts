// The page: it keeps the game, shows the board, and asks the worker for moves.

import { unwrap } from "montego/base"
import { Game, makeAscii, makeVertex } from "montego/rules"
import type { Question, Reply } from "./messages.ts"

const game = unwrap(Game.create({ size: 9 }))
const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
const board = document.querySelector<HTMLPreElement>("#board")!
const next = document.querySelector<HTMLButtonElement>("#next")!
const status = document.querySelector<HTMLParagraphElement>("#status")!

next.addEventListener("click", () => {
  next.disabled = true
  status.textContent = "thinking …"
  worker.postMessage({ position: game.position(), seed: game.moves.length } satisfies Question)
})

worker.addEventListener("message", ({ data: { move, winRate } }: MessageEvent<Reply>) => {
  if (move !== "resign") unwrap(game.play(move))
  next.disabled = move === "resign" || game.phase !== "playing"
  const chance = winRate === undefined ? "" : `, win rate ${Math.round(100 * winRate)} %`
  status.textContent = (move === "resign" ? "resigns" : makeVertex(move, game.size)) + chance
  show()
})

function show(): void {
  board.textContent = makeAscii(game.board, game.moves.at(-1)?.move)
}

show()
