/** The Go Text Protocol: how commands and answers are written and read. Driving engines: `montego/gtp/controller`. */
export * from "./codec.ts"
