"""PyTorch as the reference: records the calls and results of eager PyTorch.

PyTorch's own samples of each operator (OpInfo) are run under a dispatch mode that records each called ATen
operator with its arguments and result. Composite operators are decomposed. The calls of operators that the
kernels under test implement can then be replayed on the kernels.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import math
import random
import warnings
from collections.abc import Callable, Iterator, Sequence

import torch
from etgen.schema import OpName, Schema
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.opinfo.core import OpInfo
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map_only

from kernel_testing import (
    more_counts,
    more_elementwise,
    more_movement,
    more_places,
    more_reductions,
    more_signals,
    more_spatial,
    more_special,
)
from kernel_testing.host import DTYPES, OptionalTensors, seed, to_torch
from kernel_testing.overloads import out_variant
from kernel_testing.samples import NOT_COMPUTED

# Samples of most other operators also call these operators; their own samples are enough.
_EVERYWHERE = frozenset(
    {"_to_copy", "alias_copy", "clone", "copy_", "detach_copy", "empty", "lift_fresh_copy", "ones", "zeros"}
)

# Modules whose `calls(dtype)` adds calls that PyTorch's samples do not contain.
_MORE = (
    more_counts,
    more_elementwise,
    more_movement,
    more_places,
    more_reductions,
    more_signals,
    more_spatial,
    more_special,
)


@dataclasses.dataclass(frozen=True)
class Call:
    """A call of an out variant.

    Attributes:
      op: the operator, such as `aten::add.out`.
      inputs: the arguments before the outs, in schema order.
      expected: the results of eager PyTorch.
      origin: the sample that made the call.
      exactly: repeats the call with all floating-point tensors in float64.
      changed: the values after the call of the inputs that the operator writes to.
    """

    op: OpName
    inputs: tuple[object, ...]
    expected: tuple[torch.Tensor, ...]
    origin: str
    exactly: Callable[[], tuple[torch.Tensor | None, ...]]
    changed: tuple[torch.Tensor, ...] = ()


class _Recorder(TorchDispatchMode):
    """Records calls of operators that the kernels under test implement."""

    def __init__(self, known: frozenset[OpName], origin: str):
        super().__init__()
        self._known = known
        self._origin = origin
        self.calls: list[Call] = []

    def run(self, function: Callable[[], object]) -> None:
        """Calls a function. A call of a single operator is recorded even if PyTorch decomposes it."""
        if isinstance(function, functools.partial) and isinstance(function.func, torch._ops.OpOverload):
            self.__torch_dispatch__(function.func, (), function.args, function.keywords)
        else:
            with self:
                function()

    def __torch_dispatch__(
        self,
        func: torch._ops.OpOverload,
        types: Sequence[type],
        args: tuple = (),
        kwargs: dict | None = None,
    ) -> object:
        kwargs = kwargs or {}
        overload = "" if func._overloadname == "default" else f".{func._overloadname}"
        name = f"{func._schema.name}{overload}"
        out = out_variant(name, self._known) if name.startswith("aten::") else None
        # Copy the arguments before the call, which may write to them.
        if out is None or ("as_strided" in name and _is_part(args[0])):
            return func(*args, **kwargs)
        inputs = _bind(func, args, kwargs, out)
        exactly = functools.partial(_in_float64, func, *_doubled((args, kwargs)))
        result = func(*args, **kwargs)
        results = tuple(to_torch(NOT_COMPUTED) if r is None else r for r in _as_tuple(result))
        if results and all(isinstance(r, torch.Tensor) and r.layout == torch.strided for r in results):
            expected = tuple(r.clone() for r in results)
            after = zip(_bind(func, args, kwargs, out), out.arguments, strict=False)
            changed = tuple(value for value, argument in after if argument.type.is_mutable)
            self.calls.append(Call(out.name, inputs, expected, self._origin, exactly, changed))
        return result


def _is_part(tensor: torch.Tensor) -> bool:
    """Whether the tensor is a view of a larger one. Tensors of the runtime are never views."""
    return tensor.untyped_storage().nbytes() != tensor.nbytes


def _as_tuple(result: object) -> tuple:
    return tuple(result) if isinstance(result, tuple | list) else (result,)


def _doubled(tree: tuple[tuple, dict]) -> tuple[tuple, dict]:
    """A copy with all floating-point tensors in float64 or complex128."""
    return tree_map_only(
        torch.Tensor,
        lambda t: (
            t.clone().to(torch.promote_types(t.dtype, torch.float64))
            if t.is_floating_point() or t.is_complex()
            else t.clone()
        ),
        tree,
    )


def _in_float64(func: torch._ops.OpOverload, args: tuple, kwargs: dict) -> tuple[torch.Tensor | None, ...]:
    if isinstance(kwargs.get("dtype"), torch.dtype) and kwargs["dtype"].is_floating_point:
        kwargs = kwargs | {"dtype": torch.float64}
    try:
        return _as_tuple(func(*args, **kwargs))
    except RuntimeError:
        return ()  # such as scales that have to be Float


def _bind(func: torch._ops.OpOverload, args: tuple, kwargs: dict, out: Schema) -> tuple[object, ...]:
    """The arguments of a call in the order of the out variant's inputs."""
    values = {}
    for i, argument in enumerate(func._schema.arguments):
        if i < len(args):
            values[argument.name] = args[i]
        else:
            values[argument.name] = kwargs.get(argument.name, argument.default_value)
    outs = {argument.name for argument in out.outs}
    return tuple(_kept(values[a.name], a.type.plain) for a in out.arguments if a.name not in outs)


