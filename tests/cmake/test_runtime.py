"""The choice of the ExecuTorch runtime that a project is linked with, and the messages about it.

Prefixes here have the files that a build of ExecuTorch installs, with the runtime of the wheel.
"""

import pathlib
import shutil
import subprocess

import pytest
from cmake_build import CMakeBuild, wheel
from conftest import MODELS, ROOT
from installed import RUNTIME

VERSION = RUNTIME.partition("==")[2]

KERNELS = {"aten::add.out", "aten::mul.out", "aten::relu.out"}

TARGETS = """\
get_filename_component(_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
add_library(executorch SHARED IMPORTED)
set_target_properties(executorch PROPERTIES IMPORTED_LOCATION "${_root}/lib/libexecutorch.so")
"""

CONFIG = """\
include("${CMAKE_CURRENT_LIST_DIR}/ExecuTorchTargets.cmake")
set(executorch_FOUND TRUE)
set(EXECUTORCH_LIBRARIES executorch portable_ops_lib)
"""

# The code of ExecuTorch's package if it was built without portable kernels: up to 1.4, and since then.
WITHOUT_KERNELS = {
    "1.4": "set(EXECUTORCH_FOUND OFF)\nreturn()\n",
    "1.5": "set(executorch_FOUND FALSE)\nreturn()\n",
}


class Prefix:
    """An install prefix with a runtime."""

    def __init__(self, directory: pathlib.Path, config: str = CONFIG):
        self.directory = directory
        package = directory / "lib/cmake/ExecuTorch"
        package.mkdir(parents=True)
        (package / "executorch-config.cmake").write_text(config)
        (package / "ExecuTorchTargets.cmake").write_text(TARGETS)
        shutil.copy(wheel() / "lib/libexecutorch.so", directory / "lib")
        (directory / "include").symlink_to(wheel() / "include")

    def says(self, version: str) -> None:
        """Writes the header that names the release."""
        (self.directory / "include").unlink()
        header = self.directory / "include/executorch/runtime/core/version.h"
        header.parent.mkdir(parents=True)
        header.write_text(f'#define ET_VERSION "{version}"\n')


@pytest.fixture
def prefix(tmp_path):
    return Prefix(tmp_path / "prefix")


@pytest.fixture
def project(tmp_path):
    """A project with its own kernels that gets the rules by find_package."""
    source = tmp_path / "project"
    shutil.copytree(ROOT / "tests/cmake/project", source)
    shutil.copy(MODELS / "add_mul_relu.pte", source / "model.pte")
    return CMakeBuild(source, tmp_path / "build")


