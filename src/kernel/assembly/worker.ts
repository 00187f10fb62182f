// Which part of the memory is this worker's own.

import { useLadderBoards } from "./ladder"
import { LADDERS, REGIONS, REGION_SIZE } from "./layout"

/** Start of this worker's region. */
export let region: usize = 0

/** Takes region number `worker`; every worker of a shared memory has its own. */
export function start(worker: u32): void {
  region = REGIONS + REGION_SIZE * <usize>worker
  useLadderBoards(region + LADDERS)
}