def _kept(value: object, type_: str) -> object:
    """A copy of an argument, converted to its type in the schema."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone() if value.layout == torch.strided else value
    if isinstance(value, list | tuple):
        kept = [_kept(item, type_.removesuffix("?").removesuffix("[]")) for item in value]
        return OptionalTensors(kept) if type_ == "Tensor?[]" else kept
    if isinstance(value, torch.memory_format):
        return {torch.contiguous_format: 0, torch.preserve_format: 1}.get(value, 2)
    if isinstance(value, torch.dtype):
        return DTYPES.get(value)
    if type_ == "Tensor" and isinstance(value, bool | int | float):
        return torch.tensor(value)  # export creates the same kind of tensor
    if type_.startswith("float") and isinstance(value, int):
        return float(value)
    return value


def calls(
    known: frozenset[OpName], dtypes: list[torch.dtype], most: int, origin: str | None = None
) -> Iterator[Call]:
    """Calls of the known operators in PyTorch's samples.

    Args:
      known: the out variants to look for.
      dtypes: the dtypes of the samples.
      most: the maximum number of samples of each OpInfo and dtype.
      origin: if given, only the OpInfo of that name is run, and the calls that no sample makes.
    """
    for info in op_db:
        if origin is not None and origin != _name_of(info):
            continue
        for dtype in dtypes:
            if dtype not in info.dtypes:
                continue
            found = False
            for call in _calls_of(info, dtype, known, most):
                found = True
                yield call
            if not found:
                break  # the operator calls none of the known ones

    seed()
    for dtype in dtypes:
        if dtype.is_complex:
            continue
        yield from _calls_no_sample_makes(dtype, known)
        yield from _more_calls(dtype, known)


def _more_calls(dtype: torch.dtype, known: frozenset[OpName]) -> Iterator[Call]:
    """The calls of the modules in _MORE that eager PyTorch accepts."""
    seed()
    for module in _MORE:
        for origin, function in module.calls(dtype):
            recorder = _Recorder(known, origin)
            with contextlib.suppress(Exception), torch.no_grad():
                recorder.run(function)
            yield from recorder.calls


def _name_of(info: OpInfo) -> str:
    return f"{info.name}.{info.variant_test_name}" if info.variant_test_name else info.name


def _calls_no_sample_makes(dtype: torch.dtype, known: frozenset[OpName]) -> Iterator[Call]:
    """Calls of operators that export produces and eager PyTorch's functions do not."""
    if not dtype.is_floating_point:
        return
    norm = torch.ops.aten._native_batch_norm_legit_no_training
    for shape in ((2, 3), (2, 3, 4), (2, 3, 4, 5), (1, 3, 0, 2), (2, 3, 2, 3, 2)):
        for statistics in {dtype, torch.float32} if dtype in (torch.half, torch.bfloat16) else {dtype}:
            x = torch.randn(shape).to(dtype)
            mean, var = torch.randn(3).to(statistics), torch.rand(3).to(statistics)
            for weight, bias in (
                (torch.randn(3).to(statistics), torch.randn(3).to(statistics)),
                (None, None),
            ):
                recorder = _Recorder(known, "batch_norm")
                with contextlib.suppress(Exception), torch.no_grad(), recorder:
                    norm(x, weight, bias, mean, var, 0.1, 1e-5)
                yield from recorder.calls
    recorder = _Recorder(known, "comparison with a number")
    with recorder, contextlib.suppress(NotImplementedError):  # PyTorch does not compare some dtypes
        for number in (0.1, 1, True):
            torch.gt(torch.tensor([0.0, 0.1, 1.0, math.nan]).to(dtype), number)
    yield from recorder.calls


@functools.cache
def _sought_in(info: str, known: frozenset[OpName]) -> frozenset[OpName]:
    """The known operators whose calls are recorded from the samples of one OpInfo."""
    return frozenset(op for op in known if op.base not in _EVERYWHERE or info in ("to", op.base))


def _calls_of(info: OpInfo, dtype: torch.dtype, known: frozenset[OpName], most: int) -> Iterator[Call]:
    known = _sought_in(info.name, known)
    origin = _name_of(info)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        # OpInfo.sample_inputs inspects the stack to find a test, and seeds all devices for each sample. This
        # takes four fifths of the time when pytest is on the stack.
        samples = iter(info.sample_inputs_func(info, "cpu", dtype, requires_grad=False))
        for _ in range(most):
            sample = None
            seed()
            random.seed(0)
            with contextlib.suppress(Exception):
                sample = next(samples, None)
            if sample is None:
                return
            recorder = _Recorder(known, origin)
            # A sample that eager PyTorch refuses is ignored, but the calls that it made before are recorded.
            with contextlib.suppress(Exception), recorder:
                info(sample.input, *sample.args, **sample.kwargs)
            yield from recorder.calls
