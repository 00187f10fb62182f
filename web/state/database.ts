// The store in IndexedDB: rows and bodies in two places, so that a long list is read without its games; both are written
// in one transaction, so that a tab which dies in the middle leaves the earlier game whole.

import { readEntry, type Entry } from "./entry.ts"
import type { Body, Kept, Store } from "./storage.ts"

const NAME = "montego"
const VERSION = 1
const ENTRIES = "entries"
const BODIES = "bodies"
/** Some browsers never answer where storage is forbidden. */
const PATIENCE_MS = 3000

/** The games of this browser; undefined when it keeps none. */
export async function openDatabase(getFactory: () => IDBFactory): Promise<Store | undefined> {
  try {
    const factory = getFactory()
    return new Database(factory, await connect(factory))
  } catch {
    return undefined
  }
}

function connect(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, VERSION)
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS)
    request.addEventListener("upgradeneeded", () => {
      const { result: database } = request
      database.createObjectStore(ENTRIES, { keyPath: "id" })
      database.createObjectStore(BODIES)
    })
    request.addEventListener("error", () => {
      clearTimeout(timer)
      reject(request.error ?? new Error("it can't be opened"))
    })
    request.addEventListener("success", () => {
      clearTimeout(timer)
      const { result: database } = request
      // A tab with a later version of the app must not wait for this one.
      database.addEventListener("versionchange", () => database.close())
      resolve(database)
    })
  })
}

class Database implements Store {
  readonly #factory: IDBFactory
  #database: IDBDatabase

  constructor(factory: IDBFactory, database: IDBDatabase) {
    this.#factory = factory
    this.#database = database
  }

  async list(): Promise<Entry[]> {
    const rows = await this.#run("readonly", (transaction) => {
      const request = transaction.objectStore(ENTRIES).getAll()
      return () => request.result as unknown[]
    })
    return rows.map(readEntry).filter((entry) => entry !== undefined)
  }

  async read(id: string): Promise<Kept | undefined> {
    const { row, body } = await this.#run("readonly", (transaction) => {
      const entries = transaction.objectStore(ENTRIES).get(id)
      const bodies = transaction.objectStore(BODIES).get(id)
      return () => ({ row: entries.result as unknown, body: bodies.result as Body | undefined })
    })
    const entry = readEntry(row)
    return entry && body ? { entry, body } : undefined
  }

  write({ entry, body }: Kept, base: number): Promise<boolean> {
    return this.#run("readwrite", (transaction) => {
      let isWritten = false
      const before = transaction.objectStore(ENTRIES).get(entry.id)
      before.addEventListener("success", () => {
        const { revision = 0 } = (before.result ?? {}) as { revision?: number }
        if (revision !== base) return
        try {
          transaction.objectStore(ENTRIES).put(entry)
          transaction.objectStore(BODIES).put(body, entry.id)
          isWritten = true
        } catch {
          transaction.abort()
        }
      })
      return () => isWritten
    })
  }

  async remove(id: string): Promise<void> {
    await this.#run("readwrite", (transaction) => {
      transaction.objectStore(ENTRIES).delete(id)
      transaction.objectStore(BODIES).delete(id)
      return () => undefined
    })
  }

  async #run<T>(
    mode: IDBTransactionMode,
    ask: (transaction: IDBTransaction) => () => T,
    isAgain = false,
  ): Promise<T> {
    let transaction: IDBTransaction
    try {
      transaction = this.#database.transaction([ENTRIES, BODIES], mode)
    } catch (error) {
      // The browser may close a connection, as when a person clears the site's data.
      if (isAgain) throw error
      this.#database = await connect(this.#factory)
      return this.#run(mode, ask, true)
    }
    const answer = ask(transaction)
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => reject(transaction.error ?? new Error("the browser gave up writing"))
      transaction.addEventListener("complete", () => resolve())
      transaction.addEventListener("error", fail)
      transaction.addEventListener("abort", fail)
    })
    return answer()
  }
}
