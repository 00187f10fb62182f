// The local web server (APP-3, APP-5): the page's files and the live connection, behind the checks of `guard.ts`.

import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { HttpBindings } from "@hono/node-server"
import type { Hono } from "hono"
import { loadWith } from "../base/node/index.ts"
import { WebFolder, isUnchanged } from "./files.ts"
import { makeToken, ownHosts, securityHeaders } from "./guard.ts"
import { serveJournals } from "./journals.ts"
import { LIMITS, type Limits } from "./limits.ts"
import { LIVE_MARK, LiveDoor } from "./live.ts"
import { ENGINE_NAME, type Engines } from "./players.ts"
import { Seats } from "./seats.ts"
import { boundSockets } from "./sockets.ts"

export const DEFAULT_HOST = "127.0.0.1"
export const DEFAULT_PORT = 8080

export interface ServerOptions {
  /** Where the built page is. */
  readonly folder: string
  /** Default: this machine only. */
  readonly host?: string
  /** Default: `DEFAULT_PORT`, or one near it that is free. 0 is any free one. */
  readonly port?: number
  /** Default: a new one. */
  readonly token?: string
  /** Programs that the page may have started, by name; default: none. */
  readonly engines?: Engines
  /** Journals of matches that the page may watch; default: none. They need not exist yet. */
  readonly journals?: readonly string[]
  readonly limits?: Partial<Limits>
  /** Told what goes wrong on our side while clients are served; default: no report. */
  readonly warn?: (message: string) => void
}

export interface RunningServer {
  /** To be opened in a browser: the address, with the token where no server ever sees it. */
  readonly url: string
  readonly origin: string
  /** Everything that may stand in the Host header. */
  readonly hosts: readonly string[]
  /** Ends searches, engines and connections, and waits for that. */
  close(): Promise<void>
}

/** It can't be started; the message says why in words for the user. */
export class ServerError extends Error {}

/**
 * The ports to try where none was asked for: the page's saved games belong to its port, so the same ones come up again.
 */
const NEIGHBOURS = 10

/** These are optional: only the server needs them. */
function loadPackages() {
  return loadWith("montego serve", ["hono", "@hono/node-server", "ws"], async () => {
    const [{ Hono }, { getRequestListener }, { WebSocketServer }] = await Promise.all([
      import("hono"),
      import("@hono/node-server"),
      import("ws"),
    ])
    return { Hono, getRequestListener, WebSocketServer }
  })
}

type Packages = Awaited<ReturnType<typeof loadPackages>>

/** @throws {ServerError | MissingPackage} */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = DEFAULT_HOST, port, token = makeToken(), engines = new Map(), warn } = options
  const limits = { ...LIMITS, ...options.limits }
  // Node would listen on every interface.
  if (host.trim() === "")
    throw new ServerError(`the host is empty; leave it out for this machine only, 0.0.0.0 is every interface`)
  const packages = await loadPackages()
  for (const name of engines.keys())
    if (!ENGINE_NAME.test(name))
      throw new ServerError(`an engine's name is lower-case letters, digits and "-", not "${name}"`)
  const folder = WebFolder.open(options.folder, limits.cacheBytes, LIVE_MARK)
  if (!folder.ok) throw new ServerError(folder.error)

  let hosts: readonly string[] = []
  const isOwnHost = (name: string | undefined): name is string =>
    name !== undefined && hosts.includes(name.toLowerCase())
  const watched = (app: App): void => serveJournals(app, options.journals ?? [], token)
  const app = makeApp(new packages.Hono(), folder.value, isOwnHost, watched, warn)
  const server = makeServer(app, packages, limits, (name) =>
    isOwnHost(name) ? name.toLowerCase() : hosts[0]!,
  )
  const seats = new Seats(limits.searches)
  const live = new LiveDoor({ token, limits, engines, seats }, isOwnHost, packages.WebSocketServer)
  server.on("upgrade", (request, socket, head) => live.upgrade(request, socket, head))

  const address = await listenNear(server, host, port)
  hosts = ownHosts(host, address.address, address.port)
  const origin = `http://${hosts[0]}`
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve))
    await live.close()
    await seats.close()
    server.closeAllConnections()
    await closed
  }
  return { url: `${origin}/#token=${token}`, origin, hosts, close: () => (closing ??= close()) }
}

