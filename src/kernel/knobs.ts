// The knobs of the search by name. Their numbers are the module's; what they mean stands in src/search/params.ts.

import * as NUMBERS from "./assembly/knob-numbers.ts"

export const KNOBS = {
  exploration: NUMBERS.EXPLORATION,
  tuned: NUMBERS.TUNED,
  fpu: NUMBERS.FPU,
  rave: NUMBERS.RAVE,
  raveBias: NUMBERS.RAVE_BIAS,
  raveSchedule: NUMBERS.RAVE_SCHEDULE,
  bias: NUMBERS.BIAS,
  virtualLoss: NUMBERS.VIRTUAL_LOSS,
  expandAt: NUMBERS.EXPAND_AT,
  keyOrder: NUMBERS.KEY_ORDER,
  uncle: NUMBERS.UNCLE,
  priorEven: NUMBERS.PRIOR_EVEN,
  priorCapture: NUMBERS.PRIOR_CAPTURE,
  priorCaptureMany: NUMBERS.PRIOR_CAPTURE_MANY,
  priorPattern: NUMBERS.PRIOR_PATTERN,
  priorSelfAtari: NUMBERS.PRIOR_SELF_ATARI,
  priorNear1: NUMBERS.PRIOR_NEAR_1,
  priorNear2: NUMBERS.PRIOR_NEAR_2,
  priorNear3: NUMBERS.PRIOR_NEAR_3,
  priorEdge: NUMBERS.PRIOR_EDGE,
  priorThirdLine: NUMBERS.PRIOR_THIRD_LINE,
  priorPass: NUMBERS.PRIOR_PASS,
  policy: NUMBERS.POLICY,
  switches: NUMBERS.SWITCHES,
  komi: NUMBERS.KOMI,
  captureGoal: NUMBERS.CAPTURE_GOAL,
  backup: NUMBERS.BACKUP,
  score: NUMBERS.SCORE,
  scoreWeight: NUMBERS.SCORE_WEIGHT,
  ownersToo: NUMBERS.OWNERS_TOO,
  superko: NUMBERS.SUPERKO,
  toyDepth: NUMBERS.TOY_DEPTH,
  toyWidth: NUMBERS.TOY_WIDTH,
  toySeed: NUMBERS.TOY_SEED,
  raveRecency: NUMBERS.RAVE_RECENCY,
} as const

export type KnobName = keyof typeof KNOBS
