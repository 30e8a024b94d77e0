"""The BUCK files load, build and run in the stand-in for Buck2, with the messages of the Bazel rules."""

import json
import re
import subprocess

import pytest
from build_errors import ERRORS
from conftest import ROOT
from etgen import opset
from fetched import wheels
from optimized_kernels import PARALLEL_FOR, defines, needed_libraries, simd_targets

pytest.importorskip("starlark", reason="starlark-pyo3 is not there")

from buck2 import Buck2, BuckError
from buck2.actions import Actions

__all__ = ["wheels"]

RUNTIME_KERNELS = {str(op) for op in opset.prim_ops()}


@pytest.fixture(scope="session")
def buck2(wheels):
    """Buck2 in this repository."""
    return Buck2(ROOT, {"rules_executorch.torch": "/nowhere/torch"})


@pytest.fixture(scope="session")
def asked_for(wheels):
    """Buck2 for targets with intended errors."""
    return Buck2(ROOT, {"rules_executorch.torch": "/nowhere/torch"}, "rules_executorch//tests:asked_for")


def test_every_target_is_analysed(buck2):
    """Attributes, labels, sources and providers are right in all BUCK files."""
    targets = buck2.targets()
    assert len(targets) > 500
    for label in targets:
        buck2.analysis.outputs(buck2.label(label))


def test_patterns_pass_over_what_is_wrong_on_purpose(buck2, asked_for):
    """`buck2 build //...` and `buck2 test //...` therefore succeed."""
    wrong = set(asked_for.targets()) - set(buck2.targets())
    packages = ("tests/bazel/errors", "tests/kernels/faulty", "tests/registration", "tests/size")
    assert {label.partition("//")[2].partition(":")[0] for label in wrong} >= set(packages)
    assert not {f"rules_executorch//tests/bazel/errors:{name}" for name in ERRORS} & set(buck2.targets())


class TestExamples:
    def test_select_ops(self, buck2):
        done = buck2.run("//examples/01_select_ops:app")
        assert done.stdout.splitlines() == [
            "31 kernels are registered, those of the runtime included",
            "the outputs sum to 4.81472",
        ], done.stderr

    @pytest.mark.parametrize(
        "test",
        [
            "examples/02_from_a_model:transformer_test",
            "examples/03_custom_operator:model_test",
            "examples/04_dtypes_and_dim_orders:calls_test",
            "examples/09_delegated:mobilenet_v2_test",
            "examples/09_delegated:transformer_test",
            "examples/10_llama:tokens_test",
            "examples/10_llama:tokens_8da4w_test",
            "tests/models/programs:methods_test",
            "tests/models/programs:external_test",
            "tests/models/programs:bundled_test",
        ],
    )
    def test_runs(self, buck2, test):
        done = buck2.test(f"//{test}")
        assert done.returncode == 0, done.stdout + done.stderr

    def test_optimized_kernels_for_several_processors_with_threads(self, wheels):
        pool = "rules_executorch//third_party/executorch:threadpool"
        values = {"rules_executorch.simd": "runtime_dispatch", "rules_executorch.threadpool": pool}
        dispatch = Buck2(ROOT, values)
        done = dispatch.test("//examples/07_optimized_over_portable:transformer_test")
        assert done.returncode == 0, done.stdout + done.stderr
        (binary,) = dispatch.build("//examples/07_optimized_over_portable:transformer_test_binary")
        assert len(simd_targets(binary)) > 1
        assert defines(binary, PARALLEL_FOR) is False
        assert "libexecutorch_threadpool.so" in needed_libraries(binary)

    def test_a_choice_of_processors_that_there_is_not(self, wheels):
        with pytest.raises(BuckError, match=r"simd in .buckconfig: give one_target or runtime_dispatch"):
            Buck2(ROOT, {"rules_executorch.simd": "avx2"}).build("//kernels/optimized:simd")

    def test_report(self, buck2):
        (report,) = buck2.build("//examples/05_many_models_many_libraries:report")
        assert "fast" in report.read_text()

    def test_report_as_a_page(self, buck2):
        """The page has the models, and sizes from the toolchain's nm."""
        page, summary, data = buck2.build("//examples/05_many_models_many_libraries:kernels_report")
        assert [page.suffix, summary.suffix, data.suffix] == [".html", ".md", ".json"]
        shown = json.loads(data.read_text())
        asks = shown["models"]["examples/models/mlp.pte"]["asks"]
        assert asks["aten::relu.out"] == ["Float(0,1), Float(0,1), Float(0,1)"]
        assert shown["sources"]["add"] > 0


