// The networks of the page: files beside it that the engine fetches when a search first wants one. The service worker
// keeps them for the time without a connection.

import { err, type Result } from "montego/base"
import { makeNetLoader, parseNet, type Net } from "montego/net"

const FILES = {
  9: new URL("../../weights/net9.bin", import.meta.url),
  19: new URL("../../weights/net19.bin", import.meta.url),
} as const

export const loadNet = makeNetLoader((size) => fetchNet(FILES[size]))

async function fetchNet(url: URL): Promise<Result<Net, string>> {
  try {
    const response = await fetch(url)
    if (!response.ok) return err(`the network can't be fetched (${response.status})`)
    const net = parseNet(new Uint8Array(await response.arrayBuffer()))
    return net.ok ? net : err(`the network can't be used: ${net.error}`)
  } catch {
    return err("the network can't be fetched: there is no connection")
  }
}
