/** Fast playouts: the WebAssembly kernel, its host and its readable twin. */
export { provisionalGammas } from "./gammas.ts"
export * from "./kernel.ts"
export * from "./playout.ts"
export * from "./policy.ts"
export { KERNEL_MAX_SIZE } from "./points.ts"
export * from "./signature.ts"
export { runReference } from "./reference.ts"
