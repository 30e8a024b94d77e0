"""Defines this package's operators in PyTorch: `torch.ops.<namespace>.<operator>`."""

from collections.abc import Callable

import torch

from . import forgotten
from .custom_operator import CustomOperator
from .formats import FORMATS
from .operators import OPERATORS


class _Definition:
    """A PyTorch operator and its implementation, which is replaced when the package is reloaded."""

    def __init__(self, operator: CustomOperator):
        self.library = torch.library.Library(operator.namespace, "FRAGMENT")
        self.schemas = _schemas(operator)
        self.eager = self.fake = None

    def implement(self, operator: CustomOperator) -> None:
        self.eager = None if operator.reference is None else _eager(operator)
        self.fake = _fake(operator)


# The definitions by package and operator. They are stored in torch.library, as this module may be reloaded:
# an unchanged definition is kept, because exporters cache results for it.
_definitions: dict[tuple[str, str], _Definition] = vars(torch.library).setdefault(
    "_rules_executorch_definitions", {}
)


def _define(operator: CustomOperator) -> None:
    qualified = f"{operator.namespace}::{operator.name}"
    key = (__package__, qualified)
    # The definition of an earlier load of this package; for another owner of the name, PyTorch reports an
    # error.
    definition = _definitions.get(key)
    if definition is None or definition.schemas != _schemas(operator):
        if definition is not None:
            definition.library._destroy()
        definition = _definitions[key] = _Definition(operator)
        _register(operator, qualified, definition)
    definition.implement(operator)


def _schemas(operator: CustomOperator) -> tuple:
    return operator.schema, operator.out_schema, operator.reference is None


def _register(operator: CustomOperator, qualified: str, definition: _Definition) -> None:
    library = definition.library
    if operator.reference is None:
        _refuse_undefined(operator, qualified)
    else:
        library.define(operator.schema)
        library.impl(operator.name, _eager_of(definition), "CompositeExplicitAutograd")
        if operator.out_schema is not None:
            library.define(operator.out_schema)
            variant = operator.out_schema.partition("(")[0]
            library.impl(variant, _writing(_eager_of(definition)), "CompositeExplicitAutograd")
    torch.library.register_fake(qualified, _fake_of(definition), lib=library)


def _eager_of(definition: _Definition) -> Callable:
    def eager(*args, **kwargs):
        return definition.eager(*args, **kwargs)

    return eager


def _fake_of(definition: _Definition) -> Callable:
    def fake(*args, **kwargs):
        return definition.fake(*args, **kwargs)

    return fake


def _refuse_undefined(operator: CustomOperator, qualified: str) -> None:
    base, _, overload = operator.name.partition(".")
    packet = getattr(getattr(torch.ops, operator.namespace), base, None)
    if packet is None or (overload or "default") not in packet.overloads():
        raise ImportError(
            f"{qualified} is computed by its C++ kernels: before this import, load the library of its "
            "exir_custom_ops_aot_lib with torch.ops.load_library()"
        )


def _eager(operator: CustomOperator) -> Callable:
    """The reference, with a check of its result against the declaration."""
    fake = _fake(operator)

    def compute(*args, **kwargs):
        result, expected = operator.reference(*args, **kwargs), fake(*args, **kwargs)
        if (result.shape, result.dtype) != (expected.shape, expected.dtype):
            raise RuntimeError(
                f"{operator.contract.op}: the reference returned {list(result.shape)} {result.dtype}, "
                f"the entry declares {list(expected.shape)} {expected.dtype}"
            )
        # A new contiguous tensor instead of a view of an argument.
        return expected.copy_(result)

    return compute


def _writing(eager: Callable) -> Callable:
    def compute(*args, out, **kwargs):
        result = eager(*args, **kwargs)
        return out.resize_(result.shape).copy_(result)

    return compute


def _fake(operator: CustomOperator) -> Callable:
    """A function that returns the result's shape and dtype without values."""

    def fake(*args, **kwargs):
        forgotten.watch()
        tensors = dict(zip(operator.arguments, args, strict=False)) | kwargs
        try:
            shape = operator.output_shape({name: tensor.shape for name, tensor in tensors.items()})
        except ValueError as error:
            raise ValueError(f"{operator.contract.op}: {error}") from None
        if operator.shape is None:
            dtype = tensors[operator.like].dtype
        else:
            dtype = getattr(torch, FORMATS[operator.contract.output.format].dtype)
        first = tensors[operator.arguments[0]]
        return first.new_empty(shape, dtype=dtype)

    return fake


for _operator in OPERATORS:
    _define(_operator)
