// A thread that helps the engine's search on the same tree.

import { serveHelper } from "montego/search"

serveHelper(globalThis)
