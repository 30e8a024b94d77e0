"""The BUCK files: they load, build, run, and say what the Bazel rules say. In the stand-in for Buck2."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from build_errors import ERRORS
from cmake_build import fetch_wheels
from conftest import ROOT
from etgen import opset
from optimized_kernels import PARALLEL_FOR, defines, needed_libraries, simd_targets
from ported import SAID, ported_targets

pytest.importorskip("starlark", reason="starlark-pyo3 is not there")

from buck2 import Buck2, BuckError

RUNTIME_KERNELS = {str(op) for op in opset.prim_ops()}


@pytest.fixture(scope="session")
def wheels():
    """The wheels that Buck2's actions read, fetched as a user does."""
    fetch_wheels()
    return ["third_party/executorch/wheel", "third_party/highway/source", "third_party/python/packages"]


@pytest.fixture(scope="session")
def buck2(wheels):
    """Buck2 in this repository."""
    return Buck2(ROOT, {"rules_executorch.torch": "/nowhere/torch"})


@pytest.fixture(scope="session")
def asked_for(wheels):
    """For what is wrong on purpose."""
    return Buck2(ROOT, {"rules_executorch.torch": "/nowhere/torch"}, "rules_executorch//tests:asked_for")


@pytest.fixture(scope="session")
def cell(wheels, tmp_path_factory) -> pathlib.Path:
    """A copy of this repository, for projects to have as a cell."""
    directory = tmp_path_factory.mktemp("cell") / "rules_executorch"
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, files.split("\0")):
        if (ROOT / name).is_file():
            (directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, directory / name)
    for name in wheels:
        shutil.copytree(ROOT / name, directory / name)
    return directory


def test_every_target_is_analysed(buck2):
    """Attributes, labels, sources and providers are right in all BUCK files."""
    targets = buck2.targets()
    assert len(targets) > 500
    for label in targets:
        buck2.analysis.outputs(buck2.label(label))


def test_patterns_pass_over_what_is_wrong_on_purpose(buck2, asked_for):
    """So that `buck2 build //...` and `buck2 test //...` succeed."""
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
        with pytest.raises(BuckError, match="declare the backend of yours with et_backend_library"):
            other.build("//tests/backends:list_xnnpack")


class TestRegistration:
    def kernels(self, buck2, binary):
        return buck2.run(f"//tests/registration:{binary}").stdout.splitlines()

    def test_registrations_survive_linking(self, buck2):
        """The app refers to no kernel, and the library is one step away."""
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
        """The model's kernels are in one library, and the binary is linked with another."""
        with pytest.raises(BuckError, match=r"aten::mul.out: no kernel \(method forward, instruction 0\)"):
            asked_for.build("//tests/bazel/errors:model_without_kernels")

    def test_only_selected_sources_are_compiled(self, buck2):
        units = [name for name in buck2.generated("//tests/registration:kernels") if "/portable/" in name]
        assert sorted(units) == [f"kernels/portable/op_{op}.cpp" for op in ("add", "mul", "relu")]

    @pytest.mark.parametrize(
        ("target", "most"),
        [
            ("//tests/registration:quantize_kernels", 12),
            # An app with what it is linked with.
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
        for name in "Functions.h NativeFunctions.h RegisterKernels.h selected_op_variants.h".split():
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
    ],
)
def test_passes(buck2, test):
    done = buck2.test(f"//tests/{test}")
    assert done.returncode == 0, done.stdout + done.stderr


def test_another_runtime(wheels):
    """The app and its kernels are compiled with the headers of the other."""
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
        # Labels have their cell.
        assert re.sub(r"(?<![\w/])//(?=\w)", "rules_executorch//", text) in str(error.value)
    assert 'Traceback (most recent call last):\n  File "/' not in str(error.value)


def test_nothing_is_built_again(buck2):
    buck2.build("//examples/01_select_ops:app")
    again = Buck2(ROOT)
    again.build("//examples/01_select_ops:app")
    assert again.actions.executed == []


def project(tmp_path, cell, source):
    """A copy of a project beside a link to this repository's cell."""
    shutil.copytree(source, tmp_path, dirs_exist_ok=True)
    shutil.copytree(cell, tmp_path / "rules_executorch", symlinks=True)
    return tmp_path


@pytest.fixture(scope="module")
def consumer(cell, tmp_path_factory):
    directory = tmp_path_factory.mktemp("consumer")
    return Buck2(project(directory, cell, ROOT / "examples/06_consumer/buck2"))


class TestConsumer:
    @pytest.mark.parametrize("app", ["app", "ported_app"])
    def test_own_kernels_come_first(self, consumer, app):
        lines = consumer.run(f"//:{app}", "model.pte").stdout.splitlines()
        assert lines[:2] == ["call 1: consumer::add_out", "model.pte: ran"]

    def test_model_test(self, consumer):
        assert consumer.test("//:model_test").returncode == 0

    def test_kernel_test(self, consumer):
        done = consumer.test("//:kernel_test")
        assert done.returncode == 0, done.stdout + done.stderr

    def test_merged_yaml(self, consumer):
        text = consumer.build("//:merged")[0].read_text()
        assert "consumer::add_out" in text
        assert "torch::executor::add_out" not in text
        assert "torch::executor::mul_out" in text

    def test_another_runtime_by_one_value(self, consumer):
        other = Buck2(consumer.root, {"rules_executorch.runtime": "root//:nowhere"})
        with pytest.raises(BuckError, match="unknown target root//:nowhere"):
            other.build("//:app")


