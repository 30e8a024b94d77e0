"""Backends with CMake: they are linked although nothing refers to them, proven, and run."""

import pytest
from cmake_build import CMakeBuild
from conftest import ROOT


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    build = CMakeBuild(ROOT / "tests/cmake/backends", tmp_path_factory.mktemp("backends"))
    build.build()
    return build


@pytest.mark.parametrize("backend", ["openvino", "qnn", "xnnpack"])
def test_those_of_the_wheel(project, backend):
    assert project.run(f"list_{backend}").lower().split() == [f"{backend}backend"]


@pytest.mark.parametrize("kind", ["static", "shared", "object", "by_name"])
def test_one_of_ones_own(project, kind):
    assert project.run(f"list_device_{kind}").split() == ["BackendWithCompilerDemo"]


def test_models_run(project):
    project.test()


def test_proofs(project):
    assert (project.directory / "device_check.txt").read_text().splitlines() == [
        "2 kernels, none registered twice",
        "backend BackendWithCompilerDemo of //tests/cmake/backends:device_static",
        "device_copies.pte: 2 different calls, each has exactly one kernel",
        "device_copies.pte: delegates to BackendWithCompilerDemo: 1, each has exactly one backend",
    ]
    assert (project.directory / "identity_test_check.txt").read_text().splitlines() == [
        "no kernels are registered",
        "identity.pte: calls no kernels",
    ]
