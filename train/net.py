"""The net of docs/net.md: its layers, its losses, and its inference in self-play."""

import ctypes
from typing import NamedTuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from core import GLOBALS, PLANES, Core, Tower

HEAD, HALF_HEAD, HIDDEN, OUTPUTS = 64, 32, 64, 37
PASS_AT, OUTCOME_AT, SCORE_AT = 32, 33, 36


def pool(r: torch.Tensor) -> torch.Tensor:
    # Not amax: its compiled backward pass compares rounded values and gives NaN.
    return torch.cat([r.mean((2, 3)), r.flatten(2).max(2).values], 1)


class Block(nn.Module):
    def __init__(self, channels: int, pools: bool):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        self.pooled = nn.Linear(2 * channels, channels) if pools else None
        if self.pooled is not None:
            nn.init.zeros_(self.pooled.bias)
            self.pooled.weight.data *= 0.5
        self.norm2.weight.data.fill_(0.5)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        t = self.norm1(self.conv1(x))
        if self.pooled is not None:
            t = t + self.pooled(pool(F.relu(t)))[:, :, None, None]
        return F.relu(x + self.norm2(self.conv2(F.relu(t))))


class Net(nn.Module):
    """Blocks 1, 3, 5 … pool. Beside what docs/net.md lists it learns the enemy's answer, which the file leaves out."""

    def __init__(self, blocks: int, channels: int):
        super().__init__()
        self.blocks, self.channels = blocks, channels
        self.input = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.input_norm = nn.BatchNorm2d(channels)
        self.globals = nn.Linear(GLOBALS, channels, bias=False)
        self.tower = nn.ModuleList([Block(channels, k % 2 == 1) for k in range(blocks)])
        self.head = nn.Conv2d(channels, HEAD, 1, bias=False)
        self.head_norm = nn.BatchNorm2d(HEAD)
        self.f1 = nn.Linear(2 * HEAD, HIDDEN)
        self.f2 = nn.Linear(HIDDEN, OUTPUTS + 1)  # the last one: the enemy passes
        self.policy = nn.Conv2d(HALF_HEAD, 2, 1, bias=False)  # the move, and the enemy's answer
        self.owner = nn.Conv2d(HALF_HEAD, 1, 1)
        self.globals.weight.data *= 0.1
        self.f2.weight.data *= 0.3
        self.f2.bias.data.zero_()

    def forward(self, planes: torch.Tensor, globals_: torch.Tensor):
        x = F.relu(self.input_norm(self.input(planes)) + self.globals(globals_)[:, :, None, None])
        for block in self.tower:
            x = block(x)
        z = self.head_norm(self.head(x))
        r = F.relu(z)
        o = self.f2(F.relu(self.f1(pool(r))))
        logits = self.policy(F.relu(z[:, :HALF_HEAD] + o[:, :HALF_HEAD, None, None])).flatten(2)
        move = torch.cat([logits[:, 0], o[:, PASS_AT : PASS_AT + 1]], 1)
        answer = torch.cat([logits[:, 1], o[:, OUTPUTS:]], 1)
        outcome, score = o[:, OUTCOME_AT:SCORE_AT], o[:, SCORE_AT]
        return move, answer, outcome, score, self.owner(r[:, HALF_HEAD:]).flatten(1)


def make_net(shape: str, device: str) -> Net:
    """A new net of a shape such as 6x64."""
    blocks, channels = map(int, shape.split("x"))
    net = Net(blocks, channels).to(device)
    return net.to(memory_format=torch.channels_last) if device == "cuda" else net


class Targets(NamedTuple):
    """What a batch of examples is to be answered with; `Examples` in core.py has their shapes."""

    policy: torch.Tensor
    next: torch.Tensor
    outcome: torch.Tensor
    margin: torch.Tensor
    owners: torch.Tensor
    weights: torch.Tensor


def targets_of(examples) -> Targets:
    return Targets(*(getattr(examples, name) for name in Targets._fields))


