"""`cmake --install` of a library creates a package that another project finds and links.

The tests take some 15 seconds of one core.
"""

import re
import shutil
import subprocess

import pytest
from cmake_build import BIN, CMakeBuild, wheel
from conftest import ROOT

LIBRARY = ROOT / "tests/cmake/install/library"
APP = ROOT / "tests/cmake/install/app"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """The directory that the installed packages were moved to; the build directories are deleted."""
    directory = tmp_path_factory.mktemp("install")
    build = CMakeBuild(LIBRARY, directory / "build")
    build.build()
    command = [BIN / "cmake", "--install", build.directory, "--prefix", directory / "first"]
    subprocess.run(command, capture_output=True, check=True)
    shutil.rmtree(build.directory)
    (directory / "first").rename(directory / "prefix")
    return directory / "prefix"


def test_what_is_installed(prefix):
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    assert {
        "include/SmallKernels/Functions.h",
        "include/SmallKernels/RegisterKernels.h",
        "include/more/register_more_kernels.h",
        "lib/cmake/SmallKernels/SmallKernelsConfig.cmake",
        "lib/cmake/SmallKernels/resolution.json",
        "lib/cmake/more/moreConfig.cmake",
        "lib/libkernels_cc.a",
        "lib/libmore_cc.a",
        "lib/libsmall_floats.a",
    } < files
    assert not [name for name in files if name.endswith((".cpp", "kernel_boxing.h", "units.txt"))]
    for config in prefix.glob("lib/cmake/*/*.cmake"):
        assert str(prefix.parent) not in config.read_text()


def test_another_project_links_with_the_registrations(prefix, tmp_path):
    app = CMakeBuild(APP, tmp_path)
    result = app.configure(f"-DCMAKE_PREFIX_PATH={prefix};{wheel()}")
    assert result.returncode == 0, result.stderr
    app.build()
    at_first, later = ["aten::add.out 1", "aten::mul.out 0"], ["aten::add.out 1", "aten::mul.out 1"]
    assert app.run("app").splitlines() == at_first + later


def test_a_project_without_a_runtime_is_told(prefix, tmp_path):
    result = CMakeBuild(APP, tmp_path).configure(f"-DCMAKE_PREFIX_PATH={prefix}")
    assert result.returncode != 0
    assert "no ExecuTorch runtime: have find_package(executorch) find one" in " ".join(result.stderr.split())


def test_a_runtime_of_another_release_is_refused(prefix, tmp_path):
    """The release is read from the runtime's header."""
    header = tmp_path / "include/executorch/runtime/core/version.h"
    header.parent.mkdir(parents=True)
    header.write_text('#define ET_VERSION "1.2.0"\n')
    before = tmp_path / "runtime.cmake"
    before.write_text(
        "add_library(executorch::runtime INTERFACE IMPORTED)\n"
        f"target_include_directories(executorch::runtime INTERFACE {tmp_path}/include)\n"
    )
    result = CMakeBuild(APP, tmp_path / "build").configure(
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_PROJECT_INCLUDE={before}"
    )
    assert result.returncode != 0
    said = " ".join(result.stderr.split())
    assert re.search(r"SmallKernels was compiled with ExecuTorch \d+\.\d+, and this project has 1\.2", said)


def test_what_no_package_can_have_is_refused(tmp_path):
    result = CMakeBuild(LIBRARY, tmp_path).configure("-DWITH_A_SHARED_LIBRARY=ON")
    assert result.returncode != 0
    assert (
        "//tests/cmake/install/library:kernels is linked with shared, which is not a static" in result.stderr
    )
