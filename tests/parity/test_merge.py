"""Every front end merges yaml files in the same way: the first entry wins alone, or fills gaps."""

import importlib

import pytest
from cmake_build import CMakeBuild, fetch_wheels
from conftest import ROOT, build, run_etgen

PACKAGE = "tests/parity/merge"
TARGETS = {"alone": [], "filled": ["--fill-gaps"]}


@pytest.fixture(scope="module", params=TARGETS)
def expected(request, tmp_path_factory) -> tuple[str, str]:
    """A target, and the command line's result for the same files."""
    merged = tmp_path_factory.mktemp("merge") / "merged.yaml"
    fallbacks = [flag for name in ("slow", "late") for flag in ("--fallback-yaml", f"{name}.yaml")]
    flags = ["--functions-yaml", "fast.yaml", *fallbacks, *TARGETS[request.param], "--output", merged]
    assert run_etgen("merge", *flags, cwd=ROOT / PACKAGE).returncode == 0
    return request.param, merged.read_text()


def test_only_gaps_are_filled(expected):
    target, text = expected
    assert "fast::mul_out" in text
    assert "slow::mul_out" not in text
    assert ("slow::add_out" in text) == (target == "filled")


def test_bazel(expected):
    target, text = expected
    assert (build(f"//{PACKAGE}:{target}") / PACKAGE / target / "merged.yaml").read_text() == text


def test_cmake(expected, tmp_path):
    target, text = expected
    project = CMakeBuild(ROOT / PACKAGE, tmp_path)
    assert project.configure().returncode == 0
    assert (tmp_path / target / "merged.yaml").read_text() == text


def test_buck2(expected, monkeypatch):
    pytest.importorskip("starlark", reason="starlark-pyo3 is not there")
    monkeypatch.syspath_prepend(ROOT / "tests/starlark")
    buck2 = importlib.import_module("buck2")
    fetch_wheels()
    target, text = expected
    (merged,) = buck2.Buck2(ROOT).build(f"//{PACKAGE}:{target}")
    assert merged.read_text() == text
