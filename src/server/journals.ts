// Journals of matches that the page may watch (ARE-5). They are the person's files, so that a request needs the token,
// as the live connection does; and only files that the server was started with can be had, by their number.

import { open } from "node:fs/promises"
import { basename } from "node:path"
import type { Context, Hono } from "hono"
import type { HttpBindings } from "@hono/node-server"
import { plainFileRefusal } from "../base/node/index.ts"
import { isSameToken } from "./guard.ts"

/** A longer journal is served up to here: its first games. */
const MOST_JOURNAL_BYTES = 64 * 1024 * 1024

type App = Hono<{ Bindings: HttpBindings }>

/** `/journals` lists the names, `/journals/0` has the bytes of the first. */
export function serveJournals(app: App, files: readonly string[], token: string): void {
  const isAllowed = (context: Context): boolean =>
    isSameToken(context.req.header("authorization")?.replace(/^Bearer /, ""), token)
  const fresh = { "Cache-Control": "no-store" }
  app.get("/journals", (context) => {
    if (!isAllowed(context)) return context.text("The token is missing or wrong.\n", 401)
    return context.json(
      files.map((file) => basename(file)),
      200,
      fresh,
    )
  })
  app.get("/journals/:number", async (context) => {
    if (!isAllowed(context)) return context.text("The token is missing or wrong.\n", 401)
    const file = files[Number(context.req.param("number"))]
    if (file === undefined) return context.notFound()
    const bytes = await readBeginning(file)
    if (!bytes) return context.text("The journal can't be read.\n", 404)
    return context.body(bytes, 200, { ...fresh, "Content-Type": "application/jsonl; charset=utf-8" })
  })
}

/** Undefined where there is no such file yet, or it can't be read. */
async function readBeginning(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    if (plainFileRefusal(file) !== undefined) return undefined
    const handle = await open(file, "r")
    try {
      const { size } = await handle.stat()
      const bytes = new Uint8Array(Math.min(size, MOST_JOURNAL_BYTES))
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0)
      return bytes.slice(0, bytesRead)
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}
