"""Sources of calls: drawn from schemas, or recorded from PyTorch's own samples of its operators."""

from __future__ import annotations

import dataclasses
import random
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from etgen.dtypes import DType
from etgen.schema import Schema

from kernel_testing.draw import Drawer
from kernel_testing.isolated import CrashedReferenceError
from kernel_testing.meaning import has_meaning
from kernel_testing.process import DYNAMIC_BOUND, Out
from kernel_testing.references import Reference, RefusedError, exactly, sums_of_terms
from kernel_testing.samples import (
    NOT_COMPUTED,
    Sample,
    fitting_outs,
    garbage,
    in_order,
    outs_as_tensors,
    written_as_outs,
)
from kernel_testing.shapes import Shapes
from kernel_testing.tensors import Tensor, laid_out
from kernel_testing.wrong import wrong_calls

CHANNELS_LAST = {4: (0, 2, 3, 1), 5: (0, 2, 3, 4, 1)}

# Draws per valid call, and draws until the first one, before a dtype is given up.
_PATIENCE = 25
_FIRST_PATIENCE = 150

# The most outs of a call: each has its own pages, and a process can map some ten thousand.
_MOST_OUTS = 2000

# Operators whose results are sums of products of their inputs.
_ADD_PRODUCTS = frozenset(
    {
        *("_trilinear", "addbmm", "addmm", "addmv", "baddbmm", "bmm", "conv_tbc", "convolution"),
        *("convolution_backward", "cumsum", "dot", "linear", "mean", "mm", "mv", "sum"),
    }
)

# Operators whose variant with an out takes calls that PyTorch's function refuses: a linear layer with one row
# of weights, for which the function has another implementation.
_TAKE_MORE_WITH_OUT = frozenset({"linear"})


@dataclasses.dataclass(frozen=True)
class Plan:
    """Says which calls to draw.

    Attributes:
      dtypes: the dtypes of the tensors.
      most: the number of calls of each operator and dtype.
      seed: the seed of random numbers.
      wrong: one in this many calls also gives wrong calls; 0 for none.
      shapes: the source of shapes; by default, a list.
    """

    dtypes: Sequence[DType]
    most: int = 20
    seed: int = 0
    wrong: int = 4
    shapes: Shapes | None = None


def drawn(schema: Schema, dtype: DType, reference: Reference, plan: Plan) -> list[Sample]:
    """Calls of one operator for one dtype, up to the planned number or the number that the reference accepts.

    If the reference only accepts empty tensors of a dtype, it does not support the dtype, and there are no
    calls.
    """
    found = list(_drawn(schema, dtype, reference, plan))
    return found if any(_is_full(sample.inputs, sample.expected) for sample in found) else []


def _drawn(schema: Schema, dtype: DType, reference: Reference, plan: Plan) -> Iterator[Sample]:
    others = tuple(other for other in plan.dtypes if other != dtype)
    drawer = Drawer(schema, dtype, others, f"{plan.seed}/{schema.name}/{dtype.name}", plan.shapes)
    written = sum(a.type.is_mutable for a in schema.arguments)
    adds_products = schema.name.base in _ADD_PRODUCTS
    count = 0
    for tried in range(_FIRST_PATIENCE + _PATIENCE * plan.most):
        if count == plan.most or tried >= _FIRST_PATIENCE + _PATIENCE * count:
            return
        inputs = drawer.draw()
        if not has_meaning(schema, inputs):
            continue
        try:
            expected = reference(schema, inputs, dtype)
        except RefusedError:
            continue
        if len(expected) != written and schema.outs[0].type.plain != "Tensor[]":
            continue
        if len(expected) > _MOST_OUTS:
            continue
        if drawer.mixed and not _is_full(inputs, expected):
            continue  # PyTorch does not check the dtypes of empty tensors
        drawer.was_taken()
        sample = Sample(
            schema,
            f"{schema.name}/{dtype.name}/drawn/{count}",
            written_as_outs(schema, inputs),
            fitting_outs(expected[written - len(schema.outs) :]),
            expected,
            exact=exactly(reference, schema, inputs),
            terms=sums_of_terms(reference, schema, inputs) if adds_products else None,
        )
        yield _with_larger_outs(sample) if count % 4 == 3 else sample
        count += 1


def _is_full(inputs: tuple, expected: tuple[Tensor, ...]) -> bool:
    """Whether no tensor is empty, except results after the first: the kernel has something to compute."""
    return all(t.data for t in (*_tensors(outs_as_tensors(inputs)), *expected[:1]))


def _with_larger_outs(sample: Sample) -> Sample:
    """The call with larger outs that the kernel must resize."""
    outs = []
    for t, fitting in zip(sample.results, sample.outs, strict=True):
        larger = garbage(t.dtype, tuple(size + 1 for size in t.shape), t.order)
        outs.append(fitting if t == NOT_COMPUTED else Out(larger, DYNAMIC_BOUND))
    return dataclasses.replace(sample, outs=tuple(outs))


