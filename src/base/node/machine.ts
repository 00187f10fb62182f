// What a figure was measured on: no figure makes sense without it.

import { cpus } from "node:os"
import { VERSION } from "../version.ts"

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly platform: string
  readonly arch: string
  readonly node: string
  readonly montego: string
}

export function thisMachine(): Machine {
  const all = cpus()
  const { platform, arch, version: node } = process
  return { cpu: all[0]?.model.trim() ?? "unknown", cores: all.length, platform, arch, node, montego: VERSION }
}

export function machineLine({ cpu, cores, node }: Machine): string {
  return `${cpu}, ${cores} cores, Node ${node}`
}
