"""How long each instruction of a program takes."""

from __future__ import annotations

import pathlib
import statistics
from collections.abc import Iterator, Sequence

from etgen import program_fields as fields
from etgen import program_instructions as instructions
from etgen.flatbuffer import Buffer
from etgen.program_values import Kind, Values
from flatbuffers import packer


def table(name: str, path: pathlib.Path, runs: Sequence[Sequence[float]]) -> str:
    """A line for each instruction: microseconds, the operator, and the sizes of its tensors.

    Args:
      name: the contender.
      path: its program.
      runs: the microseconds of all instructions, for each start of the app; the median counts.
    """
    medians = [statistics.median(each) for each in zip(*runs, strict=True)]
    lines = (f"{taken:10.1f}  {text}" for taken, text in zip(medians, _texts(path), strict=True))
    return "\n".join([f"{'microseconds':>12}, {name}: {sum(medians):.0f} in all", *lines])


def _texts(path: pathlib.Path) -> Iterator[str]:
    """The instructions of the first method."""
    plan = Buffer(path.read_bytes(), b"ET12").root().tables(fields.Program.EXECUTION_PLAN)[0]
    values = Values(plan)
    operators = [each.text(fields.Operator.NAME) for each in plan.tables(fields.ExecutionPlan.OPERATORS)]
    for _, kind, call in instructions.read(plan):
        if kind != instructions.KERNEL_CALL:
            yield "a delegate" if kind == instructions.DELEGATE_CALL else "a move"
            continue
        name = operators[call.number(fields.KernelCall.OP_INDEX, packer.int32)]
        arguments = call.numbers(fields.KernelCall.ARGS, packer.int32)
        # The last argument is the out once more.
        sizes = (_sizes(values, argument) for argument in list(arguments)[:-1])
        yield " ".join([name, *filter(None, sizes)])


def _sizes(values: Values, argument: int) -> str:
    """The sizes of a tensor, and nothing for other arguments."""
    kind, value = values.union(argument)
    return "×".join(map(str, value.numbers(fields.Tensor.SIZES, packer.int32))) if kind is Kind.TENSOR else ""