def with_variants(samples: Iterable[Sample], reference: Reference, plan: Plan) -> Iterator[Sample]:
    """Each call, its channels-last variant, and the wrong calls that are derived from it."""
    for sample in samples:
        yield sample
        ranks = set() if says_order(sample) else {len(t.shape) for t in sample.tensors}
        for rank in sorted(ranks & set(CHANNELS_LAST)):
            yield _with_order(in_order(sample, CHANNELS_LAST[rank], "channels_last"), reference)
        for number in range(plan.shapes.orders if plan.shapes and ranks else 0):
            yield _with_order(_in_any_order(sample, ranks, number), reference)
        # The choice depends on the case's name, so that it does not depend on earlier calls.
        if plan.wrong and zlib.crc32(sample.case.encode()) % plan.wrong == 0:
            yield from wrong(sample, reference)


def _with_order(sample: Sample, reference: Reference) -> Sample:
    """The call, with the reference's results for the same dim orders, if results may be rounded."""

    def call() -> tuple[Tensor, ...]:
        try:
            return reference(sample.schema, outs_as_tensors(sample.inputs), sample.dtype)
        except RefusedError:
            return ()

    return dataclasses.replace(sample, in_same_order=call) if sample.exact else sample


def _in_any_order(sample: Sample, ranks: set[int], number: int) -> Sample:
    """The call with the tensors of one rank in other dim orders: all in the same one, only the first one and
    the outs, or each in its own.

    The name of the call and the number determine the dim orders.
    """
    rng = random.Random(f"{sample.case}{number or ''}")
    rank = rng.choice(sorted(ranks))

    def drawn() -> tuple[int, ...]:
        return tuple(rng.sample(range(rank), rank))

    def in_its_own(value: object) -> object:
        if isinstance(value, list):
            return [in_its_own(item) for item in value]
        return laid_out(value, drawn()) if isinstance(value, Tensor) and len(value.shape) == rank else value

    order, choice = drawn(), rng.random()
    suffix = "order-" + "".join(map(str, order))
    if choice < 0.4:
        return in_order(sample, order, suffix)
    if choice < 0.7:
        first = in_order(sample, order, f"first-{suffix}")
        return dataclasses.replace(first, inputs=(*first.inputs[:1], *sample.inputs[1:]))
    outs = in_order(sample, order, f"any-{suffix}")
    inputs = (new if isinstance(new, Out) else in_its_own(new) for new in outs.inputs)
    return dataclasses.replace(outs, inputs=tuple(inputs))


def says_order(sample: Sample) -> bool:
    """Whether an argument determines the dim order of the result, or memory is read in any order."""
    if sample.schema.name.base.startswith("as_strided"):
        return True
    arguments = zip(sample.schema.arguments, sample.inputs, strict=False)
    return any(
        value is not None and (a.type.base == "MemoryFormat" or a.name == "dim_order")
        for a, value in arguments
    )


def wrong(sample: Sample, reference: Reference) -> Iterator[Sample]:
    """The wrong calls that are derived from a valid one."""
    takes_out = _takes_out(reference, sample.schema)
    refuses_function = _refuses(reference, sample)

    def refuses(inputs: tuple) -> bool:
        if sample.schema.name.base in _TAKE_MORE_WITH_OUT and takes_out(inputs, sample.results[0]):
            return False
        return refuses_function(inputs)

    return wrong_calls(sample, refuses, takes_out)


def _refuses(reference: Reference, sample: Sample) -> Callable[[tuple], bool]:
    # The result of a call may have another dtype than its inputs: full_like with a dtype.
    dtype = sample.expected[0].dtype if sample.expected else sample.dtype

    def refuses(inputs: tuple) -> bool:
        try:
            reference(sample.schema, outs_as_tensors(inputs), dtype)
        except CrashedReferenceError:
            return False
        except RefusedError as refusal:
            if "not implemented for" not in str(refusal) and "expected scalar type" not in str(refusal):
                return True
            # A call for which PyTorch has no code, or code that mixes up dtypes, may be valid nevertheless,
            # unless the reason is the dtype. For unsigned dtypes other than Byte, PyTorch has little code,
            # whether or not the call is valid.
            return "'UInt" not in str(refusal) and _dtypes(inputs) != _dtypes(sample.inputs)
        return False

    return refuses


def _dtypes(inputs: tuple) -> list[DType]:
    return [t.dtype for t in _tensors(outs_as_tensors(inputs))]


def _tensors(inputs: tuple) -> list[Tensor]:
    items = [item for value in inputs for item in (value if isinstance(value, list) else [value])]
    return [item for item in items if isinstance(item, Tensor)]


def _takes_out(reference: Reference, schema: Schema) -> Callable[[tuple, Tensor], bool]:
    def takes(inputs: tuple, out: Tensor) -> bool:
        try:
            return reference.takes_out(schema, outs_as_tensors(inputs), out)
        except CrashedReferenceError:
            return True

    return takes
