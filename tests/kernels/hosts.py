"""The programs that call the optimized kernels."""

from conftest import build


def optimized_host(config: str) -> str:
    """The one that a config of .bazelrc builds; with sanitizers, of sources that are joined to units.

    That compiles faster, and finds names that sources have in common.
    """
    name = "joined_kernel_host" if config == "sanitize" else "optimized_kernel_host"
    return str(build(f"//kernels/testing:{name}", config=config) / "kernels/testing" / name)
