"""Registrations with each linker, with and without link-time optimization: none is lost or duplicated.

The linkers drop unused sections, as for apps where size matters: registrations must survive that.
"""

import re
import shutil

import pytest
from cmake_build import CMakeBuild
from conftest import ROOT

KERNELS = {"aten::add.out", "aten::mul.out", "aten::relu.out"}
APPS = ["list_kernels", "list_from_plain_archive", "list_from_shared_library"]

# The flag that selects each linker, and the program that it needs.
LINKERS = {
    "bfd": ("-fuse-ld=bfd", "ld.bfd"),
    "gold": ("-fuse-ld=gold", "ld.gold"),
    "lld": ("-fuse-ld=lld", "ld.lld"),
    "lld_19": ("-fuse-ld=lld -B/usr/lib/llvm-19/bin", "ld.lld-19"),
    "mold": ("-fuse-ld=mold", "mold"),
}

# Clang needs the lld of its own version. lld cannot read GCC's intermediate code.
BUILDS = {
    ("g++", "OFF"): ["bfd", "gold", "lld", "lld_19", "mold"],
    ("g++", "ON"): ["bfd", "gold", "mold"],
    ("clang++-14", "OFF"): ["lld"],
    ("clang++-14", "ON"): ["bfd", "gold", "lld", "mold"],
    ("clang++-19", "OFF"): ["lld", "mold"],
    ("clang++-19", "ON"): ["lld"],
}


@pytest.fixture(scope="module", params=BUILDS, ids=lambda build: f"{build[0]}-lto_{build[1]}".lower())
def project(request, tmp_path_factory):
    """A project that is compiled once and linked by each linker."""
    compiler, lto = request.param
    if not shutil.which(compiler):
        pytest.skip(f"not on PATH: {compiler}")
    build = CMakeBuild(ROOT / "tests/cmake/registration", tmp_path_factory.mktemp("linkers"))
    result = build.configure(
        f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_INTERPROCEDURAL_OPTIMIZATION={lto}",
        "-DCMAKE_BUILD_TYPE=MinSizeRel",
        "-DCMAKE_CXX_FLAGS=-ffunction-sections -fdata-sections",
    )
    assert result.returncode == 0, result.stderr
    return build, BUILDS[request.param]


def test_each_linker(project, subtests):
    build, linkers = project
    for linker in linkers:
        flags, program = LINKERS[linker]
        with subtests.test(linker):
            if not shutil.which(program):
                pytest.skip(f"not on PATH: {program}")
            kinds = ("EXE", "SHARED")
            result = build.configure(*(f"-DCMAKE_{k}_LINKER_FLAGS={flags} -Wl,--gc-sections" for k in kinds))
            assert result.returncode == 0, result.stderr

            build.build(*APPS)
            for app in APPS:
                assert set(build.run(app).split()) >= KERNELS
            result = build.try_build("lost")
            assert result.returncode != 0
            assert re.search(r"(?i)undefined.*et_registers_aten_add_DOT_out", result.stdout)
            result = build.try_build("registered_twice")
            assert result.returncode != 0
            assert re.search(r"(?i)(multiple|duplicate).*et_registers_aten_add_DOT_out", result.stdout)
