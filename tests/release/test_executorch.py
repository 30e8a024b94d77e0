"""All places that name the tested ExecuTorch version agree; docs/howto/upgrade_executorch.md lists them."""

import re

import pytest
from cmake_build import wheel
from conftest import ROOT
from etgen import opset
from installed import RUNTIME

VERSION = RUNTIME.partition("==")[2]
MINOR = VERSION.rpartition(".")[0]
PAGE = (ROOT / "docs/howto/upgrade_executorch.md").read_text()

# Files, and the text in each that contains the version.
PLACES = [
    ("tests/requirements.txt", rf"^executorch=={VERSION}$"),
    ("rules/cmake/private/runtime_version.cmake", rf"set\(newest {MINOR}\)"),
    ("tools/etgen/data/prim_ops.txt", rf"the ExecuTorch {MINOR} runtime"),
    ("tools/etgen/runtime_limits.py", rf"ExecuTorch 1\.0 to {MINOR};"),
    ("tools/etgen/templates/shader/arm_backend.py", rf'^TESTED = \(.*"{VERSION}".*\)$'),
    ("docs/support.md", rf"x86-64 Linux, ExecuTorch {VERSION}\."),
    ("docs/use_with_your_executorch.md", rf"^Releases 1\.0 to {MINOR} are supported"),
    ("docs/use_with_your_executorch.md", rf"^\| {VERSION} \| run, on each change"),
]


@pytest.mark.parametrize(("path", "said"), PLACES, ids=[path for path, _ in PLACES])
def test_a_place_names_it(path, said):
    assert re.search(said, (ROOT / path).read_text(), re.MULTILINE)
    assert f"`{path}`" in PAGE


def test_the_operators_that_the_runtime_has():
    """The operators are those of the runtime's own namespace, which no other library registers."""
    library = (wheel() / "lib/libexecutorch.so").read_bytes()
    names = set(re.findall(rb"\0(executorch_prim::[\w.]+)", library))
    listed = {str(op) for op in opset.prim_ops() if op.namespace == "executorch_prim"}
    assert {name.decode() for name in names} == listed
