// What the engine found, as properties of a record: Black's win rate in percent (SBKV, as Sabaki and others have it),
// Black's estimated lead in points (V of FF[4]), and a comment. A file that has win rates gives them back.

import { allNodes, makeReal, makeText, parseReal, readText, type SgfNode } from "montego/record"

export interface Finding {
  readonly blackWins: number
  /** Where a network estimated it. */
  readonly lead?: number | undefined
  /** A sentence for people; none for an empty text. */
  readonly words: string
}

type Properties = SgfNode["properties"]

const RATE = "SBKV"
const VALUE = "V"

/** The properties of a node with what was found there. */
function withFinding(node: SgfNode, { blackWins, lead, words }: Finding): Properties {
  const comment = [readText(node) ?? "", words].filter((part) => part !== "").join("\n\n")
  return {
    ...node.properties,
    [RATE]: [makeReal(Number((100 * blackWins).toFixed(2)))],
    ...(lead === undefined ? {} : { [VALUE]: [makeReal(Number(lead.toFixed(1)))] }),
    ...(comment === "" ? {} : { C: [makeText(comment)] }),
  }
}

/** Runs `write` while the nodes have what was found in them; afterwards they are as they were. */
export function writeWith<T>(findings: ReadonlyMap<SgfNode, Finding>, write: () => T): T {
  const before = [...findings.keys()].map((node) => [node, node.properties] as const)
  try {
    for (const [node, finding] of findings) node.properties = withFinding(node, finding)
    return write()
  } finally {
    for (const [node, properties] of before) node.properties = properties
  }
}

/** Black's win rates that a record has. */
export function* readRates(
  games: readonly SgfNode[],
): Generator<readonly [node: SgfNode, blackWins: number]> {
  for (const root of games)
    for (const node of allNodes(root)) {
      const raw = node.properties[RATE]?.[0]
      const { value } = raw === undefined ? { value: undefined } : parseReal(raw)
      if (value !== undefined && value >= 0 && value <= 100) yield [node, value / 100]
    }
}
