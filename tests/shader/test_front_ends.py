"""Every build system generates the same package for the example, byte for byte."""

import importlib
import shutil

import environment
import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT, build
from etgen import manifest
from packages import files_of

pytestmark = environment.needs_glslc
EXAMPLE = "08_shader_operators"


@pytest.fixture(scope="module")
def of_bazel() -> dict[str, bytes]:
    files = files_of(build(f"//examples/{EXAMPLE}:shop_ops") / "examples" / EXAMPLE / "shop_ops")
    assert len(files) > 10
    return files


@pytest.fixture(scope="module")
def cmake(tmp_path_factory) -> CMakeBuild:
    """A CMake project with the example's shaders; it does not list all sources."""
    project = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "examples" / EXAMPLE, project, dirs_exist_ok=True)
    text = (project / "CMakeLists.txt").read_text().replace("../../rules", f"{ROOT}/rules")
    (project / "CMakeLists.txt").write_text(text.replace("    sepia.glsl\n", ""))
    example = CMakeBuild(project, project / "build")
    example.build("shop_ops")
    return example


def test_cmake(of_bazel, cmake):
    assert files_of(cmake.directory / "shop_ops") == of_bazel


def test_cmake_compiles_again_when_an_include_changes(cmake):
    before = files_of(cmake.directory / "shop_ops")
    assert "no work to do" in cmake.build("shop_ops")
    include = cmake.source / "sepia.glsl"
    include.write_text(include.read_text().replace("0.393", "0.5"))
    cmake.build("shop_ops")
    after = files_of(cmake.directory / "shop_ops")
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"shop_sepia_buffer.spv", "shop_sepia_image.spv", manifest.NAME}


def test_buck2(of_bazel, monkeypatch):
    pytest.importorskip("starlark", reason="starlark-pyo3 is not there")
    monkeypatch.syspath_prepend(ROOT / "tests/starlark")
    buck2 = importlib.import_module("buck2")
    fetch_wheels()
    (package,) = buck2.Buck2(ROOT).build(f"//examples/{EXAMPLE}:shop_ops")
    assert files_of(package) == of_bazel
