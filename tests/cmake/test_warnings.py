"""Kernels and generated code compile in a project that treats warnings as errors.

GCC compiles sources one by one: other tests compile them in units of several, where an include may be missing
because another source has it. It compiles all optimized ones, all shared ones, and some operators. What all
optimized ones include is compiled once. Clang compiles units of everything, in half of the time.
"""

import concurrent.futures
import json
import shlex
import shutil

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wmissing-declarations", "-Wdouble-promotion", "-Werror"]

# The number of sources in a unit, and warnings that only this compiler has.
COMPILERS = {"g++": (1, ["-Wnon-virtual-dtor", "-Wlogical-op"]), "clang++-19": (12, ["-Wmissing-prototypes"])}
# GCC compiles one in this many sources of portable operators.
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
    assert len(operators) > 400 / sources_per_unit
    chosen = set(commands)
    if sources_per_unit == 1:
        optimized = [name for name in commands if "/optimized/" in name]
        chosen -= set(operators) - {*optimized, *operators[::SHARE]}
        prefixes = {name: precompiled(name, commands[optimized[0]], build) for name in PREFIXES}
        for name in optimized:
            text = (tmp_path / "optimized_kernels" / name).read_text()
            prefix = prefixes["vectors" if EACH_TARGET in text else "core"]
            commands[name] += ["-include", prefix, "-Winvalid-pch"]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        messages = pool.map(build.messages, (commands[name] for name in sorted(chosen)))
        said = "".join(messages)
    assert said == "", said


def precompiled(name: str, command: list[str], build: CMakeBuild) -> str:
    """A header that the compiler replaces by its precompiled form, for sources with a command's flags."""
    prefix = build.directory / f"{name}.h"
    prefix.write_text(PREFIXES[name])
    flags = command[: command.index("-o")]
    assert build.messages([*flags, "-x", "c++-header", str(prefix), "-o", f"{prefix}.gch"]) == ""
    return str(prefix)
