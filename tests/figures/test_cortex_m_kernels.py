"""The README of kernels/cortex_m says how large each kernel is on a microcontroller."""

import cortex_m_kernels
import pytest
from cross_tools import needs


@needs("arm-none-eabi-g++")
def test_the_table_has_the_size_of_each_kernel(request):
    measured = cortex_m_kernels.sizes()
    if request.config.getoption("--update-goldens"):
        cortex_m_kernels.write(measured)
    written = cortex_m_kernels.in_readme()
    assert written.keys() == measured.keys()
    for name, bytes_of_cores in measured.items():
        assert written[name] == pytest.approx(bytes_of_cores, rel=0.03), name
