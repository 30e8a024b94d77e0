"""References: compute the expected results of an operator with a Python function or with PyTorch.

A reference takes a schema and the arguments before the outs, and returns the results as a tuple of tensors.
It raises `RefusedError` for arguments that the operator does not accept.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import types
from collections.abc import Callable
from typing import Protocol

from etgen.dtypes import COMPLEX, DType
from etgen.errors import Location, cannot_read, input_error
from etgen.schema import Argument, Schema

from kernel_testing.tensors import FLOATING, Tensor, decode, encode


class RefusedError(Exception):
    """The operator does not accept these arguments."""


class Reference(Protocol):
    """Computes the results of operators. Inputs are the arguments before the outs."""

    def has(self, schema: Schema) -> bool:
        """Whether the reference knows the operator; the other functions require it."""

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        """The results; `out_dtype` is their dtype if the inputs do not determine it."""

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        """Whether the operator writes its result to an out with the dtype of `out`."""


class Module:
    """Functions of a Python file, each called as the operator of its name.

    `my::scale.out` calls the function `scale_out`, or else `scale`. A function takes the arguments before the
    outs, in the order of the schema, and returns the result or a tuple of results; it raises an error for
    arguments that the operator does not accept. Tensors are PyTorch's if the file imports torch, NumPy's if
    it imports numpy, else those of `kernel_testing.tensors`.
    """

    def __init__(self, path: str):
        self._module = _load(path)
        self._convert = _converters(self._module)

    def has(self, schema: Schema) -> bool:
        return self._function(schema) is not None

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        to_theirs, to_plain = self._convert
        try:
            arguments = [_mapped(value, to_theirs) for value in inputs]
            function = self._function(schema)
            if function is None:
                raise LookupError(f"no function for {schema.name}")
            result = function(*arguments)
            results = result if isinstance(result, tuple | list) else (result,)
            return tuple(to_plain(item) for item in results)
        except Exception as error:
            raise RefusedError(f"{type(error).__name__}: {error}") from error

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        """Whether the operator writes its result to an out of that dtype, which a function does not tell."""
        return False

    def _function(self, schema: Schema) -> Callable | None:
        names = (f"{schema.name.base}_{schema.name.overload}", schema.name.base)
        return next((f for name in names if callable(f := getattr(self._module, name, None))), None)


def exactly(reference: Reference, schema: Schema, inputs: tuple) -> Callable[[], tuple[Tensor, ...]]:
    """A function that repeats the call in double precision; it returns nothing if that is not possible."""

    def widened(value: Tensor) -> Tensor:
        dtype = DType.Double if value.dtype in FLOATING else DType.ComplexDouble
        if value.dtype not in FLOATING | COMPLEX:
            return value
        return Tensor(dtype, value.shape, value.order, encode(dtype, decode(value.dtype, value.data)))

    def is_floating(argument: Argument, value: object) -> bool:
        return argument.type.base == "ScalarType" and value in FLOATING

    def call() -> tuple[Tensor, ...]:
        pairs = list(zip(schema.arguments, inputs, strict=False))
        wider = [DType.Double if is_floating(a, v) else _mapped(v, widened) for a, v in pairs]
        try:
            return reference(schema, tuple(wider), DType.Double)
        except RefusedError:
            return ()

    return call


def sums_of_terms(reference: Reference, schema: Schema, inputs: tuple) -> Callable[[], tuple[Tensor, ...]]:
    """A function that adds up the absolute values of the terms of an operator that adds products, in double
    precision.
    """

    def absolute(value: Tensor) -> Tensor:
        if value.dtype in COMPLEX:
            return value
        numbers = [float(abs(number)) for number in decode(value.dtype, value.data)]
        return Tensor(DType.Double, value.shape, value.order, encode(DType.Double, numbers))

    def call() -> tuple[Tensor, ...]:
        return exactly(reference, schema, tuple(_mapped(value, absolute) for value in inputs))()

    return call


def _mapped(value: object, function: Callable[[Tensor], object]) -> object:
    """The value with `function` applied to every tensor."""
    if isinstance(value, list):
        return [_mapped(item, function) for item in value]
    return function(value) if isinstance(value, Tensor) else value


def _load(path: str) -> types.ModuleType:
    name = pathlib.Path(path).stem
    try:
        with open(path, encoding="utf-8"):
            pass
        spec = importlib.util.spec_from_file_location(f"kernel_testing_reference_{name}", path)
        if spec is None or spec.loader is None:
            raise ImportError("its name does not end in .py")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
    except OSError as error:
        raise cannot_read(path, error) from None
    except Exception as error:
        what = f"cannot be imported: {type(error).__name__}: {error}"
        raise input_error(
            what, "give a Python file of functions named after operators", Location(path)
        ) from None
    return module


def _converters(module: types.ModuleType) -> tuple[Callable, Callable]:
    """Converters from plain tensors to those of the library that the module imports, and back."""
    modules = (value for value in vars(module).values() if isinstance(value, types.ModuleType))
    imported = {module.__name__.partition(".")[0] for module in modules}
    if "torch" in imported:
        from kernel_testing.host import from_torch, to_torch

        return to_torch, lambda t: from_torch(t, tuple(range(t.dim())))
    if "numpy" in imported:
        from kernel_testing.numpy_arrays import from_numpy, to_numpy

        return to_numpy, from_numpy
    return (lambda t: t), _checked


def _checked(value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(f"a reference returns tensors, not {type(value).__name__}")
    return value
