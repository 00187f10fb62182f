// Where players live when they live in Node.

import { makeHybridPlayer } from "../../hybrid/node/index.ts"
import { loadKnowledge, openWeightsFiles } from "../../learn/node/index.ts"
import { loadNetImage, openNetFile } from "../../net/node/index.ts"
import { openHelpers } from "../../search/node/index.ts"
import type { PlayerEnvironment } from "../../search/index.ts"
import { openExperience } from "./memory.ts"

/** Threads of Node, files, learned weights, networks, other engines, and warnings on stderr. */
export const NODE_ENVIRONMENT: PlayerEnvironment = {
  openHelpers,
  loadKnowledge,
  loadNet: loadNetImage,
  openNetFile,
  openWeightsFiles,
  openExperience,
  makeHybrid: makeHybridPlayer,
  warn: (message) => void process.stderr.write(`montego: ${message}\n`),
}
