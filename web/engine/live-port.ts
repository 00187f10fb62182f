// The engine at the other end of a live connection (docs/serve.md): `montego serve` searches with the computer's own
// threads, or lets a program that was named to it play.

import { decodeMessage } from "montego/service"
import type { Port, Transport } from "./client.ts"

/** The part of a WebSocket that is used. */
export interface LiveSocket {
  send(text: string): void
  close(): void
  listen(events: {
    readonly onOpen: () => void
    readonly onText: (text: string) => void
    /** Once, also when it could never be opened. */
    readonly onClose: (code: number) => void
  }): void
}

/** The code with which the server closes an idle connection. */
const IDLE = 1001

/** A server that can't be reached after these attempts is given up until the person connects again. */
export function liveTransport(makeSocket: () => LiveSocket, token: () => string | undefined): Transport {
  return { open: () => openPort(makeSocket(), token()), pauses: [100, 400, 1500], isOnDemand: false }
}

function openPort(socket: LiveSocket, token: string | undefined): Port {
  let messageBytes = Infinity
  return {
    send(message) {
      const text = JSON.stringify({ ...message, token })
      if (text.length > messageBytes) return false
      socket.send(text)
      return true
    },
    listen({ onOpen, onMessage, onClosed }) {
      socket.listen({
        onOpen,
        onText: (text) => {
          const message = decodeMessage(text)
          if (message?.kind === "ready") messageBytes = message.limits?.messageBytes ?? Infinity
          if (message) onMessage(message)
        },
        onClose: (code) => onClosed("the connection was closed", code === IDLE),
      })
    },
    close: () => socket.close(),
  }
}
