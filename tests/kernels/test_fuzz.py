"""Calls of any shape, of every operator, beside guard pages: the kernels do what eager PyTorch does."""

import argparse

from conftest import ROOT, build
from hosts import LIBRARIES
from kernel_testing import fuzz

# At 110,000 calls a minute on two processors.
CALLS = 200_000
# Drawn but for these: they write to their first argument, which hand-written tests call.
NOT_DRAWN = {"aten::copy_", "aten::index_put_", "aten::_native_batch_norm_legit.out"}


def libraries() -> list[fuzz.Library]:
    found = []
    for name, config in LIBRARIES.items():
        host = build(f"//kernels/testing:{name}_kernel_host", config=config) / "kernels/testing"
        yaml = ROOT / "kernels" / name / "functions.yaml"
        found.append(fuzz.read_library(name, str(host / f"{name}_kernel_host"), str(yaml)))
    return found


def test_calls_of_any_shape():
    tested = libraries()
    args = argparse.Namespace(op=[], seed=0, calls=CALLS, minutes=0, jobs=2)
    total = fuzz.run_rounds(tested, args)
    assert total.wrong == []
    assert sum(total.passed.values()) >= CALLS
    for library in tested:
        calls = {op: total.passed[library.name, op] for op in library.schemas if op not in NOT_DRAWN}
        assert {op: count for op, count in calls.items() if count < 100} == {}, library.name
