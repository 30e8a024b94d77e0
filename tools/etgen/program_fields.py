"""The field numbers of a program's tables.

They are those of ExecuTorch's schemas, program.fbs and bundled_program_schema.fbs.

A class is a table, with the schema's names. A union has two fields; `_TYPE` is the type of the other. Unused
fields at the end of a table are left out.
"""


class BundledProgram:
    VERSION, METHOD_TEST_SUITES, PROGRAM = range(3)


class Program:
    VERSION, EXECUTION_PLAN, CONSTANT_BUFFER, BACKEND_DELEGATE_DATA, SEGMENTS = range(5)
    CONSTANT_SEGMENT, MUTABLE_DATA_SEGMENTS, NAMED_DATA = range(5, 8)


class ExecutionPlan:
    NAME, CONTAINER_META_TYPE, VALUES, INPUTS, OUTPUTS, CHAINS, OPERATORS, DELEGATES = range(8)
    NON_CONST_BUFFER_SIZES, NON_CONST_BUFFER_DEVICE = range(8, 10)


class NonConstBufferDevice:
    BUFFER_IDX, DEVICE_TYPE = range(2)


class Chain:
    INPUTS, OUTPUTS, INSTRUCTIONS = range(3)


class Instruction:
    INSTR_ARGS_TYPE, INSTR_ARGS = range(2)


class KernelCall:
    OP_INDEX, ARGS = range(2)


class DelegateCall:
    DELEGATE_INDEX, ARGS = range(2)


class MoveCall:
    MOVE_FROM, MOVE_TO = range(2)


class Operator:
    NAME, OVERLOAD = range(2)


class BackendDelegate:
    ID, PROCESSED = range(2)


class BackendDelegateDataReference:
    LOCATION, INDEX = range(2)


class BackendDelegateInlineData:
    DATA = 0


class DataSegment:
    OFFSET, SIZE = range(2)


class NamedData:
    KEY, SEGMENT_INDEX = range(2)


class EValue:
    VAL_TYPE, VAL = range(2)


class Tensor:
    SCALAR_TYPE, STORAGE_OFFSET, SIZES, DIM_ORDER, REQUIRES_GRAD = range(5)
    DATA_BUFFER_IDX, ALLOCATION_INFO, LAYOUT, SHAPE_DYNAMISM = range(5, 9)


class Int:
    INT_VAL = 0


class Bool:
    BOOL_VAL = 0


class Double:
    DOUBLE_VAL = 0


class IntList:
    ITEMS = 0


class TensorList:
    ITEMS = 0


class OptionalTensorList:
    ITEMS = 0
