"""The SIMD targets of x86, as values of KERNEL_HOST_SIMD; tests are skipped for those of other processors."""

import pathlib

import pytest

_PROCESSOR = pathlib.Path("/proc/cpuinfo").read_text()


def needs(flag: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(f" {flag} " not in _PROCESSOR, reason=f"this processor has no {flag}")


needs_avx2 = needs("avx2")

AVX2 = pytest.param("AVX2", marks=needs_avx2)
AVX3 = pytest.param("AVX3", marks=needs("avx512dq"))
AVX3_DL = pytest.param("AVX3_DL", marks=needs("avx512_vnni"))
TARGETS = ("SSE2", AVX2, AVX3)
