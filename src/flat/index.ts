/**
 * The Monte-Carlo searches before there were trees (TREE-1, TREE-2): vanilla, all-moves-as-first, pruning, minimax of
 * depth 2.
 */
export * from "./player.ts"
export * from "./search.ts"
