"""Runs a `.pte` whose whole model is one delegate of the VGF backend, on lavapipe.

By default, Arm's scenario runner runs its VGF. If VGF_BACKEND names a library of ExecuTorch's VGF backend,
ExecuTorch's runtime runs the `.pte`; it also supports images as inputs and outputs of the model.
"""

import json
import os
import pathlib
import subprocess
import sys

import arm
import environment
import torch

LIBRARY = "VGF_BACKEND"
_TRIES = 4
_UNBOUND = "No resource found for VGF binding"
_SERVER = """\
import ctypes, sys, torch
import executorch.extension.pybindings.portable_lib
ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
from executorch.runtime import Runtime
for line in sys.stdin:
    pte, inputs, outputs = line.split()
    try:
        program = Runtime.get().load_program(pte)  # which its methods need, and do not keep
        method = program.load_method("forward")
        torch.save([output.clone() for output in method.execute(torch.load(inputs))], outputs)
        print("done", flush=True)
    except Exception as error:
        print("error", repr(error).replace("\\n", " "), flush=True)
"""


class NotRunError(Exception):
    """This runner cannot run the model, whether it is right or wrong."""


class ScenarioRunner:
    """Arm's scenario runner, which runs the VGF."""

    def run(self, pte: bytes, inputs: tuple, directory: pathlib.Path) -> list[torch.Tensor]:
        """The model's outputs, which may have the shapes of buffers. Raises `NotRunError`."""
        try:
            return arm.run_model(pte, inputs, directory)
        except (ValueError, subprocess.CalledProcessError) as error:
            raise NotRunError(getattr(error, "stderr", str(error))) from None
        except AssertionError as error:
            if _UNBOUND not in str(error) or not _has_two_views(directory / "model.vgf"):
                raise
            raise NotRunError(f"{_UNBOUND}: an input is a tensor and a buffer") from None


def _has_two_views(vgf: pathlib.Path) -> bool:
    """Whether an input is a tensor for a graph and a buffer for a shader; a VGF lists only one of them.

    In ExecuTorch's runtime, both share memory; Arm's runner looks for both.
    """
    described = json.loads(arm.dump(vgf))
    listed = {end["mrt_index"] for end in described["model_sequence"]["inputs"]}
    inputs = [r for r in described["resources"] if r["category"] == "INPUT"]
    groups = {r.get("alias_group_id") for r in inputs if r["index"] in listed} - {None}
    unlisted = [r for r in inputs if r["index"] not in listed]
    return bool(unlisted) and all(r.get("alias_group_id") in groups for r in unlisted)


class RuntimeRunner:
    """ExecuTorch's runtime, in a process that sees lavapipe through Arm's layers."""

    def __init__(self, library: str, directory: pathlib.Path):
        self.library = library
        self.env = environment.vulkan(directory / "layers")
        deploy = environment.emulation_layer()
        self.env["LD_LIBRARY_PATH"] = str(deploy / "lib")
        self.log = directory / "runtime.log"
        self.server: subprocess.Popen | None = None

    def run(self, pte: bytes, inputs: tuple, directory: pathlib.Path) -> list[torch.Tensor]:
        """The model's outputs. Raises `RuntimeError` if the runtime refuses the model or crashes."""
        paths = [str(directory / name) for name in ("model.pte", "inputs.pt", "outputs.pt")]
        pathlib.Path(paths[0]).write_bytes(pte)
        torch.save(list(inputs), paths[1])
        # Lavapipe crashes occasionally, on models that it has just run.
        answer = next(filter(None, (self._ask(paths) for _ in range(_TRIES))), "it crashed each time")
        if answer != "done":
            log = [line for line in self.log.read_text().splitlines() if "VGF" in line]
            raise RuntimeError(f"{answer}; {'; '.join(log[-3:])}")
        return torch.load(paths[2])

    def _ask(self, paths: list[str]) -> str:
        if self.server is None or self.server.poll() is not None:
            self.server = subprocess.Popen(
                [sys.executable, "-c", _SERVER, self.library],
                env=self.env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.log.open("w"),
                text=True,
            )
        self.server.stdin.write(" ".join(paths) + "\n")
        self.server.stdin.flush()
        return self.server.stdout.readline().strip()


def choose(directory: pathlib.Path) -> ScenarioRunner | RuntimeRunner:
    """The runner that the environment selects."""
    library = os.environ.get(LIBRARY)
    return RuntimeRunner(os.path.abspath(library), directory) if library else ScenarioRunner()
