"""The vectorized math functions of optimized kernels are compared with exact values."""

import re
import subprocess

from conftest import build

# Testing every float takes 15 minutes: `check_floats 1`. The step is a prime, so that all low bits occur.
STEP = 1009


def test_functions_are_within_2_ulp():
    """Every SIMD target of this processor is tested, with infinities, NaN and denormals."""
    program = build("//tests/vector_math:check_floats", config="dispatch") / "tests/vector_math/check_floats"
    result = subprocess.run([program, str(STEP)], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    lines = re.findall(r"^(\w[\w ]*\w) +(\w+) +[\d.]+ ulp at ", result.stdout, re.MULTILINE)
    functions, targets = ({line[i] for line in lines} for i in (0, 1))
    assert len(functions) == 27
    assert len(lines) == len(functions) * len(targets) > 0
