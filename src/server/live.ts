// The entry for live connections: which requests may open a WebSocket. `session.ts` handles its messages.

import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { WebSocketServer } from "ws"
import { Crowd } from "./crowd.ts"
import { isOwnOrigin } from "./guard.ts"
import { Session, type SessionContext } from "./session.ts"

export const LIVE_PATH = "/live"

/** Tells the page that this server accepts live connections. A page without the mark does not try to connect. */
export const LIVE_MARK = `<meta name="montego-live" content="${LIVE_PATH}">`

export class LiveDoor {
  readonly #context: SessionContext
  readonly #isOwnHost: (host: string | undefined) => host is string
  readonly #server: WebSocketServer
  readonly #sessions = new Set<Session>()
  readonly #trusted = new Set<Session>()
  /** Sessions that have shown no token yet. They are counted apart, so that they can't keep those with a token away. */
  readonly #strangers: Crowd<Session>
  #isClosing = false

  constructor(
    context: SessionContext,
    isOwnHost: (host: string | undefined) => host is string,
    Sockets: typeof WebSocketServer,
  ) {
    this.#context = context
    this.#isOwnHost = isOwnHost
    this.#strangers = new Crowd(context.limits.strangers, (session) => session.dismissStranger())
    this.#server = new Sockets({
      noServer: true,
      clientTracking: false,
      maxPayload: context.limits.messageBytes,
      perMessageDeflate: false,
    })
  }

  /** For the web server's `upgrade`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusal(request)
    if (refusal !== undefined) {
      refuse(socket, refusal)
      return
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const session: Session = new Session(webSocket, this.#context, () => this.#admit(session))
      this.#sessions.add(session)
      this.#strangers.add(session)
      webSocket.on("close", () => {
        this.#sessions.delete(session)
        this.#strangers.delete(session)
        this.#trusted.delete(session)
      })
    })
  }

  /** A stranger has shown the token; false when there are too many others who have. */
  #admit(session: Session): boolean {
    if (this.#trusted.size >= this.#context.limits.connections) return false
    this.#strangers.delete(session)
    this.#trusted.add(session)
    return true
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await Promise.all([...this.#sessions].map((session) => session.close()))
    this.#server.close()
  }

  #refusal({ url = "", headers }: IncomingMessage): string | undefined {
    const { host, origin } = headers
    if (!this.#isOwnHost(host)) return "403 Forbidden"
    if (!isOwnOrigin(origin, host.toLowerCase())) return "403 Forbidden"
    if (url !== LIVE_PATH) return "404 Not Found"
    return this.#isClosing ? "503 Service Unavailable" : undefined
  }
}

function refuse(socket: Duplex, status: string): void {
  // It may be gone already, or never read: neither matters.
  socket.on("error", () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
