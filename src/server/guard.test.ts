// Which requests are accepted (APP-5): names, origins, tokens.

import { describe, expect, it } from "vitest"
import { isLoopback, isOwnOrigin, isSameToken, makeToken, ownHosts, securityHeaders } from "./guard.ts"

describe("the server's own names (APP-5)", () => {
  it.each<[string, string, number, readonly string[]]>([
    ["127.0.0.1", "127.0.0.1", 8080, ["127.0.0.1:8080", "localhost:8080"]],
    ["localhost", "::1", 8080, ["localhost:8080", "[::1]:8080"]],
    ["Box.example", "192.0.2.7", 8080, ["box.example:8080", "192.0.2.7:8080"]],
    ["127.0.0.1", "127.0.0.1", 80, ["127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"]],
  ])("%s at %s, port %i", (host, address, port, expected) =>
    expect(ownHosts(host, address, port)).toEqual(expected),
  )

  it("all addresses: those of the machine, and still not every name", () => {
    const hosts = ownHosts("0.0.0.0", "0.0.0.0", 8080)
    expect(hosts[0]).toBe("127.0.0.1:8080")
    expect(hosts).toContain("localhost:8080")
    expect(hosts).not.toContain("evil.example:8080")
  })

  it.each([
    ["127.0.0.1", true],
    ["127.8.9.1", true],
    ["::1", true],
    ["localhost", true],
    ["0.0.0.0", false],
    ["127.0.0.1.evil.example", false],
    ["192.168.1.2", false],
  ])("%s is loopback: %s", (host, expected) => expect(isLoopback(host)).toBe(expected))
})

describe("origins and tokens (APP-5)", () => {
  it.each([
    ["http://127.0.0.1:8080", true],
    ["HTTP://127.0.0.1:8080", true],
    ["http://localhost:8080", false],
    ["http://127.0.0.1:8081", false],
    ["https://127.0.0.1:8080", false],
    ["http://127.0.0.1:8080.evil.example", false],
    ["null", false],
    ["", false],
    [undefined, false],
  ])("%s may open a connection to 127.0.0.1:8080: %s", (origin, expected) =>
    expect(isOwnOrigin(origin, "127.0.0.1:8080")).toBe(expected),
  )

  it("a token is long, never the same, and compared whole", () => {
    const token = makeToken()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(makeToken()).not.toBe(token)
    expect(isSameToken(token, token)).toBe(true)
    for (const other of [token.slice(0, -1), `${token}x`, "", undefined, null, 7, [token], { token }])
      expect(isSameToken(other, token)).toBe(false)
  })

  it("no inline script, no inline style, no foreign host", () => {
    const policy = securityHeaders("127.0.0.1:8080")["Content-Security-Policy"]!
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|https?:/)
    expect(policy).toContain("connect-src 'self' ws://127.0.0.1:8080;")
  })
})
