"""Apps with ExecuTorch from source, for each release since 1.0: as a subproject, installed, or built by the
rules.

Run the tests with `make runtimes EXECUTORCH_SOURCE=<clone>`; the clone needs the tags, and the submodules of
releases.SUBMODULES.
"""

import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT
from releases import (
    LARGER_MODELS,
    MODEL_TEST,
    OPTIONS,
    SOURCE,
    THIRD_PARTY,
    Workspace,
    check_out,
    larger_models,
    model_files,
    release,
    require,
    selects_prim_ops,
    source,
    threads,
)

__all__ = ["release", "source", "threads"]

if not SOURCE:
    pytest.skip("EXECUTORCH_SOURCE does not name a clone of ExecuTorch", allow_module_level=True)

KERNELS = {"aten::add.out", "aten::mul.out", "aten::relu.out"}
MODEL_TESTS = ("model_test", *(f"{model}_test" for model in LARGER_MODELS))
FLAGS = [f"-D{name}={value}" for name, value in OPTIONS.items()] + [f"-DPYTHON_EXECUTABLE={sys.executable}"]


@pytest.fixture(scope="module")
def prefix(source, tmp_path_factory):
    directory = tmp_path_factory.mktemp("prefix")
    build = CMakeBuild(source, tmp_path_factory.mktemp("executorch"))
    result = build.configure(f"-DCMAKE_INSTALL_PREFIX={directory}", *FLAGS)
    assert result.returncode == 0, result.stderr
    build.build("install")
    return directory


