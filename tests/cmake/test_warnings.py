"""Kernels and generated code compile in a project that treats warnings as errors.

All shared sources of kernels and some operators are compiled; each compiler has different operators. GCC
compiles them one by one, and all optimized ones: other tests compile them in units of several sources, where
an include may be missing because another source has it. What all of these include is compiled once. Clang
compiles units of everything, in half of the time.
"""

import concurrent.futures
import json
import pathlib
import shlex
import shutil
import subprocess

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wmissing-declarations", "-Wdouble-promotion", "-Werror"]

# The number of sources in a unit, and warnings that only this compiler has.
COMPILERS = {"g++": (1, ["-Wnon-virtual-dtor", "-Wlogical-op"]), "clang++-19": (12, ["-Wmissing-prototypes"])}
# One in this many sources or units of operators is compiled.
SHARE = 8

# What every optimized source includes, which is half of the time that a compiler needs for one: with vectors,
# Highway before anything else.
EACH_TARGET = '#include "vec/base/each_target.h"\n'
CORE = '#include "etk/base/core.h"\n'
PREFIXES = {"vectors": f'#define HWY_TARGET_INCLUDE "vectors.h"\n{EACH_TARGET}{CORE}', "core": CORE}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_no_warnings(compiler, tmp_path):
    if not shutil.which(compiler):
        pytest.skip(f"not on PATH: {compiler}")
    fetch_wheels()
    build = CMakeBuild(ROOT / "tests/cmake/warnings", tmp_path)
    sources_per_unit, more = COMPILERS[compiler]
    flags = [f"-DCMAKE_CXX_COMPILER={compiler}", f"-DCMAKE_CXX_FLAGS={' '.join(WARNINGS + more)}"]
    result = build.configure(*flags, f"-DSOURCES_PER_UNIT={sources_per_unit}")
    assert result.returncode == 0, result.stderr
    build.build("model_test_check")  # which writes a source

    # A source that operators share exists once for each library.
    commands = {}
    for entry in json.loads((tmp_path / "compile_commands.json").read_text()):
        name = entry["file"].rpartition("_kernels/")[2]
        commands[name] = [*shlex.split(entry["command"]), "-fsyntax-only"]
    operators = sorted(name for name in commands if "/op_" in name)
    others = sorted(set(commands) - set(operators))
    assert len(operators) > 400 / sources_per_unit
    chosen = {*others, *operators[::SHARE]}
    if sources_per_unit == 1:
        optimized = [name for name in commands if "/optimized/" in name]
        chosen.update(optimized)
        prefixes = {name: precompiled(name, commands[optimized[0]], tmp_path) for name in PREFIXES}
        for name in optimized:
            text = (tmp_path / "optimized_kernels" / name).read_text()
            prefix = prefixes["vectors" if EACH_TARGET in text else "core"]
            commands[name] += ["-include", prefix, "-Winvalid-pch"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        checks = pool.map(lambda name: compile_of(commands[name], tmp_path), sorted(chosen))
        assert not "".join(checks)


def precompiled(name: str, command: list[str], directory: pathlib.Path) -> str:
    """A header that the compiler replaces by its precompiled form, for sources with a command's flags."""
    prefix = directory / f"{name}.h"
    prefix.write_text(PREFIXES[name])
    flags = command[: command.index("-o")]
    assert compile_of([*flags, "-x", "c++-header", prefix, "-o", f"{prefix}.gch"], directory) == ""
    return str(prefix)


def compile_of(command: list[str], directory: pathlib.Path) -> str:
    """The compiler's messages for one source."""
    result = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    return result.stderr
