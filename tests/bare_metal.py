"""Links the part of a registration library that a microcontroller needs, without a runtime, which the wheel
lacks.
"""

import pathlib
import subprocess

REGISTER_ALL_KERNELS = "_ZN5torch8executor20register_all_kernelsEv"


def link(archive: pathlib.Path, output: pathlib.Path) -> tuple[int, int, int]:
    """Links everything reachable from register_all_kernels(); returns the bytes of text, data and bss."""
    linker = ["arm-none-eabi-ld", "--relocatable", "--gc-sections", f"--entry={REGISTER_ALL_KERNELS}"]
    subprocess.run([*linker, "--whole-archive", archive, "-o", output], check=True)
    sizes = subprocess.run(["arm-none-eabi-size", output], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    return text, data, bss
