// The worker: it thinks, so that the page stays responsive.

import { unwrap } from "montego/base"
import { makePlayer } from "montego/players"
import { Game } from "montego/rules"
import type { Question, Reply } from "./messages.ts"

const player = unwrap(makePlayer("uct:strong,playouts=2000"))

self.addEventListener("message", (event: MessageEvent<Question>) => {
  void think(event.data).then((reply) => self.postMessage(reply))
})

async function think({ position, seed }: Question): Promise<Reply> {
  const color = unwrap(Game.replay(position, position.moves)).toPlay
  const { move, report } = await player.choose({ position, color, budget: {}, seed })
  return { move, winRate: report?.winRate }
}
