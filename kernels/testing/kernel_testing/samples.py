"""Samples: calls of kernels with expected results, and files of samples that are replayed without PyTorch.

A file has one JSON document per line: a header with the operators' schemas, then the samples. The bytes of
tensors are base64. A file whose name ends in `.gz` is compressed.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import gzip
import json
from collections.abc import Callable, Iterable, Iterator

from etgen.dtypes import COMPLEX, DType
from etgen.errors import InputError, Location, cannot_read, input_error
from etgen.schema import Schema, SchemaError, parse_schema

from kernel_testing.process import STATIC, Out
from kernel_testing.tensors import FLOATING, Tensor, decode, laid_out, tensor

_FORMAT = "kernel_testing samples 1"


# A placeholder for a result that is not requested: the kernel leaves its out unchanged, with `garbage`.
NOT_COMPUTED = tensor(DType.Float, (1,), [float("nan")])


def requested(schema: Schema, inputs: tuple[object, ...], results: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """The results of which `output_mask` requests each: oneDNN computes others too, with another rank."""
    names = [argument.name for argument in schema.arguments]
    if "output_mask" not in names:
        return results
    mask = inputs[names.index("output_mask")]
    assert isinstance(mask, list)
    return tuple(r if wanted else NOT_COMPUTED for r, wanted in zip(results, mask, strict=True))


@dataclasses.dataclass(frozen=True)
class Sample:
    """A call of an operator.

    Attributes:
      schema: the schema of the operator.
      case: names the call, so that it can be repeated: `aten::add.out/Float/drawn/3`.
      inputs: the arguments before the outs, in schema order; those that the operator writes to are `Out`s.
      outs: the outs before the call.
      expected: the values after the call of all that is written to, in schema order.
      wrong: the mistake in the call, if the kernel must refuse it.
      exact: computes the results in double precision; without it, the expected results count as exact.
      terms: for operators that add up products, computes the sums of the absolute values of the products, in
        double precision.
      in_same_order: if the reference computed the expected results from tensors in other dim orders, repeats
        that with those of this call, for which it may add terms in another order; empty if it refuses them.
    """

    schema: Schema
    case: str
    inputs: tuple[object, ...]
    outs: tuple[Out, ...]
    expected: tuple[Tensor, ...] = ()
    wrong: str = ""
    exact: Callable[[], tuple[Tensor, ...]] | None = None
    terms: Callable[[], tuple[Tensor, ...]] | None = None
    in_same_order: Callable[[], tuple[Tensor, ...]] | None = None

    @property
    def op(self) -> str:
        return str(self.schema.name)

    @property
    def dtype(self) -> DType:
        """The dtype under which the call is reported, the second part of its case."""
        return DType[self.case.split("/")[1]]

    @property
    def tensors(self) -> list[Tensor]:
        """All tensors of the call: inputs, also inside lists, outs and results."""
        items = [item for value in self.inputs for item in (value if isinstance(value, list) else [value])]
        items += [*self.outs, *self.expected]
        items = [item.tensor if isinstance(item, Out) else item for item in items]
        return [item for item in items if isinstance(item, Tensor)]

    @property
    def values(self) -> list[object]:
        """The arguments of the call, including the outs."""
        writes_to_list = self.schema.outs[:1] and self.schema.outs[0].type.plain == "Tensor[]"
        return [*self.inputs, *([list(self.outs)] if writes_to_list else self.outs)]

    @property
    def written(self) -> tuple[Out, ...]:
        """All arguments that the call writes to, in schema order."""
        return (*(value for value in self.inputs if isinstance(value, Out)), *self.outs)

    @property
    def results(self) -> tuple[Tensor, ...]:
        """The expected outs after the call."""
        return self.expected[len(self.expected) - len(self.outs) :]

    @property
    def types(self) -> list[str]:
        return [argument.type.plain for argument in self.schema.arguments]


def written_as_outs(schema: Schema, inputs: tuple) -> tuple:
    """The inputs of a call; those that the operator writes to are `Out`s."""
    pairs = zip(schema.arguments, inputs, strict=False)
    return tuple(Out(v) if a.type.is_mutable and v is not None else v for a, v in pairs)


def outs_as_tensors(inputs: tuple) -> tuple:
    """The inputs of a sample in the form that references take."""
    return tuple(value.tensor if isinstance(value, Out) else value for value in inputs)


def fitting_outs(expected: Iterable[Tensor]) -> tuple[Out, ...]:
    """Outs with the shapes of the results, and with content that differs from the results."""
    return tuple(Out(garbage(t.dtype, t.shape, t.order)) for t in expected)


def garbage(dtype: DType, shape: tuple[int, ...], order: tuple[int, ...] | None = None) -> Tensor:
    """The content of an out before the call: NaN, or a number that is rarely right."""
    count = 1
    for size in shape:
        count *= size
    value = float("nan") if dtype in FLOATING | COMPLEX else 1 if dtype == DType.Bool else 77
    return tensor(dtype, shape, [value] * count, order)


def in_order(sample: Sample, order: tuple[int, ...], suffix: str) -> Sample:
    """The call with all tensors of the rank of `order` in this dim order."""
    exact, terms = sample.exact, sample.terms

    def moved(value: Tensor) -> Tensor:
        return laid_out(value, order) if len(value.shape) == len(order) else value

    def of_out(out: Out) -> Out:
        return dataclasses.replace(out, tensor=moved(out.tensor))

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(item) for item in value]
        if isinstance(value, Out):
            return of_out(value)
        return moved(value) if isinstance(value, Tensor) else value

    return dataclasses.replace(
        sample,
        case=f"{sample.case}/{suffix}",
        inputs=tuple(map(changed, sample.inputs)),
        outs=tuple(map(of_out, sample.outs)),
        expected=tuple(map(moved, sample.expected)),
        exact=exact and (lambda: tuple(map(moved, exact()))),
        terms=terms and (lambda: tuple(map(moved, terms()))),
    )


def save(samples: Iterable[Sample], path: str) -> int:
    """Writes a file of samples; returns their number."""
    samples = list(samples)
    schemas = {sample.op: str(sample.schema) for sample in samples}
    lines = [{"format": _FORMAT, "schemas": dict(sorted(schemas.items()))}, *map(_to_json, samples)]
    data = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode()
    try:
        with open(path, "wb") as file:
            # The archive has no time and no name, so that the same samples give the same bytes.
            file.write(gzip.compress(data, mtime=0) if path.endswith(".gz") else data)
    except OSError as error:
        hint = "give a path where a file can be written"
        raise input_error(f"cannot write: {error.strerror}", hint, Location(path)) from None
    return len(samples)


def load(path: str) -> Iterator[Sample]:
    """Reads a file of samples; raises `InputError` for an invalid one."""
    try:
        with gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb") as file:
            lines = file.read().splitlines()
    except gzip.BadGzipFile:
        raise _not_samples(path, 0, "not compressed with gzip") from None
    except OSError as error:
        raise cannot_read(path, error) from None
    for number, line in enumerate(lines, 1):
        try:
            document = json.loads(line)
            if number == 1:
                if document["format"] != _FORMAT:
                    raise _not_samples(path, 1, f"the format is {document['format']!r}")
                schemas = {op: parse_schema(text) for op, text in document["schemas"].items()}
            else:
                yield _from_json(document, schemas)
        except (ValueError, KeyError, TypeError, SchemaError, binascii.Error) as error:
            raise _not_samples(path, number, f"{type(error).__name__}: {error}") from None


def _not_samples(path: str, line: int, what: str) -> InputError:
    hint = "give a file that was made with --record"
    return input_error(f"not a file of samples: {what}", hint, Location(path, line))


def _to_json(sample: Sample) -> dict:
    document = {
        "case": sample.case,
        "op": sample.op,
        "inputs": [_value_to_json(value) for value in sample.inputs],
        "outs": [
            _tensor_to_json(out.tensor, with_data=False) | {"dynamism": out.dynamism} for out in sample.outs
        ],
    }
    if sample.wrong:
        return document | {"wrong": sample.wrong}
    document["expected"] = [_tensor_to_json(t) for t in sample.expected]
    exact = sample.exact() if sample.exact else ()
    if any(_matters(e, t) for e, t in zip(exact, sample.expected, strict=False)):
        document["exact"] = [_tensor_to_json(t) for t in exact]
    return document


def _matters(exact: Tensor, expected: Tensor) -> bool:
    """Whether a result was rounded; otherwise the exact result is not needed."""
    if expected.dtype not in FLOATING | COMPLEX or exact.shape != expected.shape:
        return False
    rounded = decode(expected.dtype, laid_out(expected, exact.order).data)
    return any(a != b and a == a for a, b in zip(decode(exact.dtype, exact.data), rounded, strict=True))


def _from_json(document: dict, schemas: dict[str, Schema]) -> Sample:
    outs = []
    for out in document["outs"]:
        shape, order = tuple(out["shape"]), tuple(out["order"])
        outs.append(Out(garbage(DType[out["dtype"]], shape, order), out.get("dynamism", STATIC)))
    exact = tuple(_tensor_from_json(t) for t in document.get("exact", ()))
    return Sample(
        schema=schemas[document["op"]],
        case=document["case"],
        inputs=tuple(_value_from_json(value) for value in document["inputs"]),
        outs=tuple(outs),
        expected=tuple(_tensor_from_json(t) for t in document.get("expected", ())),
        wrong=document.get("wrong", ""),
        exact=(lambda: exact) if exact else None,
    )


def _value_to_json(value: object) -> object:
    if isinstance(value, Tensor):
        return _tensor_to_json(value)
    if isinstance(value, Out):
        return {"written": _tensor_to_json(value.tensor)}
    if isinstance(value, float):
        return {"float": value.hex()}  # distinguishes it from an int, and supports NaN
    return [_value_to_json(item) for item in value] if isinstance(value, list | tuple) else value


def _value_from_json(value: object) -> object:
    if isinstance(value, dict):
        if "written" in value:
            return Out(_tensor_from_json(value["written"]))
        return float.fromhex(value["float"]) if "float" in value else _tensor_from_json(value)
    return [_value_from_json(item) for item in value] if isinstance(value, list) else value


def _tensor_to_json(value: Tensor, with_data: bool = True) -> dict:
    document = {"dtype": value.dtype.name, "shape": list(value.shape), "order": list(value.order)}
    return document | {"data": base64.b64encode(value.data).decode()} if with_data else document


def _tensor_from_json(document: dict) -> Tensor:
    data = base64.b64decode(document["data"], validate=True)
    return Tensor(DType[document["dtype"]], tuple(document["shape"]), tuple(document["order"]), data)
