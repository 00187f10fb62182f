// The evaluator slot: what an idea tells the search of moves before any simulation. Learned weights today
// (src/learn); a better judge takes their place here, and nothing else of the search changes.

export { chanceOf, hasWeights, openWeights, weighLegal } from "../../learn/assembly/weigh"
