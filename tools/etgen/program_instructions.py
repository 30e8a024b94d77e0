"""The instructions of a method in a `.pte` file, and the kernel calls among them."""

from collections.abc import Iterator

from flatbuffers import packer

from etgen import program_fields as fields
from etgen.flatbuffer import CorruptError, Table
from etgen.program_values import Call, Values
from etgen.schema import OpName, SchemaError, parse_op_name

# Members of the union InstructionArguments.
KERNEL_CALL, DELEGATE_CALL, MOVE_CALL = 1, 2, 3

# The index of an instruction, its kind, and its arguments.
Instruction = tuple[int, int, Table]


def read(plan: Table) -> Iterator[Instruction]:
    """The relevant instructions of an execution plan, in order."""
    for chain in plan.tables(fields.ExecutionPlan.CHAINS):
        for index, instruction in enumerate(chain.tables(fields.Chain.INSTRUCTIONS)):
            kind = instruction.number(fields.Instruction.INSTR_ARGS_TYPE, packer.uint8)
            if kind not in (KERNEL_CALL, DELEGATE_CALL, MOVE_CALL):
                continue
            call = instruction.table(fields.Instruction.INSTR_ARGS)
            if call is None:
                method = plan.text(fields.ExecutionPlan.NAME)
                raise CorruptError(f"instruction {index} of method {method} is empty")
            yield index, kind, call


def calls(plan: Table, values: Values, instructions: list[Instruction]) -> Iterator[Call]:
    """The kernel calls of an execution plan, in order."""
    method = plan.text(fields.ExecutionPlan.NAME)
    operators = [_read_operator(operator) for operator in plan.tables(fields.ExecutionPlan.OPERATORS)]
    values.are_computed(_written_to(values, instructions))
    for index, kind, call in instructions:
        if kind != KERNEL_CALL:
            continue
        op_index = call.number(fields.KernelCall.OP_INDEX, packer.int32)
        if not 0 <= op_index < len(operators):
            raise CorruptError(f"instruction {index} of method {method} calls no operator")
        passed = tuple(values[i] for i in call.numbers(fields.KernelCall.ARGS, packer.int32))
        yield Call(operators[op_index], passed, method, index)


def _written_to(values: Values, instructions: list[Instruction]) -> Iterator[int]:
    """The numbers that instructions may write to, and other values that cannot be distinguished from them.

    Only the schema of an operator says which arguments are results; they are the last ones, and the results
    of an operator that writes to an out are tensors.
    """
    for _, kind, call in instructions:
        if kind == MOVE_CALL:
            yield call.number(fields.MoveCall.MOVE_TO, packer.int32)
            continue
        # For a delegate call, the arguments are in the same field.
        arguments = call.numbers(fields.KernelCall.ARGS, packer.int32)
        for index in reversed(arguments):
            if values[index].metas and kind == KERNEL_CALL:
                break
            yield index


def _read_operator(table: Table) -> OpName:
    name, overload = table.text(fields.Operator.NAME), table.text(fields.Operator.OVERLOAD)
    try:
        return parse_op_name(f"{name}.{overload}" if overload else name)
    except SchemaError as error:
        raise CorruptError(str(error)) from None
