// A page that is fetched when it is first shown: what few people open need not delay the others.

import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { Crash } from "./parts.tsx"

interface LaterProps<Props> {
  readonly load: () => Promise<ComponentType<Props>>
  readonly props: Props
}

interface Loaded<Props> {
  readonly load: LaterProps<Props>["load"]
  readonly part: ComponentType<Props> | "failed"
}

export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props> | undefined>(undefined)
  useEffect(() => {
    load().then(
      (part) => setLoaded({ load, part }),
      () => setLoaded({ load, part: "failed" }),
    )
  }, [load])
  // The page before may have been another one that came later.
  const Part = loaded?.load === load ? loaded.part : undefined
  if (Part === undefined) return <main class="table" aria-busy="true" />
  if (Part !== "failed") return <Part {...props} />
  return <Crash />
}