def runs(build: CMakeBuild, *flags: str, tests: Sequence[str] = ("model_test",)) -> str:
    """Builds and runs the app and tests of models; returns the output of CMake."""
    result = build.configure(f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake", *flags)
    assert result.returncode == 0, result.stderr
    build.build("list_kernels", "app", *tests)
    aten = {kernel for kernel in build.run("list_kernels").split() if kernel.endswith(".out")}
    assert aten == KERNELS
    assert build.run("app", MODELS / "add_mul_relu.pte") == "2\n"
    for test in tests:
        build.test(f"^{test}$")
    return result.stdout


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_part_of_the_project(where, source, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    said = runs(build, f"-DWHERE={where}", f"-DEXECUTORCH={source}", *FLAGS, tests=MODEL_TESTS)
    assert f"a part of this project, in {source}" in said


def test_a_prefix(prefix, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    assert f"installed in {prefix}" in runs(build, f"-DCMAKE_PREFIX_PATH={prefix}", tests=MODEL_TESTS)


HEADERS = """\
add_library(headers_of_executorch INTERFACE)
target_include_directories(headers_of_executorch SYSTEM INTERFACE
  {parent} {parent}/executorch/runtime/core/portable_type/c10)
target_compile_definitions(headers_of_executorch INTERFACE C10_USING_CUSTOM_GENERATED_MACROS {definitions})
"""


@pytest.mark.parametrize("definitions", ["", "ET_USE_THREADPOOL"])
def test_kernels_compile(definitions, release, source, tmp_path):
    """All kernels and generated sources compile without warnings, with and without threads."""
    (tmp_path / "headers.cmake").write_text(HEADERS.format(parent=source.parent, definitions=definitions))
    build = CMakeBuild(ROOT / "tests/cmake/warnings", tmp_path / "build")
    result = build.configure(
        "-DRULES_EXECUTORCH_RUNTIME=headers_of_executorch",
        f"-DCMAKE_PROJECT_warnings_INCLUDE={tmp_path}/headers.cmake",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
        "-DSOURCES_PER_UNIT=12",
    )
    assert result.returncode == 0, result.stderr
    build.build("model_test_check")  # which writes a source
    entries = json.loads((build.directory / "compile_commands.json").read_text())
    entries = [entry for entry in entries if "model_runner" not in entry["file"]]
    commands = [[*shlex.split(entry["command"]), "-fsyntax-only"] for entry in entries]
    assert len(commands) > 100
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert "".join(pool.map(build.messages, commands)) == ""


def test_compiled_by_the_rules(source, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    said = runs(build, "-DWHERE=compiled", f"-DEXECUTORCH={source}", tests=MODEL_TESTS)
    assert f"compiled from {source}, by executorch_source_runtime runtime" in said
    assert b"Missing operator" in (tmp_path / "app").read_bytes()


def test_compiled_with_options(source, tmp_path):
    """The options disable messages, select one of the runtime's own operators, and size the registry."""
    if not selects_prim_ops(source):
        pytest.skip("this release compiles all of its own operators")
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    options = "LOG_LEVEL;OFF;SELECTED_PRIM_OPS;own_ops;MAX_KERNEL_NUM;4"
    runs(build, "-DWHERE=compiled", f"-DEXECUTORCH={source}", f"-DOPTIONS={options}")
    assert set(build.run("list_kernels").split()) == {*KERNELS, "aten::sym_size.int"}
    assert b"Missing operator" not in (tmp_path / "app").read_bytes()


def test_compiled_for_what_is_registered(source, tmp_path):
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    runs(build, "-DWHERE=compiled", f"-DEXECUTORCH={source}", "-DOPTIONS=REGISTRY_HEADER;registry")
    header = tmp_path / "registry/executorch/runtime/kernel/selected_max_kernel_num.h"
    room = int(header.read_text().split()[-1])
    assert room >= len(build.run("list_kernels").split())


def test_the_thread_pool(threads):
    assert threads.run("threads") == "1 1 100\n"


CLANG = next((name for name in ("clang++", "clang++-19", "clang++-14") if shutil.which(name)), "")
BUILDS = {
    "debug": ["-DCMAKE_BUILD_TYPE=Debug"],
    "shared": ["-DBUILD_SHARED_LIBS=ON"],
    "clang": [f"-DCMAKE_C_COMPILER={CLANG.replace('++', '')}", f"-DCMAKE_CXX_COMPILER={CLANG}"],
}


@pytest.mark.parametrize("where", ["before", "compiled"])
@pytest.mark.parametrize("kind", BUILDS)
def test_other_builds(kind, where, source, tmp_path):
    if kind == "clang" and not CLANG:
        pytest.skip("there is no Clang")
    build = CMakeBuild(ROOT / "tests/runtime/project", tmp_path)
    flags = [*BUILDS[kind], *(FLAGS if where == "before" else [])]
    runs(build, f"-DWHERE={where}", f"-DEXECUTORCH={source}", *flags)


def test_xnnpack(release, tmp_path):
    """Models lowered to the backend of ExecuTorch's own build, with our kernels for other operators."""
    require("XNNPACK", "cpuinfo", "pthreadpool", "FXdiv", "FP16")
    source = check_out(release, tmp_path / release)
    for module in THIRD_PARTY.iterdir():
        place = source / "backends/xnnpack/third-party" / module.name
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
            place.symlink_to(module)
    build = CMakeBuild(ROOT / "tests/runtime/xnnpack", tmp_path / "build")
    options = {
        **OPTIONS,
        **{f"EXECUTORCH_BUILD_{name}": "ON" for name in ("XNNPACK", "CPUINFO", "PTHREADPOOL")},
    }
    del options["FXDIV_SOURCE_DIR"]
    flags = [f"-D{name}={value}" for name, value in options.items()]
    # The transformer, which ExecuTorch 1.5.1 lowered, copies; the backend of 1.0 has no such node.
    nodes = (source / "backends/xnnpack/serialization/schema.fbs").read_text()
    models = ["mobilenet_v2", *(["transformer"] if "XNNCopy" in nodes else [])]
    result = build.configure(
        f"-DMODELS={';'.join(models)}",
        f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake",
        f"-DEXECUTORCH={source}",
        f"-DPYTHON_EXECUTABLE={sys.executable}",
        *flags,
    )
    assert result.returncode == 0, result.stderr
    build.build(*(f"{model}_test" for model in models))
    build.test()


RUNTIMES = """\
executorch_source_runtime(name = "source", path = "{source}")
executorch_source_runtime(
    name = "small",
    urls = ["file://{archives}/executorch.tar.gz"],
    sha256 = "{sha256}",
    strip_prefix = "executorch",
    flatbuffers_urls = ["file://{archives}/flatbuffers.tar.gz"],
    flatbuffers_sha256 = "{flatbuffers_sha256}",
    flatbuffers_strip_prefix = "flatbuffers",
    log_level = "OFF",
    max_kernel_num = 64,
    selected_prim_ops = "{prim_ops}",
)
"""

BUILD = """\
load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("@rules_executorch//rules:defs.bzl", "et_model_test", "et_operator_library", "executorch_generated_lib")
et_operator_library(name = "ops", model = "add_mul_relu.pte")
et_operator_library(name = "own_ops", ops = ["aten::sym_size.int"], visibility = ["//visibility:public"])
executorch_generated_lib(
    name = "kernels",
    dtype_selective_build = True,
    deps = [":ops", "@rules_executorch//kernels/optimized", "@rules_executorch//kernels/portable"],
)
cc_binary(name = "list_kernels", srcs = ["main.cpp"], deps = [":kernels", "@rules_executorch//:runtime"])
cc_binary(name = "app", srcs = ["app.cpp"], deps = [":kernels", "@rules_executorch//:runtime"])
"""

POOL = """\
executorch_source_runtime(
    name = "pool",
    path = "{source}",
    threadpool_deps = ["@//:cpuinfo", "@//:pthreadpool"],
)
"""

POOL_BUILD = """\
load("@rules_cc//cc:cc_binary.bzl", "cc_binary")
load("@rules_cc//cc:cc_library.bzl", "cc_library")
load("@rules_executorch//rules:defs.bzl", "et_operator_library", "executorch_generated_lib")
[
    cc_library(
        name = name,
        srcs = ["lib{}.a".format(name)],
        hdrs = glob([name + "/include/**"]),
        includes = [name + "/include"],
        linkopts = ["-lpthread"],
        visibility = ["//visibility:public"],
    )
    for name in ("cpuinfo", "pthreadpool")
]
et_operator_library(name = "ops", ops = ["aten::add.out"])
executorch_generated_lib(name = "kernels", deps = [":ops", "@rules_executorch//kernels/optimized"])
cc_binary(
    name = "threads",
    srcs = ["threads.cpp"],
    deps = [":kernels", "@rules_executorch//:runtime", "@rules_executorch//:threadpool"],
)
"""


def archive(directory: pathlib.Path, to: pathlib.Path) -> str:
    """Makes an archive like that of a release, without submodules; returns its SHA-256."""
    without = ["--exclude=third-party/flatbuffers"] if directory.name == "executorch" else []
    command = ["tar", "-czhf", to, *without, "-C", directory.parent, directory.name]
    subprocess.run(command, check=True)
    return hashlib.sha256(to.read_bytes()).hexdigest()


@pytest.mark.parametrize("runtime", ["source", "small"])
def test_compiled_by_the_rules_for_bazel(runtime, source, tmp_path):
    """The runtime comes from a checkout; or from archives, without messages and with only the needed
    operators.
    """
    selects = selects_prim_ops(source)
    runtimes = RUNTIMES.format(
        source=source,
        archives=tmp_path,
        sha256=archive(source, tmp_path / "executorch.tar.gz"),
        flatbuffers_sha256=archive(source / "third-party/flatbuffers", tmp_path / "flatbuffers.tar.gz"),
        prim_ops="@//:own_ops" if selects else "",
    )
    sources = [ROOT / "tests/runtime/project/app.cpp", ROOT / "tests/cmake/project/main.cpp"]
    build = BUILD + MODEL_TEST
    if runtime == "source":
        build += larger_models(
            *(f"@rules_executorch//kernels/{name}" for name in ("optimized", "portable", "quantized"))
        )
    with Workspace(tmp_path, runtimes, build, *model_files(), *sources) as workspace:
        workspace.run("test", f"--@rules_executorch//:runtime=@{runtime}//:runtime", "//...")
        app = workspace.directory / "bazel-bin/app"
        assert output_of(app, MODELS / "add_mul_relu.pte") == "2\n"
        assert (b"Missing operator" in app.read_bytes()) == (runtime == "source")
        registered = set(output_of(workspace.directory / "bazel-bin/list_kernels").split())
        if runtime == "small" and selects:
            assert registered == {*KERNELS, "aten::sym_size.int"}
        else:
            assert {kernel for kernel in registered if kernel.endswith(".out")} == KERNELS


def test_the_thread_pool_for_bazel(threads, source, tmp_path):
    """The workspace provides the libraries pthreadpool and cpuinfo."""
    libraries = [threads.directory / f"{name}/lib{name}.a" for name in ("cpuinfo", "pthreadpool")]
    app = ROOT / "tests/runtime/threads/threads.cpp"
    with Workspace(tmp_path, POOL.format(source=source), POOL_BUILD, *libraries, app) as workspace:
        for name in ("cpuinfo", "pthreadpool"):
            shutil.copytree(THIRD_PARTY / name / "include", workspace.directory / name / "include")
        flags = [f"--@rules_executorch//:{part}=@pool//:{part}" for part in ("runtime", "threadpool")]
        workspace.run("build", *flags, "//:threads")
        assert output_of(workspace.directory / "bazel-bin/threads") == "1 1 100\n"


def output_of(*command) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
