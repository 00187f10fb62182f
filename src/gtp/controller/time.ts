// How clocks are told to an engine: the draft's `time_settings`, or KGS's for what the draft has no words for.

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

/** The command with its arguments. Where only the draft is known, byo-yomi becomes overtime of one stone. */
export function makeTimeSettings(time: GtpTime, knows: (command: string) => boolean): [string, ...string[]] {
  switch (time.kind) {
    case "none":
      // The draft's sign for no limit: a period, and no stones to play in it.
      return ["time_settings", "0", "1", "0"]
    case "absolute":
      return ["time_settings", limit(time.main), "0", "0"]
    case "canadian":
      return ["time_settings", whole(time.main), limit(time.period), whole(time.stones)]
    case "byo-yomi": {
      const [main, period] = [whole(time.main), limit(time.period)]
      return knows("kgs-time_settings")
        ? ["kgs-time_settings", "byoyomi", main, period, whole(time.periods)]
        : ["time_settings", main, period, "1"]
    }
  }
}

export function makeTimeLeft(left: TimeLeft): [string, string] {
  return [whole(left.seconds), whole(left.stones)]
}

/** Many engines read whole numbers only; rounded down, nobody thinks longer than there is. */
function whole(value: number): string {
  return String(Math.max(0, Math.floor(value)))
}

/** Zero would mean that there is no such limit. */
function limit(seconds: number): string {
  return whole(Math.max(1, seconds))
}
