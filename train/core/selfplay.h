// Self-play by Gumbel search with sequential halving (Danihelka et al. 2022, "Policy improvement by planning with
// Gumbel"): many games move in step, so that all their leaves are evaluated by the net at once.
// A move is: begin (evaluate the root), then step for each simulation, then finish. The net runs after begin and after
// each step; its results are taken in by the next call.
#pragma once
#include "record.h"

/** What one run of games shares. Plain data: Python fills it in. */
struct Games {
  int games;
  int nodes; // a game's tree has room for this number
  int longest; // moves after which a game is counted as it stands
  int isMatch; // no records, a game is played once
  u64 room; // records that the replay memory holds
  float visitConstant, valueScale; // sigma of the paper: (c_visit + max n) * c_scale * q
  float scoreWeight, scoreScale; // utility: (win - loss + weight * tanh(points / scale)) / (1 + weight)
  float noise; // of the Gumbel numbers; 0 for matches
  float openingHeat; // temperature of the first, random moves
  float strangeShare, strangeHeat; // share of the games whose openings are hotter, and the highest heat of these
  float openingMoves; // their mean number
  float passBonus; // for a pass late in the game, so that games end
  float spread; // share of the uniform distribution in the root's prior
  float cutShare, cutAt; // share of the games that are cut short once decided, and when they are
  int komi2; // fixed komi; below -1000: drawn at random around the fair one
  State* states;
  u64* random;
  int* lengths;
  int* openings;
  float* heats;
  int* done;
  float* margins;
  int* decided;
  float* cutDraw;
  // Trees: by game and node, and there by action.
  float* logits;
  float* visits;
  float* totals;
  i16* children;
  float* values;
  State* positions;
  u8* ends;
  float* gumbels;
  // The descent under way.
  i16* path;
  int* depth;
  int* leaf;
  u8* symmetry;
  // What the net is asked and answers.
  PointPlanes* planes;
  float* globals;
  float* policy; // logits by turned action
  float* value; // win, draw, loss logits, points / 10
  // Games under way and the replay memory.
  Record* trail;
  PolicyTarget* trailPolicy;
  Record* replay;
  PolicyTarget* replayPolicy;
  unsigned long long* counts;
};

enum Count { RECORDS, GAMES, MOVES, BLACK_WON, DRAWN, WHITE_WON, TOO_LONG, CUT, HALF_POINTS };

constexpr float IMPOSSIBLE = -1e30f;
constexpr int STRIDE = (ACTIONS + 31) / 32 * 32;
/** Moves that a game lasts at least, and decided roots in a row, before it is cut short. */
constexpr int EARLIEST_CUT = POINTS * 3 / 10;
constexpr int DECIDED_IN_A_ROW = 6;

FN size_t nodeOf(const Games& c, int game, int node) { return (size_t)game * c.nodes + node; }
FN bool isEnd(const Games& c, const Position& p) { return p.passes >= 2 || p.moves >= c.longest; }
FN float utility(const Games& c, float winLoss, float points) {
  return (winLoss + c.scoreWeight * tanhf(points / c.scoreScale)) / (1.0f + c.scoreWeight);
}
/** Black's margin with komi in half points. */
FN int margin2Of(const Position& p, Rows& black, Rows& white) {
  areas(p, black, white);
  return 2 * (count(black) - count(white)) - p.komi2;
}

