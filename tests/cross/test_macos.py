"""Examples, built for macOS with CMake, Bazel and Zig, contain registrations, as LLVM's tools show.

Nothing is run, as that needs a Mac. Zig is not in a list of requirements, as nothing else needs it. To test:

    python3 -m venv .cache/zig && .cache/zig/bin/python -m pip install ziglang
    export RULES_EXECUTORCH_ZIG=$(echo $PWD/.cache/zig/lib/python3*/site-packages/ziglang/zig)
    .venv/bin/python -m pytest tests/cross/test_macos.py

The tests take two minutes of one core, and half a minute more if Zig has not compiled its C++ library yet.
"""

import json
import pathlib
import re
import subprocess

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT, run_bazel
from cross_tools import fetch_runtime, find_zig, needs

ZIG = find_zig()
TOOLCHAIN = ROOT / "rules/cmake/toolchains/aarch64-macos-zig.cmake"

# LLVM's linker for macOS, which stands in for Apple's: Zig's linker does not compare hidden symbols.
LD64 = "ld64.lld-19"

REGISTRATION = "__GLOBAL__sub_I_RegisterCodegenUnboxedKernelsEverything.cpp"
REGISTER_KERNELS = "__ZN10executorch7runtime16register_kernelsENS0_4SpanIKNS0_6KernelEEE"

# The kernels of the project tests/cmake/registration.
KERNELS = {"aten::add.out", "aten::mul.out", "aten::relu.out"}

with_zig = pytest.mark.skipif(not ZIG, reason="no zig: see the first lines of this file")


@pytest.fixture(scope="module")
def configured(tmp_path_factory):
    """Configures a project for macOS; its linker drops unreferenced code."""
    fetch_wheels()
    fetched = fetch_runtime("macos_arm64")
    if fetched.returncode != 0:
        pytest.skip(f"no runtime for macOS: {fetched.stderr.strip().splitlines()[-1]}")

    def configure(project: str) -> CMakeBuild:
        build = CMakeBuild(ROOT / project, tmp_path_factory.mktemp("macos"))
        kinds = ("EXE", "SHARED")
        result = build.configure(
            f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}",
            f"-DRULES_EXECUTORCH_ZIG={ZIG}",
            *(f"-DCMAKE_{kind}_LINKER_FLAGS=-Wl,-dead_strip" for kind in kinds),
        )
        assert result.returncode == 0, result.stderr
        return build

    return configure


@pytest.fixture(scope="module")
def registration(configured):
    """A project that registers three kernels, in each correct way and in wrong ways."""
    return configured("tests/cmake/registration")


def read(binary: pathlib.Path, what: str) -> str:
    """The output of a Mach-O reader for a binary; it is empty for ELF files."""
    command = ["llvm-objdump", "--macho", what, binary]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def is_app_for_arm64(binary: pathlib.Path) -> bool:
    header = read(binary, "--private-header")
    return bool(re.search(r"^MH_MAGIC_64 +ARM64 +ALL +0x00 +EXECUTE ", header, re.MULTILINE))


def run_when_loaded(binary: pathlib.Path) -> list[str]:
    """The functions that the loader calls before main()."""
    listing = read(binary, "--section=__DATA_CONST,__mod_init_func")
    return re.findall(r"^0x\w+ 0x\w+ (\S+)$", listing, re.MULTILINE)


def operators_in(binary: pathlib.Path) -> set[str]:
    """Names of operators among the strings of a binary: literals, or for calls of a model an array."""
    names = re.findall(rb"(?<![\w:])(?:aten|dim_order_ops)::\w+\.\w+(?=\0)", binary.read_bytes())
    return {name.decode() for name in names}


def bound_to(binary: pathlib.Path) -> list[tuple[str, str]]:
    """The libraries that a binary is linked with, and the functions that it calls in them."""
    return re.findall(r" (\w+) +(_\S+)$", read(binary, "--lazy-bind"), re.MULTILINE)


def libraries_of(binary: pathlib.Path) -> list[str]:
    return re.findall(r"^\t@rpath/lib(\S+)\.dylib ", read(binary, "--dylibs-used"), re.MULTILINE)


def selected(build: CMakeBuild, kernels: str) -> set[str]:
    return set(json.loads((build.directory / kernels / "resolution.json").read_text())["operators"])


