"""Nets that were saved: checkpoints of training, and the integer files of docs/net.md that the engine reads.

A file has whole numbers and no batch norms. Its net can play and can be learned on from: `with_norms` gives it norms
that fit its own activations.
"""

import json
import math
import struct
import zlib
from typing import Iterable

import numpy as np
import torch

from net import HALF_HEAD, OUTPUTS, Net, make_net, pooled_blocks

FIRST_LINE = b"montego-net 1\n"
EPSILON = 1e-5  # of PyTorch's batch norms


class Layers:
    """Reads the layers of a file, one after the other, as real numbers."""

    def __init__(self, data: bytes, bits: int):
        self.data, self.bits, self.at = data, bits, 0

    def take(self, count: int, kind: str) -> np.ndarray:
        numbers = np.frombuffer(self.data, kind, count, self.at)
        self.at += numbers.nbytes
        return numbers.astype(np.float64)

    def next(self, outputs: int, inputs: int) -> "tuple[torch.Tensor, torch.Tensor]":
        unit = 2.0 ** -int(self.take(1, "u1")[0])
        multipliers, biases = self.take(outputs, "<u2"), self.take(outputs, "<i4")
        weights = self.take(outputs * inputs, "i1").reshape(outputs, inputs) * multipliers[:, None] * unit
        return torch.from_numpy(weights).float(), torch.from_numpy(biases * unit * 2.0**-self.bits).float()


def read_file(path: str) -> dict:
    """An integer file in the form of a checkpoint. The enemy's answer, which files leave out, starts anew."""
    with open(path, "rb") as file:
        body, checksum = (data := file.read())[:-4], data[-4:]
    if not body.startswith(FIRST_LINE) or checksum != struct.pack("<I", zlib.crc32(body)):
        raise SystemExit(f"{path}: no network of Montego, or a damaged one")
    second, part = body[len(FIRST_LINE) :].split(b"\n", 1)
    header = json.loads(second)["header"]
    blocks, channels = header["blocks"], header["channels"]
    shape = f"{blocks}x{channels}"
    net = make_net(shape, "cpu")
    state = net.state_dict()
    layers = Layers(part, header["bits"])

    def convolution(name: str, norm: str) -> None:
        outputs, inputs, rows, columns = state[name + ".weight"].shape
        weights, bias = layers.next(outputs, inputs * rows * columns)
        state[name + ".weight"] = weights.reshape(outputs, rows, columns, inputs).permute(0, 3, 1, 2).contiguous()
        state[norm + ".weight"] = torch.full((outputs,), math.sqrt(1 + EPSILON))  # with a variance of 1: times 1
        state[norm + ".bias"] = bias

    convolution("input", "input_norm")
    state["globals.weight"], _ = layers.next(*state["globals.weight"].shape)
    for k in range(blocks):
        convolution(f"tower.{k}.conv1", f"tower.{k}.norm1")
        if k in pooled_blocks(blocks):
            state[f"tower.{k}.pooled.weight"], state[f"tower.{k}.pooled.bias"] = layers.next(channels, 2 * channels)
        convolution(f"tower.{k}.conv2", f"tower.{k}.norm2")
    convolution("head", "head_norm")
    state["f1.weight"], state["f1.bias"] = layers.next(*state["f1.weight"].shape)
    weights, bias = layers.next(OUTPUTS, state["f2.weight"].shape[1])
    state["f2.weight"][:OUTPUTS], state["f2.bias"][:OUTPUTS] = weights, bias
    state["policy.weight"][0] = layers.next(1, HALF_HEAD)[0].reshape(HALF_HEAD, 1, 1)
    owner, state["owner.bias"] = layers.next(1, HALF_HEAD)
    state["owner.weight"] = owner.reshape(1, HALF_HEAD, 1, 1)
    origin = header["origin"]
    history = {name: origin.get(name, 0) for name in ("seconds", "positions", "games", "steps")}
    return dict(state=state, shape=shape, size=header["size"], history=history, options=dict(seed=origin.get("seed", 0)))


def read_saved(path: str, device: str = "cpu") -> dict:
    """A checkpoint (.pt) or a file of the engine (.bin)."""
    saved = read_file(path) if path.endswith(".bin") else torch.load(path, map_location=device)
    saved["state"] = {name: t.to(device) for name, t in saved["state"].items()}
    return saved


@torch.no_grad()
def with_norms(net: Net, batches: "Iterable[tuple[torch.Tensor, torch.Tensor]]") -> None:
    """Gives a net batch norms by its activations in these batches (planes, globals); what it answers stays the same.

    In training a norm takes mean and variance from its batch. A net whose norms were folded into its weights would
    answer quite differently there.
    """
    norms = [module for module in net.modules() if isinstance(module, torch.nn.BatchNorm2d)]
    sums = {norm: torch.zeros(3, norm.num_features, device=norm.weight.device, dtype=torch.float64) for norm in norms}

    def add(norm: torch.nn.BatchNorm2d, inputs: "tuple[torch.Tensor]") -> None:
        x = inputs[0].double()
        sums[norm] += torch.stack([x.sum((0, 2, 3)), (x * x).sum((0, 2, 3)), torch.full_like(x[0, :, 0, 0], x[:, 0].numel())])

    hooks = [norm.register_forward_pre_hook(add) for norm in norms]
    was_training = net.training
    net.eval()
    for planes, globals_ in batches:
        net(planes, globals_)
    net.train(was_training)
    for hook in hooks:
        hook.remove()
    for norm, (total, squares, count) in sums.items():
        mean = total / count
        variance = (squares / count - mean * mean).clamp(min=1e-6)
        scale = norm.weight.double() / torch.sqrt(norm.running_var.double() + norm.eps)
        norm.bias.copy_(norm.bias + scale * (mean - norm.running_mean))
        norm.weight.copy_(scale * torch.sqrt(variance + norm.eps))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