type App = Hono<{ Bindings: HttpBindings }>

function makeApp(
  app: App,
  folder: WebFolder,
  isOwnHost: (host: string | undefined) => boolean,
  addRoutes: (app: App) => void,
  warn: ServerOptions["warn"],
): App {
  app.use(async (context, next) => {
    const { headers, method } = context.env.incoming
    if (!isOwnHost(headers.host)) return context.text("This server does not go by that name.\n", 403)
    if (method === "GET" || method === "HEAD") return next()
    return context.text("Files are only to be read.\n", 405, { Allow: "GET, HEAD", Connection: "close" })
  })
  addRoutes(app)
  app.get("*", async (context) => {
    const { url = "", headers } = context.env.incoming
    const file = await folder.find(url, headers["accept-encoding"])
    if (!file) {
      const inside = await folder.folderAt(url)
      return inside === undefined ? context.notFound() : context.redirect(inside, 301)
    }
    context.header("ETag", file.etag)
    if (isUnchanged(headers["if-none-match"], file.etag)) {
      const { "Content-Length": _, "Content-Type": __, ...kept } = file.headers
      return context.body(null, 304, kept)
    }
    if (context.req.method === "HEAD") return context.body(null, 200, file.headers)
    return context.body(file.body(), 200, file.headers)
  })
  app.notFound((context) => context.text("There is nothing here.\n", 404))
  app.onError((error, context) => {
    warn?.(`${context.env.incoming.url}: ${error.message}`)
    return context.text("Something is wrong with the server; its terminal says what.\n", 500)
  })
  return app
}

function makeServer(
  app: App,
  { getRequestListener }: Packages,
  limits: Limits,
  hostFor: (header: string | undefined) => string,
): Server {
  const answer = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    // A malformed request, such as one without a host.
    errorHandler: () => new Response("This is no request.\n", { status: 400 }),
  })
  const server = createServer(
    {
      headersTimeout: limits.headerSeconds * 1000,
      requestTimeout: limits.requestSeconds * 1000,
      connectionsCheckingInterval: Math.min(1000, limits.headerSeconds * 500),
      maxHeaderSize: 16_384,
    },
    (incoming, outgoing) => {
      // Set here, below everything that may answer, so that no answer is without them.
      const headers = securityHeaders(hostFor(incoming.headers.host))
      for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
      void answer(incoming, outgoing)
    },
  )
  server.timeout = limits.silentSeconds * 1000
  server.maxConnections = limits.sockets
  boundSockets(server, limits)
  return server
}

/** Listens where it was asked to, or near the usual port. @throws {ServerError} */
async function listenNear(server: Server, host: string, port: number | undefined): Promise<AddressInfo> {
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, index) => DEFAULT_PORT + index)
  const ports = port === undefined ? [...neighbours, 0] : [port]
  for (const candidate of ports) {
    const failure = await listen(server, host, candidate)
    if (failure === undefined) return server.address() as AddressInfo
    if (failure.code !== "EADDRINUSE" || candidate === ports.at(-1))
      throw new ServerError(explain(failure, host, candidate))
  }
  throw new ServerError("no port is free")
}

function listen(server: Server, host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve(error)
    server.once("error", fail)
    server.listen(port, host, () => {
      server.off("error", fail)
      resolve(undefined)
    })
  })
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case "EADDRINUSE":
      return `port ${port} is taken by another program; leave --port out to get a free one`
    case "EACCES":
      return `port ${port} is reserved for the system; take one from 1024 on`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine`
    default:
      return `can't listen on ${host}, port ${port}: ${message}`
  }
}
