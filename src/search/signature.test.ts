// The whole signature: pinned. The kernel's own part has its tests beside it; test/browser compares with Chromium.

import { expect, it } from "vitest"
import { signature } from "./signature.ts"

/**
 * How Montego plays today; `npx montego bench --signature` prints it. A commit that changes it says so in its message, and why:
 * a mere speed-up must not.
 */
const SIGNATURE = "95110297cbb8c687"

it("the signature is the pinned one", async () => expect(await signature()).toBe(SIGNATURE))
