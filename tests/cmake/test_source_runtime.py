"""Errors of executorch_source_runtime for trees that it cannot compile; tests/runtime compiles real ones."""

import pathlib
import subprocess

import pytest
from cmake_build import BIN, CMakeBuild
from conftest import ROOT

PROJECT = """\
cmake_minimum_required(VERSION 3.24)
project(app LANGUAGES CXX)
find_package(RulesExecuTorch REQUIRED)
executorch_source_runtime(NAME runtime {arguments})
"""

BASE = """\
#define FLATBUFFERS_VERSION_MAJOR 24
#define FLATBUFFERS_VERSION_MINOR 3
#define FLATBUFFERS_VERSION_REVISION 25
"""


@pytest.fixture
def tree(tmp_path):
    """A tree with the files that identify a checkout, including those of flatbuffers."""
    tree = tmp_path / "executorch"
    flatbuffers = tree / "third-party/flatbuffers"
    for path, text in {
        tree / "runtime/executor/program.cpp": "",
        tree / "version.txt": "1.5.0\n",
        flatbuffers / "include/flatbuffers/base.h": BASE,
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tree


def fails(tmp_path, arguments: str, rules: pathlib.Path = ROOT / "rules/cmake") -> str:
    """The error message of CMake, on one line, for a project with these arguments."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(PROJECT.format(arguments=arguments))
    build = CMakeBuild(project, tmp_path / "build")
    result = build.configure(f"-DRulesExecuTorch_DIR={rules}")
    assert result.returncode != 0
    return " ".join(result.stderr.split())


def test_no_tree(tmp_path):
    said = fails(tmp_path, "")
    assert "runtime: no source tree: set SOURCE or RULES_EXECUTORCH_SOURCE" in said


def test_no_such_directory(tmp_path):
    assert "nowhere: no such directory: set SOURCE to a checkout" in fails(tmp_path, "SOURCE nowhere")


def test_another_directory(tmp_path):
    (tmp_path / "lib").mkdir()
    assert "not ExecuTorch's source tree" in fails(tmp_path, f"SOURCE {tmp_path}/lib")


def test_no_submodule(tree, tmp_path):
    (tree / "third-party/flatbuffers/include/flatbuffers/base.h").unlink()
    said = fails(tmp_path, f"SOURCE {tree}")
    assert "run git submodule update --init third-party/flatbuffers in the checkout" in said


def test_no_sources_of_the_compiler(tree, tmp_path):
    assert "set FLATC to the flatc of release 24.3.25" in fails(tmp_path, f"SOURCE {tree}")


def test_a_compiler_of_another_release(tree, tmp_path):
    flatc = tmp_path / "flatc"
    flatc.write_text("#!/bin/sh\necho flatc version 25.12.19\n")
    flatc.chmod(0o755)
    said = fails(tmp_path, f"SOURCE {tree} FLATC {flatc}")
    headers = f"the headers in {tree}/third-party/flatbuffers are of 24.3.25"
    assert f"{flatc} is of flatbuffers 25.12.19, {headers}" in said


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            "EXTENSIONS modul",
            "unknown extension modul: give one of data_loader, flat_tensor, memory_allocator",
        ),
        ("LOG_LEVEL Warning FLATC flatc", "unknown LOG_LEVEL Warning: give Debug, Info, Error, Fatal or OFF"),
        ("EXTENSION module", "EXTENSION"),
    ],
)
def test_wrong_arguments(arguments, expected, tree, tmp_path):
    flatc = tmp_path / "flatc"
    flatc.write_text("#!/bin/sh\necho flatc version 24.3.25\n")
    flatc.chmod(0o755)
    said = fails(tmp_path, f"SOURCE {tree} {arguments.replace('FLATC flatc', f'FLATC {flatc}')}")
    assert expected in said


def test_installed_rules_have_the_list_of_sources(tree, tmp_path):
    prefix = tmp_path / "prefix"
    build = tmp_path / "rules"
    for arguments in (["-S", ROOT, "-B", build], ["--install", build, "--prefix", prefix]):
        subprocess.run([BIN / "cmake", *arguments], check=True, capture_output=True)
    said = fails(tmp_path, f"SOURCE {tree} EXTENSIONS modul", prefix / "share/cmake/RulesExecuTorch")
    assert "unknown extension modul: give one of data_loader" in said
