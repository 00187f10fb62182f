// Journals of matches that are being played, from `montego serve --journal`.

export interface JournalSource {
  /** The journals with all that is in them now; rejects when there are none to be had. */
  read(): Promise<readonly { readonly name: string; readonly bytes: Uint8Array }[]>
}

/** From the server that the page came from; `token` is that of its address. */
export function serverJournals(token: () => string | null): JournalSource {
  const ask = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(path, document.baseURI), {
      headers: { authorization: `Bearer ${token() ?? ""}` },
    })
    if (!response.ok)
      throw new Error((await response.text()).trim() || `the server answers ${response.status}`)
    return response
  }
  return {
    async read() {
      const names = (await (await ask("journals")).json()) as readonly string[]
      if (names.length === 0) throw new Error("montego serve was started without --journal FILE")
      const files = await Promise.all(names.map((_, number) => ask(`journals/${number}`)))
      return Promise.all(
        files.map(async (file, number) => ({
          name: names[number]!,
          bytes: new Uint8Array(await file.arrayBuffer()),
        })),
      )
    },
  }
}
