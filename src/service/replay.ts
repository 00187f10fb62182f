// What a replay link asks for: one move by a player that is made anew, on one thread, so that nothing but the link
// decides it.

import { makePlayer } from "../players/index.ts"
import type { KnowledgeSource, SearchReport } from "../search/index.ts"
import { REPORT_EVERY, type Answers, type ReplayTask } from "./messages.ts"

export async function replay(
  { position, color, player: name, playouts, seed }: ReplayTask,
  signal: AbortSignal,
  onReport: (report: SearchReport) => void,
  knowledge: KnowledgeSource = {},
): Promise<Answers["replay"]> {
  const player = makePlayer(name, {}, knowledge)
  if (!player.ok) throw new Error(player.error)
  try {
    const request = { position, color, seed, signal, onReport, reportEvery: REPORT_EVERY }
    const { move, report } = await player.value.choose({ ...request, budget: { playouts } })
    return report ? { move, report } : { move }
  } finally {
    await player.value.close()
  }
}
