// The page of signature.test.ts: a worker computes the kernel's signature, and the page shows it. The project's types
// know no DOM (only web/ has one), so the little that is used is declared here.

import type { Answer } from "./worker.ts"

declare const Worker: new (
  url: URL,
  options: { type: "module" },
) => {
  addEventListener(kind: "message", listener: (event: { data: Answer }) => void): void
  addEventListener(kind: "error", listener: (event: { message: string }) => void): void
}
declare const document: { title: string; querySelector(selector: string): { textContent: string } | null }

function show(answer: Answer): void {
  const place = document.querySelector("#answer")
  if (place) place.textContent = JSON.stringify(answer)
  document.title = "done"
}

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" })
worker.addEventListener("message", ({ data }) => show(data))
worker.addEventListener("error", ({ message }) => show({ error: message }))
