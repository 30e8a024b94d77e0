"""The functions of vectors that optimized kernels are made of, compared with exact values."""

import re
import subprocess

from conftest import build

# Every float takes 15 minutes: `check_floats 1`. A prime, so that all patterns of low bits come up.
STEP = 251


def test_functions_are_within_2_ulp():
    """On each SIMD target that this processor has, infinities, NaN and denormals included."""
    program = build("//tests/vector_math:check_floats", config="dispatch") / "tests/vector_math/check_floats"
    result = subprocess.run([program, str(STEP)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    lines = re.findall(r"^(\w[\w ]*\w) +(\w+) +[\d.]+ ulp at ", result.stdout, re.MULTILINE)
    functions, targets = ({line[i] for line in lines} for i in (0, 1))
    assert len(functions) == 27
    assert len(lines) == len(functions) * len(targets) > 0
