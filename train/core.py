"""The board, the search and the net's tower in C++ and CUDA (core/), built for one board size and called from Python."""

import ctypes
import os
import subprocess
from pathlib import Path

import torch

HERE = Path(__file__).parent
PLANES, GLOBALS = 16, 3
HAS_GPU = torch.cuda.is_available()
DEVICE = "cuda" if HAS_GPU else "cpu"

pointer = ctypes.c_void_p


class Games(ctypes.Structure):
    """`struct Games` of core/selfplay.h."""

    _fields_ = (
        [(name, ctypes.c_int) for name in ("games", "nodes", "longest", "is_match")]
        + [("room", ctypes.c_uint64)]
        + [
            (name, ctypes.c_float)
            for name in (
                "visit_constant", "value_scale", "score_weight", "score_scale", "noise", "opening_heat",
                "strange_share", "strange_heat", "opening_moves",
                "pass_bonus", "spread", "cut_share", "cut_at",
            )
        ]
        + [("komi2", ctypes.c_int)]
        + [
            (name, pointer)
            for name in (
                "states", "random", "lengths", "openings", "heats", "done", "margins", "decided", "cut_draw", "logits", "visits",
                "totals", "children", "values", "positions", "ends", "gumbels", "path", "depth", "leaf", "symmetry",
                "planes", "globals", "policy", "value", "trail", "trail_policy", "replay", "replay_policy", "counts",
            )
        ]
    )


class Batch(ctypes.Structure):
    """`struct Batch` of core/record.h."""

    _fields_ = [
        (name, pointer)
        for name in ("planes", "globals", "policy", "next", "outcome", "margin", "owners", "weights")
    ]


class Tower(ctypes.Structure):
    """`struct Tower` of core/tower.h."""

    _fields_ = (
        [(name, pointer) for name in ("tiles", "biases", "global_weights", "pool_weights", "pool_biases")]
        + [("blocks", ctypes.c_int), ("pooled", ctypes.c_uint32)]
        + [
            (name, pointer)
            for name in ("f1", "f1_bias", "f2", "f2_bias", "policy_weights", "planes", "globals", "policy", "value")
        ]
        + [("count", ctypes.c_int)]
    )


def build(size: int, gpu: bool) -> Path:
    """Compiles the library unless it is newer than its sources."""
    target = HERE / "build" / f"core{size}-{'gpu' if gpu else 'cpu'}.so"
    sources = list((HERE / "core").iterdir())
    if target.exists() and target.stat().st_mtime > max(source.stat().st_mtime for source in sources):
        return target
    target.parent.mkdir(exist_ok=True)
    flags = ["-O3", "-std=c++17", f"-DBOARD={size}", "-shared", "-o", str(target) + ".new"]
    compiler = ["nvcc", "-arch=sm_90", "-Xcompiler", "-fPIC"] if gpu else ["g++", "-fPIC", "-x", "c++"]
    subprocess.run([*compiler, *flags, str(HERE / "core" / "selfplay.cu")], check=True)
    os.replace(str(target) + ".new", target)
    return target


class Core:
    """The library for one board size on one kind of device."""

    def __init__(self, size: int, gpu: bool = HAS_GPU):
        self.size, self.points, self.actions, self.gpu = size, size * size, size * size + 1, gpu
        self.device = "cuda" if gpu else "cpu"
        library = ctypes.CDLL(str(build(size, gpu)))
        number, floating, wide = ctypes.c_int, ctypes.c_float, ctypes.c_longlong
        library.games_reset.argtypes = [pointer, ctypes.c_uint64, pointer]
        library.games_begin.argtypes = library.games_finish.argtypes = [pointer, pointer]
        library.games_step.argtypes = [pointer, number, floating, pointer]
        library.examples.argtypes = [pointer, pointer, pointer, pointer, number, pointer, pointer]
        if gpu:
            library.tower_run.argtypes = [pointer, pointer]
        else:
            library.games_find.argtypes = [pointer, wide, pointer, pointer, wide]
            library.games_find.restype = wide
            library.games_write.argtypes = [pointer, pointer, pointer, wide, wide, pointer]
            library.games_write.restype = None
        self.library = library
        self.record_bytes, self.state_bytes = library.record_bytes(), library.state_bytes()

    def call(self, name: str, *arguments) -> None:
        stream = pointer(torch.cuda.current_stream().cuda_stream) if self.gpu else None
        error = getattr(self.library, name)(*arguments, stream)
        if error:
            raise RuntimeError(f"{name}: CUDA error {error}")

    def zeros(self, *shape: int, dtype=torch.uint8) -> torch.Tensor:
        return torch.zeros(*shape, dtype=dtype, device=self.device)


class Examples:
    """A batch of positions with their targets, filled from records."""

    def __init__(self, core: Core, count: int):
        self.core, self.count = core, count
        zeros = core.zeros
        self.planes = zeros(count, core.size, core.size, PLANES, dtype=torch.int16)
        self.globals = zeros(count, GLOBALS, dtype=torch.float32)
        self.policy = zeros(count, core.actions, dtype=torch.float32)
        self.next = zeros(count, dtype=torch.int64)
        self.outcome = zeros(count, 3, dtype=torch.float32)
        self.margin = zeros(count, dtype=torch.float32)
        self.owners = zeros(count, core.points, dtype=torch.float32)
        self.weights = zeros(count, 3, dtype=torch.float32)
        self.struct = Batch(*(getattr(self, name).data_ptr() for name, _ in Batch._fields_))

    def fill(self, records: torch.Tensor, policy: "torch.Tensor | None", which: torch.Tensor, symmetry: torch.Tensor) -> None:
        self.kept = (which, symmetry)  # alive until the kernel has read them
        self.core.call(
            "examples", records.data_ptr(), policy.data_ptr() if policy is not None else None, which.data_ptr(),
            symmetry.data_ptr(), self.count, ctypes.byref(self.struct),
        )

    def inputs(self) -> torch.Tensor:
        """Planes as the net takes them: channels first in shape, last in memory."""
        return self.planes.view(torch.bfloat16).permute(0, 3, 1, 2)
