"""A change rebuilds what depends on it; without a change, nothing is rebuilt."""

import os
import re
import shutil
import time

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT

UNCHANGED = {"Ninja": "ninja: no work to do.", "Unix Makefiles": "Built target app"}


def compiled(output: str) -> set[str]:
    """The sources that a build compiled, from its output."""
    return {name.rpartition("/")[2] for name in re.findall(r"Building CXX object (\S+)\.o", output)}


def change(path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    # Make compares times, and two quick writes may have the same time.
    time.sleep(0.05)
    path.write_text(text.replace(old, new))


def say_to_build_again(project) -> None:
    """Checks that Make asks for a second build, as it cannot run CMake during a build."""
    if project.generator != "Ninja":
        result = project.try_build()
        assert result.returncode != 0
        assert "error: the sources to compile have changed" in result.stdout + result.stderr
        assert "hint: build again" in result.stdout + result.stderr


@pytest.fixture(scope="module", params=UNCHANGED)
def project(request, tmp_path_factory):
    directory = tmp_path_factory.mktemp("rebuilds")
    source = directory / "project"
    shutil.copytree(ROOT / "tests/cmake/project", source)
    shutil.copy(MODELS / "add_mul_relu.pte", source / "model.pte")
    (source / "scale.h").write_text("#pragma once\nfloat scale();\n")
    (source / "scale.cpp").write_text('#include "scale.h"\n\nfloat scale() { return 1; }\n')
    change(source / "CMakeLists.txt", "floats.cpp", "floats.cpp scale.cpp HDRS scale.h")
    with (source / "CMakeLists.txt").open("a") as file:
        file.write("enable_testing()\net_model_test(NAME model_test MODEL model.pte DEPS kernels)\n")
    build = CMakeBuild(source, directory / "build", request.param)
    result = build.configure(f"-DRULES_EXECUTORCH={ROOT}")
    assert result.returncode == 0, result.stderr
    assert compiled(build.build()) == {
        *("RegisterCodegenUnboxedKernelsEverything.cpp", "RegistrationAnchor.cpp"),
        *("floats.cpp", "op_add.cpp", "op_mul.cpp", "op_relu.cpp", "model_test_register.cpp"),
        *(source.name for source in (ROOT / "tools/model_runner").glob("*.cpp")),
    }
    return build


@pytest.fixture(autouse=True)
def nothing_is_left_to_do(project):
    """After each test, nothing is left to build."""
    yield
    output = project.build()
    assert UNCHANGED[project.generator] in output
    assert not re.search(r"Building|Linking|etgen|Generating|Configuring", output)


def test_a_changed_kernel(project):
    change(project.source / "op_add.cpp", "ssize_t i", "ssize_t  i")
    output = project.build()
    assert compiled(output) == {"op_add.cpp"}
    assert "Configuring" not in output


def test_a_changed_header(project):
    change(project.source / "floats.h", "Whether a call", "Whether  a call")
    assert compiled(project.build()) == {"floats.cpp", "op_add.cpp", "op_mul.cpp", "op_relu.cpp"}


def test_a_changed_kernel_that_is_not_selected(project):
    change(project.source / "op_addmm.cpp", "NotImplemented", "Internal")
    output = project.build()
    assert compiled(output) == set()
    assert "Linking" not in output


def test_a_changed_yaml(project):
    """The yaml names another C++ function for an operator: its source and its callers are recompiled."""
    change(project.source / "functions.yaml", "small::relu_out", "small::my_relu_out")
    change(project.source / "op_relu.cpp", "Tensor& relu_out", "Tensor& my_relu_out")
    assert compiled(project.build()) == {
        "RegisterCodegenUnboxedKernelsEverything.cpp",
        "op_relu.cpp",
    }


def test_a_touched_model(project):
    """The model is read again; nothing else is done."""
    os.utime(project.source / "model.pte")
    output = project.build()
    assert "etgen" in output or "Configuring" in output
    assert compiled(output) == set()


def test_another_model(project):
    before = project.run("app").split()
    assert "aten::mul.out" in before
    time.sleep(0.05)
    shutil.copyfile(MODELS / "linear_relu_add.pte", project.source / "model.pte")
    assert compiled(project.build()) == {
        "RegisterCodegenUnboxedKernelsEverything.cpp",
        "op_addmm.cpp",
        "op_permute_copy.cpp",
    }
    now = project.run("app").split()
    assert set(now) - set(before) == {"aten::addmm.out", "aten::permute_copy.out"}
    assert set(before) - set(now) == {"aten::mul.out"}
    assert not list(project.directory.rglob("op_mul.cpp"))


def test_a_users_file_among_the_generated_ones(project):
    """The file is neither compiled nor deleted: the build fails and names it, until it is removed."""
    (sources,) = {path.parent for path in project.directory.rglob("op_add.cpp")}
    (sources / "op_mine.cpp").write_text("#error mine")
    os.utime(project.source / "model.pte")
    assert compiled(project.build()) == set()
    change(project.source / "op_add.cpp", "ssize_t  i", "ssize_t i")
    result = project.try_build()
    assert result.returncode != 0
    assert ": small/op_mine.cpp\nhint: give a new or empty directory" in result.stdout + result.stderr
    assert (sources / "op_mine.cpp").read_text() == "#error mine"
    (sources / "op_mine.cpp").unlink()
    assert compiled(project.build()) == {"op_add.cpp"}


def test_an_older_model(project):
    """A model from an archive may be older than the outputs of the previous model."""
    before = project.run("app").split()
    shutil.copyfile(MODELS / "add_mul_relu.pte", project.source / "model.pte")
    os.utime(project.source / "model.pte", (10**9, 10**9))
    say_to_build_again(project)
    assert {"op_mul.cpp"} < compiled(project.build())
    assert set(project.run("app").split()) - set(before) == {"aten::mul.out"}
    assert "add_mul_relu" not in (project.directory / "model_test_check.txt").read_text()
    project.test("^model_test$")


def test_a_kernel_that_uses_another_source(project):
    change(project.source / "op_add.cpp", '#include "floats.h"', '#include "floats.h"\n#include "scale.h"')
    change(project.source / "op_add.cpp", "other.const", "scale() * other.const")
    say_to_build_again(project)
    assert compiled(project.build()) == {"op_add.cpp", "scale.cpp"}


def test_a_second_run_of_cmake(project):
    """Unchanged files are not read again, and their outputs do not change."""
    generated = sorted((project.directory / "kernels").rglob("*"))
    times = [path.stat().st_mtime_ns for path in generated]
    result = project.configure()
    assert "etgen: 0 of" in result.stdout
    assert [path.stat().st_mtime_ns for path in generated] == times
    (project.directory / "kernels/Functions.h").unlink()
    result = project.configure()
    assert "etgen: 1 of" in result.stdout
    assert (project.directory / "kernels/Functions.h").exists()


def test_a_model_that_is_none(project):
    """The build fails with an error, and succeeds again once there is a valid model."""
    model = project.source / "model.pte"
    good = model.read_bytes()
    time.sleep(0.05)
    model.write_bytes(b"none")
    for _ in range(2):
        result = project.try_build()
        assert result.returncode != 0
        assert "error: model.pte: not an ExecuTorch program" in result.stdout + result.stderr
    time.sleep(0.05)
    model.write_bytes(good)
    assert compiled(project.build()) == set()
