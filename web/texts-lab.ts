// Every word of the laboratory: beside `texts.ts`, because few people open it and it is fetched when they do.

import type { BanditPolicy } from "montego/bandits"
import type { Character, Player, StrategyName } from "montego/cgt"

const number = (value: number): string => value.toLocaleString("en")

/** A page of the laboratory as the index and its head show it. */
interface PageText {
  readonly title: string
  readonly short: string
  /** About five sentences for a newcomer. */
  readonly idea: string
  readonly source: string
  /** The page of the documentation that has the full text. */
  readonly docs: string
  /** What `done` counts. */
  readonly unit: string
}

export const LAB_TEXTS = {
  title: "Laboratory",
  intro:
    "The ideas behind computer Go, to play with. Every page runs here in your browser; the same settings and the same seed give the same numbers on every machine, and a link holds both.",
  open: "Open",
  back: "All pages",
  source: "Source:",
  docs: "The full text",
  linkFault: "This link can't be opened:",

  controls: {
    label: "Run the experiment",
    start: "Start",
    pause: "Pause",
    goOn: "Continue",
    again: "Start again",
    reset: "Reset",
    keys: "Keys: S start or pause, R reset.",
    settings: "Settings",
    progress: (done: number, total: number, unit: string) => `${number(done)} of ${number(total)} ${unit}`,
    ready: "Nothing has been run yet. Press Start.",
    running: "Running",
    paused: (done: number, unit: string) => `Paused after ${number(done)} ${unit}.`,
    over: (done: number, unit: string) => `Done: ${number(done)} ${unit}.`,
    failed: (reason: string) => `It can't be run: ${reason}.`,
  },
  copyLink: "Copy link",
  asTable: "The numbers as a table",
  table: "Table",
  empty: "The picture appears when the experiment runs.",

  pages: {
    bandits: {
      title: "Bandits",
      short: "Which machine pays best? Explore or stay: the choice that a tree search makes at every node.",
      idea: "Some machines stand in a row, each with an arm and a chance of reward that you don't know. Every pull of a worse arm costs you what the best one would have brought: the regret. If you always pull the arm that looks best, you may stay with a worse one that was lucky at first; if you try all in turn, you waste pulls. UCB1 adds to each arm's mean a bonus that shrinks with every pull of it and pulls the highest sum, so its regret grows only with the logarithm of the pulls. A tree search chooses its next move by the same formula, with moves for arms and won playouts for rewards.",
      source:
        "Auer, Cesa-Bianchi and Fischer, Finite-time Analysis of the Multiarmed Bandit Problem, 2002; the table is of Brady, 9x9 Computer Go using Monte Carlo Tree Search, 2024, section 3.6, tables 1 to 3.",
      docs: "players/bandits",
      unit: "trials",
    },
    simulations: {
      title: "Simulations side by side",
      short: "Five ways to play a random game to its end: how fast each is, and what it gets wrong.",
      idea: "Monte-Carlo Go judges a position by random games. The naive way walks every chain after each move to count its liberties; on large boards that is slow, so the methods of 2008 save this work and pay with small errors. The common fate graph keeps one node for a chain, and analyze-after fills the board first and removes captured stones afterwards. The exact game keeps its liberties up to date move by move; the kernel of the search plays the same game in WebAssembly. The owner maps show where a method is wrong: a living corner that dies in some games, or a score that is shifted.",
      source:
        "Chelaru, Artificial Intelligence in Computer Go, 2008, section 4.3.1 and table 5.1; owner maps: Lew, Modeling Go Game as a Large Decomposable Decision Process, 2011, figure 3.4.",
      docs: "simulations",
      unit: "games of each method",
    },
    gobble: {
      title: "Gobble's annealing",
      short: "The first Monte-Carlo Go program learns the value of every point of an empty board.",
      idea: "Gobble knew nothing of Go but the rules. Each side keeps all points in an order and always plays the first one that it can; a point is worth the mean score of the games in which its side was the first to play there, and after every game the points are ordered anew. Like a metal that cools slowly, the order is shaken at first: neighbours are swapped with a chance that falls to zero. Early games try everything, late games play what was found. After 10,000 games the middle of the board is worth most and the corners least, as in the figure of 1993.",
      source: "Brügmann, Monte Carlo Go, 1993, figure 1.",
      docs: "players/gobble",
      unit: "games",
    },
    evolve: {
      title: "Coevolution",
      short: "Two populations of small game plans play each other; the right move takes over.",
      idea: "A plan is a small tree: what to play first, what to answer to which move, and otherwise. Thousands of plans for Black and for White play each other; the losers are replaced by children of the others. No plan sees the whole position, but the shares of first moves in the population say what it has learned. On the flower six only E2 kills, and once enough Black plans begin there White's plans adapt, and Black must learn the answers, too. The curves show the arms race; they need no tree and no search.",
      source:
        "Drake and Chen, Coevolving Partial Strategies for the Game of Go, 2008, sections 2 to 5, figures 6 to 13.",
      docs: "players/evolve",
      unit: "steps",
    },
    games: {
      title: "Thermographs",
      short: "Type a fight as a game like {3||0|-10} and see what it is worth and how urgent it is.",
      idea: "Late in a game the board falls apart into fights that don't touch each other. A fight is written {Left | Right}: Left moves to a score or to another game, and so does Right; the longest bar divides first. Suppose every move costs a tax: the left wall is the value when Left begins, the right wall when Right begins, and where they meet is the temperature, which is what a move is worth, and the mean, which is what the fight is worth. Strategies that look only at thermographs play a sum of many fights nearly perfectly without searching it. A learner finds the same temperatures from playouts alone.",
      source:
        "Lew, Modeling Go Game as a Large Decomposable Decision Process, 2011, chapter 5; Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 6.",
      docs: "cgt",
      unit: "playouts",
    },
    match: {
      title: "Arena",
      short:
        "Let two players of the page play a match, or watch one from its journal: table, ratings, games.",
      idea: "Which of two players is stronger? One game tells little, because chance decides much of it. In a match every pair of games has the colours exchanged, and the share of points has an interval that shrinks with the root of the number of games: a hundred games tell 50 % from 60 %, hardly less. Elo turns shares into distances that can be added, so that players who never met can be compared. The journal of a match has one line for every game with all its moves; each can be reviewed here.",
      source:
        "Bradley and Terry, Rank Analysis of Incomplete Block Designs, 1952; Elo, The Rating of Chessplayers, 1978; ratings by the same model: Lew, Modeling Go Game as a Large Decomposable Decision Process, 2011, sections 4.5 to 4.7.",
      docs: "arena",
      unit: "games",
    },
  } satisfies Readonly<Record<string, PageText>>,

  fields: {
    arms: "Chances of the arms",
    rounds: "Pulls of a trial",
    trials: "Trials",
    epsilon: "ε of ε-greedy",
    seed: "Seed",
    position: "Position",
    games: "Games",
    size: "Board",
    swap: "Chance to swap at first",
    frozen: "Share of games after the cooling",
    random: "Share of random moves",
    population: "Plans of each side",
    lineages: "Lineages",
    steps: "Steps",
    sum: "Game, or sum of games",
    learner: "Learner",
    playouts: "Playouts",
    a: "Player A",
    b: "Player B",
    komi: "Komi",
  } as Readonly<Record<string, string>>,
  choices: {
    cgtd: "CG-TD(0)",
    td: "TD(λ)",
    "monte-carlo": "Monte Carlo",
    "flower-six": "flower six",
    "multiple-cut": "multiple cut",
    empty: "empty 9×9",
  } as Readonly<Record<string, string>>,

  bandits: {
    policies: {
      random: "random",
      "epsilon-greedy": "ε-greedy",
      ucb1: "UCB1",
      "ucb1-tuned": "UCB1-TUNED",
    } satisfies Readonly<Record<BanditPolicy, string>>,
    regret: "Regret: rewards missed so far",
    reward: "Share of pulls that were rewarded",
    pulls: "pulls",
    policy: "Policy",
    published: "Beside the published table",
    publishedHint:
      "Percent of pulls that were rewarded. A published cell is the mean of ten trials; z says how many standard deviations of such a mean it lies from ours.",
    ours: "ours",
    theirs: "published",
    z: "z",
    notReproducible: "not reproducible",
    hand: "Pull by hand",
    handHint: "The chances are the ones above, in another order. Keys 1 to 8 pull.",
    arm: (index: number) => `Arm ${index}`,
    pulled: (pulls: number, rewards: number) => `${rewards} of ${pulls} rewarded`,
    never: "never pulled",
    bound: (value: string) => `UCB1's bound ${value}`,
    chance: (value: number) => `its chance is ${value}`,
    letPull: "Let UCB1 pull",
    reveal: "Show the chances",
    result: (pulls: number, rewards: number, regret: string) =>
      `${pulls === 1 ? "1 pull" : `${pulls} pulls`}, ${rewards === 1 ? "1 reward" : `${rewards} rewards`}, regret ${regret}.`,
    reward1: (arm: number) => `Arm ${arm}: a reward.`,
    reward0: (arm: number) => `Arm ${arm}: nothing.`,
  },

  simulations: {
    methods: {
      naive: "Naive",
      "fate-graph": "Common fate graph",
      "analyze-after": "Analyze-after",
      exact: "Exact, incremental",
      kernel: "Kernel (WebAssembly)",
    } as Readonly<Record<string, string>>,
    method: "Method",
    speed: "Games a second",
    score: "Mean score",
    moves: "Moves a game",
    speedNote:
      "Speeds are of this browser now, measured game by game; all other numbers follow from the seed. The kernel is called for one game at a time here, which costs it much of its speed.",
    ownerMap: (method: string) => `Owner map: ${method}`,
    legend:
      "Whose each point becomes. Green: Black's at the end of most games; red: White's. The numbers are Black's share less White's.",
  },

  gobble: {
    map: "What each point is worth to Black",
    published: "Figure 1 of 1993",
    temperature: "Chance to swap neighbours",
    mean: "Mean score of all games",
    correlation: "Rank correlation with figure 1, both made symmetric",
    hint: "Mean score of the games in which Black was the first to play there; the greener the better.",
    games: (count: number) => `${number(count)} games`,
  },

  evolve: {
    openings: "First moves of the plans of the side to play",
    measures: "What the plans have learned",
    steps: "steps",
    share: "Share of the population",
    leads: (step: number) => `A winning first move leads without a break since step ${number(step)}.`,
    notYet: "No winning first move leads yet.",
    winning: (moves: string) => `First moves that win: ${moves}.`,
    typical: "A typical plan of each side",
    move: "First move",
    board: "The position, Black to play",
  },

  heuristics: {
    title: "Tree heuristics",
    short:
      "RAVE, priors, rules in the random games, UCB1's bonus: switch one off in the glass box and see at once which moves the search prefers then.",
  },
  patterns: {
    title: "Learned patterns",
    short:
      "Which 3×3 shapes do players choose? Learn them from your games, look at them, and play against them.",
  },
  experiments: {
    title: "Experiments",
    short:
      "The tables and figures of the five texts that stand behind Montego, made again by one command each, beside the originals.",
  },
  hybrid: {
    title: "The hybrid",
    idea: "A classical engine knows patterns and reads fights; random games know nothing, but judge the whole board. The hybrid multiplies the values that the classical engine gives to moves with the win rates of the tree search, and plays the highest product. In 2008 such a marriage with GNU Go was tried first.",
    source: "Chelaru, Artificial Intelligence in Computer Go, 2008, section 4.4.2 and table 5.3.",
    play: (player: string) => `Play against ${player}`,
  },

  arena: {
    journals: "Journals",
    journalsHint:
      "montego match and montego tournament write a journal with --journal. Open one or several, or drop them here.",
    open: "Open a journal",
    watch: "Watch the server's journals",
    stopWatching: "Stop watching",
    close: "Close the journals",
    opened: (list: string) => `Open: ${list}.`,
    gameCount: (count: number) => (count === 1 ? "1 game" : `${number(count)} games`),
    damaged: (count: number) =>
      `${count === 1 ? "One line is" : `${count} lines are`} damaged and not counted.`,
    fault: (reason: string) => `The journal can't be read: ${reason}.`,
    empty: "Start a match above, or open a journal.",
    playing: (moves: number, black: string) =>
      `A game is being played: move ${moves}, ${black === "a" ? "A" : "B"} is Black.`,
    players: "Players",
    player: "Player",
    heads: ["Player", "Games", "Won–lost", "Rate", "95 % interval", "Elo"],
    range: (low: string, high: string) => `${low} to ${high}`,
    cross: "Cross table",
    games: "Games",
    game: (count: number, black: string, white: string, result: string) =>
      `${count}. ${black} – ${white}: ${result}`,
    review: (count: number, black: string, white: string, result: string) =>
      `${count}. ${black} – ${white}: ${result}, review the game`,
    moves: (count: number) => (count === 1 ? "1 move" : `${count} moves`),
  },

  games: {
    part: "Game",
    whole: "the sum",
    mean: "Mean",
    temperature: "Temperature",
    stops: "Stops",
    kind: "Kind",
    characters: {
      number: "a number: no move is needed",
      infinitesimal: "an infinitesimal",
      gote: "gote",
      "left-sente": "Left's sente",
      "right-sente": "Right's sente",
    } satisfies Readonly<Record<Character, string>>,
    players: { left: "Left", right: "Right" } satisfies Readonly<Record<Player, string>>,
    panel: (game: string, mean: string, temperature: string) =>
      `Thermograph of ${game}: mean ${mean}, temperature ${temperature}`,
    axis: "Temperature rises upwards; high values, good for Left, stand on the left.",
    strategies: {
      hotstrat: "hotstrat: the hottest part",
      thermostrat: "thermostrat: one thermograph of all",
      sentestrat: "sentestrat: answer, else the hottest",
    } satisfies Readonly<Record<StrategyName, string>>,
    strategy: "Strategy",
    first: (player: Player, side: Player) =>
      `as ${side === "left" ? "Left" : "Right"}, ${player === "left" ? "Left" : "Right"} first`,
    optimal: "Choices that lose nothing",
    perfect: (left: string, right: string) =>
      `Perfect play: ${left} when Left begins, ${right} when Right begins.`,
    loses: (loss: string) => `loses ${loss}`,
    refusal: (reason: string) => `Strategies can't be asked: ${reason}.`,
    learned: "What the learner knows",
    learnedHint: {
      cgtd: "temperatures of the parts",
      td: "what each move adds to the value: the linear model swings",
      "monte-carlo": "what each move adds to the value: the linear model swings",
    } as Readonly<Record<string, string>>,
    right: (optimal: number, choices: number) => `${optimal} of ${choices} choices lose nothing.`,
    playouts: "playouts",
    examples: "Examples:",
  },
} as const

/** What the glass box says beyond the first load. */
export const GLASS_TEXTS = {
  written: (vertex: string) => `${vertex} in numbers`,
  terms: { estimate: "estimate", exploration: "bonus", bias: "bias", value: "value" },
  tree: "The tree",
  treeHint:
    "Visits and win rate of the side that moves, the most visited lines thick. Press a node to go there; arrows walk.",
  treeEmpty: "After some simulations the tree is drawn here.",
  treeRoot: "Position",
  treeDepth: (depth: number) => `, depth ${depth}`,
  switches: "Switches of the search",
  switchHint: "Turn one, and the same number of simulations is run again with the same seed.",
  switchNames: {
    rave: "RAVE",
    priors: "Priors",
    rules: "Rules in the random games",
    bonus: "UCB1's bonus",
    tuned: "Bonus by variance (TUNED)",
  },
  turned: (name: string, isOn: boolean) => `${name} ${isOn ? "on" : "off"}: the most visited moves`,
  before: "before",
  after: "now",
  candidate: (vertex: string, visits: number, rate: string) =>
    `${vertex} · ${number(visits)} visits · ${rate} %`,
} as const