def losses(answer, batch: Targets, value_weight: float = 1.0):
    """The loss, and for the log: policy, its least possible value, outcome, score, owners, moves predicted."""
    move, reply, outcome, score, owner = (t.float() for t in answer)
    policy = -(batch.policy * F.log_softmax(move, 1)).sum(1).mean()
    least = -(batch.policy * (batch.policy + 1e-9).log()).sum(1).mean()
    replied = F.cross_entropy(reply, batch.next.clamp(min=0), reduction="none")
    has_reply = (batch.next >= 0).float()
    replies = (replied * has_reply).sum() / has_reply.sum().clamp(min=1)
    knows_outcome, knows_margin, knows_owners = batch.weights.unbind(1)
    won = (-(batch.outcome * F.log_softmax(outcome, 1)).sum(1) * knows_outcome).sum() / knows_outcome.sum().clamp(min=1)
    margin = F.smooth_l1_loss(score, batch.margin, reduction="none")
    points = (margin * knows_margin).sum() / knows_margin.sum().clamp(min=1)
    owned = F.binary_cross_entropy_with_logits(owner, batch.owners, reduction="none").mean(1)
    owners = (owned * knows_owners).sum() / knows_owners.sum().clamp(min=1)
    hits = (move.argmax(1) == batch.policy.argmax(1)).float().mean()
    total = policy + 0.15 * replies + value_weight * (won + 0.25 * points + 0.75 * owners)
    return total, torch.stack([policy, least, won, points, owners, hits]).detach()


def fold(state: dict, conv: str, norm: str, eps: float = 1e-5):
    """Weights and biases of a convolution with its batch norm folded in."""
    scale = state[norm + ".weight"].float() / torch.sqrt(state[norm + ".running_var"].float() + eps)
    bias = state[norm + ".bias"].float() - state[norm + ".running_mean"].float() * scale
    return state[conv + ".weight"].float() * scale[:, None, None, None], bias


def folded(state: dict, blocks: int):
    """All convolutions in the order of the file: input, two a block, head."""
    layers = [fold(state, "input", "input_norm")]
    for k in range(blocks):
        layers += [fold(state, f"tower.{k}.conv{i}", f"tower.{k}.norm{i}") for i in (1, 2)]
    return [*layers, fold(state, "head", "head_norm")]


def pooled_blocks(blocks: int):
    return range(1, blocks, 2)


def tile_order(device: str):
    """Output and input of each number of a 64 x 64 weight tile, as the lanes of core/tower.h want them."""
    step, pair, lane, half = np.meshgrid(np.arange(4), np.arange(4), np.arange(32), np.arange(8), indexing="ij")
    outputs = pair * 16 + half // 4 * 8 + lane // 4
    inputs = step * 16 + half // 2 % 2 * 8 + lane % 4 * 2 + half % 2
    return (torch.from_numpy(a.reshape(-1)).to(device) for a in (outputs, inputs))


