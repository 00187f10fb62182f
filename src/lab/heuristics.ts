// Every switch of the search that an experiment measures alone (LAB-2): what it adds to a player, and which player that
// is. Most are added to plain UCT; a rule of MoGo's playouts makes sense only on top of these.

export interface Heuristic {
  readonly name: string
  /** Options that it adds. */
  readonly options: string
  /** What it is added to, and measured against; default: plain UCT. */
  readonly base?: string
  /** It acts in games with handicap stones only. */
  readonly handicap?: number
}

/** Neither side stops a search early, so that both have exactly the same playouts. */
export const PLAIN = "uct:plain,early-stop=off"
const MOGO = `${PLAIN},policy=mogo`
const RAVE = `${PLAIN},rave=on,exploration=0,prior-even=10`

const PRIORS =
  "prior-even=10,prior-capture=15,prior-capture-many=30,prior-pattern=10,prior-self-atari=10,prior-near-1=12,prior-near-2=10,prior-near-3=4,prior-edge=10,prior-third-line=10,prior-pass=10"

export const HEURISTICS: readonly Heuristic[] = [
  { name: "tuned", options: "tuned=on" },
  { name: "fpu=1.1", options: "fpu=1.1" },
  { name: "rave", options: "rave=on,exploration=0,prior-even=10" },
  { name: "rave+exploration (brady)", options: "rave=on,rave-schedule=1000,exploration=0.7" },
  { name: "rave-recency", options: "rave-recency=1", base: RAVE },
  { name: "bias", options: "bias=2" },
  { name: "uncle=50", options: "uncle=50" },
  { name: "uncle-merge", options: "uncle-merge=on" },
  { name: "keys=stars", options: "keys=stars" },
  { name: "keys=printed", options: "keys=printed" },
  { name: "expand-at=8", options: "expand-at=8" },
  { name: "backup=max", options: "backup=max" },
  { name: "backup=mix", options: "backup=mix" },
  { name: "score=threshold", options: "score=threshold" },
  { name: "score=blend", options: "score=blend" },
  { name: "dynamic-komi", options: "dynamic-komi=7", handicap: 2 },
  { name: "policy=mogo", options: "policy=mogo" },
  { name: "policy=gamma", options: "policy=gamma" },
  { name: "scope=board", options: "scope=board", base: MOGO },
  { name: "nakade", options: "nakade=on", base: MOGO },
  { name: "low", options: "low=on", base: MOGO },
  { name: "ladder", options: "ladder=on", base: MOGO },
  { name: "no self-atari", options: "self-atari=off", base: MOGO },
  { name: "priors by hand", options: PRIORS },
  { name: "prior-learned", options: "prior-even=10,prior-learned=100" },
  { name: "reuse=off", options: "reuse=off" },
  { name: "symmetry=root", options: "symmetry=root" },
  { name: "endgame", options: "endgame=on" },
]
