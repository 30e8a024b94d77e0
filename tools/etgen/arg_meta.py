"""`arg_meta`: the dtypes and dim orders a kernel is specialised for, expanded into kernel keys.

    type_alias: {T0: [Float, Half]}
    dim_order_alias: {D0: [0, 1, 2, 3]}          # or several: [[0, 1, 2, 3], [0, 2, 3, 1]]
    arg_meta: {self: [T0, D0], other: [T0, D0], out: [T0, D0]}

Arguments that use the same alias vary together; different aliases vary independently.
"""

import functools
import itertools
import math

from etgen import whole_number
from etgen.dtypes import SETS, DType, parse_dtype
from etgen.errors import did_you_mean, input_error
from etgen.kernel_key import KernelKey, TensorMeta
from etgen.schema import Schema, Type
from etgen.yaml_io import Node

DimOrder = tuple[int, ...]

# The name in `arg_meta` of the result of an operator that returns a new tensor.
_RETURN = "return"
# Each key is a registered kernel; the runtime's registry has a capacity of a few thousand.
_MOST_KEYS = 100_000


class Aliases:
    """The type and dim order aliases of one entry."""

    def __init__(self) -> None:
        self.dtypes: dict[str, tuple[DType, ...]] = {}
        self.dim_orders: dict[str, tuple[DimOrder, ...]] = {}
        self.at_top: frozenset[str] = frozenset()

    def add(self, name: str, value: Node, is_dtype: bool) -> None:
        if name in self.dtypes or name in self.dim_orders:
            raise input_error(f"alias {name} is defined twice", "rename one of them", value.where)
        if is_dtype:
            self.dtypes[name] = _read_dtypes(value)
        else:
            self.dim_orders[name] = _read_dim_orders(value)

    def add_at_top(self, name: str, value: Node) -> None:
        """An alias given among the entry's own keys: `T0: [Double]` or `D0: [[0, 1, 2, 3]]`."""
        first = (value.items(name) or [value])[0]
        self.add(name, value, is_dtype=first.is_text and not first.text(name).isdigit())
        self.at_top |= {name}


def _read_dtypes(value: Node) -> tuple[DType, ...]:
    dtypes = tuple(read_dtype(item) for item in value.items("a type alias"))
    if not dtypes:
        raise input_error("a type alias has no dtypes", "for example T0: [Float, Double]", value.where)
    return dtypes


def read_dtype(item: Node) -> DType:
    """The dtype that a node names."""
    name = item.text("a dtype")
    dtype = parse_dtype(name)
    if dtype is None:
        hint = did_you_mean(name, DType.__members__, "use a dtype of the runtime: Float, Half, Long, …")
        raise input_error(f"unknown dtype {name}", hint, item.where)
    return dtype


def read_accepted(node: Node, aliases: Aliases) -> frozenset[DType]:
    """The dtypes that a kernel supports: names of dtypes, of sets of dtypes, and aliases of the entry."""
    items = node.items("dtypes") if node.is_sequence else [node]
    names = tuple(item.text("a dtype") for item in items)
    if not names:
        hint = "for example dtypes: [Integers, Float]; or leave dtypes out"
        raise input_error("the list of dtypes is empty", hint, node.where)
    if aliases.dtypes.keys().isdisjoint(names):
        accepted = _named(names)
        if accepted:
            return accepted
    return frozenset().union(*(_read_named(item, aliases) for item in items))


@functools.cache
def _named(names: tuple[str, ...]) -> frozenset[DType] | None:
    """The values of several names; None if one of them is unknown."""
    each = [_of_name(name) for name in names]
    known = [dtypes for dtypes in each if dtypes is not None]
    return frozenset[DType]().union(*known) if len(known) == len(each) else None


def _of_name(name: str) -> frozenset[DType] | None:
    dtype = parse_dtype(name)
    return SETS.get(name) if dtype is None else frozenset({dtype})


def _read_named(item: Node, aliases: Aliases) -> frozenset[DType]:
    name = item.text("a dtype")
    accepted = aliases.dtypes.get(name) or _of_name(name)
    if not accepted:
        known = [*DType.__members__, *SETS, *aliases.dtypes]
        hint = did_you_mean(name, known, f"use a dtype, or one of {', '.join(SETS)}")
        raise input_error(f"unknown dtype {name}", hint, item.where)
    return frozenset(accepted)


