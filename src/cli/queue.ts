// Jobs of a command on other machines (`--queue`): games of a match, units of an experiment.

import type { Coordinator, JobKind } from "../arena/queue/index.ts"
import { loadQueue } from "../arena/queue/load.ts"
import { fail } from "./failure.ts"
import { ownSignature } from "./signature.ts"

export async function openCoordinator<Task, Value>(
  url: string,
  kind: JobKind<Task, Value>,
  say: (line: string) => void,
): Promise<Coordinator<Task, Value>> {
  // Only here: a command on one machine need not load a Redis client.
  const { connect, Coordinator, parseQueueUrl } = await loadQueue()
  const address = parseQueueUrl(url)
  if (!address.ok) fail(`--queue: ${address.error}`)
  const redis = await connect(address.value, say)
  if (!redis.ok) fail(redis.error)
  const signature = await ownSignature()
  const coordinator = new Coordinator({ redis: redis.value, kind, signature, say })
  say(`${kind.word}s go to ${address.value.shown}; montego worker --queue … takes them, on any machine`)
  return coordinator
}
