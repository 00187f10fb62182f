"""Trains nets from games of people and programs.

    montego net harvest pro19.train.sgf.gz … --owners --out games.bin
    python3 train/records.py games.bin --valid valid.bin --size 19 --shape 6x64:270 --shape 4x32:80 --out run

Each shape gets its seconds, one after the other, on the same positions, and is saved to OUT/SHAPE.pt with its scores
on the validation games.
"""

import argparse
import gzip
import json
import math
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from core import Core, Examples
from net import make_net, targets_of
from trainer import Trainer

FIRST_LINE = b"montego-games 1\n"


def read_records(path: str, core: Core) -> torch.Tensor:
    """All positions of a file's games of this size, in the memory of the device; `core` is the CPU's."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rb") as file:
        if file.readline() != FIRST_LINE:
            raise SystemExit(f"{path}: not a file of `montego net harvest`")
        data = np.frombuffer(file.read(), dtype=np.uint8)
    room = len(data) // 12 + 1
    offsets, starts = np.zeros(room, np.int64), np.zeros(room + 1, np.int64)
    games = core.library.games_find(data.ctypes.data, len(data), offsets.ctypes.data, starts.ctypes.data, room)
    if games < 0:
        raise SystemExit(f"{path}: cut off")
    if games == 0:
        raise SystemExit(f"{path}: no games on {core.size}x{core.size}")
    records = torch.zeros(int(starts[games]), core.record_bytes, dtype=torch.uint8)
    parts = 4 * (os.cpu_count() or 1)
    bounds = [games * i // parts for i in range(parts + 1)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(
            pool.map(
                lambda i: core.library.games_write(
                    data.ctypes.data, offsets.ctypes.data, starts.ctypes.data, bounds[i], bounds[i + 1], records.data_ptr()
                ),
                range(parts),
            )
        )
    return records


@torch.no_grad()
def scores_of(core: Core, net, state: dict, records: torch.Tensor, most: int = 4096) -> dict:
    """Moves predicted, their log-likelihood, and the Brier score of the chance to win."""
    kept = {name: t.clone() for name, t in net.state_dict().items()}
    net.load_state_dict(state, strict=False)
    net.eval()
    count = min(most, len(records))
    examples = Examples(core, count)
    first = five = likelihood = brier = known = total = 0.0
    for begin in range(0, len(records) - count + 1, count):
        which = torch.arange(begin, begin + count, device=core.device)
        examples.fill(records, None, which, torch.zeros(count, dtype=torch.uint8, device=core.device))
        with torch.autocast(core.device, torch.bfloat16, enabled=core.gpu):
            inputs = examples.inputs()
            answer = net(inputs if core.gpu else inputs.float(), examples.globals)
        move, outcome = answer[0].float(), answer[2].float().softmax(1)
        legal = examples.planes.view(torch.bfloat16)[..., 15].reshape(count, -1).float()
        move[:, : core.points] -= (1 - legal) * 1e4
        played, targets = examples.policy.argmax(1), targets_of(examples)
        best = move.topk(5, 1).indices == played[:, None]
        first += best[:, 0].sum().item()
        five += best.any(1).sum().item()
        likelihood += F.log_softmax(move, 1).gather(1, played[:, None]).sum().item()
        won = targets.outcome[:, 0] + 0.5 * targets.outcome[:, 1]
        weight = targets.weights[:, 0]
        brier += (((outcome[:, 0] + 0.5 * outcome[:, 1] - won) ** 2) * weight).sum().item()
        known += weight.sum().item()
        total += count
    net.load_state_dict(kept)
    net.train()
    return dict(
        positions=int(total), top1=first / total, top5=five / total, logLikelihood=likelihood / total, brier=brier / max(1, known)
    )


def train(options, core: Core, shape: str, seconds: float, records, valid, say, out: Path) -> None:
    torch.manual_seed(options.seed)
    net = make_net(shape, core.device)
    net.train()
    started = time.time()
    trainer = Trainer(core, net, options.batch, records, value_weight=options.value_weight)
    initial = {name: t.clone() for name, t in trainer.source.items()}
    window = (0, len(records))
    trainer.step(20, 1e-4, 0.9, window)
    if torch.isnan(trainer.statistics).any():
        raise SystemExit("the warm-up's loss is not a number")
    trainer.restore(initial)
    say(shape=shape, parameters=sum(p.numel() for p in net.parameters()), warm_up_seconds=round(time.time() - started, 1))
    begun = said = time.time()
    while (share := trainer.steps / options.steps if options.steps else (time.time() - begun) / seconds) < 1:
        rate = options.rate * min(1, (trainer.steps + 1) / 400) * (0.005 + 0.995 * 0.5 * (1 + math.cos(math.pi * share)))
        keep = 0.99 if trainer.steps < 2000 else 0.999
        trainer.step(20 if core.gpu else 1, rate, keep, window)
        if core.gpu:
            torch.cuda.synchronize()
        if time.time() - said > 10:
            said = time.time()
            policy, _, won, points, owners, hits = trainer.statistics.tolist()
            say(
                t=round(said - begun), steps=trainer.steps, samples=trainer.steps * options.batch, rate=round(rate, 6),
                policy=round(policy, 3), top1=round(hits, 4), outcome=round(won, 3), score=round(points, 3), owners=round(owners, 3),
            )
    scores = scores_of(core, net, trainer.average, valid) if valid is not None else {}
    say(shape=shape, steps=trainer.steps, samples=trainer.steps * options.batch, **scores)
    history = dict(seconds=seconds, positions=len(records), steps=trainer.steps, games=0)
    state = {key: t.half() for key, t in trainer.average.items()}
    torch.save(dict(state=state, shape=shape, size=options.size, history=history, options=vars(options), scores=scores), out / f"{shape}.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("games", nargs="+", help="files of `montego net harvest`, .gz or plain")
    add("--valid", default="", help="games to measure with")
    add("--size", type=int, default=19)
    add("--shape", action="append", help="blocks x channels : seconds")
    add("--steps", type=int, default=0, help="train each shape by this number of steps, whatever time they take")
    add("--batch", type=int, default=4096)
    add("--rate", type=float, default=4e-3)
    add("--value-weight", type=float, default=0.7)
    add("--seed", type=int, default=1)
    add("--out", default="run")
    options = parser.parse_args()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    log = open(out / "log.jsonl", "a")

    def say(**row) -> None:
        print(json.dumps(row), flush=True)
        log.write(json.dumps(row) + "\n")
        log.flush()

    torch.set_float32_matmul_precision("high")
    reader, core = Core(options.size, gpu=False), Core(options.size)
    started = time.time()
    records = torch.cat([read_records(path, reader) for path in options.games]).to(core.device)
    valid = read_records(options.valid, reader).to(core.device) if options.valid else None
    say(positions=len(records), validation=0 if valid is None else len(valid), seconds=round(time.time() - started, 1))
    for entry in options.shape or ["6x64:60"]:
        shape, seconds = entry.split(":")
        train(options, core, shape, float(seconds), records, valid, say, out)


if __name__ == "__main__":
    main()
