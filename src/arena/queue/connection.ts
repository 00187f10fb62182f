// The way to Redis. Its address may hold a password, so nothing here ever repeats what the user wrote: messages have
// `shown`.

import { messageOf } from "../../base/failure.ts"
import { Redis } from "ioredis"
import { err, ok, type Result } from "../../base/result.ts"

export interface QueueAddress {
  readonly host: string
  readonly port: number
  readonly username?: string
  readonly password?: string
  readonly database: number
  /** Without name and password. */
  readonly shown: string
}

const WANTED = "it is redis://HOST:PORT, with redis://:PASSWORD@HOST:PORT where Redis wants one"
const REDIS_PORT = 6379
const CONNECT_MS = 5000
const LONGEST_PAUSE_MS = 1000

/** Whether a connection that breaks is made again: not before it was there, and not when it is no longer needed. */
interface Life {
  isWanted: boolean
}

const lives = new WeakMap<Redis, Life>()

/** Reads `redis://[[NAME]:PASSWORD@]HOST[:PORT][/DATABASE]`; the error does not quote it. */
export function parseQueueUrl(text: string): Result<QueueAddress, string> {
  if (!URL.canParse(text)) return err(WANTED)
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  const database = /^\/?(\d*)$/.exec(pathname)?.[1]
  if (protocol !== "redis:" || hostname === "" || database === undefined || search !== "" || hash !== "")
    return err(WANTED)
  const shownPort = port === "" ? REDIS_PORT : Number(port)
  try {
    return ok({
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: shownPort,
      ...(username === "" ? {} : { username: decodeURIComponent(username) }),
      ...(password === "" ? {} : { password: decodeURIComponent(password) }),
      database: Number(database),
      shown: `redis://${hostname}:${shownPort}${database === "" ? "" : `/${database}`}`,
    })
  } catch {
    return err(WANTED)
  }
}

/** Connects; from then on commands wait for a Redis that is away, and `say` hears when it goes and comes. */
export async function connect(
  address: QueueAddress,
  say: (line: string) => void,
): Promise<Result<Redis, string>> {
  const { host, port, username, password, database, shown } = address
  const life: Life = { isWanted: false }
  const redis = new Redis({
    host,
    port,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    db: database,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    // BullMQ makes connections of its own from these options: they all look at the same life.
    retryStrategy: (times) => (life.isWanted ? Math.min(times * 100, LONGEST_PAUSE_MS) : null),
  })
  let isAway = false
  let trouble = ""
  redis.on("error", (error: Error) => (trouble = error.message))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    redis.disconnect()
    return err(`${shown} can't be used: ${trouble || messageOf(error)}`)
  }
  life.isWanted = true
  lives.set(redis, life)
  redis.on("close", () => {
    if (!isAway && life.isWanted) say(`${shown} is away; waiting for it`)
    isAway = true
  })
  redis.on("ready", () => {
    isAway = false
    if (life.isWanted) say(`${shown} is back`)
    else redis.disconnect()
  })
  return ok(redis)
}

/** Ends a connection that is no longer needed, and those that BullMQ made from it. */
export function disconnect(redis: Redis): void {
  const life = lives.get(redis)
  if (life) life.isWanted = false
  // One that is being made again ends with its next attempt. If it were cut now, its commands would wait for ever.
  if (redis.status !== "reconnecting") redis.disconnect()
}
