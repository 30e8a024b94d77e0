"""What is built again when something has changed, and that nothing is when nothing has."""

import os
import re
import shutil
import time

import pytest
from cmake_build import CMakeBuild
from conftest import MODELS, ROOT

UNCHANGED = {"Ninja": "ninja: no work to do.", "Unix Makefiles": "Built target app"}


def compiled(output: str) -> set[str]:
    """The sources that a build has compiled."""
    return {name.rpartition("/")[2] for name in re.findall(r"Building CXX object (\S+)\.o", output)}


def change(path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    # Make looks at times, and those of two writes may be the same.
    time.sleep(0.05)
    path.write_text(text.replace(old, new))


@pytest.fixture(scope="module", params=UNCHANGED)
def project(request, tmp_path_factory):
    directory = tmp_path_factory.mktemp("rebuilds")
    source = directory / "project"
    shutil.copytree(ROOT / "tests/cmake/project", source)
    shutil.copy(MODELS / "add_mul_relu.pte", source / "model.pte")
    build = CMakeBuild(source, directory / "build", request.param)
    result = build.configure(f"-DRULES_EXECUTORCH={ROOT}")
    assert result.returncode == 0, result.stderr
    first = {"RegisterCodegenUnboxedKernelsEverything.cpp", "main.cpp", "floats.cpp"}
    assert compiled(build.build()) == first | {"op_add.cpp", "op_mul.cpp", "op_relu.cpp"}
    return build


@pytest.fixture(autouse=True)
def nothing_is_left_to_do(project):
    """After each change."""
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
    """Another C++ function for an operator: what calls it is compiled again, and the function."""
    change(project.source / "functions.yaml", "small::relu_out", "small::my_relu_out")
    change(project.source / "op_relu.cpp", "Tensor& relu_out", "Tensor& my_relu_out")
    assert compiled(project.build()) == {
        "RegisterCodegenUnboxedKernelsEverything.cpp",
        "op_relu.cpp",
    }


def test_a_touched_model(project):
    """It is read again, and that is all."""
    os.utime(project.source / "model.pte")
    output = project.build()
    assert "Configuring" in output
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
    """It is neither compiled nor deleted: the build fails, names it, and works again without it."""
    (sources,) = {path.parent for path in project.directory.rglob("op_add.cpp")}
    (sources / "op_mine.cpp").write_text("#error mine")
    os.utime(project.source / "model.pte")
    assert compiled(project.build()) == set()
    change(project.source / "op_add.cpp", "ssize_t  i", "ssize_t i")
    result = project.try_build()
    assert result.returncode != 0
    assert ": op_mine.cpp\nhint: name a directory that is empty" in result.stdout + result.stderr
    assert (sources / "op_mine.cpp").read_text() == "#error mine"
    (sources / "op_mine.cpp").unlink()
    assert compiled(project.build()) == {"op_add.cpp"}


def test_a_model_that_is_none(project):
    """The build fails, says why, and works again when there is a model."""
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
