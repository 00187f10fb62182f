"""Trains a net from nothing but its own games.

    python3 train/selfplay.py --size 9 --shape 6x64 --seconds 560 --out run

Games and training take turns until the time is up. Every minute the weights are saved to OUT/checkpoint.pt;
`--from OUT/checkpoint.pt` goes on from there. A GPU is used where there is one; a CPU does the same, slowly.
"""

import argparse
import json
import math
import time
from pathlib import Path

import torch

from core import Core, Examples
from net import make_net
from play import Play, elo, play_match
from saved import read_saved, with_norms
from trainer import Trainer


def read_plan(text: str, seconds: float):
    """`0:12,20:16,0.5:32`: simulations a move from a second (or a share of the time, below 1) on."""
    plan = []
    for entry in text.split(","):
        start, simulations = entry.split(":")
        at = float(start)
        plan.append((at * seconds if 0 < at < 1 else at, int(simulations)))
    return plan


def window(made: int, room: int, least: int) -> "tuple[int, int]":
    """The records to learn from: their number grows as the number made to the power 0.75."""
    grown = least * (1 + 0.4 * ((max(made, least) / least) ** 0.75 - 1) / 0.75)
    return max(0, made - int(min(made, room * 0.95, max(least, grown)))), made


def rate_at(share: float, step: int, rate: float, final: bool) -> float:
    """Warms up, stays, and falls by a cosine from 45 % of the time on when this run is the last one."""
    warm = min(1.0, (step + 1) / 400)
    if not final or share < 0.45:
        return rate * warm
    return rate * warm * (0.015 + 0.985 * 0.5 * (1 + math.cos(math.pi * (share - 0.45) / 0.55)))


