"""Games of a net with itself as a collection of SGF records, for `montego learn` and everything else that reads records.

    python3 train/games.py weights/net9.bin --games 200000 --simulations 64 --out games9.sgf.gz

Games begin with a few random moves by the net's own policy, so that no two are alike, and are played to the end: the
two passes. Games that reach the longest length first are left out. `--strange 0.25` gives a quarter of the games
openings that the net finds unlikely. A GPU is used where there is one; a CPU does the same, slowly.
"""

import argparse
import gzip
import json
import time
from pathlib import Path

import numpy as np
import torch

from core import Core
from net import make_net
from play import RANDOM_KOMI, Play
from saved import read_saved

HISTORY = 5
MOVES_AT_ONCE = 10


def record_type(core: Core) -> np.dtype:
    """`struct Record` of core/record.h."""
    rows = ("<u4", (core.size,))
    kind = np.dtype(
        [(name, *rows) for name in ("own", "enemy", "own_area", "enemy_area")]
        + [("ko", "<i2"), ("last", "<i2", (HISTORY,)), ("komi2", "<i2"), ("margin2", "<i2"), ("move", "<i2"), ("next", "<i2")]
        + [(name, "u1") for name in ("outcome", "targets", "turn", "territory")]
    )
    if kind.itemsize != core.record_bytes:
        raise SystemExit(f"a record has {core.record_bytes} bytes, and not the {kind.itemsize} that this program knows")
    return kind


class Finished:
    """Reads finished games from the replay memory, a ring that holds more than are finished between two looks."""

    def __init__(self, core: Core, games: int):
        self.core, self.kind, self.read = core, record_type(core), 0
        self.room = 2 * games * (core.points * 7 // 4 + MOVES_AT_ONCE)
        self.replay = (core.zeros(self.room, core.record_bytes), core.zeros(self.room, core.actions, dtype=torch.int16))

    def games(self, made: int):
        """Those since the last call; `made` counts the records that were ever written."""
        which = torch.arange(self.read, made, device=self.core.device) % self.room
        self.read = made
        records = self.replay[0][which].cpu().numpy().view(self.kind).reshape(-1)
        ends = np.flatnonzero(records["next"] < 0) + 1
        return np.split(records, ends)[:-1]


def result_of(margin2: int) -> str:
    if margin2 == 0:
        return "0"
    return f"{'B' if margin2 > 0 else 'W'}+{abs(margin2) / 2:g}"


def make_sgf(core: Core, game: np.ndarray, name: str) -> str:
    """A finished game's records, in order, as an SGF record."""
    letters = "abcdefghijklmnopqrs"
    places = [letters[i % core.size] + letters[i // core.size] for i in range(core.points)] + [""]
    sign = -1 if game["turn"][0] == 0 else 1  # komi and margin are those of the side to move
    komi, margin2 = sign * game["komi2"][0] / 2, -sign * int(game["margin2"][0])
    head = f"(;GM[1]FF[4]SZ[{core.size}]KM[{komi:g}]RU[Chinese]PB[{name}]PW[{name}]RE[{result_of(margin2)}]"
    return head + "".join(f";{'BW'[turn]}[{places[move]}]" for turn, move in zip(game["turn"].tolist(), game["move"].tolist())) + ")"


def ends_by_passes(core: Core, game: np.ndarray) -> bool:
    return len(game) > 1 and game["move"][-1] == game["move"][-2] == core.points


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("net", help="checkpoint (.pt), or file of the engine (.bin)")
    add("--games", type=int, default=1000, help="how many in all")
    add("--at-once", type=int, default=4752)
    add("--simulations", type=int, default=64, help="a move")
    add("--komi", type=float, help="White's (default: mostly 7, others now and then)")
    add("--strange", type=float, default=0.0, help="share of the games with openings that the net finds unlikely")
    add("--size", type=int, default=0, help="board; that of the net where it is not given")
    add("--seconds", type=float, default=1e9, help="end earlier after this time")
    add("--seed", type=int, default=1)
    add("--out", required=True, help="the collection to write, packed by gzip")
    options = parser.parse_args()
    saved = read_saved(options.net)
    core = Core(options.size or saved["size"])
    at_once = min(options.at_once, options.games)
    net = make_net(saved["shape"], core.device).eval()
    finished = Finished(core, at_once)
    komi2 = RANDOM_KOMI if options.komi is None else round(2 * options.komi)
    play = Play(core, at_once, options.simulations, options.seed, finished.replay, komi2, strange_share=options.strange)
    answer = play.inference(net)
    answer.load({name: t.to(core.device).float() for name, t in saved["state"].items()})
    candidates = min(8 if options.simulations < 32 else 16, options.simulations)
    name = Path(options.net).name
    begun = said = time.time()
    written = 0
    with gzip.open(options.out, "wt", compresslevel=9) as file:
        while written < options.games and time.time() - begun < options.seconds:
            for _ in range(MOVES_AT_ONCE):
                play.move_by_graph(answer.run, options.simulations, candidates)
            for game in finished.games(int(play.tensors["counts"][0])):
                if written < options.games and ends_by_passes(core, game):
                    file.write(make_sgf(core, game, name) + "\n")
                    written += 1
            if time.time() - said > 10:
                said = time.time()
                print(json.dumps(dict(t=round(said - begun), games=written)), flush=True)
    print(json.dumps(dict(done=True, games=written, seconds=round(time.time() - begun, 1))), flush=True)


if __name__ == "__main__":
    main()
