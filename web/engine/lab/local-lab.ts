// A laboratory for tests: the same experiments, in this thread.

import { LabBench } from "./lab.ts"
import type { LabAnswer, LabTask } from "./messages.ts"
import type { LabOpener } from "./port.ts"

export function localLab(): LabOpener {
  return () => {
    const bench = new LabBench()
    let isClosed = false
    const ask = async (task: LabTask): Promise<LabAnswer> => {
      const news = await bench.handle(task)
      if (isClosed) return new Promise(() => undefined)
      if (news.fault !== undefined) throw new Error(news.fault)
      return news.answer
    }
    return {
      begin: (name, settings) => ask({ kind: "lab", begin: { name, settings } }),
      step: (until) => ask({ kind: "lab", until }),
      close: () => {
        isClosed = true
      },
    }
  }
}
