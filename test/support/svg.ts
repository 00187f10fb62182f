// A picture that a browser would draw.

import { expect } from "vitest"

/** One whole `svg` element without an open tag, and no malformed number in it. */
export function expectWholeSvg(text: string): void {
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^]*<\/svg>\n$/)
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
  const open: string[] = []
  for (const [, end, name, single] of text.matchAll(/<(\/?)([a-z]+)(?:"[^"]*"|[^">])*?(\/?)>/gi)) {
    if (end) expect(open.pop()).toBe(name)
    else if (!single) open.push(name!)
  }
  expect(open).toEqual([])
}
