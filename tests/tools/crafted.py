"""Writes programs that no exporter would write."""

from collections.abc import Callable, Sequence

import flatbuffers

FLOAT = 6
NULL, INT, BOOL, DOUBLE, TENSOR, _, INT_LIST, _, _, TENSOR_LIST, OPTIONAL_TENSOR_LIST = range(1, 12)
KERNEL_CALL, DELEGATE_CALL, MOVE_CALL = range(1, 4)


class _Builder(flatbuffers.Builder):
    def table(self, **fields: tuple[str, int]) -> int:
        """A table whose fields are called f0, f1, …; each has a type and a value."""
        self.StartObject(16)
        for name, (kind, value) in fields.items():
            getattr(self, f"Prepend{kind}Slot")(int(name[1:]), value, 0)
        return self.EndObject()

    def vector(self, values: Sequence[int], prepend: Callable, size: int = 4) -> int:
        self.StartVector(size, len(values), size)
        for value in reversed(values):
            prepend(value)
        return self.EndVector()

    def value(self, value: object) -> tuple[int, int]:
        """The kind and the table of a value of a method."""
        offset = "UOffsetTRelative"
        if value is None:
            return NULL, self.table()
        if isinstance(value, bool):
            return BOOL, self.table(f0=("Bool", value))
        if isinstance(value, int):
            return INT, self.table(f0=("Int64", value))
        if isinstance(value, float):
            return DOUBLE, self.table(f0=("Float64", value))
        assert isinstance(value, dict)
        for name, kind in (("tensors", TENSOR_LIST), ("optional_tensors", OPTIONAL_TENSOR_LIST)):
            if name in value:
                return kind, self.table(f0=(offset, self.vector(value[name], self.PrependInt32)))
        if "ints" in value:
            return INT_LIST, self.table(f0=(offset, self.vector(value["ints"], self.PrependInt64, size=8)))
        sizes = self.vector(value["sizes"], self.PrependInt32)
        order = value.get("order", range(len(value["sizes"])))
        return TENSOR, self.table(
            f2=(offset, sizes),
            f3=(offset, self.vector(order, self.PrependUint8, size=1)),
            f0=("Int8", value.get("dtype", FLOAT)),
            f8=("Int8", value.get("dynamism", 0)),
        )

    def tables(self, tables: Sequence[int]) -> int:
        return self.vector(tables, self.PrependUOffsetTRelative)


def program(
    operators: Sequence[str], dim_orders: Sequence[Sequence[int]] = ((0,),), method: str = "forward"
) -> bytes:
    """A `.pte` that calls the operators in order, each with a tensor of the next dim order."""
    builder = _Builder(1 << 16)
    offset = "UOffsetTRelative"
    names = [builder.CreateString(name) for name in operators]
    named = builder.tables([builder.table(f0=(offset, name)) for name in names])
    values, instructions = [], []
    for i, order in enumerate(dim_orders):
        sizes = builder.vector([1] * len(order), builder.PrependInt32)
        orders = builder.vector(order, builder.PrependUint8, size=1)
        tensor = builder.table(f0=("Int8", FLOAT), f2=(offset, sizes), f3=(offset, orders))
        values.append(builder.table(f0=("Uint8", TENSOR), f1=(offset, tensor)))
        arguments = builder.vector([i], builder.PrependInt32)
        call = builder.table(f0=("Int32", i % len(operators)), f1=(offset, arguments))
        instructions.append(builder.table(f0=("Uint8", KERNEL_CALL), f1=(offset, call)))
    chain = builder.table(f2=(offset, builder.tables(instructions)))
    plan = builder.table(
        f0=(offset, builder.CreateString(method)),
        f2=(offset, builder.tables(values)),
        f5=(offset, builder.tables([chain])),
        f6=(offset, named),
    )
    root = builder.table(f1=(offset, builder.tables([plan])))
    builder.Finish(root, file_identifier=b"ET12")
    return bytes(builder.Output())


def method(
    values: Sequence[object],
    instructions: Sequence[tuple],
    operators: Sequence[str],
    inputs: Sequence[int] = (),
) -> bytes:
    """A `.pte` with a method.

    Values are None, numbers, {"sizes", "dtype", "order", "dynamism"} for a tensor, and lists of the numbers
    of other values: {"ints"}, {"tensors"}, {"optional_tensors"}. Instructions are ("call", operator,
    values), ("delegate", 0, values) and ("move", from, to).
    """
    builder = _Builder(1 << 16)
    offset = "UOffsetTRelative"
    named = []
    for name in operators:
        base, _, overload = name.partition(".")
        texts = builder.CreateString(base), builder.CreateString(overload)
        named.append(builder.table(f0=(offset, texts[0]), f1=(offset, texts[1])))
    written = [builder.table(f0=("Uint8", kind), f1=(offset, at)) for kind, at in map(builder.value, values)]
    called = []
    for kind, first, second in instructions:
        if kind == "move":
            call = builder.table(f0=("Int32", first), f1=("Int32", second))
        else:
            passed = builder.vector(second, builder.PrependInt32)
            call = builder.table(f0=("Int32", first), f1=(offset, passed))
        number = {"call": KERNEL_CALL, "delegate": DELEGATE_CALL, "move": MOVE_CALL}[kind]
        called.append(builder.table(f0=("Uint8", number), f1=(offset, call)))
    chain = builder.table(f2=(offset, builder.tables(called)))
    payload = builder.table()  # the first in the program's tables
    backend = builder.CreateString("Backend")
    delegate = builder.table(f0=(offset, backend), f1=(offset, payload))
    plan = builder.table(
        f0=(offset, builder.CreateString("forward")),
        f2=(offset, builder.tables(written)),
        f3=(offset, builder.vector(inputs, builder.PrependInt32)),
        f5=(offset, builder.tables([chain])),
        f6=(offset, builder.tables(named)),
        f7=(offset, builder.tables([delegate])),
    )
    data = builder.tables([builder.table()])
    root = builder.table(f1=(offset, builder.tables([plan])), f3=(offset, data))
    builder.Finish(root, file_identifier=b"ET12")
    return bytes(builder.Output())