/** Puts a position into a node and asks the net about it, unless the game is over there. */
FN void openNode(const Games& c, int game, int node, const Position& p) {
  const size_t at = nodeOf(c, game, node);
  writeState(c.positions[at], p);
  if (isEnd(c, p)) {
    Rows black, white;
    const int margin2 = margin2Of(p, black, white);
    const float points = 0.5f * (p.turn == BLACK ? margin2 : -margin2);
    if (lane() == 0) {
      c.ends[at] = 1;
      c.values[at] = utility(c, points > 0 ? 1.0f : points < 0 ? -1.0f : 0.0f, points);
    }
  } else {
    const Chains chains = chainsOf(p);
    const int symmetry = (int)(mix(c.random[game] + 0x1234567ull * (node + 1)) & 7);
    if (lane() == 0) {
      c.ends[at] = 0;
      c.symmetry[game] = (u8)symmetry;
    }
    writePlanes(p, chains, symmetry, c.planes + (size_t)game * POINTS, c.globals + (size_t)game * GLOBALS);
    // Legality waits in the place of the logits until the net has answered.
    for (int k = 0; k < ROUNDS; k++) {
      const int a = lane() + k * LANES;
      const bool legal = has(chains.legal, a < POINTS ? a : 0);
      if (a < ACTIONS) c.logits[at * STRIDE + a] = a == PASS || legal ? 0.0f : IMPOSSIBLE;
    }
  }
  if (lane() == 0) c.leaf[game] = node;
  together();
}

/** Takes in the net's answer and adds its value to the descent. */
FN void closeDescent(const Games& c, int game) {
  const size_t at = nodeOf(c, game, c.leaf[game]);
  float value;
  if (c.ends[at]) value = c.values[at];
  else {
    const float* v = c.value + (size_t)game * 4;
    const float top = fmaxf(v[0], fmaxf(v[1], v[2]));
    const float win = expf(v[0] - top), draw = expf(v[1] - top), loss = expf(v[2] - top);
    value = utility(c, (win - loss) / (win + draw + loss), 10.0f * v[3]);
    const int symmetry = c.symmetry[game];
    const float* answer = c.policy + (size_t)game * ACTIONS;
    float* logits = c.logits + at * STRIDE;
    float found[ROUNDS];
    int action[ROUNDS];
    float most = IMPOSSIBLE;
    for (int k = 0; k < ROUNDS; k++) {
      const int to = lane() + k * LANES;
      found[k] = IMPOSSIBLE;
      action[k] = turned(symmetry, to < ACTIONS ? to : PASS);
      if (to < ACTIONS && logits[action[k]] == 0.0f) found[k] = answer[to];
      most = fmaxf(most, found[k]);
    }
    most = maxOfLanes(most);
    float sum = 0;
    for (int k = 0; k < ROUNDS; k++)
      if (found[k] > IMPOSSIBLE) sum += expf(found[k] - most);
    const float norm = most + logf(sumOfLanes(sum));
    for (int k = 0; k < ROUNDS; k++) {
      if (lane() + k * LANES >= ACTIONS) continue;
      const size_t i = at * STRIDE + action[k];
      c.logits[i] = found[k] > IMPOSSIBLE ? found[k] - norm : IMPOSSIBLE;
      c.visits[i] = c.totals[i] = 0;
      c.children[i] = -1;
    }
    if (lane() == 0) c.values[at] = value;
  }
  together();
  if (lane() == 0) {
    const i16* path = c.path + nodeOf(c, game, 0) * 2;
    for (int i = c.depth[game] - 1; i >= 0; i--) {
      value = -value;
      const size_t edge = nodeOf(c, game, path[2 * i]) * STRIDE + path[2 * i + 1];
      c.visits[edge] += 1;
      c.totals[edge] += value;
    }
  }
  together();
}

/** A node's moves as a lane sees them; moves without visits have the mixed value of the paper. */
struct Moves {
  float logit[ROUNDS];
  float visits[ROUNDS];
  float value[ROUNDS];
  float mostVisits;
  float allVisits;
  float scale;
};