@with_zig
@needs("llvm-objdump")
class TestMacos:
    def test_apps_register_the_kernels_of_their_models(self, configured):
        example = configured("examples/02_from_a_model")
        example.build("mobilenet_v2_test", "transformer_test", "no_kernels")
        for model, few in ("mobilenet_v2", 8), ("transformer", 20):
            app = example.directory / f"{model}_test"
            assert is_app_for_arm64(app)
            assert REGISTRATION in run_when_loaded(app)
            assert ("libexecutorch", REGISTER_KERNELS) in bound_to(app)
            assert operators_in(app) == selected(example, f"{model}_kernels")
            assert len(operators_in(app)) >= few
            assert "executorch" in libraries_of(app)
        none = example.directory / "no_kernels"
        assert is_app_for_arm64(none)
        assert run_when_loaded(none) == []
        assert operators_in(none) == set()

    def test_apps_built_with_bazel(self):
        """Archives are linked as a whole, together with the libraries of the wheel for macOS."""
        flags = ["--noshow_progress", "--config=macos_arm64", f"--repo_env=RULES_EXECUTORCH_ZIG={ZIG}"]
        model, delegated = "examples/02_from_a_model/mobilenet_v2", "examples/09_delegated/mobilenet_v2"
        result = run_bazel("build", *flags, *(f"//{app.replace('/mo', ':mo')}" for app in (model, delegated)))
        assert result.returncode == 0, result.stderr
        directory = pathlib.Path(run_bazel("info", *flags, "bazel-bin").stdout.strip())
        app = directory / model
        assert is_app_for_arm64(app)
        assert run_when_loaded(app) == [REGISTRATION]
        assert ("libexecutorch", REGISTER_KERNELS) in bound_to(app)
        resolution = json.loads((directory / f"{model}_kernels/resolution.json").read_text())
        assert operators_in(app) == set(resolution["operators"])
        assert libraries_of(app) == ["executorch"]
        assert "executorch_backend_xnnpack" in libraries_of(directory / delegated)

    def test_a_backend_stays_linked(self, configured):
        """Nothing refers to the backend, and the linker drops unreferenced code."""
        example = configured("examples/09_delegated")
        example.build("mobilenet_v2")
        assert "executorch_backend_xnnpack" in libraries_of(example.directory / "mobilenet_v2")

    @pytest.mark.parametrize(
        ("app", "library"),
        [
            ("list_kernels", "list_kernels"),
            ("list_from_plain_archive", "list_from_plain_archive"),
            ("list_from_shared_library", "libshared_kernels.dylib"),
        ],
    )
    def test_registrations_are_kept(self, registration, app, library):
        registration.build(app)
        assert REGISTRATION in run_when_loaded(registration.directory / library)
        assert operators_in(registration.directory / library) == KERNELS
        if library != app:
            assert "shared_kernels" in libraries_of(registration.directory / app)

    def test_a_lost_registration_does_not_link(self, registration):
        result = registration.try_build("lost")
        assert result.returncode != 0
        assert "undefined symbol: _et_registers_aten_add_DOT_out" in result.stdout

    @needs(LD64)
    def test_the_linker_of_llvm(self, registration, tmp_path):
        """The linker links the same archives; duplicate registrations are link errors."""
        registration.build("kernels_cc", "more_kernels_cc")

        def link(*archives: str) -> subprocess.CompletedProcess:
            command = [LD64, "-arch", "arm64", "-platform_version", "macos", "14.0", "14.0", "-dylib"]
            command += ["-dead_strip", "-undefined", "dynamic_lookup", "-o", tmp_path / "kernels.dylib"]
            for archive in archives:
                command += ["-force_load", registration.directory / archive]
            return subprocess.run(command, capture_output=True, text=True, check=False)

        assert link("libkernels_cc.a").returncode == 0
        # The section has one initializer function, of four bytes.
        sections = read(tmp_path / "kernels.dylib", "--section-headers")
        assert re.search(r" __init_offsets +00000004 ", sections)
        assert operators_in(tmp_path / "kernels.dylib") == KERNELS
        twice = link("libkernels_cc.a", "libmore_kernels_cc.a")
        assert twice.returncode != 0
        assert "duplicate symbol: _et_registers_aten_add_DOT_out" in twice.stderr


@pytest.mark.skipif(bool(ZIG), reason="there is a zig")
@needs("cmake")
def test_without_zig(tmp_path):
    result = CMakeBuild(ROOT / "tests/cross/cmake", tmp_path).configure(f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}")
    assert result.returncode != 0
    assert "zig not found: put it on PATH" in result.stderr
