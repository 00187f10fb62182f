"""Does a net that is read from a file of the engine keep its answers when it gets batch norms? Prints JSON."""

import json
import sys
import tempfile
from pathlib import Path

import torch

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "train"))

from net import make_net  # noqa: E402
from saved import read_saved, with_norms  # noqa: E402

SHIPPED = str(root / "weights" / "net9.bin")


def net_of(saved: dict):
    net = make_net(saved["shape"], "cpu").eval()
    net.load_state_dict(saved["state"], strict=False)
    return net


def answers(net, planes, globals_):
    with torch.no_grad():
        return [t.float().flatten() for t in net(planes, globals_) if torch.is_tensor(t)]


def alike(a, b) -> bool:
    return all(torch.allclose(x, y, atol=2e-2, rtol=1e-2) for x, y in zip(a, b))


def win_of_empty_board(net) -> float:
    """Black's chance with komi 7."""
    planes = torch.zeros(1, net.input.in_channels, 9, 9)
    planes[:, 0] = planes[:, 15] = 1
    with torch.no_grad():
        win, draw, _ = net(planes, torch.tensor([[-14 / 32, 0, 0]]))[2].softmax(1)[0].tolist()
    return win + draw / 2


def main() -> None:
    torch.manual_seed(1)
    saved = read_saved(SHIPPED)
    net = net_of(saved)
    stones = torch.randint(0, 3, (32, 9, 9))
    planes = torch.zeros(32, net.input.in_channels, 9, 9)
    planes[:, 0], planes[:, 1], planes[:, 2], planes[:, 15] = 1, stones == 1, stones == 2, stones == 0
    globals_ = torch.zeros(32, 3)
    before = answers(net, planes, globals_)
    normed = net_of(saved)
    with_norms(normed, [(planes, globals_)])
    # In training a norm takes mean and variance from its batch: with the same batch the answers must stay.
    same_mode, trained = answers(normed, planes, globals_), answers(normed.train(), planes, globals_)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cut.bin"
        path.write_bytes(Path(SHIPPED).read_bytes()[:-100])
        try:
            read_saved(str(path))
            damaged = False
        except SystemExit:
            damaged = True
    print(json.dumps(dict(
        folded=alike(before, same_mode), normed=alike(before, trained), damaged=damaged, win=win_of_empty_board(net),
    )))


if __name__ == "__main__":
    main()