FN Moves movesOf(const Games& c, size_t at) {
  Moves m;
  float chance = 0, worth = 0, most = 0, sum = 0;
  for (int k = 0; k < ROUNDS; k++) {
    const int a = lane() + k * LANES;
    m.logit[k] = IMPOSSIBLE;
    m.visits[k] = m.value[k] = 0;
    if (a >= ACTIONS) continue;
    m.logit[k] = c.logits[at * STRIDE + a];
    m.visits[k] = c.visits[at * STRIDE + a];
    if (m.visits[k] > 0) {
      m.value[k] = c.totals[at * STRIDE + a] / m.visits[k];
      chance += expf(m.logit[k]);
      worth += expf(m.logit[k]) * m.value[k];
    }
    most = fmaxf(most, m.visits[k]);
    sum += m.visits[k];
  }
  m.mostVisits = maxOfLanes(most);
  m.allVisits = sumOfLanes(sum);
  chance = sumOfLanes(chance);
  worth = sumOfLanes(worth);
  const float own = c.values[at];
  const float mixed = m.allVisits > 0 ? (own + m.allVisits * worth / fmaxf(chance, 1e-12f)) / (1.0f + m.allVisits) : own;
  const bool isLate = c.positions[at].moves * 2 >= POINTS;
  for (int k = 0; k < ROUNDS; k++) {
    if (m.visits[k] <= 0) m.value[k] = mixed;
    if (isLate && lane() + k * LANES == PASS) m.value[k] += c.passBonus;
  }
  m.scale = (c.visitConstant + m.mostVisits) * c.valueScale;
  return m;
}

/** The root's move to look at among those with `wanted` visits (sequential halving), or, below 0, the move to play. */
FN int chooseAtRoot(const Games& c, int game, float wanted) {
  const size_t at = nodeOf(c, game, 0);
  const Moves m = movesOf(c, at);
  const bool plays = wanted < 0;
  const float noise = plays && c.positions[at].moves * 4 >= POINTS ? 0.25f : 1.0f;
  float legal = 0;
  for (int k = 0; k < ROUNDS; k++)
    if (m.logit[k] > IMPOSSIBLE) legal += 1;
  legal = sumOfLanes(legal);
  float best = -3e38f;
  int index = PASS;
  for (int k = 0; k < ROUNDS; k++) {
    const int a = lane() + k * LANES;
    if (m.logit[k] <= IMPOSSIBLE) continue;
    const float logit = plays ? m.logit[k] : logf((1.0f - c.spread) * expf(m.logit[k]) + c.spread / legal);
    const float far = fabsf(m.visits[k] - (plays ? m.mostVisits : wanted));
    const float score = noise * c.gumbels[(size_t)game * STRIDE + a] + logit + m.scale * m.value[k] - 1e6f * far;
    if (score > best) {
      best = score;
      index = a;
    }
  }
  return bestOfLanes(best, index);
}

/** Turns logits and values into the improved policy, in place of the values. */
FN void improve(Moves& m) {
  float most = IMPOSSIBLE, sum = 0;
  for (int k = 0; k < ROUNDS; k++) {
    m.value[k] = m.logit[k] > IMPOSSIBLE ? m.logit[k] + m.scale * m.value[k] : IMPOSSIBLE;
    most = fmaxf(most, m.value[k]);
  }
  most = maxOfLanes(most);
  for (int k = 0; k < ROUNDS; k++) {
    m.value[k] = m.value[k] > IMPOSSIBLE ? expf(m.value[k] - most) : 0.0f;
    sum += m.value[k];
  }
  sum = sumOfLanes(sum);
  for (int k = 0; k < ROUNDS; k++) m.value[k] /= sum;
}

/** Below the root: the move whose share of the visits is farthest below its share of the improved policy. */
FN int chooseInside(const Games& c, size_t at) {
  Moves m = movesOf(c, at);
  improve(m);
  float best = -3e38f;
  int index = PASS;
  for (int k = 0; k < ROUNDS; k++) {
    if (m.logit[k] <= IMPOSSIBLE) continue;
    const float score = m.value[k] - m.visits[k] / (1.0f + m.allVisits);
    if (score > best) {
      best = score;
      index = lane() + k * LANES;
    }
  }
  return bestOfLanes(best, index);
}

FN void descend(const Games& c, int game, int simulation, float wanted) {
  i16* path = c.path + nodeOf(c, game, 0) * 2;
  int node = 0;
  for (int depth = 0;;) {
    const size_t at = nodeOf(c, game, node);
    if (c.ends[at]) {
      if (lane() == 0) {
        c.leaf[game] = node;
        c.depth[game] = depth;
      }
      break;
    }
    const int move = node == 0 ? chooseAtRoot(c, game, wanted) : chooseInside(c, at);
    if (lane() == 0) {
      path[2 * depth] = (i16)node;
      path[2 * depth + 1] = (i16)move;
    }
    depth++;
    const int child = c.children[at * STRIDE + move];
    if (child < 0) {
      Position p = readState(c.positions[at]);
      play(p, move);
      together();
      if (lane() == 0) {
        c.children[at * STRIDE + move] = (i16)simulation;
        c.depth[game] = depth;
      }
      openNode(c, game, simulation, p);
      break;
    }
    node = child;
  }
  together();
}

