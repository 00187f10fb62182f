/**
 * A classical engine's values and the tree search's win rates as one choice (HYB-2, HYB-3); `hybrid/node` has the
 * player.
 */
export * from "./hybrid.ts"
