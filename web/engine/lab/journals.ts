// Journals of matches that are being played, from `montego serve --journal`.

interface ReadJournal {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface JournalSource {
  /** The journals with all that is in them now; rejects when there are none to be had. */
  read(): Promise<readonly ReadJournal[]>
}

/** From the server that the page came from; `token` is that of its address. */
export function serverJournals(token: () => string | null): JournalSource {
  const ask = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(path, document.baseURI), {
      headers: { authorization: `Bearer ${token() ?? ""}` },
    })
    if (!response.ok && response.status !== 404)
      throw new Error((await response.text()).trim() || `the server answers ${response.status}`)
    return response
  }
  return {
    async read() {
      const names = (await (await ask("journals")).json()) as readonly string[]
      if (names.length === 0) throw new Error("montego serve was started without --journal FILE")
      const read = await Promise.all(
        shownNames(names).map(async (name, number): Promise<ReadJournal[]> => {
          const file = await ask(`journals/${number}`)
          // A match that begins later writes it.
          return file.ok ? [{ name, bytes: new Uint8Array(await file.arrayBuffer()) }] : []
        }),
      )
      const journals = read.flat()
      if (journals.length === 0) throw new Error("no match has begun to write a journal yet")
      return journals
    },
  }
}

/** Files of the same name lie in different folders, which the server doesn't tell: they are numbered. */
function shownNames(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const before = names.slice(0, index).filter((other) => other === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
}
