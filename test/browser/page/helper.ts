// A thread that helps the search of worker.ts.

import { serveHelper, type WebWorkerScope } from "../../../src/search/index.ts"

serveHelper(globalThis as unknown as WebWorkerScope)
