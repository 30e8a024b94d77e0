"""Numbers of operators and rules in prose are right: exact, or "some 300", rounded to tens."""

import re

import pytest
from conftest import ROOT
from etgen import functions_yaml


def operators(path: str) -> int:
    return len(functions_yaml.read(str(ROOT / path)))


PORTABLE = operators("kernels/portable/functions.yaml")
OPTIMIZED = operators("kernels/optimized/functions.yaml")
QUANTIZED = operators("kernels/quantized/quantized.yaml")
LLM = operators("kernels/llm/llm.yaml")
CORTEX_M = operators("kernels/cortex_m/cortex_m.yaml")
FUSED = operators("kernels/fused/fused.yaml")
RULES = len(
    set(re.findall(r"^\| ([EPSHT]\d+) \|", (ROOT / "tools/etgen/shader/README.md").read_text(), re.M))
)

# Documents, the text around each number, and the counted objects.
PROSE = [
    *(
        (
            path,
            r"some # portable, # optimized\s+and # quantized .*?and # for.*?and\s+# for int8",
            (PORTABLE, OPTIMIZED, QUANTIZED, LLM, CORTEX_M),
        )
        for path in ("README.md", "CHANGELOG.md")
    ),
    ("docs/operators.md", r"implement some # operators", (PORTABLE,)),
    ("docs/operators.md", r"vectors and threads for some #\s+operators", (OPTIMIZED,)),
    ("docs/operators.md", r"all # that ExecuTorch has kernels for", (QUANTIZED,)),
    ("docs/operators.md", r"`cortex_m`, all # operators", (CORTEX_M,)),
    ("docs/operators.md", r"fused kernels\]\(.*?\) implement # operators", (FUSED,)),
    ("docs/operators.md", r"some # rules", (RULES,)),
    ("kernels/portable/README.md", r"some # operators: all that", (PORTABLE,)),
    ("kernels/cortex_m/README.md", r"all # that ExecuTorch's exporter has", (CORTEX_M,)),
    ("kernels/quantized/README.md", r"all # that ExecuTorch has kernels for", (QUANTIZED,)),
]


@pytest.mark.parametrize(
    ("path", "text", "counted"), PROSE, ids=[f"{path}: {text}" for path, text, _ in PROSE]
)
def test_a_number_in_prose(path, text, counted):
    pattern = text.replace("#", r"(\d+)").replace(" ", r"\s+")
    said = re.search(pattern, (ROOT / path).read_text(), re.IGNORECASE | re.DOTALL)
    assert said, "the sentence is another now: change it here as well"
    for number, count in zip(map(int, said.groups()), counted, strict=True):
        assert number == count or ("some" in text and number == round(count, -1)), f"{number} are {count}"
