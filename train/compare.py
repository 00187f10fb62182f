"""Lets two nets play each other: checkpoints (.pt), or files of the engine (.bin).

    python3 train/compare.py new/checkpoint.pt weights/net9.bin --games 2048

A file beside its own checkpoint shows what whole numbers of 8 bits cost in games: its weights are rounded as the
engine's are (activations are not: the engine keeps 9 bits behind the point). Prints one JSON object.
"""

import argparse
import json

from core import Core
from net import make_net
from play import elo, play_match
from saved import read_saved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("a")
    add("b")
    add("--games", type=int, default=1024)
    add("--simulations", type=int, default=32)
    add("--komi", type=float, default=7)
    add("--heat", type=float, default=1.2, help="temperature of the random moves of the opening")
    add("--size", type=int, default=0, help="board; that of A where it is not given")
    add("--seed", type=int, default=7)
    options = parser.parse_args()
    a, b = read_saved(options.a), read_saved(options.b)
    core = Core(options.size or a["size"])
    sides = [
        (make_net(saved["shape"], core.device).eval(), {name: t.to(core.device).float() for name, t in saved["state"].items()})
        for saved in (a, b)
    ]
    candidates = min(8, options.simulations)
    won, drawn, lost = play_match(
        core, *sides, games=options.games, simulations=options.simulations, candidates=candidates,
        komi2=round(2 * options.komi), seed=options.seed, heat=options.heat,
    )
    result = dict(won=won, drawn=drawn, lost=lost, elo=round(elo(won, drawn, lost)))
    told = {name: getattr(options, name) for name in ("games", "simulations", "komi", "heat", "seed")}
    print(json.dumps(dict(a=options.a, b=options.b, size=core.size, **result, **told)))


if __name__ == "__main__":
    main()
