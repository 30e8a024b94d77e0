"""Builds and starts the programs that call kernels."""

from collections.abc import Sequence

import pytest
from conftest import ROOT, build
from etgen import functions_yaml
from kernel_testing.host import Answer, Host

# The kernel libraries, and the config of .bazelrc that builds each.
LIBRARIES = {"portable": None, "optimized": "dispatch"}


class LibraryHost(Host):
    """Calls kernels of one library; skips a test that calls an operator which the library does not list."""

    def __init__(self, command: list[str], library: str):
        super().__init__(command)
        listed = functions_yaml.read(str(ROOT / "kernels" / library / "functions.yaml"))
        self._listed = {str(entry.name) for entry in listed}
        self._library = library

    def call(self, op: str, values: Sequence[object]) -> Answer:
        if op not in self._listed:
            pytest.skip(f"{op} is not among the {self._library} kernels")
        return super().call(op, values)


def host_of(library: str) -> Host:
    name = f"{library}_kernel_host"
    binary = build(f"//kernels/testing:{name}", config=LIBRARIES[library])
    return LibraryHost([str(binary / "kernels/testing" / name)], library)


@pytest.fixture(scope="module", params=list(LIBRARIES))
def either_host(request):
    """The host of the portable kernels, then the host of the optimized ones."""
    with host_of(request.param) as host:
        yield host


def optimized_host(config: str) -> str:
    """The path of the program that a config of .bazelrc builds."""
    name = "optimized_kernel_host"
    return str(build(f"//kernels/testing:{name}", config=config) / "kernels/testing" / name)
