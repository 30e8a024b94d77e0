"""Cross builds in the stand-in for Buck2: cross compilers compile, and qemu runs."""

import shutil
import subprocess

import pytest
from cmake_build import fetch_wheels
from conftest import MODELS, ROOT
from cross_tools import (
    AARCH64,
    AARCH64_TOOLS,
    ARM,
    QEMU,
    SHARED_LIBRARIES,
    check_symbols,
    fetch_aarch64_runtime,
    fetch_runtime,
    lines_in_readme,
    machine_of,
    needs,
)

pytest.importorskip("starlark", reason="starlark-pyo3 is not there")

from buck2 import Buck2, BuckError


def built_for(platform: str, **config: str) -> Buck2:
    fetch_wheels()
    values = {f"rules_executorch.{name}": value for name, value in config.items()}
    return Buck2(ROOT, values, f"rules_executorch//platforms:{platform}")


@pytest.fixture(scope="module")
def aarch64():
    fetch_aarch64_runtime()
    return built_for("linux_aarch64", run_under=" ".join(QEMU))


@needs(*AARCH64_TOOLS)
class TestLinuxAarch64:
    def test_an_app_prints_what_it_prints_here(self, aarch64):
        (app,) = aarch64.build("//examples/01_select_ops:app")
        assert machine_of(app) == AARCH64
        command = [*QEMU, app, MODELS / "add_mul_relu.pte"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert len(done.stdout.splitlines()) == 2
        lines_in_readme("01_select_ops", done.stdout)

    def test_a_model_gives_what_pytorch_gives(self, aarch64):
        done = aarch64.test("//tests/cross:add_mul_relu_test")
        assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.parametrize(("name", "names"), SHARED_LIBRARIES.items())
    def test_shared_libraries_of_kernels(self, aarch64, name, names):
        (library,) = aarch64.build(f"//tests/cross:lib{name}.so")
        check_symbols(library, names, "register_kernels")

    def test_generated_files_are_the_same_and_tools_are_those_of_the_machine(self, aarch64):
        here = built_for("linux_x86_64")
        target = "//examples/01_select_ops:kernels"
        assert aarch64.generated(target) == here.generated(target)
        analyzed = aarch64.analysis.analyzed()
        assert "rules_executorch//tools:etgen" in analyzed
        assert "rules_executorch//tools:etgen (rules_executorch//platforms:linux_aarch64)" not in analyzed


@needs("arm-none-eabi-g++")
def test_kernels_of_the_toy_model_are_compiled_for_a_microcontroller(tmp_path):
    (archive,) = built_for("cortex_m4").build("//tests/cross:bare_metal_kernels")
    shutil.copy(archive, tmp_path)
    subprocess.run(["ar", "x", archive.name], cwd=tmp_path, check=True)
    objects = list(tmp_path.glob("*.o"))
    assert "RegisterKernelsEverything.cpp.o" in {path.name for path in objects}
    assert {machine_of(path) for path in objects} == {ARM}


@pytest.mark.parametrize("platform", ["android_arm64", "ios_arm64", "cortex_m55"])
def test_where_there_is_no_runtime_it_is_headers(platform):
    """Every target of an example is analysed, and nothing is linked with a library of the machine."""
    buck2 = built_for(platform)
    for target in ("app", "kernels"):
        buck2.analysis.outputs(buck2.label(f"//examples/01_select_ops:{target}"))
    assert buck2.build("//:runtime") == []


def test_a_runtime_that_was_not_fetched(tmp_path):
    """Only a target that needs the runtime fails."""
    ignored = shutil.ignore_patterns("wheel_linux_aarch64", ".git", "bazel-*", "buck-out", ".cache", ".venv")
    fetch_wheels()
    directory = tmp_path / "cell"
    shutil.copytree(ROOT, directory, ignore=ignored, symlinks=True)
    buck2 = Buck2(directory, {}, "rules_executorch//platforms:linux_aarch64")
    with pytest.raises(BuckError, match=r"is missing: run tools/dev/fetch_wheels.sh linux_aarch64 of"):
        buck2.build("//examples/01_select_ops:app")
    Buck2(directory).analysis.outputs(buck2.label("//examples/01_select_ops:app"))


def test_choices_that_cannot_be_made(tmp_path):
    (tmp_path / ".buckconfig").write_text((ROOT / ".buckconfig").read_text())
    choices = {
        "two": '{"prelude//os:linux": "a", "prelude//cpu:x86_64": "b", "prelude//cpu:arm64": "b"}',
        "none": '{"prelude//os:iphoneos": "a"}',
    }
    choices["setting"] = '{"prelude//os/constraints:os": "a"}'
    lines = [f'export_file(name = "{name}", src = select({text}))\n' for name, text in choices.items()]
    (tmp_path / "BUCK").write_text("".join(lines))
    messages = {
        "two": "more than one choice",
        "none": "there is no DEFAULT",
        "setting": "prelude//os/constraints:os is not a constraint_value",
    }
    for name, what in messages.items():
        with pytest.raises(BuckError, match=what):
            Buck2(tmp_path).build(f"//:{name}")


@pytest.fixture(scope="module")
def macos():
    fetched = fetch_runtime("macos_arm64")
    if fetched.returncode != 0:
        pytest.skip(f"no runtime for macOS: {fetched.stderr.strip().splitlines()[-1]}")
    return built_for("macos_arm64")


class TestMacos:
    """Binaries are linked, but not run."""

    @pytest.mark.parametrize(
        ("name", "library"),
        [
            ("runtime", "libexecutorch.dylib"),
            ("threadpool", "libexecutorch_threadpool.dylib"),
            ("backend_xnnpack", "libexecutorch_backend_xnnpack.dylib"),
        ],
    )
    def test_libraries_are_those_of_its_wheel(self, macos, name, library):
        (file,) = macos.build(f"//third_party/executorch:{name}")
        assert (file.name, file.parent.parent.name) == (library, "wheel_macos_arm64")
        assert file.read_bytes()[:4] == b"\xcf\xfa\xed\xfe"  # 64-bit Mach-O

    def test_only_other_linkers_are_told_to_keep_a_shared_library(self, macos):
        flags = {
            directory: macos.analysis.target(
                macos.label(f"//third_party/executorch:backend_xnnpack_of_{directory}")
            ).values.get("exported_linker_flags")
            for directory in ("wheel", "wheel_macos_arm64")
        }
        assert flags["wheel"] == ["-Wl,--push-state,--no-as-needed"]
        assert not flags["wheel_macos_arm64"]

    def test_a_backend_that_its_wheel_has_not_is_for_no_platform(self, macos):
        with pytest.raises(BuckError, match=r"backend_qnn \(.*macos_arm64\) is not compatible"):
            macos.build("//third_party/executorch:backend_qnn")
