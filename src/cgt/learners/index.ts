/** Learners on sums of games: the linear model, naive patterns, CG-TD(0), and studies of what they learn. */
export * from "./cgtd.ts"
export * from "./linear.ts"
export {
  letterOf,
  SumModel,
  type First,
  type Learner,
  type Place,
  type State,
  type Step,
  type Watched,
} from "./model.ts"
export * from "./patterns.ts"
export * from "./study.ts"
