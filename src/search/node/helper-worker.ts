// The thread of a helper.

import { parentPort } from "node:worker_threads"
import { Helper, type HelperTask } from "../helpers.ts"

const helper = new Helper()

parentPort!.on("message", (task: HelperTask) => {
  void helper.carryOut(task).then(() => parentPort!.postMessage("done"))
})
