"""Links the part of a registration library that a microcontroller needs, without a runtime, which the wheel
lacks.
"""

import pathlib
import re
import subprocess

REGISTER_ALL_KERNELS = "_ZN5torch8executor20register_all_kernelsEv"

_KERNEL = re.compile(r"torch::executor::[\w:]*native::(\w+_out)\(.*\)")


def functions(archive: pathlib.Path) -> dict[str, str]:
    """The mangled names of the kernels' functions in an archive, by their names without namespaces."""
    nm = ["arm-none-eabi-nm", "--defined-only", "--format=just-symbols", archive]
    symbols = subprocess.run(nm, capture_output=True, text=True, check=True).stdout.split()
    filt = ["arm-none-eabi-c++filt", *symbols]
    names = subprocess.run(filt, capture_output=True, text=True, check=True).stdout.splitlines()
    found = zip(symbols, map(_KERNEL.fullmatch, names), strict=True)
    return {match[1]: symbol for symbol, match in found if match}


def link(
    archive: pathlib.Path, output: pathlib.Path, entry: str = REGISTER_ALL_KERNELS
) -> tuple[int, int, int]:
    """Links everything that is reachable from a function; returns the bytes of text, data and bss."""
    linker = ["arm-none-eabi-ld", "--relocatable", "--gc-sections", f"--entry={entry}"]
    subprocess.run([*linker, archive, "-o", output], check=True)
    sizes = subprocess.run(["arm-none-eabi-size", output], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    return text, data, bss
