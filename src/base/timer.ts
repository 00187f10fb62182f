/** The longest time of a timer, in milliseconds: one that is set for longer fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1
