"""Shared by tests of builds for other machines."""

import functools
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent

AARCH64_TOOLS = ("aarch64-linux-gnu-g++", "qemu-aarch64")
QEMU = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]

# Values of the machine field in ELF headers.
ARM, AARCH64 = 40, 183


def needs(*programs: str):
    """Skips a test if a program is missing; tools/dev/setup_toolchains.sh installs them."""
    missing = [program for program in programs if not shutil.which(program)]
    return pytest.mark.skipif(bool(missing), reason=f"not on PATH: {', '.join(missing)}")


def machine_of(binary: pathlib.Path) -> int:
    header = binary.read_bytes()[:20]
    assert header[:4] == b"\x7fELF"
    return int.from_bytes(header[18:20], "little")


def fetch_runtime(platform: str) -> subprocess.CompletedProcess:
    """Fetches the runtime of a platform's wheel to the directory where CMake and Buck2 read it, as a user
    does.
    """
    environment = {**os.environ, "PYTHON": sys.executable}
    command = [ROOT / "tools/dev/fetch_wheels.sh", platform]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@functools.cache
def fetch_aarch64_runtime() -> None:
    result = fetch_runtime("linux_aarch64")
    assert result.returncode == 0, result.stderr


def find_zig() -> str | None:
    """The zig that the toolchain file for macOS finds."""
    module = importlib.util.find_spec("ziglang")
    in_module = str(pathlib.Path(*module.submodule_search_locations) / "zig") if module else None
    return os.environ.get("RULES_EXECUTORCH_ZIG") or shutil.which("zig") or in_module


def lines_in_readme(example: str, output: str) -> None:
    """Checks that the README of an example shows the output of its app, line by line."""
    readme = (ROOT / f"examples/{example}/README.md").read_text()
    assert output
    for line in output.splitlines():
        assert f"    {line}\n" in readme


# The shared libraries of tests/cross, with the names that they export.
SHARED_LIBRARIES = {
    "et_at_load": set(),
    "et_by_hand": {
        "_ZN5torch8executor35register_bare_metal_kernels_kernelsEv",
        "_ZN5torch8executor20register_all_kernelsEv",
    },
}


def dynamic(library: pathlib.Path, what: str) -> str:
    command = ["aarch64-linux-gnu-readelf", "--wide", what, library]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def dynamic_symbols(library: pathlib.Path) -> list[tuple[str, str, str]]:
    """The binding, section and name of each, without versions."""
    rows = [line.split() for line in dynamic(library, "--dyn-syms").splitlines() if re.match(r" +\d+:", line)]
    return [(row[4], row[6], row[7].partition("@")[0]) for row in rows if len(row) > 7]


def check_symbols(library: pathlib.Path, exported: set[str], registers: str) -> None:
    """The library exports these names, and calls the runtime to register."""
    symbols = dynamic_symbols(library)
    assert {symbol for bind, where, symbol in symbols if bind != "LOCAL" and where != "UND"} == exported
    assert any(registers in symbol for _, where, symbol in symbols if where == "UND")
    needed = set(re.findall(r"\(NEEDED\) .*\[(\S+)\]", dynamic(library, "--dynamic")))
    assert "libexecutorch.so" in needed
