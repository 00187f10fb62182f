// How this program plays, with the weights and networks that it came with.

import { loadKnowledge } from "../learn/node/index.ts"
import { loadNetImage } from "../net/node/index.ts"
import { signature } from "../search/index.ts"

export function ownSignature(): Promise<string> {
  return signature({ loadKnowledge, loadNet: loadNetImage })
}
