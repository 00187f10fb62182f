// The whole signature: pinned. The kernel's own part has its tests beside it; test/browser compares with Chromium.

import { expect, it } from "vitest"
import { SIGNATURE, signature } from "./signature.ts"

it("the signature is the pinned one", async () => expect(await signature()).toBe(SIGNATURE))
