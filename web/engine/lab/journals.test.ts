// What the page reads of the server's journals.

import { afterEach, describe, expect, it, vi } from "vitest"
import { serverJournals } from "./journals.ts"

afterEach(() => vi.unstubAllGlobals())

/** A server that answers these paths with a status and a text. */
function serve(answers: Readonly<Record<string, readonly [status: number, text: string]>>): void {
  vi.stubGlobal("document", { baseURI: "http://here/" })
  vi.stubGlobal("fetch", (url: URL) => {
    const [status, text] = answers[url.pathname]!
    return Promise.resolve(new Response(text, { status }))
  })
}

async function read(): Promise<(readonly [name: string, text: string])[]> {
  const found = await serverJournals(() => "token").read()
  return found.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])
}

describe("the server's journals", () => {
  it("are those that are there; one that no match has written yet is left out", async () => {
    serve({
      "/journals": [200, '["later.jsonl","now.jsonl"]'],
      "/journals/0": [404, "The journal can't be read.\n"],
      "/journals/1": [200, "games\n"],
    })
    expect(await read()).toEqual([["now.jsonl", "games\n"]])
  })

  it("of the same name in different folders are told apart", async () => {
    serve({
      "/journals": [200, '["a.jsonl","a.jsonl"]'],
      "/journals/0": [200, "one"],
      "/journals/1": [200, "two"],
    })
    expect(await read()).toEqual([
      ["a.jsonl", "one"],
      ["a.jsonl (2)", "two"],
    ])
  })

  it.each([
    [
      "none is there yet",
      { "/journals": [200, '["a.jsonl"]'], "/journals/0": [404, ""] },
      /no match has begun/,
    ],
    ["none was named", { "/journals": [200, "[]"] }, /without --journal FILE/],
    ["the token is wrong", { "/journals": [401, "The token is wrong.\n"] }, /^The token is wrong\.$/],
  ] as const)("are refused where %s", async (_, answers, reason) => {
    serve(answers)
    await expect(read()).rejects.toThrow(reason)
  })
})
