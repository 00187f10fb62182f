/**
 * Results of matches: journals as data, standings, ratings, cross tables and records out of them. Pure: it also runs in
 * a browser.
 */
export * from "../crosstable.ts"
export * from "../definition.ts"
export * from "../journal-text.ts"
export type { DeadJudged, Played, RefereeWord, Thinking } from "../played.ts"
export * from "../ratings.ts"
export * from "../report/records.ts"
export * from "../sprt.ts"
export * from "../standing.ts"
export * from "../verdict.ts"
