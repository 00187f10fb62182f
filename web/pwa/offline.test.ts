import { describe, expect, it } from "vitest"
import { Offline } from "./offline.ts"

const SCOPE = "https://host.example/folder/"
const SCRIPT = "assets/index-a1b2c3d4.js"

/** Caches as a browser has them, by name and address. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>()

  open = (name: string): Promise<Cache> => {
    const kept = this.all.get(name) ?? new Map<string, Response>()
    this.all.set(name, kept)
    return Promise.resolve({
      match: (url: string) => Promise.resolve(kept.get(url)?.clone()),
      put: (url: string, response: Response) => Promise.resolve(void kept.set(url, response)),
    } as unknown as Cache)
  }

  keys = (): Promise<string[]> => Promise.resolve([...this.all.keys()])
  delete = (name: string): Promise<boolean> => Promise.resolve(this.all.delete(name))
  match = (url: string): Promise<Response | undefined> =>
    Promise.resolve(
      [...this.all.values()]
        .find((kept) => kept.has(url))
        ?.get(url)
        ?.clone(),
    )
}

class World {
  readonly caches = new FakeCaches()
  readonly asked: string[] = []
  isOnline = true
  status = 200
  policy = "require-corp"

  offline(version: string, files = ["./", SCRIPT, "icon.svg"]): Offline {
    return new Offline({
      scope: SCOPE,
      files,
      version,
      caches: this.caches,
      patienceMs: 20,
      fetch: (request) => {
        const url = typeof request === "string" ? request : request.url
        this.asked.push(url.slice(SCOPE.length))
        if (!this.isOnline) return Promise.reject(new Error("offline"))
        const headers = { "cross-origin-embedder-policy": this.policy }
        return Promise.resolve(new Response(`${version} ${url}`, { status: this.status, headers }))
      },
    })
  }
}

const ask = (path: string, change: Partial<Request> = {}): Request =>
  ({ method: "GET", mode: "cors", url: SCOPE + path, ...change }) as Request
const page = (path = ""): Request => ask(path, { mode: "navigate" })
const text = async (answer: Promise<Response> | undefined): Promise<string | undefined> =>
  (await answer)?.text()

describe("the app without its host (APP-1)", () => {
  it("has all files of its build, with their headers, and asks no server for them", async () => {
    const world = new World()
    const offline = world.offline("one")
    await offline.install()
    world.isOnline = false
    world.asked.length = 0
    expect(await text(offline.answer(ask(SCRIPT)))).toBe(`one ${SCOPE}${SCRIPT}`)
    expect(world.asked).toEqual([])
    const answer = await offline.answer(page("?from=home"))
    expect(answer?.headers.get("cross-origin-embedder-policy")).toBe("require-corp")
    expect(await answer?.text()).toBe(`one ${SCOPE}`)
  })

  it("leaves alone what is not its own: other methods, the live connection, other folders", () => {
    const offline = new World().offline("one")
    for (const request of [
      ask("", { method: "POST" }),
      ask(SCRIPT, { method: "HEAD" }),
      ask("live"),
      ask("games.sgf"),
      page("other.html"),
      // The documentation lies below the app.
      page("docs/"),
      page("docs/api/rules.html"),
      ask("docs/search.js"),
      { ...ask(""), url: "https://host.example/" },
      { ...ask(""), url: `https://elsewhere.example/folder/${SCRIPT}` },
    ])
      expect(offline.answer(request)).toBeUndefined()
  })

  it("fails to install as a whole, so that half a build is never shown", async () => {
    const world = new World()
    world.status = 404
    await expect(world.offline("one").install()).rejects.toThrow("404")
  })

  it("takes the page from its host while that answers, and does without while it is ill", async () => {
    const world = new World()
    const old = world.offline("one")
    await old.install()
    world.status = 503
    expect(await text(old.answer(page()))).toBe(`one ${SCOPE}`)
    world.status = 200
    world.asked.length = 0
    await old.answer(page())
    expect(world.asked).toEqual([""])
  })

  it("loads of a new build only what is new, and keeps the last one for tabs that run it", async () => {
    const world = new World()
    await world.offline("one").install()
    const two = world.offline("two")
    world.asked.length = 0
    await two.install()
    expect(world.asked).toEqual(["", "icon.svg"])
    await two.activate()
    const three = world.offline("three", ["./", "assets/index-newer123.js"])
    await three.install()
    await three.activate()
    expect([...world.caches.all.keys()]).toEqual([`montego ${SCOPE} two`, `montego ${SCOPE} three`])
    world.isOnline = false
    expect(await text(three.answer(ask(SCRIPT)))).toContain(SCRIPT)
  })

  it("forgets what came under another policy: a page and its workers must agree", async () => {
    const world = new World()
    const offline = world.offline("one")
    await offline.install()
    world.policy = "credentialless"
    await offline.answer(page())
    const script = await offline.answer(ask(SCRIPT))
    expect(script?.headers.get("cross-origin-embedder-policy")).toBe("credentialless")
  })
})
