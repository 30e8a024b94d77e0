"""The optimized kernels for some kinds of vectors."""

import arm
import pytest
from hosts import optimized_host
from kernel_testing.host import Host

# The best ones of this processor, the least ones with what finds reads past the ends, and SVE's.
TARGETS = ["dispatch", "sanitize", pytest.param("SVE", marks=arm.needs_arm)]


def start(target: str) -> Host:
    """A host for one of TARGETS."""
    if target == "SVE":
        return Host(arm.sve(arm.built_host(), 256))
    return Host([optimized_host(target)])
