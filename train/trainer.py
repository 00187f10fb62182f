"""One training step after the other: AdamW, a moving average of the weights, captured as a graph on a GPU."""

import torch

from core import Core, Examples
from net import Net, Targets, losses, targets_of


class Trainer:
    """Draws examples from a window of the records. `average` is what plays and what is saved."""

    def __init__(self, core: Core, net: Net, batch: int, records, policy=None, decay=1e-4, value_weight=1.0):
        self.core, self.net, self.batch, self.steps = core, net, batch, 0
        self.records, self.policy = records, policy
        self.room = records.shape[0]
        self.examples = Examples(core, batch)
        number = lambda v, dtype=torch.float32: torch.tensor(v, device=core.device, dtype=dtype)
        self.rate, self.keep = number(0.0), number(0.0)
        self.first, self.last = number(0, torch.int64), number(max(1, min(1000, self.room)), torch.int64)
        heavy = [p for p in net.parameters() if p.ndim > 1]
        light = [p for p in net.parameters() if p.ndim <= 1]
        groups = [dict(params=heavy, weight_decay=decay), dict(params=light, weight_decay=0.0)]
        extra = dict(fused=True, capturable=True) if core.gpu else {}
        self.optimizer = torch.optim.AdamW(groups, lr=self.rate if core.gpu else 1e-3, betas=(0.9, 0.99), **extra)

        def forward(inputs: torch.Tensor, globals_: torch.Tensor, targets: Targets):
            with torch.autocast(core.device, torch.bfloat16, enabled=core.gpu):
                answer = net(inputs if core.gpu else inputs.float(), globals_)
            return losses(answer, targets, value_weight)

        self.forward = torch.compile(forward) if core.gpu else forward
        state = net.state_dict()
        self.source = {name: t for name, t in state.items() if t.dtype.is_floating_point}
        self.average = {name: t.detach().clone().float() for name, t in self.source.items()}
        self.statistics = torch.zeros(6, device=core.device)
        self.graph = None
        if core.gpu:
            self.capture()

    def capture(self) -> None:
        kept = {name: t.clone() for name, t in self.source.items()}
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(4):
                self.body()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.body()
        self.restore(kept)

    @torch.no_grad()
    def restore(self, state: dict) -> None:
        """Starts again from these weights, as if no step had been made."""
        for name, t in self.source.items():
            t.copy_(state[name])
            self.average[name].copy_(state[name])
        for entry in self.optimizer.state.values():
            for t in entry.values():
                if torch.is_tensor(t):
                    t.zero_()
        self.statistics.zero_()
        self.steps = 0

    def body(self) -> None:
        device, span = self.core.device, self.last - self.first
        which = (torch.randint(0, 1 << 62, (self.batch,), device=device) % span + self.first) % self.room
        symmetry = torch.randint(0, 8, (self.batch,), device=device, dtype=torch.uint8)
        self.examples.fill(self.records, self.policy, which, symmetry)
        examples = self.examples
        loss, statistics = self.forward(examples.inputs(), examples.globals, targets_of(examples))
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        with torch.no_grad():
            now, mean = list(self.source.values()), list(self.average.values())
            change = torch._foreach_sub(now, mean)
            torch._foreach_mul_(change, 1 - self.keep if self.core.gpu else float(1 - self.keep))
            torch._foreach_add_(mean, change)
            self.statistics.lerp_(statistics, 0.02)

    def step(self, count: int, rate: float, keep: float, window: "tuple[int, int]") -> None:
        """Makes `count` steps on records of the window (first, last), counted from the first ever made."""
        self.rate.fill_(rate)
        self.keep.fill_(keep)
        self.first.fill_(window[0])
        self.last.fill_(window[1])
        if not self.core.gpu:
            for group in self.optimizer.param_groups:
                group["lr"] = rate
        for _ in range(count):
            if self.graph:
                self.graph.replay()
            else:
                self.body()
        self.steps += count
