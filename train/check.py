"""Compares what the GPU computes with what the CPU computes: planes and targets bit for bit, the tower within rounding.

    python3 train/check.py --size 9
"""

import argparse

import torch

from core import Core, Examples
from net import Inference, make_net
from play import Play

COUNT = 20_000


def random_records(size: int, seed: int):
    """Positions of games that an untrained net played on the CPU."""
    core = Core(size, gpu=False)
    room = COUNT + 16 * size * size * 2
    replay = core.zeros(room, core.record_bytes), core.zeros(room, core.actions, dtype=torch.int16)
    play = Play(core, 256, 2, seed, replay)
    torch.manual_seed(seed)
    answer = play.inference(make_net("1x16", "cpu"))
    answer.load(answer.net.state_dict())
    while int(play.tensors["counts"][0]) < COUNT:
        play.move(answer.run, 2, 2)
    return core, replay


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("there is no GPU to compare with")
    cpu, (records, policy) = random_records(options.size, options.seed)
    gpu = Core(options.size, gpu=True)
    which, symmetry = torch.arange(COUNT), torch.randint(0, 8, (COUNT,), dtype=torch.uint8)
    here, there = Examples(cpu, COUNT), Examples(gpu, COUNT)
    here.fill(records, policy, which, symmetry)
    there.fill(records.cuda(), policy.cuda(), which.cuda(), symmetry.cuda())
    torch.cuda.synchronize()
    failed = False
    for name in ("planes", "globals", "policy", "next", "outcome", "margin", "owners", "weights"):
        wrong = (getattr(here, name) != getattr(there, name).cpu()).reshape(COUNT, -1).any(1).sum().item()
        print(f"{name}: {wrong} of {COUNT} examples differ")
        failed |= wrong > 0
    net = make_net("6x64", "cuda")
    with torch.no_grad():
        for name, value in net.state_dict().items():
            if name.endswith(("running_mean", "norm1.bias", "norm2.bias")):
                value.normal_(0, 0.1)
            elif name.endswith("bias"):
                value.normal_(0, 0.3)
    outputs = []
    for plain in (False, True):
        policy_out = torch.zeros(COUNT, gpu.actions, device="cuda")
        value_out = torch.zeros(COUNT, 4, device="cuda")
        answer = Inference(gpu, net, there.planes.view(COUNT, -1), there.globals, policy_out, value_out)
        answer.load(net.state_dict())
        answer.run_plain() if plain else answer.run()
        torch.cuda.synchronize()
        outputs.append((policy_out, value_out))
        if not plain:
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(20):
                answer.run()
            end.record()
            torch.cuda.synchronize()
            print(f"tower: {20 * COUNT / begin.elapsed_time(end) * 1000:.0f} evaluations a second")
    for name, a, b in zip(("policy", "value"), *outputs):
        off, scale = (a - b).abs().max().item(), b.abs().max().item()
        print(f"tower {name}: at most {off:.4f} off, numbers up to {scale:.3f}")
        failed |= not off < 0.05 * max(scale, 1)
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
