/**
 * Pictures as SVG, and charts of block characters: boards, lines, histograms, estimates with errors. Pure text, no
 * Node.
 */
export * from "./blocks.ts"
export * from "./board.ts"
export * from "./figures.ts"
export { binsOf, histograms } from "./histogram.ts"
export { intervalChart } from "./intervals.ts"
export { lineChart, roundTicks } from "./lines.ts"
export { wayPanels } from "./panels.ts"
export { shapeCards } from "./shapes.ts"
export { escape } from "./svg.ts"
export { thermographs, thermographText, type ThermographPanel, type WallPoint } from "./thermograph.ts"