def positions_of(core: Core, records: torch.Tensor, count: int):
    """The first positions of the replay memory as a net takes them."""
    examples = Examples(core, count)
    examples.fill(
        records, None, torch.arange(count, device=core.device), torch.zeros(count, dtype=torch.uint8, device=core.device)
    )
    yield examples.inputs().float(), examples.globals


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--size", type=int, default=9)
    add("--shape", default="6x64", help="blocks x channels")
    add("--seconds", type=float, default=60, help="of games and training, after the warm-up")
    add("--rounds", type=int, default=0, help="end after this number of rounds of three moves, whatever time they take")
    add("--games", type=int, default=4752, help="at once")
    add("--batch", type=int, default=4096)
    add("--rate", type=float, default=2.2e-3, help="learning rate")
    add("--uses", type=float, default=3.0, help="how often each position is learned from, on the average")
    add("--plan", default="0:12,20:16,90:24,0.5:32,0.8:48", help="simulations a move over time")
    add("--room", type=int, default=24_000_000, help="positions that the replay memory holds")
    add("--least", type=int, default=400_000, help="positions of the smallest window")
    add("--wait", type=int, default=150_000, help="positions before the first training step")
    add("--from", dest="start", default="", help="checkpoint, or file of the engine (.bin), to go on from")
    add("--strange", type=float, default=0.0, help="share of the games with openings that the net finds unlikely")
    add("--keep-rate", action="store_true", help="don't let the rate fall: another run follows")
    add("--save-every", type=float, default=60)
    add("--match-games", type=int, default=512, help="between the start and the end, for the log; 0 for none")
    add("--seed", type=int, default=1)
    add("--out", default="run")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    log = open(out / "log.jsonl", "a")

    def say(**row) -> None:
        print(json.dumps(row), flush=True)
        log.write(json.dumps(row) + "\n")
        log.flush()

    started = time.time()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    core = Core(options.size)
    net = make_net(options.shape, core.device)
    net.train()
    history = {"seconds": 0.0, "positions": 0, "games": 0, "steps": 0}
    if options.start:
        saved = read_saved(options.start, core.device)
        net.load_state_dict(saved["state"], strict=False)
        history = saved["history"]
    say(options=vars(options), parameters=sum(p.numel() for p in net.parameters()), history=history)
    plan = read_plan(options.plan, options.seconds)
    replay = (
        core.zeros(options.room, core.record_bytes),
        core.zeros(options.room, core.actions, dtype=torch.int16),
    )
    most = max(s for _, s in plan)
    play = Play(core, options.games, most, options.seed, replay, strange_share=options.strange)
    answer = play.inference(net)
    answer.load(net.state_dict())
    if core.gpu or options.start.endswith(".bin"):  # some real positions to warm up with
        for _ in range(options.size * options.size * 7 // 4 + 4):
            play.move_by_graph(answer.run, min(4, most), min(4, most))
    if options.start.endswith(".bin"):
        with_norms(net, positions_of(core, replay[0], min(options.batch, int(play.tensors["counts"][0]))))
    initial = {name: t.clone() for name, t in net.state_dict().items() if t.dtype.is_floating_point}
    trainer = Trainer(core, net, options.batch, *replay)
    if core.gpu:
        trainer.step(30, 1e-3, 0.9, (0, 100_000))
        if torch.isnan(trainer.statistics).any():
            raise SystemExit("the warm-up's loss is not a number")
        torch.cuda.synchronize()
        timed = time.time()
        trainer.step(50, 1e-3, 0.9, (0, 100_000))
        torch.cuda.synchronize()
        say(warm_up_seconds=time.time() - started, samples_per_second=50 * options.batch / (time.time() - timed))
        trainer.restore(initial)
    play.reset(options.seed)
    play.tensors["counts"].zero_()
    answer.load(trainer.average)

    def save(name: str) -> None:
        state = {key: t.half() for key, t in trainer.average.items()}
        now = dict(
            seconds=history["seconds"] + time.time() - begun, positions=history["positions"] + made,
            games=history["games"] + counts[1], steps=history["steps"] + trainer.steps,
        )
        torch.save(dict(state=state, shape=options.shape, size=options.size, history=now, options=vars(options)), out / "new.pt")
        (out / "new.pt").replace(out / name)

    begun = said = saved_at = time.time()
    made = trained = evaluations = 0
    counts = before = [0] * 16
    playing = training = 0.0
    rounds = 0
    while rounds < options.rounds if options.rounds else time.time() - begun < options.seconds:
        passed = time.time() - begun
        share = rounds / options.rounds if options.rounds else passed / options.seconds
        rounds += 1
        simulations = [s for at, s in plan if at <= passed][-1]
        candidates = 8 if simulations < 32 else 12 if simulations < 48 else 16
        # A quarter of the games goes on to the end, so that owners and margins are learned.
        play.struct.cut_share = 0.75 if history["seconds"] + passed >= 30 else 0.0
        t0 = time.time()
        for _ in range(3):
            play.move_by_graph(answer.run, simulations, min(candidates, simulations))
            evaluations += options.games * (simulations + 1)
        counts = play.tensors["counts"].tolist()
        made = counts[0]
        t1 = time.time()
        rate = 0.0
        if made > options.wait:
            steps = min(40, int((options.uses * made - trained) / options.batch))
            rate = rate_at(share, trainer.steps, options.rate, not options.keep_rate)
            keep = 0.99 if trainer.steps < 2000 else 0.997 if share < 0.6 or options.keep_rate else 0.9985
            if steps > 0:
                trainer.step(steps, rate, keep, window(made, options.room, options.least))
                trained += steps * options.batch
                answer.load(trainer.average)
                if core.gpu:
                    torch.cuda.synchronize()
        playing += t1 - t0
        training += time.time() - t1
        if time.time() - said > 10:
            said = time.time()
            games = max(1, counts[1] - before[1])
            new = [now - then for now, then in zip(counts, before)]
            before = counts
            policy, least, won, points, owners, _ = trainer.statistics.tolist()
            say(
                t=round(passed), simulations=simulations, positions=made, games=counts[1], length=round(new[2] / games, 1),
                black=round(new[3] / games, 3), drawn=round(new[4] / games, 3), white=round(new[5] / games, 3),
                long=round(new[6] / games, 3), cut=round(new[7] / games, 3), steps=trainer.steps, rate=round(rate, 6),
                policy=round(policy, 3), gap=round(policy - least, 3), outcome=round(won, 3), score=round(points, 3),
                owners=round(owners, 3), playing=round(playing), training=round(training),
                evaluations_per_second=round(evaluations / max(playing, 1e-9)),
            )
        if time.time() - saved_at > options.save_every:
            saved_at = time.time()
            save("checkpoint.pt")
    save("checkpoint.pt")
    say(done=True, positions=made, games=counts[1], steps=trainer.steps, evaluations=evaluations, playing=playing, training=training)
    if options.match_games:
        result = play_match(core, (net, trainer.average), (net, initial), games=options.match_games, simulations=16)
        say(match="end against start", won=result[0], drawn=result[1], lost=result[2], elo=round(elo(*result)))


if __name__ == "__main__":
    main()
