// Tests that need something this machine may lack: a data file, a program. Where it is missing the test is
// skipped and its name says why; under MONTEGO_STRICT=1 (`.ci/run`) it fails, so that CI can't be green because
// nothing was there to look at.

import { it } from "vitest"

/** Something outside of the checkout: where it lies, or one sentence on what to do about its absence. */
export type Need = { readonly path: string } | { readonly path?: undefined; readonly missing: string }

/** A test whose body gets the path of what it needs. */
export function itNeeding(
  need: Need,
  name: string,
  body: (path: string) => void | Promise<void>,
  timeoutMs?: number,
): void {
  const isSkipped = need.path === undefined && process.env["MONTEGO_STRICT"] !== "1"
  const reason = isSkipped ? ` (skipped: ${need.missing})` : ""
  it.skipIf(isSkipped)(
    `${name}${reason}`,
    async () => {
      if (need.path === undefined) throw new Error(need.missing)
      await body(need.path)
    },
    timeoutMs,
  )
}
