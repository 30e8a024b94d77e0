"""Programs that the ExecuTorch runtime refuses, regardless of the kernels in a binary.

The limits are those of ExecuTorch 1.0 to 1.5; a test lets the runtime load programs on both sides of each
limit.
"""

from flatbuffers import packer

from etgen import program_fields as fields
from etgen.errors import Problem
from etgen.flatbuffer import Table
from etgen.kernel_key import format_key
from etgen.program_values import Call, Values

_SCHEMA_VERSION = 0
_RANK = 16
# Buffers of the runtime hold this number of characters and a terminating zero.
_NAME_LENGTH = 99
_KEY_LENGTH = 658


def of_program(root: Table) -> list[Problem]:
    """The problems of a program as a whole."""
    problems = []
    version = root.number(fields.Program.VERSION, packer.uint32)
    if version > _SCHEMA_VERSION:
        what = f"it has schema version {version}, and runtimes load {_SCHEMA_VERSION}"
        problems.append(Problem(what, "export it with the same ExecuTorch release as the app's runtime"))
    if not len(root.tables(fields.Program.EXECUTION_PLAN)):
        problems.append(Problem("it has no method", "export a module with a method, such as forward"))
    return problems


def of_method(plan: Table, values: Values) -> list[Problem]:
    """The problems of a method."""
    where = f"(method {plan.text(fields.ExecutionPlan.NAME)})"
    problems = []
    if not len(plan.tables(fields.ExecutionPlan.CHAINS)):
        what = f"it has no chain of instructions, so runtimes cannot load it {where}"
        problems.append(Problem(what, "give the .pte that to_executorch() made"))
    rank = values.largest_rank()
    if rank > _RANK:
        what = f"a tensor has {rank} dimensions, and runtimes take at most {_RANK} {where}"
        problems.append(Problem(what, "reshape it in the model"))
    return problems


def of_call(call: Call) -> list[Problem]:
    """The problems of a call of a kernel."""
    where = f"({call.place})"
    name, key = str(call.op), format_key(call.key)
    problems = []
    if len(name) > _NAME_LENGTH:
        what = f"its name has {len(name)} characters, and runtimes take at most {_NAME_LENGTH} {where}"
        problems.append(Problem(what, "give the operator a shorter name", op=name))
    if len(key) > _KEY_LENGTH:
        what = (
            f"called with {len(call.key)} tensors, whose kernel key has {len(key)} characters; "
            f"runtimes take at most {_KEY_LENGTH} {where}"
        )
        problems.append(Problem(what, "pass the tensors in a list, which the key leaves out", op=name))
    return problems