def test_wheels_that_are_not_there(cell, tmp_path):
    directory = project(tmp_path, cell, ROOT / "examples/06_consumer/buck2")
    shutil.rmtree(directory / "rules_executorch/third_party/executorch/wheel")
    with pytest.raises(BuckError, match=r"the ExecuTorch wheel is not there: run tools/dev/fetch_wheels.sh"):
        Buck2(directory).build("//:app")


LOADS = """\
load("@rules_executorch//rules/buck2:upstream.bzl", "et_operator_library", "executorch_generated_lib",
    "executorch_ops_check", "exir_custom_ops_aot_lib", "runtime")
"""


@pytest.fixture(scope="module")
def ported(consumer, tmp_path_factory):
    """A project with a package that is written for ExecuTorch's own macros, but for the load lines."""
    directory = tmp_path_factory.mktemp("ported") / "project"
    shutil.copytree(consumer.root, directory, symlinks=True, ignore=shutil.ignore_patterns("buck-out"))
    (directory / "ported").mkdir()
    for file in ("custom_ops.yaml", "op_twice.cpp"):
        shutil.copy(ROOT / "tests/starlark/ported" / file, directory / "ported")
    (directory / "ported/targets.bzl").write_text(ported_targets("rules/buck2:upstream.bzl"))
    (directory / "ported/BUCK").write_text(
        'load(":targets.bzl", "define_common_targets")\n\ndefine_common_targets()\n'
    )
    return directory


class TestPorted:
    def test_every_target_is_analysed(self, ported, capfd):
        buck2 = Buck2(ported, {"rules_executorch.torch": "/nowhere/torch"})
        labels = [label for label in buck2.targets() if "//ported:" in label]
        assert {"root//ported:all_lib_static", "root//ported:custom_ops_only_aot_lib"} < set(labels)
        assert "root//ported:only_aot_lib" not in labels
        for label in labels:
            buck2.analysis.outputs(buck2.label(label))
        said = "".join(capfd.readouterr())
        for line in SAID:
            assert re.search(line.replace("PACKAGE", "//ported"), said), line

    @pytest.mark.parametrize("operators", [None, "list"])
    def test_the_app_runs(self, ported, operators):
        values = {"executorch.select_ops": operators} if operators else {}
        done = Buck2(ported, values).run("//ported:selective_build_test", "model.pte")
        assert done.stdout.startswith("model.pte: ran"), done.stderr

    def test_aten_mode(self, ported):
        (ported / "aten").mkdir()
        call = 'executorch_generated_lib(name = "lib", aten_mode = True)\n'
        (ported / "aten/BUCK").write_text(LOADS + call)
        with pytest.raises(BuckError, match="root//aten:lib: aten_mode is not supported"):
            Buck2(ported).build("//aten:lib")


def test_a_file_for_executorchs_own_macros_is_ported_by_its_load_lines(consumer, tmp_path):
    """With every parameter of them; the app runs, with the project's own kernel before the portable one."""
    directory = tmp_path / "project"
    shutil.copytree(consumer.root, directory, symlinks=True, ignore=shutil.ignore_patterns("buck-out"))
    for file in ("custom_ops.yaml", "op_twice.cpp"):
        shutil.copy(ROOT / "tests/starlark/ported" / file, directory)
    text = (ROOT / "tests/starlark/ported/BUCK.executorch").read_text()
    (directory / "BUCK").write_text(LOADS + re.sub(r"^load\([^)]*\)\n", "", text, flags=re.MULTILINE))
    config = (directory / ".buckconfig").read_text()
    aliases = config.replace("[cell_aliases]", "[cell_aliases]\n  executorch = rules_executorch")
    (directory / ".buckconfig").write_text(aliases)
    ported = Buck2(directory, {"rules_executorch.torch": "/nowhere/torch"})
    for label in ported.targets():
        ported.analysis.outputs(ported.label(label))
    lines = ported.run("//:app", "model.pte").stdout.splitlines()
    assert lines[:2] == ["call 1: consumer::add_out", "model.pte: ran"]
    assert "ported::twice.out" in ported.generated("//:generated_lib")["resolution.json"].decode()
    assert ported.build("//:generated_lib_static") == ported.build("//:generated_lib")
    assert ported.build("//:ops_check")[0].read_text()


def test_packages_that_another_python_has_fetched(wheels, tmp_path):
    """What they have that is compiled is for that one alone."""
    packages = tmp_path / "packages"
    compiled = shutil.ignore_patterns("*.so")
    shutil.copytree(ROOT / "third_party/python/packages", packages, ignore=compiled)
    run_module = [sys.executable, "-I", "-B", "-S", ROOT / "tools/run_module.py"]
    golden = ROOT / "tests/tools/golden/generate/manual"
    flags = ["--resolution", golden / "resolution.json", "--output-dir", tmp_path / "out"]
    for command in (
        ["select", "--op", "aten::add.out", "--output", tmp_path / "selected.yaml"],
        ["generate", *flags, "--manual-registration"],
    ):
        subprocess.run([*run_module, ROOT / "tools", packages, "--", "etgen", *command], check=True)
    assert "aten::add.out" in (tmp_path / "selected.yaml").read_text()
    name = "RegisterKernelsEverything.cpp"
    assert (tmp_path / "out" / name).read_text() == (golden / "expected/out" / name).read_text()


def test_fetching_again_does_nothing(wheels):
    done = subprocess.run([ROOT / "tools/dev/fetch_wheels.sh"], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""
