"""The optimized kernels for NEON and SVE, run under emulation."""

import shutil

import pytest
from hosts import optimized_host
from kernel_testing.host import Host

QEMU = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]
CONFIG = "aarch64_dispatch"

# Vector lengths of SVE in bits: those of real processors, and the largest possible one.
LENGTHS = (128, 256, 512, 2048)

needs_arm = pytest.mark.skipif(
    not (shutil.which("aarch64-linux-gnu-g++") and shutil.which("qemu-aarch64")), reason="no cross compiler"
)


class EmulatedHost(Host):
    """Takes a hundred times as long as the processor would, with long vectors."""


def skip_if_emulated(host: Host, condition: bool) -> None:
    """Skips a test with a large call, whose code smaller calls run as well."""
    if condition and isinstance(host, EmulatedHost):
        pytest.skip("takes too long under emulation")


def neon(program: str) -> list[str]:
    """The command that runs a program on a processor without SVE."""
    return [*QEMU, "-cpu", "cortex-a57", program]


def sve(program: str, bits: int) -> list[str]:
    """The command that runs a program on a processor with SVE vectors of this many bits."""
    return [*QEMU, "-cpu", f"max,sve-default-vector-length={bits // 8}", program]


def built_host() -> str:
    """The program that calls kernels, built for all Arm targets."""
    return optimized_host(CONFIG)
