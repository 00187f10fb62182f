"""Turns a checkpoint into the integer file of docs/net.md.

    python3 train/export.py run/checkpoint.pt --out weights/net9.bin --command "python3 train/selfplay.py …"

Weights become whole numbers of 8 bits with a multiplier for each output. The shift of a layer is the greatest for which
no sum can overflow 32 bits.
"""

import argparse
import json
import struct
import zlib

import numpy as np
import torch

from core import GLOBALS, PLANES
from net import HALF_HEAD, OUTPUTS, folded, make_net, pooled_blocks
from saved import FIRST_LINE, read_saved

BITS = 9
MOST_ACTIVATION = 16384
MOST_SHIFT = 14
LIMIT = 2**31


def quantise(weights: np.ndarray, bias: np.ndarray, shift: int):
    """Weights as i8 times u16, biases as i32, for activations in units of 2^-BITS and this shift."""
    top = np.abs(weights).max(1) * 2.0**shift
    multipliers = np.maximum(1, np.ceil(top / 127)).astype(np.int64)
    numbers = np.rint(weights * 2.0**shift / multipliers[:, None]).astype(np.int64)
    return multipliers, np.rint(bias * 2.0 ** (shift + BITS)).astype(np.int64), numbers


def layer(weights: torch.Tensor, bias: "torch.Tensor | None") -> bytes:
    """A layer's bytes; convolutions come as output, row, column, input."""
    flat = weights.detach().float().reshape(weights.shape[0], -1).double().numpy()
    biases = np.zeros(len(flat)) if bias is None else bias.detach().double().numpy()
    for shift in range(MOST_SHIFT, 0, -1):
        multipliers, whole, numbers = quantise(flat, biases, shift)
        sums = np.abs(numbers * multipliers[:, None]).sum(1) * MOST_ACTIVATION + np.abs(whole) + 2**shift
        if sums.max() < LIMIT and multipliers.max() < 2**16 and (np.abs(numbers) * multipliers[:, None]).max() < 2**15:
            return (
                struct.pack("<B", shift) + multipliers.astype("<u2").tobytes() + whole.astype("<i4").tobytes()
                + numbers.astype("i1").tobytes()
            )
    raise SystemExit("a layer's weights are too large for 32-bit sums")


def even(state: dict) -> dict:
    """The same net with weights of policy and owner that differ less from channel to channel.

    They are one output each, so that one large weight would leave few bits to the others. A channel of the head may be
    scaled by any positive number when what reads it is divided by the same; relu and pooling don't mind.
    """
    state = dict(state)
    readers = torch.cat([state["policy.weight"][0].flatten(), state["owner.weight"].flatten()]).abs()
    middle = torch.cat([half.median().expand(HALF_HEAD) for half in readers.split(HALF_HEAD)])
    scale = (readers / (2 * middle)).clamp(0.5, 4.0)
    own, other = scale[:HALF_HEAD], scale[HALF_HEAD:]
    state["head_norm.weight"] = state["head_norm.weight"] * scale
    state["head_norm.bias"] = state["head_norm.bias"] * scale
    state["f1.weight"] = state["f1.weight"] / torch.cat([scale, scale])
    for name in ("f2.weight", "f2.bias"):
        t = state[name].clone()
        t[:HALF_HEAD] *= own[:, None] if t.ndim == 2 else own
        state[name] = t
    state["policy.weight"] = state["policy.weight"] / own[None, :, None, None]
    state["owner.weight"] = state["owner.weight"] / other[None, :, None, None]
    return state


def layers_of(state: dict, blocks: int) -> bytes:
    state = even(state)
    convolutions = [(weights.permute(0, 2, 3, 1), bias) for weights, bias in folded(state, blocks)]
    pooled = {k: (state[f"tower.{k}.pooled.weight"], state[f"tower.{k}.pooled.bias"]) for k in pooled_blocks(blocks)}
    parts = [layer(*convolutions[0]), layer(state["globals.weight"], None)]
    for k in range(blocks):
        parts.append(layer(*convolutions[1 + 2 * k]))
        if k in pooled:
            parts.append(layer(*pooled[k]))
        parts.append(layer(*convolutions[2 + 2 * k]))
    parts.append(layer(*convolutions[-1]))
    parts.append(layer(state["f1.weight"], state["f1.bias"]))
    parts.append(layer(state["f2.weight"][:OUTPUTS], state["f2.bias"][:OUTPUTS]))
    parts.append(layer(state["policy.weight"][:1].reshape(1, HALF_HEAD), None))
    parts.append(layer(state["owner.weight"].reshape(1, HALF_HEAD), state["owner.bias"]))
    return b"".join(parts)


def container(header: dict, part: bytes) -> bytes:
    """As src/base/container.ts: name and version, a line of JSON, the part, a checksum."""
    second = json.dumps({"header": header, "lengths": {"layers": len(part)}}, separators=(",", ":"), ensure_ascii=False)
    body = FIRST_LINE + second.encode() + b"\n" + part
    return body + struct.pack("<I", zlib.crc32(body))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("checkpoint")
    add("--out", required=True)
    add("--command", action="append", default=[], help="how it was trained, one for each run; kept in the file")
    add("--data", default="its own games", help="what it learned from; kept in the file")
    options = parser.parse_args()
    saved = read_saved(options.checkpoint)
    net = make_net(saved["shape"], "cpu")
    state = {name: t.float() for name, t in saved["state"].items()}
    history = saved["history"]
    header = dict(
        blocks=net.blocks, channels=net.channels, bits=BITS, planes=PLANES, globals=GLOBALS, size=saved["size"],
        origin=dict(
            data=options.data, commands=options.command, seed=saved["options"]["seed"], seconds=round(history["seconds"]),
            positions=history["positions"], games=history["games"], steps=history["steps"],
        ),
        scores=saved.get("scores", {}),
    )
    data = container(header, layers_of(state, net.blocks))
    with open(options.out, "wb") as file:
        file.write(data)
    print(f"{options.out}: {saved['shape']}, {len(data)} bytes, {len(zlib.compress(data, 9))} compressed")


if __name__ == "__main__":
    main()
