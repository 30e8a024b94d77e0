"""Prints the bytes of flash and RAM of an app, by part, from the map that GNU ld writes.

    python sizes.py app.map

Variables that begin with a value are in both: the start-up code copies them. A text that several objects
have is kept once, and counted for the first.
"""

import pathlib
import re
import sys

FLASH, RAM = {".text", ".ARM.exidx", ".data"}, {".data", ".bss"}

# The part of an input section, by its name and its object; the first that matches.
PARTS = [
    ("kernels", r"libkernels_cc\.a\((?!RegisterKernels)"),
    ("registration", r"libkernels_cc\.a|kernels_anchor"),
    ("registry", r"libruntime_core\.a\(operator_registry"),
    ("runtime core", r"libruntime_core\.a"),
    ("runtime's own operators", r"libruntime_prim_ops\.a"),
    ("program", r"^\.rodata\S*7program.*model\.cpp"),
    ("inputs", r"^\.rodata\S*input\d.*model\.cpp"),
    ("planned buffers", r"^\.bss\S*planned\d.*model\.cpp"),
    ("method arena", r"method_memory"),
    ("temp arena", r"temp_memory"),
    ("C library", r"/lib(c_nano|gcc|m|stdc\+\+_nano)\.a\("),
    ("app and board", r""),
]
TOGETHER = {"kernels", "registration", "registry"}

_OUTPUT = r"^(?P<output>\.\S+)\s+0x\w+\s+0x\w+"
_INPUT = r"^ (?P<input>\.\S+|COMMON)\s+0x\w+\s+0x(?P<size>\w+) (?P<object>\S.*)$"
_FILL = r"^ \*fill\*\s+0x\w+\s+0x(?P<fill>\w+)"


def part_of(section: str, path: str) -> str:
    return next(name for name, pattern in PARTS if re.search(pattern, f"{section} {path}"))


def measure(text: str) -> dict[str, list[int]]:
    """The bytes of flash and of RAM of each part."""
    sizes = {name: [0, 0] for name, _ in PARTS} | {"alignment": [0, 0]}
    memory = text[text.index("\nLinker script and memory map") :]
    output = ""
    for match in re.finditer(f"{_OUTPUT}|{_INPUT}|{_FILL}", memory, re.MULTILINE):
        if match["output"]:
            output = match["output"]
            continue
        part = part_of(match["input"], match["object"]) if match["input"] else "alignment"
        size = int(match["size"] or match["fill"], 16)
        sizes[part][0] += size if output in FLASH else 0
        sizes[part][1] += size if output in RAM else 0
    stack = re.search(r"0x(\w+)\s+stack_bytes", memory)
    if stack:
        sizes["stack"] = [0, int(stack[1], 16)]
    return sizes


def main(path: str) -> None:
    sizes = measure(pathlib.Path(path).read_text())
    totals = []
    rows = [(name, flash, ram) for name, (flash, ram) in sizes.items() if flash or ram]
    together = [row for row in rows if row[0] in TOGETHER]
    for name, summed in (("total", rows), (", ".join(row[0] for row in together), together)):
        totals.append((name, sum(flash for _, flash, _ in summed), sum(ram for _, _, ram in summed)))
    rows += totals
    width = max(len(row[0]) for row in rows)
    print(f"{'part':{width}}  {'flash':>9}  {'RAM':>9}")
    for name, flash, ram in rows:
        print(f"{name:{width}}  {flash:9,}  {ram:9,}")


if __name__ == "__main__":
    main(*sys.argv[1:])
