// Which clients may talk to the server, and what a browser may do with its answers.
//
// A server on one's own machine is reached by every page that is open in the browser, so a loopback address alone
// protects nothing. Three checks do: the Host header (a foreign name that was made to lead here, "DNS rebinding", is
// not one of ours), the Origin of a WebSocket (browsers let every page open one to anywhere), and the token, which only
// the printed address has.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { hostname, networkInterfaces } from "node:os"

/** A new token: 256 bits that can stand in an address. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url")
}

/** Compares in a time that tells nothing about where they differ. */
export function isSameToken(given: unknown, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest()
  return typeof given === "string" && timingSafeEqual(digest(given), digest(wanted))
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host)
}

const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::"

/** As it stands in an address: IPv6 in brackets. */
function literal(host: string): string {
  return host.includes(":") ? `[${host}]` : host.toLowerCase()
}

/**
 * The Host headers that are ours, the one to print first. `host` was asked for, `address` is what it turned out to be.
 */
export function ownHosts(host: string, address: string, port: number): readonly string[] {
  const isAll = isWildcard(address)
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  const names = isAll
    ? ["127.0.0.1", ...interfaces.map((entry) => entry.address), hostname(), "localhost"]
    : [host, address, ...(isLoopback(address) ? ["localhost"] : [])]
  const hosts = names.map((name) => `${literal(name)}:${port}`)
  // Browsers leave out the usual port.
  const short = port === 80 ? names.map(literal) : []
  return [...new Set([...hosts, ...short])]
}

/** Whether a WebSocket comes from a page of ours: of the very address that it is opened to. */
export function isOwnOrigin(origin: string | undefined, host: string): boolean {
  return origin?.toLowerCase() === `http://${host}`
}

/**
 * For every answer. Scripts, styles and connections of our own only; WebAssembly may be compiled; no inline script and
 * no inline style: Preact, Shudan and uPlot set styles through the DOM, which needs no permission. The COOP and COEP
 * pair lets the page share memory between its threads. Nothing of it may be put into a frame or loaded by other sites.
 */
export function securityHeaders(host: string): Readonly<Record<string, string>> {
  const policy = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "worker-src": "'self'",
    // Older browsers don't count a WebSocket as 'self'.
    "connect-src": `'self' ws://${host}`,
    "object-src": "'none'",
    "frame-src": "'none'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
  }
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Origin-Agent-Cluster": "?1",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), serial=(), midi=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  }
}
