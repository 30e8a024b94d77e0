"""Tests of models: several methods, weights in external files, bundled inputs and outputs."""

from cmake_build import CMakeBuild
from conftest import ROOT


def test_models_run(tmp_path):
    project = CMakeBuild(ROOT / "tests/cmake/model_tests", tmp_path)
    result = project.configure(f"-DRulesExecuTorch_DIR={ROOT}/rules/cmake")
    assert result.returncode == 0, result.stderr
    project.build()
    project.test()
