"""PyTorch as the reference: calls an operator's functional variant, or else its out variant."""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Callable

import torch
from etgen.dtypes import DType
from etgen.schema import Schema, SchemaError, parse_schema

from kernel_testing.host import TORCH_DTYPES, from_torch, seed, to_torch
from kernel_testing.overloads import OF_THE_OUT, same_inputs
from kernel_testing.references import RefusedError
from kernel_testing.samples import NOT_COMPUTED, requested
from kernel_testing.tensors import Tensor

_MEMORY_FORMATS = (
    torch.contiguous_format,
    torch.preserve_format,
    torch.channels_last,
    torch.channels_last_3d,
)

# The most bytes of a call's results. Drawn matrices with one long side each have a product of gigabytes, for
# which the kernel and the comparison would need as many.
_MOST_BYTES = 64 << 20


def _allclose(
    self: torch.Tensor, other: torch.Tensor, rtol: float, atol: float, equal_nan: bool, dummy_param: bool
) -> torch.Tensor:
    return torch.tensor(torch.allclose(self, other, rtol, atol, equal_nan))


def int_mm(self: torch.Tensor, mat2: torch.Tensor) -> torch.Tensor:
    """PyTorch's `_int_mm` without oneDNN, whose products of bytes are wrong on processors without VNNI."""
    with torch.backends.mkldnn.flags(enabled=False):
        return torch.ops.aten._int_mm.default(self, mat2)


# What to call for operators that ExecuTorch added to ATen's, and for one that PyTorch computes wrongly.
_FUNCTIONS: dict[str, Callable] = {"aten::allclose.out": _allclose, "aten::_int_mm.out": int_mm}

# Operators that ExecuTorch's exporter adds to PyTorch when it is imported. They accept impossible dim orders.
# Whether they are a reference must not depend on an import.
_EXPORTERS = "dim_order_ops"


class Torch:
    """Calls eager PyTorch on the CPU."""

    def has(self, schema: Schema) -> bool:
        name = str(schema.name)
        return name in _FUNCTIONS or _functional(schema) is not None or _overload(schema) is not None

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        """Calls the operator. `out_dtype` is the dtype of the result if the inputs do not determine it.

        The values of inputs that the operator writes to come before its results.
        """
        if own := _FUNCTIONS.get(str(schema.name)):
            positional, named = _arguments(schema, inputs)
            return _results(own, positional, named)
        function = _functional(schema)
        if function is None:
            return self._into(schema, inputs, [_empty(out_dtype) for _ in schema.outs])
        positional, named = _arguments(schema, inputs)
        of_out = {a.name for a in function._schema.arguments} & OF_THE_OUT - set(named)
        if "dtype" in of_out and out_dtype is not None:
            named["dtype"] = TORCH_DTYPES[out_dtype]
        return requested(schema, inputs, _results(function, positional, named))

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        """Whether PyTorch writes the result to an out with the dtype of `out`."""
        if _overload(schema) is None or len(schema.outs) > 1:
            return False
        try:
            self._into(schema, inputs, [to_torch(out)])
        except RefusedError:
            return False
        return True

    def _into(self, schema: Schema, inputs: tuple, outs: list[torch.Tensor]) -> tuple[Tensor, ...]:
        overload = _overload(schema)
        if overload is None:
            raise RefusedError(f"PyTorch has no {schema.name}")
        positional, named = _arguments(schema, inputs)
        named |= {argument.name: out for argument, out in zip(schema.outs, outs, strict=True)}
        results = _results(overload, positional, named)
        # An operator without outs returns the input that it writes to.
        return (*_changed(schema, positional), *results) if schema.outs else results


def _empty(dtype: DType | None) -> torch.Tensor:
    if dtype is None:
        raise RefusedError("the dtype of the out is not known")
    return torch.empty(0, dtype=TORCH_DTYPES[dtype])


def _results(function: Callable, positional: list, named: dict) -> tuple[Tensor, ...]:
    try:
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")
            seed()
            result = function(*positional, **named)
        results = result if isinstance(result, tuple | list) else (result,)
        if (size := sum(t.nbytes for t in results if t is not None)) > _MOST_BYTES:
            raise RefusedError(f"the results have {size} bytes")
        return tuple(NOT_COMPUTED if t is None else from_torch(t, tuple(range(t.dim()))) for t in results)
    except Exception as error:
        raise RefusedError(str(error)) from error


def _changed(schema: Schema, positional: list) -> tuple[Tensor, ...]:
    pairs = zip(schema.positional, positional, strict=False)
    changed = [value for argument, value in pairs if argument.type.is_mutable and value is not None]
    return tuple(from_torch(t, tuple(range(t.dim()))) for t in changed)


def _arguments(schema: Schema, inputs: tuple) -> tuple[list, dict]:
    """Positional and named arguments, with PyTorch's tensors, dtypes and memory formats."""
    positional, named = [], {}
    for argument, value in zip(schema.arguments, inputs, strict=False):
        value = _to_torch(value, argument.type.base)
        if argument in schema.positional:
            positional.append(value)
        else:
            named[argument.name] = value
    return positional, named


def _to_torch(value: object, base: str) -> object:
    if isinstance(value, Tensor):
        return to_torch(value)
    if isinstance(value, list):
        return [_to_torch(item, base) for item in value]
    if not isinstance(value, int) or base not in ("ScalarType", "MemoryFormat", "Layout"):
        return value
    try:
        if base == "ScalarType":
            return TORCH_DTYPES[DType(value)]
        return torch.strided if base == "Layout" else _MEMORY_FORMATS[value]
    except (KeyError, ValueError, IndexError) as error:
        raise RefusedError(f"no {base} {value}") from error


def _packet(schema: Schema) -> torch._ops.OpOverloadPacket | None:
    """The overloads of that base name in PyTorch or in a loaded library."""
    if schema.name.namespace == _EXPORTERS:
        return None
    return getattr(getattr(torch.ops, schema.name.namespace), schema.name.base, None)


@functools.cache
def _overload(schema: Schema) -> torch._ops.OpOverload | None:
    """PyTorch's own overload of that name, or None."""
    packet = _packet(schema)
    return getattr(packet, schema.name.overload or "default", None) if packet else None


@functools.cache
def _functional(schema: Schema) -> torch._ops.OpOverload | None:
    """The functional overload with the same base name that returns the values of this operator's outs, or
    None.
    """
    packet = _packet(schema)
    for name in packet.overloads() if packet else ():
        overload = getattr(packet, name)
        with contextlib.suppress(SchemaError):  # TorchScript's own overloads
            other = parse_schema(str(overload._schema))
            if not any(a.type.is_mutable for a in other.arguments) and same_inputs(other, schema):
                return overload
    return None
