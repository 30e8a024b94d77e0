"""Writes programs that no exporter would write."""

from collections.abc import Callable, Sequence

import flatbuffers

FLOAT, TENSOR, KERNEL_CALL = 6, 5, 1


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
