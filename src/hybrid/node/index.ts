/** The hybrid player: it starts the classical engine as a process (HYB-1, HYB-4). */
export * from "./player.ts"
