"""Finds out how a binary with optimized kernels was built."""

import pathlib
import re
import subprocess

# The function of a thread pool that kernels call.
PARALLEL_FOR = "executorch::extension::parallel_for"


def simd_targets(binary: pathlib.Path) -> set[str]:
    """The targets of Highway for which functions of a binary or archive are compiled."""
    symbols = subprocess.run(["nm", "-C", binary], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\betk(?:_\w+)?::vec::(N_\w+)::", symbols))


def defines(binary: pathlib.Path, function: str) -> bool | None:
    """Whether a binary or archive defines a function, or only refers to it; None if it does neither."""
    symbols = subprocess.run(["nm", "-C", binary], capture_output=True, text=True, check=True).stdout
    kinds = set(re.findall(rf" (\w) {re.escape(function)}\(", symbols))
    return "T" in kinds if kinds else None


def needed_libraries(binary: pathlib.Path) -> set[str]:
    """The shared libraries that a binary needs."""
    dynamic = subprocess.run(["readelf", "-d", binary], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