class Inference:
    """A net that answers the games of a run: by the tower of core/tower.h, or by PyTorch where that has no place."""

    def __init__(self, core: Core, net: Net, planes, globals_, policy, value):
        self.core, self.net = core, net
        self.planes, self.globals, self.policy, self.value = planes, globals_, policy, value
        self.is_fused = core.gpu and net.channels == 64
        if not self.is_fused:
            return
        blocks, zeros = net.blocks, lambda *shape: core.zeros(*shape, dtype=torch.float32)
        self.outputs, self.inputs = tile_order("cuda")
        self.tiles = core.zeros(4 + 18 * blocks, 4096, dtype=torch.bfloat16)
        self.biases, self.global_weights = zeros(2 * blocks + 2, 64), zeros(GLOBALS, 64)
        self.pool_weights, self.pool_biases = zeros(blocks, 128, 64), zeros(blocks, 64)
        self.f1, self.f1_bias = zeros(128, 64), zeros(64)
        self.f2, self.f2_bias, self.policy_weights = zeros(64, 48), zeros(48), zeros(32)
        self.tower = Tower(
            *(t.data_ptr() for t in (self.tiles, self.biases, self.global_weights, self.pool_weights, self.pool_biases)),
            blocks, sum(1 << k for k in pooled_blocks(blocks)),
            *(t.data_ptr() for t in (self.f1, self.f1_bias, self.f2, self.f2_bias, self.policy_weights)),
            *(t.data_ptr() for t in (planes, globals_, policy, value)), planes.shape[0],
        )

    @torch.no_grad()
    def load(self, state: dict) -> None:
        """Takes over weights, batch norms folded in."""
        self.state = state
        self.layers = folded(state, self.net.blocks)
        if not self.is_fused:
            return
        first = F.pad(self.layers[0][0].permute(2, 3, 0, 1).reshape(9, 64, PLANES), (0, 0, 0, 0, 0, 3))
        tiles = [first.reshape(3, 4, 64, PLANES).permute(0, 2, 1, 3).reshape(3, 64, 64)]
        tiles += [weights.permute(2, 3, 0, 1).reshape(9, 64, 64) for weights, _ in self.layers[1:-1]]
        tiles.append(self.layers[-1][0].reshape(1, 64, 64))
        self.tiles.copy_(torch.cat(tiles)[:, self.outputs, self.inputs])
        self.biases.copy_(torch.stack([bias for _, bias in self.layers]))
        self.global_weights.copy_(state["globals.weight"].t())
        for k in pooled_blocks(self.net.blocks):
            self.pool_weights[k].copy_(state[f"tower.{k}.pooled.weight"].t())
            self.pool_biases[k].copy_(state[f"tower.{k}.pooled.bias"])
        self.f1.copy_(state["f1.weight"].t())
        self.f1_bias.copy_(state["f1.bias"])
        self.f2[:, : OUTPUTS + 1].copy_(state["f2.weight"].t())
        self.f2_bias[: OUTPUTS + 1].copy_(state["f2.bias"])
        self.policy_weights.copy_(state["policy.weight"][0].flatten())

    def run(self) -> None:
        if self.is_fused:
            self.core.call("tower_run", ctypes.byref(self.tower))
        else:
            self.run_plain()

    @torch.no_grad()
    def run_plain(self) -> None:
        """The same by PyTorch, for CPUs, other shapes, and the test of the tower."""
        kind = torch.bfloat16 if self.core.gpu else torch.float32
        state = self.state
        size = self.core.size
        x = self.planes.view(torch.bfloat16).view(-1, size, size, PLANES).permute(0, 3, 1, 2).to(kind)

        def conv(x, k, padding=1):
            weights, bias = self.layers[k]
            return F.conv2d(x, weights.to(kind), bias.to(kind), padding=padding)

        x = F.relu(conv(x, 0) + (self.globals @ state["globals.weight"].float().t()).to(kind)[:, :, None, None])
        for k in range(self.net.blocks):
            t = conv(x, 1 + 2 * k)
            if k in pooled_blocks(self.net.blocks):
                weights, bias = state[f"tower.{k}.pooled.weight"].float(), state[f"tower.{k}.pooled.bias"].float()
                t = t + (pool(F.relu(t)).float() @ weights.t() + bias).to(kind)[:, :, None, None]
            x = F.relu(x + conv(F.relu(t), 2 + 2 * k))
        z = conv(x, 2 * self.net.blocks + 1, 0).float()
        f = F.relu(pool(F.relu(z)) @ state["f1.weight"].float().t() + state["f1.bias"].float())
        o = f @ state["f2.weight"].float().t() + state["f2.bias"].float()
        hidden = F.relu(z[:, :HALF_HEAD] + o[:, :HALF_HEAD, None, None])
        points = (hidden * state["policy.weight"][0].float().reshape(1, -1, 1, 1)).sum(1).flatten(1)
        self.policy.copy_(torch.cat([points, o[:, PASS_AT : PASS_AT + 1]], 1))
        self.value.copy_(o[:, OUTCOME_AT : SCORE_AT + 1])
