"""Apps on ExecuTorch from source: each release from 1.0 on, as a part of the project and as a prefix.

`make runtimes EXECUTORCH_SOURCE=<clone>` runs it; the clone has the tags, and the submodules of
releases.SUBMODULES.
"""

import json
import shlex
import subprocess
import sys

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT
from releases import OPTIONS, SOURCE, check_out, releases

if not SOURCE:
    pytest.skip("EXECUTORCH_SOURCE does not name a clone of ExecuTorch", allow_module_level=True)

KERNELS = {"aten::add.out", "aten::mul.out", "aten::relu.out"}
FLAGS = [f"-D{name}={value}" for name, value in OPTIONS.items()] + [f"-DPYTHON_EXECUTABLE={sys.executable}"]

# What is compiled of the kernels with each release: each of them with one.
SHARE = 16


@pytest.fixture(scope="module", params=releases())
def release(request):
    return request.param


@pytest.fixture(scope="module")
def source(release, tmp_path_factory):
    return check_out(release, tmp_path_factory.mktemp(release))


@pytest.fixture(scope="module")
def prefix(source, tmp_path_factory):
    directory = tmp_path_factory.mktemp("prefix")
    build = CMakeBuild(source, tmp_path_factory.mktemp("executorch"))
    result = build.configure(f"-DCMAKE_INSTALL_PREFIX={directory}", *FLAGS)
    assert result.returncode == 0, result.stderr
    build.build("install")
    return directory


def runs(build: CMakeBuild, *flags: str) -> str:
    """Builds and runs the app; returns what CMake has said."""
    result = build.configure(f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake", *flags)
    assert result.returncode == 0, result.stderr
    build.build("list_kernels", "app", "model_test")
    aten = {kernel for kernel in build.run("list_kernels").split() if kernel.endswith(".out")}
    assert aten == KERNELS
    assert build.run("app", MODELS / "add_mul_relu.pte") == "2\n"
    build.test("model_test")
    return result.stdout


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_part_of_the_project(where, source, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    said = runs(build, f"-DWHERE={where}", f"-DEXECUTORCH={source}", *FLAGS)
    assert f"a part of this project, in {source}" in said


def test_a_prefix(prefix, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    assert f"installed in {prefix}" in runs(build, f"-DCMAKE_PREFIX_PATH={prefix}")


HEADERS = """\
add_library(headers_of_executorch INTERFACE)
target_include_directories(headers_of_executorch SYSTEM INTERFACE
  {parent} {parent}/executorch/runtime/core/portable_type/c10)
target_compile_definitions(headers_of_executorch INTERFACE C10_USING_CUSTOM_GENERATED_MACROS {definitions})
"""


@pytest.mark.parametrize("definitions", ["", "ET_USE_THREADPOOL"])
def test_kernels_compile(definitions, release, source, tmp_path):
    """Without a warning, with and without threads: a part of the operators, and all that they share."""
    (tmp_path / "headers.cmake").write_text(HEADERS.format(parent=source.parent, definitions=definitions))
    build = CMakeBuild(ROOT / "tests/cmake/warnings", tmp_path / "build")
    result = build.configure(
        "-DRULES_EXECUTORCH_RUNTIME=headers_of_executorch",
        f"-DCMAKE_PROJECT_warnings_INCLUDE={tmp_path}/headers.cmake",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
    )
    assert result.returncode == 0, result.stderr
    entries = json.loads((build.directory / "compile_commands.json").read_text())
    entries = [entry for entry in entries if "model_runner" not in entry["file"]]
    shared = [entry for entry in entries if "/op_" not in entry["file"]]
    operators = sorted(entry["file"] for entry in entries if "/op_" in entry["file"])
    chosen = set(operators[releases().index(release) :: SHARE])
    for entry in [*shared, *(entry for entry in entries if entry["file"] in chosen)]:
        command = [*shlex.split(entry["command"]), "-fsyntax-only"]
        result = subprocess.run(command, cwd=build.directory, capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, ""), entry["file"]
