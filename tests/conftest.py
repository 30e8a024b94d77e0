"""Shared by all tests: paths, and functions that run the tools as a user does."""

import functools
import os
import pathlib
import shlex
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
MODELS = ROOT / "examples" / "models"
# The compiler, after a launcher such as ccache, with its flags.
COMPILER = shlex.split(os.environ.get("CXX", "c++"))

PATHS = ("tests", "tests/starlark", "tools", "tools/dev", "kernels/testing")
sys.path[:0] = [str(ROOT / path) for path in PATHS]


def pytest_addoption(parser):
    parser.addoption(
        "--update-goldens", action="store_true", help="rewrite the expected files of golden tests"
    )


def run_etgen(*args: object, cwd: pathlib.Path | None = None, **env: str) -> subprocess.CompletedProcess:
    """Runs `python -m etgen` with an environment of only the given variables."""
    return subprocess.run(
        [sys.executable, "-m", "etgen", *map(str, args)],
        cwd=cwd,
        # An internal error of etgen must raise, and not look like a user's mistake.
        env={"PYTHONPATH": str(ROOT / "tools"), "PATH": os.environ["PATH"], "ETGEN_TRACEBACK": "1", **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def run_bazel(*args: object, cwd: pathlib.Path = ROOT) -> subprocess.CompletedProcess:
    """Runs Bazel in a workspace; its messages are in stderr."""
    return subprocess.run(
        [ROOT / "tools" / "dev" / "bazel.sh", *map(str, args)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def build(*targets: str, config: str | None = None) -> pathlib.Path:
    """Builds targets of this repository, once; returns the target of the bazel-bin link.

    The environment variable COVERAGE_HOSTS names a directory with some of the programs: see
    coverage/measure.py.
    """
    measured = pathlib.Path(os.environ.get("COVERAGE_HOSTS", os.devnull))
    if config in (None, "dispatch") and all((measured / t[2:].replace(":", "/")).exists() for t in targets):
        return measured
    return built(*targets, config=config)


@functools.cache
def built(*targets: str, config: str | None) -> pathlib.Path:
    """Builds targets once in this run of pytest, which never changes their sources: when the config is
    another one than before, Bazel needs seconds to find that there is nothing to do.
    """
    result = run_bazel("build", *flags_of(config), *targets)
    assert result.returncode == 0, result.stderr
    return bazel_bin(config)


@functools.cache
def bazel_bin(config: str | None) -> pathlib.Path:
    """The target of the bazel-bin link after a build with a config."""
    return pathlib.Path(run_bazel("info", *flags_of(config), "bazel-bin").stdout.strip())


def flags_of(config: str | None) -> list[str]:
    return ["--noshow_progress", *([f"--config={config}"] if config else [])]


@pytest.fixture(scope="session")
def optimized_calls():
    """The calls of eager PyTorch of operators that have an optimized kernel."""
    from etgen import functions_yaml
    from etgen.dtypes import DType
    from kernel_testing import torch_samples

    entries = functions_yaml.read(str(ROOT / "kernels" / "optimized" / "functions.yaml"))
    # One dtype of each compute type, and the dtypes that vectorized code widens.
    real = (DType.Float, DType.Half, DType.BFloat16, DType.Double, DType.Long, DType.Byte, DType.Bool)
    dtypes = (*real, DType.ComplexFloat)
    return list(torch_samples.samples(frozenset(entry.name for entry in entries), dtypes, 6))


@pytest.fixture
def etgen(tmp_path):
    """Runs etgen in the test's own directory."""

    def run(*args, **env):
        return run_etgen(*args, cwd=tmp_path, **env)

    return run
