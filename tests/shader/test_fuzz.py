"""A few of the cases that `make shader-fuzz` draws, with each kind of outcome."""

import importlib
import sys

import environment
import pytest
from conftest import ROOT

pytestmark = [environment.needs_running, environment.quiet]
pytest.importorskip("torch")

# Case numbers by outcome with Arm's scenario runner.
CASES = {
    "right": (5,),
    "refused": (3, 7, 13, 16),
    "foreign": (30, 138),
}


@pytest.fixture(scope="module")
def run():
    sys.path.append(str(ROOT / "tests/shader/fuzz"))
    return importlib.import_module("run")


@pytest.mark.parametrize(("end", "number"), [(end, n) for end in CASES for n in CASES[end]])
def test_drawn_cases(run, end, number, tmp_path):
    case = run.draw.draw(number)
    verdict = run.judge.judge(case, tmp_path / str(number), run.runners.ScenarioRunner())
    assert verdict.end == end, verdict.text


def test_a_shader_that_is_wrong_is_found(run, tmp_path):
    """The judge compares with the reference."""
    case = run.draw.draw(8)
    (name,) = [name for name in case.files if name.startswith("reference_")]
    case.files[name] = case.files[name].replace("return back(result", "return back(1 + result")
    verdict = run.judge.judge(case, tmp_path / "8", run.runners.ScenarioRunner())
    assert verdict.end == "wrong", verdict.text
