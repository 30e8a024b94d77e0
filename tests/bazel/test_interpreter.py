"""The Python that runs the tools: it is copied as a whole, is the same everywhere, and a flag replaces it."""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import ROOT, build, run_bazel

# One may be linked with its library statically and use the system's libraries, and the other not. Both have
# the version that the packages of the tools were built for.
PATHS = (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}")
PYTHONS = sorted({os.path.realpath(path) for path in PATHS if os.path.exists(path)})


def copy(python: str, directory: pathlib.Path) -> pathlib.Path:
    command = [python, "-s", "-S", ROOT / "third_party/python/copy_interpreter.py", directory]
    subprocess.run(command, env={"PYTHONHASHSEED": "0"}, check=True)
    return directory


@pytest.fixture(scope="module", params=PYTHONS)
def python(request):
    return request.param


@pytest.fixture(scope="module")
def home(python, tmp_path_factory):
    return copy(python, tmp_path_factory.mktemp("python") / "home")


def contents(directory: pathlib.Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in directory.rglob("*") if p.is_file()}


def test_a_copy_is_the_same_everywhere(python, home, tmp_path):
    again = contents(copy(python, tmp_path / "another place"))
    assert contents(home) == again
    assert len(again) < 60


def test_nothing_but_the_copy_is_read(home):
    """Only the copy is read: all modules of the tools, and all libraries in memory."""
    program = """\
import importlib, pathlib, pkgutil, sys
for name in ("etgen", "kernel_testing"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + "."):
        try:
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            assert error.name in ("torch", "numpy"), error
files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
print(*files, *{line.split()[-1] for line in open("/proc/self/maps")}, sep="\\n")
"""
    library = next(path.parent for path in home.glob("*/python3*.zip"))
    build("//tools:etgen")  # fetches the packages
    packages = run_bazel("info", "output_base").stdout.strip() + "/external/rules_executorch_python/packages"
    path = f"{ROOT}/tools:{ROOT}/kernels/testing:{packages}"
    environment = {"PYTHONHOME": str(home), "LD_LIBRARY_PATH": str(library), "PYTHONPATH": path}
    # Without a locale, Python uses C.UTF-8, from the system's files, if it is available.
    environment["LC_ALL"] = "C"
    done = subprocess.run(
        [home / "bin/python3", "-B", "-s", "-S", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    known = (str(home), f"{ROOT}/tools", f"{ROOT}/kernels", packages)
    files = [file for file in done.stdout.splitlines() if file.startswith("/")]
    system = re.compile(r"/(usr/)?lib\w*/(\S+-linux-gnu/)?(ld-linux|lib(c|m|dl|pthread|util)[.-])\S*")
    assert [file for file in files if not file.startswith(known) and not system.fullmatch(file)] == []


def test_another_interpreter_by_one_flag():
    flag = "--//tools:python=//tests/bazel/runtime:my_python.sh"
    result = run_bazel("build", "--noshow_progress", "--disk_cache=", flag, "//tests/registration:ops")
    assert result.returncode == 1
    assert "this Python was asked for -B -s -S -m etgen select" in result.stderr


def test_no_process_compiles_the_tools():
    """The tools are compiled once; compiling them in each process would double the start-up time."""
    launcher = build("//tools:etgen") / "tools/etgen_launcher"
    done = subprocess.run(
        [launcher, "generate", "--help"],
        env={"PYTHONVERBOSE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    sources = re.findall(r"code object from (\S+\.py)$", done.stderr, re.MULTILINE)
    read = re.findall(r"code object from '\S+/etgen/__pycache__/(\w+)\S*'", done.stderr)
    assert sources == []
    assert {"__main__", "cli", "generate"} <= set(read)
