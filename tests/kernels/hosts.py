"""The programs that call kernels."""

import pytest
from conftest import build
from kernel_testing.host import Host

# The kernels' libraries, and how the tests build them.
LIBRARIES = {"portable": None, "optimized": "dispatch"}


def host_of(library: str) -> Host:
    name = f"{library}_kernel_host"
    binary = build(f"//kernels/testing:{name}", config=LIBRARIES[library])
    return Host([str(binary / "kernels/testing" / name)])


@pytest.fixture(scope="module", params=list(LIBRARIES))
def either_host(request):
    """The portable kernels, then the optimized ones."""
    with host_of(request.param) as host:
        yield host


def optimized_host(config: str) -> str:
    """The one that a config of .bazelrc builds; with sanitizers, of sources that are joined to units.

    That compiles faster, and finds names that sources have in common.
    """
    name = "joined_kernel_host" if config == "sanitize" else "optimized_kernel_host"
    return str(build(f"//kernels/testing:{name}", config=config) / "kernels/testing" / name)
