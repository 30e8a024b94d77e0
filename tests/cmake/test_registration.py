"""Each registration is in a binary exactly once: none is lost or duplicated."""

import re

import pytest
from cmake_build import CMakeBuild
from conftest import ROOT
from etgen import opset

KERNELS = ["aten::add.out", "aten::mul.out", "aten::relu.out"]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    build = CMakeBuild(ROOT / "tests/cmake/registration", tmp_path_factory.mktemp("registration"))
    build.build()
    return build


@pytest.mark.parametrize("app", ["list_kernels", "list_from_plain_archive", "list_from_shared_library"])
def test_registrations_survive_linking(project, app):
    registered = project.run(app).splitlines()
    assert sorted(registered) == sorted([*KERNELS, *map(str, opset.prim_ops())])


def test_a_lost_registration_does_not_link(project):
    result = project.try_build("lost")
    assert result.returncode != 0
    assert re.search(r"et_registers_aten_add_DOT_out.*not defined|undefined", result.stdout)


def test_a_lost_registration_is_found_out_before_it_is_linked(project):
    result = project.try_build("lost_test")
    assert result.returncode != 0
    assert "error: nothing registers kernels" in result.stdout
    assert "hint: add an executorch_generated_lib to the deps" in result.stdout


def test_a_binary_that_registers_twice_does_not_link(project):
    result = project.try_build("registered_twice")
    assert result.returncode != 0
    assert re.search(r"(multiple|duplicate).*et_registers_aten_add_DOT_out", result.stdout)


def test_a_binary_that_registers_twice_is_found_out_before_it_is_linked(project):
    result = project.try_build("registered_twice_test")
    assert result.returncode != 0
    assert (
        "error: aten::add.out: registered (default) by both //tests/cmake/registration:kernels and "
        "//tests/cmake/registration:more_kernels" in result.stdout
    )


def test_manual_registration_waits(project):
    first, *kernels = project.run("list_manual_kernels").splitlines()
    assert first == f"{len(opset.prim_ops())} before"
    assert set(KERNELS) < set(kernels)


def test_each_library_has_a_function_that_registers_it(project):
    assert project.run("two_libraries").splitlines() == [
        "when it starts: first 0, second 0",
        "after the second: first 0, second 1",
        "after the first: first 1, second 1",
    ]


def test_a_test_of_models_registers_libraries_with_manual_registration(project):
    project.test("two_libraries_test")


def test_a_library_gets_no_kernels_that_another_has_for_other_dtypes(project):
    result = project.try_build("one_source_for_two")
    assert result.returncode != 0
    assert re.search(r"(multiple|duplicate).*are_floats", result.stdout)


def test_more_kernels_than_the_registry_has_room_for(project):
    result = project.try_build("too_many_cc")
    assert result.returncode != 0
    assert "the registry of the runtime is too small for these kernels" in result.stdout


def test_registry_header(project):
    assert int(project.run("registry_size")) == len(KERNELS) + len(opset.prim_ops()) + 1


def test_operators_of_the_runtime_alone(project):
    own = sorted(map(str, opset.prim_ops()))
    assert sorted(project.run("list_own_kernels").splitlines()) == own
    first, *kernels = project.run("list_own_manual_kernels").splitlines()
    assert first == f"{len(own)} before"
    assert sorted(kernels) == own
