"""The releases of ExecuTorch, each checked out from a single clone."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import MODELS, ROOT

# A clone of ExecuTorch, with these of its submodules.
SOURCE = os.environ.get("EXECUTORCH_SOURCE", "")
SUBMODULES = ["flatbuffers", "flatcc", "gflags", "json"]

# The test of the model in the projects for Bazel and for Buck2.
MODEL_TEST = """\
et_model_test(
    name = "model_test",
    model = "add_mul_relu.pte",
    inputs = ["add_mul_relu.input0.npy", "add_mul_relu.input1.npy"],
    outputs = ["add_mul_relu.output0.npy"],
    deps = [":kernels"],
)
"""

# Larger models, with a library of their kernels.
LARGER_MODELS = ("mobilenet_v2", "transformer", "quantized")
LARGER = """\
[et_operator_library(name = model + "_ops", model = model + ".pte") for model in {models}]
executorch_generated_lib(
    name = "larger_kernels",
    dtype_selective_build = True,
    sources_per_unit = 12,
    deps = [":" + model + "_ops" for model in {models}] + {kernels},
)
[
    et_model_test(
        name = model + "_test",
        model = model + ".pte",
        inputs = [model + ".input0.npy"],
        outputs = [model + ".output0.npy"],
        deps = [":larger_kernels"],
    )
    for model in {models}
]
"""

WORKSPACE = """\
workspace(name = "app")
local_repository(name = "rules_executorch", path = "{root}")
load(
    "@rules_executorch//rules:repositories.bzl",
    "executorch_source_runtime",
    "offline_stubs",
    "rules_executorch_dependencies",
)
rules_executorch_dependencies()
offline_stubs()
"""

# Builds the core and the extensions that apps need, without kernels.
OPTIONS = {
    **{f"EXECUTORCH_BUILD_EXTENSION_{name}": "ON" for name in ("MODULE", "DATA_LOADER", "FLAT_TENSOR")},
    **{f"EXECUTORCH_BUILD_EXTENSION_{name}": "ON" for name in ("NAMED_DATA_MAP", "TENSOR")},
    **{f"EXECUTORCH_BUILD_{name}": "OFF" for name in ("PORTABLE_OPS", "EXECUTOR_RUNNER", "XNNPACK")},
    **{f"EXECUTORCH_BUILD_{name}": "OFF" for name in ("CPUINFO", "PTHREADPOOL", "GFLAGS")},
    "FXDIV_SOURCE_DIR": "none",  # a dependency of XNNPACK, which is not built
}


def _git(*args: str) -> str:
    return subprocess.run(["git", "-C", SOURCE, *args], capture_output=True, text=True, check=True).stdout


@functools.cache
def releases() -> list[str]:
    """The last tag of each release from 1.0 on, oldest first, and the checked-out commit of the clone."""
    if not SOURCE:
        return []
    tags = re.findall(r"^v(1)\.(\d+)\.(\d+)$", _git("tag"), re.MULTILINE)
    newest: dict[int, int] = {}
    for _, minor, patch in tags:
        newest[int(minor)] = max(int(patch), newest.get(int(minor), 0))
    return [*(f"v1.{minor}.{patch}" for minor, patch in sorted(newest.items())), "HEAD"]


@pytest.fixture(scope="module", params=releases())
def release(request):
    return request.param


@pytest.fixture(scope="module")
def source(release, tmp_path_factory):
    return check_out(release, tmp_path_factory.mktemp(release))


def check_out(release: str, directory: pathlib.Path) -> pathlib.Path:
    """Creates the source tree of a release in a directory of the name that its build requires."""
    fetch_wheels()  # the rules take Google Highway from there
    tree = directory / "executorch"
    tree.mkdir(parents=True)
    paths = set(_git("ls-tree", "--name-only", release).split()) - {"docs", "examples"}
    command = ["git", "-C", SOURCE, "archive", release, "--", *paths]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "-x", "-C", tree], stdin=archive.stdout, check=True)
    assert archive.returncode == 0, f"git archive {release}"
    for path in tree.rglob("*"):
        if path.is_symlink() and not path.exists():
            path.unlink()  # to a directory that was left out
    for name in SUBMODULES:
        module = tree / "third-party" / name
        if module.is_dir():
            module.rmdir()
        module.symlink_to(pathlib.Path(SOURCE).resolve() / "third-party" / name)
    return tree


# The submodules of the clone that XNNPACK needs.
THIRD_PARTY = pathlib.Path(SOURCE) / "backends/xnnpack/third-party"


def require(*names: str) -> None:
    if not all((THIRD_PARTY / name / "CMakeLists.txt").is_file() for name in names):
        pytest.skip(f"the clone lacks submodules in {THIRD_PARTY}: {', '.join(names)}")


@pytest.fixture(scope="module")
def threads(source, tmp_path_factory):
    """An app of kernels and the thread pool, and pthreadpool and cpuinfo, built with CMake."""
    require("cpuinfo", "pthreadpool", "FXdiv")
    build = CMakeBuild(ROOT / "tests/runtime/threads", tmp_path_factory.mktemp("threads"))
    flags = [f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake", f"-DEXECUTORCH={source}"]
    result = build.configure(*flags, f"-DTHIRD_PARTY={THIRD_PARTY}")
    assert result.returncode == 0, result.stderr
    build.build("threads")
    return build


def selects_prim_ops(source: pathlib.Path) -> bool:
    """Whether the release can compile a part of the runtime's own operators."""
    return "ET_PRIM_OPS_SELECTIVE_BUILD" in (source / "kernels/prim_ops/register_prim_ops.cpp").read_text()


def larger_models(*kernels: str) -> str:
    """The part of a build file with tests of the larger models, given the labels of kernel libraries."""
    return LARGER.format(models=json.dumps(LARGER_MODELS), kernels=json.dumps(kernels))


def model_files() -> list[pathlib.Path]:
    """The models of the projects, with their inputs and outputs."""
    return [path for name in ("add_mul_relu", *LARGER_MODELS) for path in MODELS.glob(f"{name}.*")]


class Workspace:
    """A Bazel workspace with its own output base."""

    def __init__(self, directory: pathlib.Path, runtimes: str, build: str, *files: pathlib.Path):
        self.directory = directory / "workspace"
        self.directory.mkdir()
        (self.directory / "WORKSPACE.bazel").write_text(WORKSPACE.format(root=ROOT) + runtimes)
        (self.directory / "BUILD.bazel").write_text(build)
        for file in files:
            shutil.copy(file, self.directory)
        self._bazel = [ROOT / "tools/dev/bazel.sh", f"--output_base={directory}/output_base"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self._bazel, "shutdown"], cwd=self.directory, check=True)

    def run(self, command: str, *args: str) -> None:
        flags = ["--noshow_progress", "--nosandbox_debug", "--cxxopt=-std=c++17", "--host_cxxopt=-std=c++17"]
        subprocess.run([*self._bazel, command, *flags, *args], cwd=self.directory, check=True)
