"""Each source is compiled with the headers of its own library, and only needed sources are compiled."""

import json

import pytest
from cmake_build import CMakeBuild
from conftest import ROOT


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    build = CMakeBuild(ROOT / "tests/cmake/headers", tmp_path_factory.mktemp("headers"))
    build.configure()
    return build


def test_headers_of_one_library_are_not_anothers(project):
    project.build("headers")
    assert project.run("headers") == "first 41, second 42\n"


def test_only_what_is_needed_is_compiled(project):
    commands = json.loads((project.directory / "compile_commands.json").read_text())
    compiled = [each["output"] for each in commands if "/quantize_kernels_" in each["output"]]
    assert len(compiled) <= 12, compiled