class TestBackends:
    @pytest.mark.parametrize(
        ("binary", "backend"),
        [
            ("device", "BackendWithCompilerDemo"),
            ("openvino", "OpenvinoBackend"),
            ("qnn", "QnnBackend"),
            ("xnnpack", "XnnpackBackend"),
        ],
    )
    def test_are_linked_though_nothing_refers_to_them(self, buck2, binary, backend):
        assert buck2.run(f"//tests/backends:list_{binary}").stdout.split() == [backend]

    @pytest.mark.parametrize("test", ["backend_alone", "delegated", "device", "identity", "partly_delegated"])
    def test_run_what_models_delegate(self, buck2, test):
        done = buck2.test(f"//tests/backends:{test}_test")
        assert done.returncode == 0, done.stdout + done.stderr

    def test_a_backend_that_is_declared_and_not_registered(self, asked_for):
        done = asked_for.test("//tests/backends:promise_test")
        assert done.returncode == 1
        assert "backend XnnpackBackend is not registered in this binary (registered: Backend" in done.stdout

    def test_with_another_runtime(self, wheels):
        other = Buck2(ROOT, {"rules_executorch.runtime": "rules_executorch//tests/bazel/runtime:other"})
        with pytest.raises(BuckError, match="declare your backend with et_backend_library"):
            other.build("//tests/backends:list_xnnpack")


class TestRegistration:
    def kernels(self, buck2, binary):
        return buck2.run(f"//tests/registration:{binary}").stdout.splitlines()

    def test_registrations_survive_linking(self, buck2):
        """The app refers to no kernel, and depends on the library indirectly."""
        kernels = set(self.kernels(buck2, "list_kernels"))
        assert kernels - RUNTIME_KERNELS == {"aten::add.out", "aten::mul.out", "aten::relu.out"}

    def test_manual_registration_waits(self, buck2):
        first, *kernels = self.kernels(buck2, "list_manual_kernels")
        assert first == f"{len(RUNTIME_KERNELS)} before"
        assert {"aten::add.out", "aten::mul.out", "aten::relu.out"} < set(kernels)

    def test_a_binary_that_registers_twice_does_not_link(self, asked_for):
        with pytest.raises(BuckError, match=r"(multiple|duplicate).*et_registers_aten_add_DOT_out"):
            asked_for.build("//tests/registration:registered_twice")

    def test_a_binary_that_registers_twice_is_found_out_before_it_is_linked(self, asked_for):
        with pytest.raises(BuckError) as error:
            asked_for.build("//tests/registration:registered_twice_test_check")
        package = "rules_executorch//tests/registration"
        twice = f"aten::add.out: registered (default) by both {package}:kernels and {package}:more_kernels"
        assert f"error: {twice}" in str(error.value)
        assert "hint: put both selections in the deps of one executorch_generated_lib" in str(error.value)

    def test_a_lost_registration_is_found_out_when_it_is_built(self, asked_for):
        """The model's kernels are in one library, but the binary is linked with another one."""
        with pytest.raises(BuckError, match=r"aten::mul.out: no kernel \(method forward, instruction 0\)"):
            asked_for.build("//tests/bazel/errors:model_without_kernels")

    def test_only_selected_sources_are_compiled(self, buck2):
        units = [name for name in buck2.generated("//tests/registration:kernels") if "/portable/" in name]
        assert sorted(units) == [f"kernels/portable/op_{op}.cpp" for op in ("add", "mul", "relu")]

    @pytest.mark.parametrize(
        ("target", "most"),
        [
            ("//tests/registration:quantize_kernels", 12),
            # An app, including everything that it is linked with.
            ("//tests/registration:one_operator", 40),
        ],
    )
    def test_only_what_is_needed_is_compiled(self, wheels, target, most):
        buck2 = Buck2(ROOT)
        buck2.build(target)
        compiled = buck2.actions.done("cxx_compile")
        assert 1 < len(compiled) <= most, compiled

    def test_objects_are_called_as_those_of_a_cxx_library(self, buck2):
        (archive,) = buck2.build("//tests/registration:kernels")
        done = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True)
        assert "op_add.cpp.o" in done.stdout.split()
        (archive,) = buck2.build("//tests/registration:kernels_cxx_archive[pic]")
        done = subprocess.run(["ar", "t", archive], capture_output=True, text=True, check=True)
        assert "op_add.cpp.pic.o" in done.stdout.split()

    def test_sub_targets(self, buck2):
        names = "Functions.h NativeFunctions.h RegisterKernels.h selected_op_variants.h"
        for name in [*names.split(), "register_kernels_kernels.h"]:
            (file,) = buck2.build(f"//tests/registration:kernels_combined[{name}]")
            assert file.name == name
        (selection,) = buck2.build("//tests/registration:ops[selected_operators.yaml]")
        assert "aten::mul.out" in selection.read_text()

    def test_registry_header(self, buck2):
        (header,) = buck2.build("//tests/registration:registry_header_generated")
        assert re.search(r"define EXECUTORCH_SELECTED_MAX_KERNEL_NUM \d+", header.read_text())


