"""The optimized kernels for several SIMD targets."""

import arm
import pytest
from hosts import optimized_host
from kernel_testing.host import Host

# The best target of this processor, a baseline build with sanitizers, and SVE.
TARGETS = ["dispatch", "sanitize", pytest.param("SVE", marks=arm.needs_arm)]


def start(target: str) -> Host:
    """Starts a host for one of TARGETS."""
    if target == "SVE":
        return arm.EmulatedHost(arm.sve(arm.built_host(), 256))
    return Host([optimized_host(target)])
