// The address of a queue, and that a password in it stays there (ARE-4).

import { describe, expect, it } from "vitest"
import { connect, parseQueueUrl } from "./connection.ts"

describe("ARE-4 the address of a queue", () => {
  it.each([
    ["redis://host", { host: "host", port: 6379, database: 0, shown: "redis://host:6379" }],
    [
      "redis://127.0.0.1:7000/",
      { host: "127.0.0.1", port: 7000, database: 0, shown: "redis://127.0.0.1:7000" },
    ],
    ["redis://[::1]:7000/3", { host: "::1", port: 7000, database: 3, shown: "redis://[::1]:7000/3" }],
    [
      "redis://:s%40crt@host:1",
      { host: "host", port: 1, password: "s@crt", database: 0, shown: "redis://host:1" },
    ],
    [
      "redis://me:secret@host:1",
      { host: "host", port: 1, username: "me", password: "secret", database: 0, shown: "redis://host:1" },
    ],
  ])("%s", (text, address) => {
    expect(parseQueueUrl(text)).toEqual({ ok: true, value: address })
  })

  it.each([
    "",
    "host:6379",
    "rediss://:secret@host",
    "http://:secret@host",
    "unix:/secret",
    "redis:///secret",
    "redis://:secret@host/x",
    "redis://:secret@host?tls=1",
    "redis://:secret%@host",
    "redis://:secret@host:port",
  ])("refuses %s without repeating it", (text) => {
    const parsed = parseQueueUrl(text)
    expect(parsed.ok).toBe(false)
    expect(JSON.stringify(parsed)).toContain("redis://HOST:PORT")
    expect(JSON.stringify(parsed)).not.toContain("secret")
  })

  it("reports at once that no server is there, without the password", async () => {
    const address = parseQueueUrl("redis://:secret@127.0.0.1:1")
    if (!address.ok) throw new Error(address.error)
    const connected = await connect(address.value, () => undefined)
    expect(connected).toEqual({
      ok: false,
      error: expect.stringMatching(/^redis:\/\/127\.0\.0\.1:1 can't be used: .*ECONNREFUSED/) as unknown,
    })
    expect(JSON.stringify(connected)).not.toContain("secret")
  })
})