def configure(project: CMakeBuild, *flags: str) -> subprocess.CompletedProcess:
    return project.configure("-DHOW=find_package", f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake", *flags)


def configured(project: CMakeBuild, *flags: str) -> subprocess.CompletedProcess:
    result = configure(project, *flags)
    assert result.returncode == 0, result.stderr
    return result


def refused(project: CMakeBuild, *flags: str) -> str:
    """The error message for a project that cannot be configured."""
    result = configure(project, *flags)
    assert result.returncode != 0
    return result.stderr


def append(project: CMakeBuild, text: str) -> None:
    with (project.source / "CMakeLists.txt").open("a") as file:
        file.write(text)


def is_linked_with(project: CMakeBuild, prefix: Prefix) -> None:
    """Checks that the app has its kernels and is linked with the runtime of the prefix."""
    project.build("app")
    assert set(project.run("app").split()) >= KERNELS
    linked = subprocess.run(["ldd", project.directory / "app"], capture_output=True, text=True, check=True)
    assert f"{prefix.directory}/lib/libexecutorch.so" in linked.stdout


@pytest.mark.parametrize("release", WITHOUT_KERNELS)
def test_a_prefix_without_kernels(release, project, tmp_path):
    """ExecuTorch's package says that it was not found if it has no portable kernels."""
    prefix = Prefix(tmp_path / "prefix", WITHOUT_KERNELS[release])
    result = configured(project, f"-DCMAKE_PREFIX_PATH={prefix.directory}")
    assert f"installed in {prefix.directory}" in result.stdout
    is_linked_with(project, prefix)


def test_a_runtime_that_comes_after_the_rules(project, prefix):
    """The project's runtime is used instead of the wheel in the tools' Python environment."""
    append(project, f"find_package(executorch REQUIRED CONFIG PATHS {prefix.directory} NO_DEFAULT_PATH)\n")
    result = configured(project)
    assert f"installed in {prefix.directory}" in result.stdout
    assert "the wheel" not in result.stdout
    is_linked_with(project, prefix)


def test_the_wheel_is_named(project):
    result = configured(project)
    assert f"ExecuTorch runtime: {VERSION}, the wheel in {wheel()}" in result.stdout
    assert "is not among the releases" not in result.stderr


def test_the_wheel_beside_another_directory_of_its_name(project, tmp_path, monkeypatch):
    """The other directory is a source tree on Python's path, for example."""
    (tmp_path / "executorch").mkdir()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert f"the wheel in {wheel()}" in configured(project).stdout


def test_a_wheel_without_a_runtime_library(project, tmp_path, monkeypatch):
    """Wheels before 1.5 have no runtime library."""
    old = tmp_path / "python/executorch"
    old.mkdir(parents=True)
    (old / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(old.parent))
    message = refused(project)
    assert f"the wheel in {old} has no library of it, as wheels do since 1.5.0" in message
    assert "install a newer one" in message


MAJOR, MINOR = map(int, VERSION.split(".")[:2])
RELEASES = [("1.2.0", True), (VERSION, True), ("0.7.0", False), (f"{MAJOR}.{MINOR + 1}.0", False)]


@pytest.mark.parametrize(("version", "is_supported"), RELEASES)
def test_a_release_that_is_not_tested(version, is_supported, project, prefix):
    prefix.says(version)
    result = configured(project, f"-DCMAKE_PREFIX_PATH={prefix.directory}")
    assert f"ExecuTorch runtime: {version}, installed in {prefix.directory}" in result.stdout
    assert (f"ExecuTorch {version} is not among the releases" in result.stderr) != is_supported


def test_headers_that_disagree_with_the_library(project, prefix):
    """The layout of classes depends on the event tracer, which the wheel's library has."""
    flags = [f"-DCMAKE_PREFIX_PATH={prefix.directory}"]
    with (project.source / "main.cpp").open("a") as file:
        file.write("#ifndef ET_EVENT_TRACER_ENABLED\n#error no tracer\n#endif\n")
    configured(project, *flags)
    project.build("app")
    message = refused(project, *flags, "-DRULES_EXECUTORCH_RUNTIME_DEFINITIONS=ET_MIN_LOG_LEVEL=Info")
    assert f"{prefix.directory}/lib/libexecutorch.so was compiled with ET_EVENT_TRACER_ENABLED" in message


OF_EXECUTORCH = """
find_package(executorch REQUIRED CONFIG PATHS {wheel} NO_DEFAULT_PATH)
target_link_libraries(app PRIVATE {libraries})
"""


# The linked libraries, and their names in the message.
OPTIMIZED = {
    "${EXECUTORCH_LIBRARIES}": "executorch::kernels_optimized",
    "/opt/lib/libexecutorch_kernels_optimized.so": "libexecutorch_kernels_optimized.so",
    "-Wl,--whole-archive portable_ops_lib -Wl,--no-whole-archive": "portable_ops_lib",
}


@pytest.mark.parametrize("libraries", OPTIMIZED)
def test_kernels_of_executorch_beside_ours(libraries, project):
    append(project, OF_EXECUTORCH.format(wheel=wheel(), libraries=libraries))
    message = refused(project)
    assert f"app is linked with kernels and with {OPTIMIZED[libraries]} of ExecuTorch" in message
    assert "which both register aten::add.out" in message


def test_kernels_of_executorch_for_other_operators(project):
    append(project, OF_EXECUTORCH.format(wheel=wheel(), libraries="executorch::kernels_quantized"))
    configured(project)


# A project that loads ExecuTorch's own functions before or after the rules.
UPSTREAM = """\
cmake_minimum_required(VERSION 3.24)
project(upstream LANGUAGES CXX)
function(gen_selected_ops)
  message(STATUS "ExecuTorch's gen_selected_ops")
endfunction()
include({root}/rules/cmake/RulesExecuTorch.cmake)
function(merge_yaml)
  message(STATUS "ExecuTorch's merge_yaml")
endfunction()
gen_selected_ops(LIB_NAME any)
merge_yaml(FUNCTIONS_YAML any)
et_gen_selected_ops(LIB_NAME ours ROOT_OPS aten::add.out)
et_gen_operators_lib(LIB_NAME ours KERNEL_LIBS portable_kernels)
"""


def test_functions_that_executorch_has_defined(tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "project/CMakeLists.txt").write_text(UPSTREAM.format(root=ROOT))
    project = CMakeBuild(tmp_path / "project", tmp_path / "build")
    result = project.configure()
    assert result.returncode == 0, result.stderr
    assert "ExecuTorch's gen_selected_ops" in result.stdout
    assert "ExecuTorch's merge_yaml" in result.stdout
    result = project.configure("-DRULES_EXECUTORCH_UPSTREAM_NAMES=ON")
    assert "ExecuTorch's gen_selected_ops" not in result.stdout
