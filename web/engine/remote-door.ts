// How a page finds the server that it came from. `montego serve` marks the page by a <meta> when it serves it, so that
// on any other host nothing is asked for in vain; the token stands behind # in the address that it prints, where no
// server sees it. The page takes it out of the address bar and keeps it as long as the tab is open.

import type { Memo } from "./remote-choice.ts"
import { EngineClient } from "./client.ts"
import { liveTransport, type LiveSocket } from "./live-port.ts"

/** The <meta> of `montego serve`; its content is the path of the live connection. */
const MARK = "meta[name=montego-live]"
const TOKEN = /(^|&)token=([\w-]+)(?=&|$)/

/** The server that this page came from, if it is one that can think. `enter` connects, where there is a token. */
export function findLive(changed: () => void): { remote: EngineClient; enter(): void } | undefined {
  const path = document.querySelector<HTMLMetaElement>(MARK)?.content
  if (path === undefined) return undefined
  let token: string | undefined
  const makeSocket = (): LiveSocket => openSocket(`ws://${location.host}${path}`)
  const remote = new EngineClient(
    liveTransport(makeSocket, () => token),
    changed,
  )
  const kept = memo("token")
  const connect = (given: string | undefined): void => {
    if (given === undefined) return
    token = given
    remote.connect()
  }
  // A new address that is pasted into the same tab changes only what follows #.
  addEventListener("hashchange", () => connect(tokenOfAddress(kept)))
  return { remote, enter: () => connect(tokenOfAddress(kept) ?? kept.read() ?? undefined) }
}

function tokenOfAddress(kept: Memo): string | undefined {
  const { token, rest } = takeToken(location.hash)
  if (token === undefined) return undefined
  kept.write(token)
  history.replaceState(history.state, "", `${location.pathname}${location.search}${rest}`)
  return token
}

/** The token in an address's fragment, and the fragment without it. */
export function takeToken(fragment: string): { readonly token: string | undefined; readonly rest: string } {
  const plain = fragment.replace(/^#/, "")
  const rest = plain.replace(TOKEN, "").replace(/^&/, "")
  return { token: TOKEN.exec(plain)?.[2], rest: rest === "" ? "" : `#${rest}` }
}

/** Remembers a word as long as the tab is open, or the page where the browser allows no more. */
export function memo(name: string): Memo {
  const key = `montego.${name}`
  let kept: string | null = null
  return {
    read: () => attempt(() => sessionStorage.getItem(key)) ?? kept,
    write: (text) => {
      kept = text
      attempt(() => sessionStorage.setItem(key, text))
    },
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** A WebSocket of the browser as the engine uses it. */
function openSocket(address: string): LiveSocket {
  const socket = new WebSocket(address)
  return {
    // One that is not open any more tells so by its own event.
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
    listen({ onOpen, onText, onClose }) {
      socket.addEventListener("open", onOpen)
      socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => onText(String(data)))
      socket.addEventListener("close", ({ code }) => onClose(code))
    },
  }
}
