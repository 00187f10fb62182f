// The clock of one side. It is drawn anew by itself, so that its tenths don't draw the board again.

import { useEffect } from "preact/hooks"
import type { Color } from "montego/rules"
import { makeTime, SHORT_OF_TIME, type GameClock } from "../state/play/clock.ts"
import type { PlaySession } from "../state/play/play.ts"
import { TEXTS } from "../texts.ts"
import { useSource } from "./hooks.ts"
import { playSound } from "./sound.ts"

const { clock: text } = TEXTS
/** The last seconds are heard. */
const HEARD = 5

export function ClockFace({ clock, color }: { clock: GameClock; color: Color }) {
  useSource(clock)
  const { seconds } = clock.left(color)
  const isRunning = clock.running === color
  const isLow = seconds < SHORT_OF_TIME && (isRunning || clock.fallen === color)
  return (
    <span
      class={`clock${isRunning ? " clock-on" : ""}${isLow ? " clock-low" : ""}`}
      role="timer"
      aria-label={text.of(color)}
    >
      <span class="clock-time">{makeTime(seconds)}</span>
      {clock.limit.kind !== "absolute" && <span class="clock-overtime">{overtime(clock, color)}</span>}
    </span>
  )
}

/** The time that goes on while another page is shown. */
export function TimeElsewhere({ clock }: { clock: GameClock }) {
  useSource(clock)
  const { running } = clock
  if (running === undefined) return null
  const { seconds } = clock.left(running)
  return (
    <span
      class={`header-time${seconds < SHORT_OF_TIME ? " header-time-low" : ""}`}
      role="timer"
      aria-label={text.of(running)}
    >
      {makeTime(seconds)}
    </span>
  )
}

/** What comes after the main time, or what is left of it. */
function overtime(clock: GameClock, color: Color): string {
  const { limit } = clock
  if (limit.kind === "absolute") return ""
  const { seconds, stones } = clock.left(color)
  const isMain = stones === 0 && seconds > 0
  const period = text.short(limit.period)
  if (limit.kind === "byo-yomi")
    return isMain ? text.periodsToCome(limit.periods, period) : text.periodsLeft(stones, period)
  return isMain ? text.stonesToCome(limit.stones, period) : text.stonesLeft(stones)
}

/** For screen readers, once, when a person is short of time. */
export function TimeWarning({ play, clock }: { play: PlaySession; clock: GameClock }) {
  useSource(clock)
  return isShort(play, clock, SHORT_OF_TIME) ? <>{text.low(SHORT_OF_TIME)}</> : null
}

/** Whether a person has less than `seconds`, and had more when the turn began. */
function isShort({ machine }: PlaySession, clock: GameClock, seconds: number): boolean {
  const { running, limit } = clock
  if (running === undefined || running === machine) return false
  const left = clock.left(running)
  const isSoon = left.stones > 0 && limit.kind !== "absolute" && limit.period <= seconds
  return left.seconds <= seconds && !isSoon
}

/** A tick for each of a person's last seconds. */
export function useLastSeconds(play: PlaySession, isHeard: boolean): void {
  const { clock } = play
  useEffect(() => {
    if (!clock || !isHeard) return undefined
    let heard = ""
    return clock.subscribe(() => {
      if (!isShort(play, clock, HEARD)) return
      const now = `${clock.running} ${Math.ceil(clock.left(clock.running!).seconds)}`
      if (now !== heard) playSound("tick")
      heard = now
    })
  }, [clock, isHeard])
}