def _read_dim_orders(value: Node) -> tuple[DimOrder, ...]:
    items = value.items("a dim order alias")
    orders = items if items and all(i.is_sequence for i in items) else [value]
    return tuple(_read_dim_order(order) for order in orders)


def _read_dim_order(value: Node) -> DimOrder:
    texts = [item.text("a dimension") for item in value.items("a dim order")]
    numbers = (whole_number.parse(text) for text in texts)
    order = tuple(-1 if number is None else number for number in numbers)
    if sorted(order) != list(range(len(order))):
        hint = f"a dim order of rank {len(order)} is an order of 0 to {len(order) - 1}"
        raise input_error(f"[{', '.join(texts)}] is not a dim order", hint, value.where)
    return order


def expand(meta: Node, schema: Schema, aliases: Aliases) -> tuple[tuple[str, ...], tuple[KernelKey, ...]]:
    """The arguments that an `arg_meta` names, in schema order, and the kernel keys that it stands for.

    If the return slot holds a single tensor, the key ends with its dtype and dim order. They are those of the
    argument that is returned; for an operator that returns a new tensor, they are named `return`.
    """
    arguments = {a.name: a.type for a in schema.arguments if a.type.plain in ("Tensor", "Tensor?")}
    returned = _returned(schema)
    if returned == _RETURN:
        arguments[_RETURN] = schema.returns[0].type
    chosen: dict[str, tuple[str, str]] = {}
    for name, value in meta.fields("arg_meta").items():
        if name not in arguments:
            hint = did_you_mean(name, arguments, f"its tensors are {', '.join(arguments)}")
            raise input_error(f"the operator has no tensor argument {name}", hint, value.where)
        chosen[name] = _alias_pair(value, aliases)
    _require_all(meta, arguments, chosen)
    used = sorted({alias for pair in chosen.values() for alias in pair})
    options = [aliases.dtypes.get(a) or aliases.dim_orders[a] for a in used]
    if math.prod(map(len, options)) > _MOST_KEYS:
        hint = "use one alias for arguments that vary together, or leave arg_meta out: arg_meta: null"
        raise input_error(f"arg_meta has more than {_MOST_KEYS:,} combinations", hint, meta.where)
    in_key = [name for name in arguments if name in chosen]
    in_key += [returned] if returned and returned != _RETURN else []
    keys = []
    for combination in itertools.product(*options):
        bound = dict(zip(used, combination, strict=True))
        keys.append(tuple(TensorMeta(bound[chosen[n][0]], bound[chosen[n][1]]) for n in in_key))
    return tuple(name for name in arguments if name in chosen), tuple(dict.fromkeys(keys))


def _returned(schema: Schema) -> str | None:
    """The argument that the call's return slot holds; None if the slot holds no single tensor."""
    if len(schema.returns) != 1 or schema.returns[0].type.plain != "Tensor":
        return None
    annotation = schema.returns[0].type.annotation
    same = (a.name for a in schema.arguments if annotation and a.type.annotation == annotation)
    return next(same, _RETURN)


def _alias_pair(value: Node, aliases: Aliases) -> tuple[str, str]:
    items = value.items("an arg_meta entry")
    if len(items) != 2:
        hint = "give a type alias and a dim order alias: [T0, D0]"
        raise input_error(f"an arg_meta entry has {len(items)} items", hint, value.where)
    dtype, dim_order = (item.text("an alias") for item in items)
    for alias, known, kind in (
        (dtype, aliases.dtypes, "type"),
        (dim_order, aliases.dim_orders, "dim order"),
    ):
        if alias not in known:
            hint = did_you_mean(alias, known, f"define it under {kind.replace(' ', '_')}_alias")
            raise input_error(f"undefined {kind} alias {alias}", hint, value.where)
    return dtype, dim_order


def _require_all(meta: Node, arguments: dict[str, Type], chosen: dict) -> None:
    missing = [n for n, type_ in arguments.items() if n not in chosen and type_.plain == "Tensor"]
    if missing:
        hint = "the runtime's key has every tensor of the call: give aliases for each"
        raise input_error(f"arg_meta lacks {', '.join(missing)}", hint, meta.where)
