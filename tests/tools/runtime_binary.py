"""Binaries of C++ tests that are linked with the wheel's runtime."""

import pathlib
import subprocess
from collections.abc import Mapping

from cmake_build import wheel
from conftest import COMPILER, ROOT

Units = Mapping[str, tuple[pathlib.Path, list[str]]]


def log_of(directory: pathlib.Path, units: Units, *includes: pathlib.Path) -> str:
    """The log of a binary that prints what is not as it has to be, and has printed nothing."""
    binary = compiled(directory, units, *includes)
    done = subprocess.run([binary], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    return done.stderr


def compiled(directory: pathlib.Path, units: Units, *includes: pathlib.Path) -> pathlib.Path:
    """A binary of these units, by name: each is a source file, and flags of its own."""
    include, lib = wheel() / "include", wheel() / "lib"
    flags = [
        *("-std=c++17", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"),
        *("-DC10_USING_CUSTOM_GENERATED_MACROS", "-DET_EVENT_TRACER_ENABLED"),
        *(part for each in (ROOT / "tests/expect", *includes) for part in ("-I", each)),
        *("-isystem", include, "-isystem", include / "executorch/runtime/core/portable_type/c10"),
    ]
    compiling = [
        subprocess.Popen([*COMPILER, *flags, *own, "-c", source, "-o", directory / f"{name}.o"])
        for name, (source, own) in units.items()
    ]
    assert [process.wait() for process in compiling] == [0] * len(compiling)
    objects, binary = [directory / f"{name}.o" for name in units], directory / "binary"
    linked = [*COMPILER, *objects, "-o", binary, "-L", lib, f"-Wl,-rpath,{lib}", "-lexecutorch"]
    subprocess.run(linked, check=True)
    return binary
