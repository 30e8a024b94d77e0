"""Apps with ExecuTorch from source, built by the rules for the stand-in for Buck2: see test_releases.py."""

import shutil

import pytest
import repository
from conftest import ROOT
from releases import (
    LARGER_MODELS,
    MODEL_TEST,
    SOURCE,
    THIRD_PARTY,
    larger_models,
    model_files,
    release,
    selects_prim_ops,
    source,
    threads,
)

__all__ = ["release", "source", "threads"]

if not SOURCE:
    pytest.skip("EXECUTORCH_SOURCE does not name a clone of ExecuTorch", allow_module_level=True)
pytest.importorskip("starlark", reason="starlark-pyo3 is not there")

from buck2 import Buck2, BuckError

IGNORE = "ignore = .git, buck-out"
BUCK = """\
load(
    "@rules_executorch//rules/buck2:defs.bzl",
    "et_model_test",
    "et_operator_library",
    "executorch_generated_lib",
    "executorch_source_runtime",
)
executorch_source_runtime(name = "source", source = "executorch", visibility = ["PUBLIC"])
executorch_source_runtime(
    name = "small",
    source = "executorch",
    flatbuffers = "executorch/third-party/flatbuffers",
    log_level = "OFF",
    max_kernel_num = 64,
    selected_prim_ops = ":own_ops",
    visibility = ["PUBLIC"],
)
et_operator_library(name = "ops", model = "add_mul_relu.pte")
et_operator_library(name = "own_ops", ops = ["aten::sym_size.int"])
executorch_generated_lib(
    name = "kernels",
    dtype_selective_build = True,
    deps = [":ops", "rules_executorch//kernels/portable:portable"],
)
cxx_binary(name = "list_kernels", srcs = ["main.cpp"], deps = [":kernels", "rules_executorch//:runtime"])
cxx_binary(name = "app", srcs = ["app.cpp"], deps = [":kernels", "rules_executorch//:runtime"])
"""

POOL = """\
[
    prebuilt_cxx_library(
        name = library,
        exported_headers = {
            path.removeprefix(library + "/include/"): path
            for path in glob([library + "/include/**"])
        },
        header_namespace = "",
        static_lib = "lib{}.a".format(library),
        exported_post_linker_flags = ["-lpthread"],
    )
    for library in ["cpuinfo", "pthreadpool"]
]
executorch_source_runtime(
    name = "pool",
    source = "executorch",
    extensions = ["threadpool"],
    threadpool_deps = [":cpuinfo", ":pthreadpool"],
    visibility = ["PUBLIC"],
)
executorch_generated_lib(
    name = "fast_kernels",
    dtype_selective_build = True,
    deps = [":ops", "rules_executorch//kernels/optimized:optimized"],
)
cxx_binary(name = "threads", srcs = ["threads.cpp"], deps = [":fast_kernels", "rules_executorch//:runtime"])
"""


@pytest.fixture(scope="module")
def project(source, tmp_path_factory):
    """A project that contains a checkout of ExecuTorch; Buck2 ignores the checkout's build files."""
    root = tmp_path_factory.mktemp("project")
    consumer = ROOT / "examples/06_consumer/buck2"
    shutil.copytree(consumer / "toolchains", root / "toolchains")
    config = (consumer / ".buckconfig").read_text()
    (root / ".buckconfig").write_text(
        config.replace(IGNORE, f"{IGNORE}, executorch/**/BUCK, executorch/**/TARGETS")
    )
    kernels = (f"rules_executorch//kernels/{name}:{name}" for name in ("portable", "quantized"))
    (root / "BUCK").write_text(BUCK + MODEL_TEST + larger_models(*kernels))
    sources = [ROOT / "tests/runtime/project/app.cpp", ROOT / "tests/cmake/project/main.cpp"]
    for file in (*model_files(), *sources):
        shutil.copy(file, root)
    repository.copy_to(root / "rules_executorch")
    for fetched in ("third_party/python/packages", "third_party/highway/source"):
        shutil.copytree(ROOT / fetched, root / "rules_executorch" / fetched)
    shutil.copytree(source, root / "executorch")
    return root


@pytest.mark.parametrize("runtime", ["source", "small"])
def test_compiled_by_the_rules_for_buck2(runtime, source, project):
    """There is no wheel."""
    if runtime == "small" and not selects_prim_ops(source):
        pytest.skip("this release compiles all of its own operators")
    buck2 = Buck2(project, {"rules_executorch.runtime": f"root//:{runtime}"})
    registered = set(buck2.run("//:list_kernels").stdout.split())
    kernels = {"aten::add.out", "aten::mul.out", "aten::relu.out"}
    if runtime == "small":
        assert registered == {*kernels, "aten::sym_size.int"}
    else:
        assert {kernel for kernel in registered if kernel.endswith(".out")} == kernels
    assert buck2.run("//:app", "add_mul_relu.pte").stdout == "2\n"
    for model in ("model", *(LARGER_MODELS if runtime == "source" else ())):
        assert buck2.test(f"//:{model}_test").returncode == 0
    logs = b"Missing operator" in buck2.build("//:app")[0].read_bytes()
    assert logs == (runtime == "source")


def test_the_thread_pool_for_buck2(threads, project):
    """The project provides the libraries pthreadpool and cpuinfo; the kernels are optimized ones."""
    for name in ("cpuinfo", "pthreadpool"):
        shutil.copy(threads.directory / f"{name}/lib{name}.a", project)
        shutil.copytree(THIRD_PARTY / name / "include", project / name / "include")
    shutil.copy(ROOT / "tests/runtime/threads/threads.cpp", project)
    with (project / "BUCK").open("a") as file:
        file.write(POOL)
    buck2 = Buck2(project, {f"rules_executorch.{part}": "root//:pool" for part in ("runtime", "threadpool")})
    assert buck2.run("//:threads").stdout == "1 1 100\n"


def test_a_checkout_with_build_files(project, source):
    if not any(source.rglob("BUCK")):
        pytest.skip("this release has no build files of these names")
    buck2 = Buck2(project, {"project.ignore": "buck-out", "rules_executorch.runtime": "root//:source"})
    with pytest.raises(BuckError, match="directory executorch may not cover subpackages"):
        buck2.build("//:app")
