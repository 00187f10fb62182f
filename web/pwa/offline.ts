// What the service worker does, without one: all files of a build are kept together, headers included, so that a page
// from the cache may share memory like one from its host. The page itself comes from the host as long as that answers:
// so it is never older than what its host has, and another program on the same port of one's own machine is not hidden
// by this one.

interface OfflineHost {
  /** The folder of the page. */
  readonly scope: string
  /** Of the build, relative to the scope; the page itself is "./". */
  readonly files: readonly string[]
  readonly version: string
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">
  readonly fetch: (request: string | Request, options?: RequestInit) => Promise<Response>
  readonly patienceMs?: number
}

/** The parts of a request that decide. */
type Asked = Pick<Request, "method" | "url" | "mode">

/** A host that takes longer is as good as none. */
const PATIENCE_MS = 4000
/** What decides whether a page and its workers belong together. */
const DECISIVE = ["cross-origin-embedder-policy", "cross-origin-opener-policy", "content-security-policy"]
/** Names with a hash of the content: what has such a name is never another. */
const HASHED = /^assets\/.*-[\w-]{8,}\.\w+$/

export class Offline {
  readonly #host: OfflineHost
  readonly #name: string
  readonly #prefix: string
  readonly #page: string
  readonly #urls: ReadonlySet<string>

  constructor(host: OfflineHost) {
    this.#host = host
    // Several folders of one host may have the app, and share the caches.
    this.#prefix = `montego ${host.scope} `
    this.#name = `${this.#prefix}${host.version}`
    this.#page = host.scope
    this.#urls = new Set(host.files.map((file) => new URL(file, host.scope).href))
  }

  /** Gets all files, or fails as a whole. What an earlier build had under the same name is not loaded again. */
  async install(): Promise<void> {
    const { caches, files, scope, fetch } = this.#host
    const cache = await caches.open(this.#name)
    await Promise.all(
      files.map(async (file) => {
        const url = new URL(file, scope).href
        const known = HASHED.test(file) ? await caches.match(url) : undefined
        const response = known ?? (await fetch(url, { cache: "no-cache" }))
        if (!response.ok) throw new Error(`${file}: ${response.status}`)
        await cache.put(url, plain(response))
      }),
    )
  }

  /** Drops earlier builds but the last: a tab that still runs it may ask for its parts. */
  async activate(): Promise<void> {
    const { caches } = this.#host
    const others = (await caches.keys()).filter(
      (name) => name.startsWith(this.#prefix) && name !== this.#name,
    )
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  }

  /** Whether this build has the file. */
  has(url: string): boolean {
    return this.#urls.has(url)
  }

  /** Undefined for everything that is not ours to answer: the browser asks the host then. */
  answer(request: Asked & (Request | object)): Promise<Response> | undefined {
    if (request.method !== "GET") return undefined
    const [url = ""] = request.url.split(/[?#]/, 1)
    if (request.mode === "navigate")
      return url === this.#page || url === `${this.#page}index.html`
        ? this.#answerPage(request as Request)
        : undefined
    if (url === this.#page || !this.#isOurs(url)) return undefined
    return this.#answerFile(url)
  }

  /** Of this build, or of an earlier one that a tab still runs. */
  #isOurs(url: string): boolean {
    return this.has(url) || HASHED.test(url.slice(this.#page.length))
  }

  async #answerFile(url: string): Promise<Response> {
    const { caches, fetch } = this.#host
    const own = await (await caches.open(this.#name)).match(url)
    return own ?? (await caches.match(url)) ?? fetch(url)
  }

  async #answerPage(request: Request): Promise<Response> {
    const { caches, fetch, patienceMs = PATIENCE_MS } = this.#host
    const kept = await (await caches.open(this.#name)).match(this.#page)
    const asked = fetch(request).catch(() => undefined)
    if (!kept) return (await asked) ?? Response.error()
    const patience = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), patienceMs)
    })
    const response = await Promise.race([asked, patience])
    if (!response || response.status >= 500) return kept
    if (isOtherHost(kept, response)) await this.#beginAnew()
    return response
  }

  async #beginAnew(): Promise<void> {
    const { caches } = this.#host
    const names = (await caches.keys()).filter((name) => name.startsWith(this.#prefix))
    await Promise.all(names.map((name) => caches.delete(name)))
    void this.install().catch(() => undefined)
  }
}

/** A host that changed its policy: what was kept under the old one would not fit its page. */
function isOtherHost(kept: Response, response: Response): boolean {
  if (response.type === "opaqueredirect") return false
  return DECISIVE.some((name) => kept.headers.get(name) !== response.headers.get(name))
}

/** A page may not come from an answer that was redirected. */
function plain(response: Response): Response {
  if (!response.redirected) return response
  const { status, statusText, headers, body } = response
  return new Response(body, { status, statusText, headers })
}
