"""Sizes of binaries."""

import pathlib
import subprocess

from cmake_build import wheel
from conftest import build


def loaded_bytes(binary: pathlib.Path) -> int:
    """The size of code and initialised data in bytes."""
    lines = subprocess.run(["size", binary], capture_output=True, text=True, check=True).stdout
    return sum(map(int, lines.splitlines()[1].split()[:2]))


def fused_and_xnnpack() -> tuple[int, int]:
    """The bytes of the fused kernels of two models and all activations, at the flags of the benchmark for
    AVX2, and of the wheel's XNNPACK backend.
    """
    directory = build("//tests/figures:fused", "//tests/figures:no_kernels", config="avx2") / "tests/figures"
    kernels = loaded_bytes(directory / "fused") - loaded_bytes(directory / "no_kernels")
    return kernels, loaded_bytes(wheel() / "lib/libexecutorch_backend_xnnpack.so")
