// The store in IndexedDB: rows and bodies in two places, so that a long list is read without its games; both are
// written in one transaction, so that a tab which dies in the middle leaves the earlier game whole.

import { openDB, type IDBPDatabase, type IDBPTransaction } from "idb"
import { readEntry, type Entry } from "./entry.ts"
import type { Body, Kept, Store } from "../shared/storage.ts"

const NAME = "montego"
const VERSION = 1
const ENTRIES = "entries"
const BODIES = "bodies"
/** Some browsers never answer where storage is forbidden. */
const PATIENCE_MS = 3000

/** The games of this browser; undefined when it keeps none. */
export async function openDatabase(): Promise<Store | undefined> {
  try {
    return new Database(await connect())
  } catch {
    return undefined
  }
}

function connect(): Promise<IDBPDatabase> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS)
    const opening = openDB(NAME, VERSION, {
      upgrade(database) {
        database.createObjectStore(ENTRIES, { keyPath: "id" })
        database.createObjectStore(BODIES)
      },
      // A tab with a later version of the app must not wait for this one.
      blocking: (_, __, { target }) => (target as IDBDatabase).close(),
    })
    void opening.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

class Database implements Store {
  #database: IDBPDatabase

  constructor(database: IDBPDatabase) {
    this.#database = database
  }

  async list(): Promise<Entry[]> {
    const rows = await this.#run("readonly", async (transaction) => transaction.objectStore(ENTRIES).getAll())
    return rows.map(readEntry).filter((entry) => entry !== undefined)
  }

  async read(id: string): Promise<Kept | undefined> {
    const { row, body } = await this.#run("readonly", async (transaction) => ({
      row: (await transaction.objectStore(ENTRIES).get(id)) as unknown,
      body: (await transaction.objectStore(BODIES).get(id)) as Body | undefined,
    }))
    const entry = readEntry(row)
    return entry && body ? { entry, body } : undefined
  }

  write({ entry, body }: Kept, base: number): Promise<boolean> {
    return this.#run("readwrite", async (transaction) => {
      const before = (await transaction.objectStore(ENTRIES).get(entry.id)) as
        | { revision?: number }
        | undefined
      if ((before?.revision ?? 0) !== base) return false
      await transaction.objectStore(ENTRIES).put(entry)
      await transaction.objectStore(BODIES).put(body, entry.id)
      return true
    })
  }

  async remove(id: string): Promise<void> {
    await this.#run("readwrite", async (transaction) => {
      await transaction.objectStore(ENTRIES).delete(id)
      await transaction.objectStore(BODIES).delete(id)
    })
  }

  /** What a transaction over both places answers, once all of it is kept. */
  async #run<T, M extends "readonly" | "readwrite">(
    mode: M,
    ask: (transaction: IDBPTransaction<unknown, string[], M>) => Promise<T>,
    isAgain = false,
  ): Promise<T> {
    let transaction: IDBPTransaction<unknown, string[], M>
    try {
      transaction = this.#database.transaction([ENTRIES, BODIES], mode)
    } catch (error) {
      // The browser may close a connection, as when a person clears the site's data.
      if (isAgain) throw error
      this.#database = await connect()
      return this.#run(mode, ask, true)
    }
    const asked = ask(transaction)
    // Half of it must not stay when the other half can't be written. A transaction that is over already can't be
    // aborted.
    asked.catch(() => transaction.abort()).catch(() => undefined)
    const [answer] = await Promise.all([asked, transaction.done])
    return answer
  }
}
