"""The oldest CMake that README names configures, builds and tests a project; a second build does nothing."""

import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT

REQUIREMENTS = ROOT / "tests/requirements_cmake.txt"
(VERSION,) = re.findall(r"^cmake==(\d+\.\d+)", REQUIREMENTS.read_text(), re.MULTILINE)

TEST = """
enable_testing()
et_model_test(NAME model_test MODEL model.pte DEPS kernels)
"""


@pytest.fixture(scope="module")
def programs() -> pathlib.Path:
    """The directory that contains cmake and ctest."""
    directory = ROOT / f".cache/cmake_{VERSION}"
    if not directory.exists():
        pip = [sys.executable, "-m", "pip", "--quiet", "install", "--no-deps", "--target", directory]
        subprocess.run([*pip, "--requirement", REQUIREMENTS], check=True)
    return directory / "cmake/data/bin"


def test_it_is_the_one_that_is_asked_for():
    for name in ("CMakeLists.txt", "docs/cmake.md"):
        assert f"cmake_minimum_required(VERSION {VERSION})" in (ROOT / name).read_text()


def test_a_project(programs, tmp_path):
    source = tmp_path / "project"
    shutil.copytree(ROOT / "tests/cmake/project", source)
    shutil.copy(MODELS / "add_mul_relu.pte", source / "model.pte")
    with (source / "CMakeLists.txt").open("a") as file:
        file.write(TEST)
    project = CMakeBuild(source, tmp_path / "build", programs=programs)
    result = project.configure("-DHOW=find_package", f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake")
    assert result.returncode == 0, result.stderr
    assert f"CMAKE_COMMAND:INTERNAL={programs}/cmake" in (project.directory / "CMakeCache.txt").read_text()
    project.build()
    assert {"aten::add.out", "aten::mul.out", "aten::relu.out"} < set(project.run("app").split())
    project.test("^model_test$")
    assert project.build().endswith("ninja: no work to do.\n")
