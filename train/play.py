"""Games that a net plays with itself, or two nets with each other, many at once (core/selfplay.h)."""

import ctypes
import math

import torch

from core import GLOBALS, PLANES, Core, Games
from net import Inference, Net

RANDOM_KOMI = -10000


def halving(candidates: int, simulations: int) -> "list[int]":
    """Sequential halving: for each simulation the visits that the move to look at has had."""
    rounds = max(1, math.ceil(math.log2(candidates)))
    visits, plan, left = [0] * candidates, [], candidates
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            plan += visits[:left]
            visits = [v + 1 if i < left else v for i, v in enumerate(visits)]
        left = max(2, left // 2)
    return plan[:simulations]


class Play:
    """A run of games in step. With `replay`, finished games go there; without, every game is played once."""

    def __init__(self, core: Core, games: int, simulations: int, seed: int, replay=None, komi2: int = RANDOM_KOMI, **options):
        zeros, nodes, longest = core.zeros, simulations + 2, core.points * 7 // 4
        places, stride = games * nodes, (core.actions + 31) // 32 * 32
        trail = games * longest if replay else 1
        f32, i16, i32, i64 = torch.float32, torch.int16, torch.int32, torch.int64
        records, policies = replay or (zeros(1, core.record_bytes), zeros(1, core.actions, dtype=i16))
        tensors = dict(
            states=zeros(games, core.state_bytes), random=zeros(games, dtype=i64), lengths=zeros(games, dtype=i32),
            openings=zeros(games, dtype=i32), heats=zeros(games, dtype=f32), done=zeros(games, dtype=i32),
            margins=zeros(games, dtype=f32),
            decided=zeros(games, dtype=i32), cut_draw=zeros(games, dtype=f32), logits=zeros(places, stride, dtype=f32),
            visits=zeros(places, stride, dtype=f32), totals=zeros(places, stride, dtype=f32),
            children=zeros(places, stride, dtype=i16), values=zeros(places, dtype=f32),
            positions=zeros(places, core.state_bytes), ends=zeros(places), gumbels=zeros(games, stride, dtype=f32),
            path=zeros(places, 2, dtype=i16), depth=zeros(games, dtype=i32), leaf=zeros(games, dtype=i32),
            symmetry=zeros(games), planes=zeros(games, core.points * PLANES, dtype=i16),
            globals=zeros(games, GLOBALS, dtype=f32), policy=zeros(games, core.actions, dtype=f32),
            value=zeros(games, 4, dtype=f32), trail=zeros(trail, core.record_bytes),
            trail_policy=zeros(trail, core.actions, dtype=i16), replay=records, replay_policy=policies,
            counts=zeros(16, dtype=i64),
        )
        settings = dict(
            games=games, nodes=nodes, longest=longest, is_match=0 if replay else 1, room=records.shape[0],
            visit_constant=50.0, value_scale=0.6, score_weight=0.15, score_scale=10.0, noise=1.0 if replay else 0.0,
            opening_heat=1.1, strange_share=0.0, strange_heat=8.0, opening_moves=3.0, pass_bonus=0.01,
            spread=0.03 if replay else 0.0, cut_share=0.0, cut_at=0.95, komi2=komi2,
        )
        self.core, self.tensors, self.games = core, tensors, games
        pointers = {name: t.data_ptr() for name, t in tensors.items()}
        self.struct = Games(**{**settings, **options}, **pointers)
        self.graphs = {}
        self.reset(seed)

    def reset(self, seed: int) -> None:
        self.core.call("games_reset", ctypes.byref(self.struct), seed)

    def inference(self, net: Net, part: slice = slice(None)) -> Inference:
        """The net that answers these games."""
        return Inference(self.core, net, *(self.tensors[name][part] for name in ("planes", "globals", "policy", "value")))

    def move(self, answer, simulations: int, candidates: int) -> None:
        """All games make one move; `answer` runs the net."""
        if simulations > self.struct.nodes - 2:
            raise ValueError(f"{simulations} simulations do not fit into trees of {self.struct.nodes} nodes")
        games = ctypes.byref(self.struct)
        self.core.call("games_begin", games)
        answer()
        for i, wanted in enumerate(halving(candidates, simulations)):
            self.core.call("games_step", games, i + 1, float(wanted))
            answer()
        self.core.call("games_finish", games)

    def move_by_graph(self, answer, simulations: int, candidates: int) -> None:
        """The same; on a GPU captured once for each setting, since launches would cost more than the work."""
        if not self.core.gpu:
            self.move(answer, simulations, candidates)
            return
        key = (simulations, candidates, round(self.struct.cut_share, 4))
        if key not in self.graphs:
            self.move(answer, simulations, candidates)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.move(answer, simulations, candidates)
            self.graphs[key] = graph
        self.graphs[key].replay()


def play_match(
    core: Core, a: "tuple[Net, dict]", b: "tuple[Net, dict]", games=1024, simulations=32, candidates=8, komi2=14, seed=7, heat=1.2
):
    """Games won, drawn and lost by net a; each side has Black in half of them."""
    play = Play(core, games, simulations, seed, komi2=komi2, opening_moves=4.0, opening_heat=heat, value_scale=0.4)
    half = games // 2
    parts = (slice(0, half), slice(half, games))
    sides = []
    for net, state in (a, b):
        answers = [play.inference(net, part) for part in parts]
        for answer in answers:
            answer.load(state)
        sides.append(answers)
    for turn in range(play.struct.longest):
        first, second = (sides[0][0], sides[1][1]) if turn % 2 == 0 else (sides[1][0], sides[0][1])
        play.move(lambda: (first.run(), second.run()), simulations, candidates)
        if turn % 10 == 9 and int(play.tensors["done"].sum()) == games:
            break
    margins = play.tensors["margins"].clone()
    margins[half:] *= -1
    return int((margins > 0).sum()), int((margins == 0).sum()), int((margins < 0).sum())


def elo(won: int, drawn: int, lost: int) -> float:
    share = min(max((won + drawn / 2) / (won + drawn + lost), 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))
