// Bounds the sockets that have shown no token, by what they do: those that wait for a request, and those that are being
// answered. In either state the oldest makes room for the newest, so that connections which send nothing, or ask and
// don't read, do not block new ones. A socket that becomes a live connection leaves both: `live.ts` counts these.

import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { Crowd } from "./crowd.ts"
import type { Limits } from "./limits.ts"

export function boundSockets(server: Server, limits: Limits): void {
  const destroy = (socket: Duplex): void => void socket.destroy()
  const waiting = new Crowd(limits.waiting, destroy)
  const answered = new Crowd(limits.answered, destroy)
  const leave = (socket: Duplex): void => {
    waiting.delete(socket)
    answered.delete(socket)
  }

  server.on("connection", (socket) => {
    waiting.add(socket)
    const silence = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, limits.firstByteSeconds * 1000)
    socket.once("close", () => {
      clearTimeout(silence)
      leave(socket)
    })
  })
  server.on("request", ({ socket }, response) => {
    waiting.delete(socket)
    answered.add(socket)
    response.once("close", () => {
      // It may be asked for more, unless it is gone.
      if (answered.delete(socket) && !socket.destroyed) waiting.add(socket)
    })
  })
  server.on("upgrade", (_, socket) => leave(socket))
}
