"""What a binary with optimized kernels was made of."""

import pathlib
import re
import subprocess

# What kernels call of a thread pool.
PARALLEL_FOR = "executorch::extension::parallel_for"


def simd_targets(binary: pathlib.Path) -> set[str]:
    """The targets of Highway that functions of a binary or archive are compiled for."""
    symbols = subprocess.run(["nm", "-C", binary], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\betk(?:_\w+)?::vec::(N_\w+)::", symbols))


def defines(binary: pathlib.Path, function: str) -> bool | None:
    """Whether a function is in a binary or archive, or only asked for; None if it is neither."""
    symbols = subprocess.run(["nm", "-C", binary], capture_output=True, text=True, check=True).stdout
    kinds = set(re.findall(rf" (\w) {re.escape(function)}\(", symbols))
    return "T" in kinds if kinds else None


def needed_libraries(binary: pathlib.Path) -> set[str]:
    """The shared libraries that a binary asks for."""
    dynamic = subprocess.run(["readelf", "-d", binary], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
