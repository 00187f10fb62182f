/**
 * The rules of Go: points and colours, a fast board, the lawful game with its history, scoring, life,
 * handicap and drawn boards. Nothing here needs Node or a browser.
 *
 * @example
 * const game = unwrap(Game.create({ size: 9, komi: 7 }))
 * const played = game.play(parseVertex("E5", 9)!)
 * if (!played.ok) console.log(explainRefusal(played.error))
 */
export * from "./ascii.ts"
export * from "./board.ts"
export * from "./coordinates.ts"
export * from "./eye.ts"
export * from "./game.ts"
export * from "./handicap.ts"
export * from "./life.ts"
export * from "./outcome.ts"
export * from "./regions.ts"
export * from "./ruleset.ts"
export * from "./score.ts"
export * from "./seki.ts"
export * from "./symmetry.ts"
export * from "./types.ts"
export type { HashWords } from "./zobrist.ts"
