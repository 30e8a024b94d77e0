"""Writes a program and its inputs as C++ arrays, with the memory that the program is planned in.

python embed.py MODEL.pte [INPUT.npy ...] --output model.cpp
"""

import argparse
import itertools
import pathlib
import sys
import textwrap

import npy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from etgen import program
from etgen.errors import InputError


def constant(name: str, content: bytes) -> str:
    """An array in flash; the runtime reads tables and tensors where they are, so they are aligned."""
    numbers = textwrap.fill(", ".join(map(str, content)), 110)
    return f"alignas(16) const uint8_t {name}[] = {{\n{numbers}}};\n"


def laid_out(path: pathlib.Path, dim_order: tuple[int, ...]) -> bytes:
    """The bytes of an array, in the order of dimensions that the program has for the input."""
    _, sizes, content = npy.read(path)
    if len(sizes) != len(dim_order):
        raise SystemExit(f"error: {path}: {len(sizes)} dimensions, and the input has {len(dim_order)}")
    strides = [len(content)]
    for size in sizes:
        strides.append(strides[-1] // max(size, 1))
    width = strides[-1]
    steps = [range(0, sizes[dim] * strides[dim + 1], strides[dim + 1]) for dim in dim_order]
    return b"".join(content[at : at + width] for at in map(sum, itertools.product(*steps)))


def embed(path: str, inputs: list[pathlib.Path]) -> str:
    model = program.read(path)
    if any(buffer.method != "forward" or buffer.device != "CPU" for buffer in model.planned):
        raise SystemExit(f"error: {path}: this app runs only the method forward, on the CPU")
    text = '#include "model.h"\n\nusing executorch::runtime::Span;\n\nnamespace {\n'
    text += constant("program", pathlib.Path(path).read_bytes())
    values = program.inputs(path)["forward"]
    if len(inputs) != len(values):
        raise SystemExit(f"error: {path}: it has {len(values)} inputs, and {len(inputs)} are given")
    for index, (file, value) in enumerate(zip(inputs, values, strict=True)):
        if len(value.metas) != 1:
            raise SystemExit(f"error: {path}: input {index} is not a tensor, and this app has only tensors")
        text += constant(f"input{index}", laid_out(file, value.metas[0].dim_order))
    for buffer in model.planned:
        text += f"alignas(16) uint8_t planned{buffer.index}[{buffer.size}];\n"
    names = [f"input{index}" for index in range(len(inputs))]
    text += f"const Bytes inputs[] = {{{', '.join(f'{{{name}, sizeof {name}}}' for name in names)}}};\n"
    names = [f"planned{buffer.index}" for buffer in model.planned]
    text += f"Span<uint8_t> planned[] = {{{', '.join(f'{{{name}, sizeof {name}}}' for name in names)}}};\n"
    text += "}  // namespace\n\nextern const Bytes kProgram = {program, sizeof program};\n"
    text += f"extern const Span<const Bytes> kInputs = {{inputs, {len(inputs)}}};\n"
    return text + f"extern const Span<Span<uint8_t>> kPlanned = {{planned, {len(names)}}};\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("inputs", nargs="*", type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    args = parser.parse_args()
    try:
        args.output.write_text(embed(args.model, args.inputs))
    except InputError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
