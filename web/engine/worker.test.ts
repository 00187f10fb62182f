// The engine's worker where a part of it can't be loaded: offline, or after an update of the page.

import { afterEach, expect, it, vi } from "vitest"
import type { LabNews, LabTask } from "./lab/messages.ts"
import { LOCAL_SCOPE } from "./local-worker.ts"

vi.mock("./lab/lab.ts", () => ({
  // Called with `new`.
  LabBench: function LabBench() {
    throw new Error("lab.ts can't be fetched")
  },
}))

afterEach(() => vi.unstubAllGlobals())

it("tells the laboratory's page that an experiment can't be had", async () => {
  const told: LabNews[] = []
  let tell: (event: { readonly data: LabTask }) => void = () => undefined
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 })
  vi.stubGlobal(LOCAL_SCOPE, {
    crossOriginIsolated: false,
    postMessage: (news: LabNews) => void told.push(news),
    addEventListener: (_: string, listener: typeof tell) => void (tell = listener),
  })
  await import("./worker.ts")
  tell({ data: { kind: "lab", begin: { name: "bandits", settings: {} } } })
  await expect.poll(() => told).toEqual([{ kind: "lab", fault: "lab.ts can't be fetched" }])
})
