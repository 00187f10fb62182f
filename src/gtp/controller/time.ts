// How clocks are told to an engine: by the draft's `time_settings`, or by KGS's command where the draft has no words.

/** How a side's time is limited; all times in seconds. */
export type GtpTime =
  | { readonly kind: "none" }
  | { readonly kind: "absolute"; readonly main: number }
  | { readonly kind: "byo-yomi"; readonly main: number; readonly period: number; readonly periods: number }
  | { readonly kind: "canadian"; readonly main: number; readonly period: number; readonly stones: number }

/** What is left to a side: seconds, and stones (or periods) in overtime; 0 of them is main time. */
export interface TimeLeft {
  readonly seconds: number
  readonly stones: number
}

/** The clock of the side to move. */
export interface GtpClock {
  readonly settings: GtpTime
  readonly left?: TimeLeft
}

interface TimeWords {
  /** The command with its arguments. */
  readonly settings: readonly [string, ...string[]]
  /** The arguments of `time_left` after the colour. */
  readonly left: readonly string[] | undefined
}

/** Whether the settings have fractions of seconds, which the draft does not know. */
export function hasFractions(settings: GtpTime): boolean {
  return Object.values(settings).some((part) => typeof part === "number" && !Number.isInteger(part))
}

/**
 * Whole seconds, which are all that many engines read, or as exactly as the clock. Where the engine knows the draft's
 * command alone, byo-yomi becomes overtime of one stone: the engine then never counts on more than it has.
 */
export function makeTimeWords(
  { settings, left }: GtpClock,
  knows: (command: string) => boolean,
  isWhole: boolean,
): TimeWords {
  const write = isWhole ? whole : exact
  // Zero would mean that there is no such limit.
  const limit = (seconds: number): string => write(isWhole ? Math.max(1, seconds) : seconds)
  const isKgs = settings.kind === "byo-yomi" && knows("kgs-time_settings")
  const isOneStone = settings.kind === "byo-yomi" && !isKgs
  const stones = left && (isOneStone ? Math.min(1, left.stones) : left.stones)
  return {
    settings: isKgs
      ? [
          "kgs-time_settings",
          "byoyomi",
          write(settings.main),
          limit(settings.period),
          whole(settings.periods),
        ]
      : ["time_settings", ...draftSettings(settings, write, limit)],
    left: left && [write(left.seconds), whole(stones!)],
  }
}

type Write = (seconds: number) => string

function draftSettings(settings: GtpTime, write: Write, limit: Write): [string, string, string] {
  switch (settings.kind) {
    case "none":
      // The draft's sign for no limit: a period, and no stones to play in it.
      return ["0", "1", "0"]
    case "absolute":
      return [limit(settings.main), "0", "0"]
    case "canadian":
      return [write(settings.main), limit(settings.period), whole(settings.stones)]
    case "byo-yomi":
      return [write(settings.main), limit(settings.period), "1"]
  }
}

/** Rounded down, so that the engine never thinks longer than there is. */
function whole(value: number): string {
  return String(Math.max(0, Math.floor(value)))
}

function exact(value: number): string {
  return String(Math.max(0, Number(value.toFixed(3))))
}
