// The evaluator slots: what ideas tell the search of a position before any simulation. Learned weights (src/learn)
// weigh moves; a network (src/net) weighs moves and judges the position. Nothing else of the search knows them.

export { chanceOf, hasWeights, openWeights, weighLegal } from "../../learn/assembly/weigh"
export {
  evaluateNode, hasNet, netChance, netOwner, netScore, netValue, netWorth, openNet, rememberMove, setHeat,
} from "../../net/assembly/net"
