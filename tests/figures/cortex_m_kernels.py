"""The bytes of each kernel of kernels/cortex_m on two microcontrollers, and their table in its README."""

import pathlib
import tempfile

import bare_metal
from conftest import ROOT, build

README = ROOT / "kernels/cortex_m/README.md"
CORES = ("m4", "m55")
_LIBRARIES = ("cortex_m_kernels", "cortex_m_dtypes_kernels")
_HEAD = "| kernel | Cortex-M4 | Cortex-M55 |\n|---|---:|---:|\n"


def sizes() -> dict[str, tuple[int, ...]]:
    """The bytes of code and constants of each kernel, by operator: a number for each core.

    Where the kernel supports other dtypes as well, they are those of a build for Char. Each number includes
    everything that the kernel calls, except functions of the runtime and of the C library.
    """
    measured: dict[str, tuple[int, ...]] = {}
    for core in CORES:
        targets = [f"//kernels/testing:{name}" for name in _LIBRARIES]
        package = build(*targets, config=f"cortex_{core}") / "kernels/testing"
        of_core = {}
        for library in _LIBRARIES:
            of_core |= _sizes_in(package / f"lib{library}_cc.a")
        measured = {name: (*measured.get(name, ()), size) for name, size in sorted(of_core.items())}
    return measured


def _sizes_in(archive: pathlib.Path) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "kernel.o"
        functions = bare_metal.functions(archive).items()
        return {
            name.removesuffix("_out"): sum(bare_metal.link(archive, output, symbol)[:2])
            for name, symbol in functions
        }


def table(measured: dict[str, tuple[int, ...]]) -> str:
    rows = (f"| `{name}` | {' | '.join(f'{n:,}' for n in each)} |\n" for name, each in measured.items())
    return _HEAD + "".join(rows)


def in_readme() -> dict[str, tuple[int, ...]]:
    """The rows of the README's table, which is its end."""
    rows = README.read_text().partition(_HEAD)[2].splitlines()
    cells = ([cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows)
    return {name: tuple(int(n.replace(",", "")) for n in numbers) for name, *numbers in cells}


def write(measured: dict[str, tuple[int, ...]]) -> None:
    README.write_text(README.read_text().partition(_HEAD)[0] + table(measured))