/** The fair komi of 9x9 is 7: most games have it, so that the value is learned where it matters. */
FN int drawKomi2(const Games& c, u64 drawn) {
  if (c.komi2 >= -1000) return c.komi2;
  const float u = uniform(drawn);
  if (u < 0.60f) return 14;
  if (u < 0.75f) return 15;
  if (u < 0.85f) return 13;
  return (int)((mix(drawn) >> 20) % 33) - 2; // -1 to 15 points
}

FN void newGame(const Games& c, int game) {
  const u64 drawn = mix(c.random[game] ^ 0x5555);
  writeState(c.states[game], emptyPosition(drawKomi2(c, drawn)));
  if (lane() != 0) return;
  c.lengths[game] = 0;
  const int opening = (int)(-c.openingMoves * logf(uniform(mix(drawn + 1))));
  c.openings[game] = opening > POINTS / 5 ? POINTS / 5 : opening;
  // A sure policy leaves out most openings, however they are drawn; other programs play them.
  const bool isStrange = uniform(mix(drawn + 3)) < c.strangeShare;
  c.heats[game] = c.openingHeat * (isStrange ? powf(c.strangeHeat / c.openingHeat, uniform(mix(drawn + 4))) : 1.0f);
  c.decided[game] = 0;
  c.cutDraw[game] = uniform(mix(drawn + 2));
}

FN void beginMove(const Games& c, int game) {
  const Position p = readState(c.states[game]);
  const u64 drawn = c.random[game];
  if (lane() == 0) c.depth[game] = 0;
  for (int a = lane(); a < ACTIONS; a += LANES)
    c.gumbels[(size_t)game * STRIDE + a] = c.noise * gumbel(mix(drawn ^ (0xABCDEFull * (a + 1))));
  openNode(c, game, 0, p);
}

/** A random move by the policy, never a pass. */
FN int openingMove(const Games& c, int game, const Moves& m) {
  float best = -3e38f;
  int index = PASS;
  for (int k = 0; k < ROUNDS; k++) {
    const int a = lane() + k * LANES;
    if (a >= POINTS || m.logit[k] <= IMPOSSIBLE) continue;
    const float score = m.logit[k] / c.heats[game] + gumbel(mix(c.random[game] ^ (0x77777ull * (a + 3))));
    if (score > best) {
      best = score;
      index = a;
    }
  }
  return bestOfLanes(best, index);
}

/** Keeps the position with the search's policy; the game's end adds the rest. */
FN void remember(const Games& c, int game, const Position& p, const Moves& improved, int move, bool isOpening) {
  const size_t at = (size_t)game * c.longest + c.lengths[game];
  Record& r = c.trail[at];
  writeRows(r.own, p.stones[p.turn]);
  writeRows(r.enemy, p.stones[1 - p.turn]);
  for (int k = 0; k < ROUNDS; k++) {
    const int a = lane() + k * LANES;
    if (a < ACTIONS) c.trailPolicy[at].chance[a] = toHalf(improved.value[k]);
  }
  if (lane() != 0) return;
  r.ko = (i16)p.ko;
  for (int i = 0; i < HISTORY; i++) r.last[i] = (i16)p.last[i];
  r.komi2 = (i16)(p.turn == WHITE ? p.komi2 : -p.komi2);
  r.turn = (u8)p.turn;
  r.territory = 0;
  // The result of a game says little of a position before random moves.
  r.targets = isOpening ? 0 : HAS_OUTCOME;
  r.move = (i16)move;
  r.next = NO_MOVE;
  if (c.lengths[game] > 0) c.trail[at - 1].next = (i16)move;
}

