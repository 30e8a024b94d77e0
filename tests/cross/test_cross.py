"""Builds for other targets: aarch64 builds run under qemu, builds for a microcontroller are only compiled."""

import os
import pathlib
import re
import subprocess

import bare_metal
import pytest
from cmake_build import CMakeBuild
from conftest import ROOT, build, run_bazel
from cross_tools import AARCH64, AARCH64_TOOLS, ARM, lines_in_readme, machine_of, needs


@needs(*AARCH64_TOOLS)
class TestLinuxAarch64:
    def test_an_app_prints_what_it_prints_here(self):
        target, name = "//examples/01_select_ops:app", "examples/01_select_ops/app"
        assert machine_of(build(target, config="aarch64") / name) == AARCH64
        flags = ["--noshow_progress", "--ui_event_filters=-info", "--config=aarch64"]
        result = run_bazel("run", *flags, target)
        assert result.returncode == 0, result.stderr
        lines_in_readme("01_select_ops", result.stdout)

    def test_a_model_gives_what_pytorch_gives(self):
        result = run_bazel("test", "--noshow_progress", "--config=aarch64", "//tests/cross:add_mul_relu_test")
        assert result.returncode == 0, result.stdout + result.stderr


# Mangled names of functions that kernels must not need, for targets without a heap or an operating system.
REFUSED = re.compile(
    r"malloc|calloc|realloc|free|_Zn[wa]\w*|_Zd[la]\w*"  # memory
    r"|__cxa_(?:throw|allocate_exception|begin_catch|atexit|guard_acquire)|_Unwind_\w+"  # exceptions, statics
    r"|_ZTI\w+|_ZTVN10__cxxabiv1\w+"  # RTTI
    r"|printf|puts|fopen|abort|exit|pthread_\w+"  # an operating system
)


def bare_metal_with_bazel(_directory: pathlib.Path) -> pathlib.Path:
    package = build("//tests/cross:bare_metal_archive", config="cortex_m4") / "tests/cross"
    return package / "libbare_metal_kernels_cc.a"


def bare_metal_with_cmake(directory: pathlib.Path) -> pathlib.Path:
    project = CMakeBuild(ROOT / "tests/cross/bare_metal", directory)
    flags = "-Os -DNDEBUG -DET_LOG_ENABLED=0"
    result = project.configure(
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/rules/cmake/toolchains/arm-none-eabi.cmake",
        *("-DCMAKE_BUILD_TYPE=MinSizeRel", f"-DCMAKE_CXX_FLAGS_MINSIZEREL={flags}"),
    )
    assert result.returncode == 0, result.stderr
    project.build("bare_metal_kernels_cc")
    return directory / "libbare_metal_kernels_cc.a"


@pytest.fixture(scope="module", params=[bare_metal_with_bazel, bare_metal_with_cmake])
def archive(request, tmp_path_factory):
    """The registration library of the toy model, for a Cortex-M4."""
    return request.param(tmp_path_factory.mktemp("bare_metal"))


@needs("arm-none-eabi-g++")
class TestCortexM:
    """The wheel has no runtime for it, so only kernels and registration are linked."""

    def test_objects_need_no_heap_and_no_exceptions(self, archive):
        names = subprocess.run(
            ["arm-none-eabi-nm", "--undefined-only", "--format=just-symbols", archive],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
        assert "memcpy" in names
        assert sorted(name for name in names if REFUSED.fullmatch(name)) == []

    def test_what_the_toy_model_links_is_small(self, archive, tmp_path):
        """Links everything reachable from register_all_kernels(), without the runtime."""
        text, data, bss = bare_metal.link(archive, tmp_path / "kernels.o")
        assert machine_of(tmp_path / "kernels.o") == ARM
        assert 1000 < text < 10_000
        assert data + bss < 100


@needs("cmake")
class TestCMakeToolchains:
    """CMake's toolchain files for the cross compilers."""

    @staticmethod
    def configure(directory: pathlib.Path, toolchain: str, *flags: str) -> subprocess.CompletedProcess:
        command = ["cmake", "-S", ROOT / "tests/cross/cmake", "-B", directory, *flags]
        file = ROOT / f"rules/cmake/toolchains/{toolchain}.cmake"
        return subprocess.run(
            [*command, f"-DCMAKE_TOOLCHAIN_FILE={file}"], capture_output=True, text=True, check=False
        )

    def build(self, *args: object) -> None:
        result = self.configure(*args)
        assert result.returncode == 0, result.stderr
        subprocess.run(["cmake", "--build", args[0]], capture_output=True, check=True)

    @needs(*AARCH64_TOOLS)
    def test_linux_aarch64(self, tmp_path):
        self.build(tmp_path, "aarch64-linux-gnu")
        assert machine_of(tmp_path / "print_half") == AARCH64
        subprocess.run(["ctest", "--test-dir", tmp_path], capture_output=True, check=True)

    @needs("arm-none-eabi-g++")
    @pytest.mark.parametrize("core", ["m4", "m55"])
    def test_cortex_m(self, tmp_path, core):
        self.build(tmp_path, "arm-none-eabi", f"-DET_CORTEX_M={core}")
        assert (tmp_path / "libhalf.a").exists()

    def test_unknown_core(self, tmp_path):
        result = self.configure(tmp_path, "arm-none-eabi", "-DET_CORTEX_M=m5")
        assert result.returncode != 0
        assert "ET_CORTEX_M is m5: set it to m4 or m55" in result.stderr


def test_a_missing_compiler_says_what_to_install(tmp_path):
    """PATH lacks the compiler. A separate Bazel server is used, so that others are not restarted."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for directory in ("/usr/local/bin", "/usr/bin", "/bin"):
        for program in pathlib.Path(directory).glob("*"):
            link = programs / program.name
            if not program.name.startswith("aarch64-linux-gnu") and not link.is_symlink():
                link.symlink_to(program)
    bazel = [ROOT / "tools/dev/bazel.sh", f"--output_base={tmp_path / 'output_base'}"]

    def run(*args: str) -> subprocess.CompletedProcess:
        env = {**os.environ, "PATH": str(programs)}
        return subprocess.run([*bazel, *args], cwd=ROOT, env=env, capture_output=True, text=True, check=False)

    flags = ["--noshow_progress", "--symlink_prefix=/", "--config=aarch64"]
    result = run("build", *flags, "//tests/cross:empty")
    run("shutdown")
    assert result.returncode == 1
    assert "error: aarch64-linux-gnu-g++ is not on PATH" in result.stderr
    assert "hint: install it (Debian: apt-get install g++-aarch64-linux-gnu)" in result.stderr
