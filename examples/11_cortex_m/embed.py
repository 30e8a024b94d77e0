"""Writes a program and its inputs as C++ arrays, with the memory that the program is planned in.

python embed.py MODEL.pte [INPUT.npy ...] --output model.cpp
"""

import argparse
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


def embed(path: str, inputs: list[pathlib.Path]) -> str:
    model = program.read(path)
    if any(buffer.method != "forward" or buffer.device != "CPU" for buffer in model.planned):
        raise SystemExit(f"error: {path}: this app runs one method, forward, on the CPU")
    text = '#include "model.h"\n\nusing executorch::runtime::Span;\n\nnamespace {\n'
    text += constant("program", pathlib.Path(path).read_bytes())
    for index, file in enumerate(inputs):
        text += constant(f"input{index}", npy.read(file)[1])
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
