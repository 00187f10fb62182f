/** What the search needs of Node: helpers in worker threads, experience files. */
export * from "./experience-file.ts"
export * from "./helpers.ts"