def test_size(buck2, asked_for):
    assert buck2.test("//tests/size:roomy_test").returncode == 0
    done = asked_for.test("//tests/size:too_large_test")
    assert done.returncode == 1
    over = "error: rules_executorch//tests/size:too_large_test: over the budget of bytes: .text"
    assert over in done.stdout + done.stderr


@pytest.mark.parametrize(
    "test",
    [
        "custom_ops:boxed_test",
        "headers:headers_test",
        "kernels/custom:recorded_test",
        "models:linear_relu_add_on_linear_relu_add_kernels_test",
        "registration:functions_test",
        "registration:two_libraries_model_test",
        "registration:two_libraries_test",
    ],
)
def test_passes(buck2, test):
    done = buck2.test(f"//tests/{test}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_another_runtime(wheels):
    """The app and its kernels are compiled with the headers of the other runtime."""
    other = Buck2(ROOT, {"rules_executorch.runtime": "rules_executorch//tests/bazel/runtime:other"})
    assert other.run("//tests/bazel/runtime:which").stdout == "other\n"


VISIBLE = {
    "[]": {"here"},
    '["//user/..."]': {"here", "user"},
    '["//user:target"]': {"here", "user"},
    '["//user:another"]': {"here"},
    '["PUBLIC"]': {"here", "user", "other"},
}


@pytest.mark.parametrize("visibility", VISIBLE)
def test_a_target_that_is_not_visible(tmp_path, visibility):
    (tmp_path / ".buckconfig").write_text((ROOT / ".buckconfig").read_text())
    user = 'alias(name = "target", actual = "//here:file")\n'
    file = f'export_file(name = "file", src = "BUCK", visibility = {visibility})\n'
    for package, text in {"here": file + user, "user": user, "other": user}.items():
        (tmp_path / package).mkdir()
        (tmp_path / package / "BUCK").write_text(text)
    for package in ("here", "user", "other"):
        if package in VISIBLE[visibility]:
            assert Buck2(tmp_path).build(f"//{package}:target") == [tmp_path / "here/BUCK"]
        else:
            with pytest.raises(BuckError, match=rf"//here:file is not visible to \w+//{package}:target"):
                Buck2(tmp_path).build(f"//{package}:target")


@pytest.mark.parametrize("target", ERRORS)
def test_says_what_bazel_says(asked_for, target):
    with pytest.raises(BuckError) as error:
        asked_for.build(f"//tests/bazel/errors:{target}")
    for text in ERRORS[target]:
        # Labels contain their cell.
        assert re.sub(r"(?<![\w/])//(?=\w)", "rules_executorch//", text) in str(error.value)
    assert 'Traceback (most recent call last):\n  File "/' not in str(error.value)


def test_what_a_dynamic_action_reads_is_built_once(tmp_path):
    """The stand-in must not rebuild a file that other actions may be reading."""
    actions, owner = Actions(tmp_path, "out", tmp_path / "cache"), "root//:target (platform)"
    functions = actions.primitives()
    read, bound = (functions["py_declare"](owner, name, False) for name in ("read", "bound"))
    functions["py_write"](owner, read, "written", False)
    functions["py_dynamic"](owner, 0, [read], [bound])

    def expand(_index, contents):
        functions["py_write"](owner, bound, contents[read], False)
        (tmp_path / read).write_text("kept")

    actions.expand[owner] = expand
    actions.build([read, bound])
    assert (tmp_path / bound).read_text() == "written"
    assert (tmp_path / read).read_text() == "kept"


def test_nothing_is_built_again(buck2):
    buck2.build("//examples/01_select_ops:app")
    again = Buck2(ROOT)
    again.build("//examples/01_select_ops:app")
    assert again.actions.executed == []