/** Moves a finished game into the replay memory. */
FN void publish(const Games& c, int game, const Position& p, int margin2, bool isCut, Rows black, Rows white) {
  const int length = c.lengths[game];
  u64 base = 0;
  if (lane() == 0) {
    base = addAndFetchOld(&c.counts[RECORDS], length);
    addAndFetchOld(&c.counts[GAMES], 1);
    addAndFetchOld(&c.counts[MOVES], length);
    addAndFetchOld(&c.counts[margin2 > 0 ? BLACK_WON : margin2 == 0 ? DRAWN : WHITE_WON], 1);
    if (isCut) addAndFetchOld(&c.counts[CUT], 1);
    else if (p.passes < 2) addAndFetchOld(&c.counts[TOO_LONG], 1);
    addAndFetchOld(&c.counts[HALF_POINTS], margin2 < 0 ? -margin2 : margin2);
  }
  base = fromFirstLane(base);
  for (int i = 0; i < length; i++) {
    Record& from = c.trail[(size_t)game * c.longest + i];
    const u64 to = (base + i) % c.room;
    writeRows(from.ownArea, from.turn == BLACK ? black : white);
    writeRows(from.enemyArea, from.turn == BLACK ? white : black);
    if (lane() == 0) {
      const int own = from.turn == BLACK ? margin2 : -margin2;
      from.margin2 = (i16)own;
      from.outcome = own > 0 ? 0 : own == 0 ? 1 : 2;
      if (!isCut) from.targets |= from.targets & HAS_OUTCOME ? HAS_OWNERS | HAS_MARGIN : HAS_OWNERS;
    }
    together();
    for (size_t k = lane(); k < sizeof(Record) / 4; k += LANES) ((u32*)&c.replay[to])[k] = ((const u32*)&from)[k];
    for (int k = lane(); k < ACTIONS; k += LANES)
      c.replayPolicy[to].chance[k] = c.trailPolicy[(size_t)game * c.longest + i].chance[k];
    together();
  }
}

FN void finishMove(const Games& c, int game) {
  if (c.isMatch && c.done[game]) return;
  Moves m = movesOf(c, nodeOf(c, game, 0));
  float worth = 0;
  for (int k = 0; k < ROUNDS; k++) worth += m.visits[k] * m.value[k];
  const float rootValue = (c.values[nodeOf(c, game, 0)] + sumOfLanes(worth)) / (1.0f + m.allVisits);
  Position p = readState(c.states[game]);
  const bool isOpening = c.lengths[game] < c.openings[game];
  const int move = isOpening ? openingMove(c, game, m) : chooseAtRoot(c, game, -1);
  int decided = 0;
  if (!c.isMatch) {
    improve(m);
    remember(c, game, p, m, move, isOpening);
    const float black = p.turn == BLACK ? rootValue : -rootValue;
    const int before = c.decided[game];
    decided = black > c.cutAt ? (before > 0 ? before + 1 : 1) : black < -c.cutAt ? (before < 0 ? before - 1 : -1) : 0;
  }
  together();
  const bool isDecided = decided >= DECIDED_IN_A_ROW || decided <= -DECIDED_IN_A_ROW;
  const bool mayCut = !c.isMatch && p.moves >= EARLIEST_CUT && isDecided && c.cutDraw[game] < c.cutShare;
  play(p, move);
  writeState(c.states[game], p);
  together();
  if (lane() == 0) {
    c.decided[game] = decided;
    c.lengths[game]++;
    c.random[game] = mix(c.random[game] + 0x1357);
  }
  together();
  const bool ended = isEnd(c, p);
  if (!mayCut && !ended) return;
  Rows black, white;
  int margin2 = margin2Of(p, black, white);
  if (!ended) margin2 = decided > 0 ? 1 : -1;
  if (c.isMatch) {
    if (lane() == 0) {
      c.done[game] = 1;
      c.margins[game] = 0.5f * margin2;
    }
    return;
  }
  publish(c, game, p, margin2, !ended, black, white);
  newGame(c, game);
  together();
}
