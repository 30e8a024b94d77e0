"""A suite: the samples of all operators under test, and their outcomes."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence

from etgen.dtypes import DType
from etgen.schema import Schema

from kernel_testing import sources
from kernel_testing.references import Module, Reference, RefusedError
from kernel_testing.samples import Sample
from kernel_testing.sources import Plan
from kernel_testing.tensors import Tensor


class References:
    """Several references; the first one that has an operator is used."""

    def __init__(self, modules: Sequence[str], with_torch: bool):
        self._all: list[Reference] = [Module(path) for path in modules]
        self._process = contextlib.ExitStack()
        if with_torch:
            from kernel_testing.isolated import Isolated
            from kernel_testing.torch_reference import Torch

            self._all.append(self._process.enter_context(contextlib.closing(Isolated(Torch()))))

        self.last_refusal = ""

    def has(self, schema: Schema) -> bool:
        return any(reference.has(schema) for reference in self._all)

    def __call__(self, schema: Schema, inputs: tuple, out_dtype: DType | None = None) -> tuple[Tensor, ...]:
        try:
            return self._first(schema)(schema, inputs, out_dtype)
        except RefusedError as refusal:
            self.last_refusal = str(refusal)
            raise

    def takes_out(self, schema: Schema, inputs: tuple, out: Tensor) -> bool:
        return self._first(schema).takes_out(schema, inputs, out)

    def close(self) -> None:
        """Ends the process that runs PyTorch."""
        self._process.close()

    def _first(self, schema: Schema) -> Reference:
        return next(reference for reference in self._all if reference.has(schema))


@dataclasses.dataclass(frozen=True)
class Suite:
    """Makes the samples of operators.

    Attributes:
      schemas: the schemas of the operators under test.
      references: compute the expected results.
      plan: says which calls to draw.
      opinfo: the number of samples of each of PyTorch's OpInfos and dtypes; 0 for none.
      case: if given, only this case is made; other cases are only run if they lead to it.
    """

    schemas: Sequence[Schema]
    references: References
    plan: Plan
    opinfo: int = 0
    case: str | None = None

    def samples(self) -> Iterator[Sample]:
        for sample in self._all():
            if self.case is None or sample.case == self.case:
                yield sample

    def without_reference(self) -> list[Schema]:
        return [schema for schema in self.schemas if not self.references.has(schema)]

    def _all(self) -> Iterator[Sample]:
        for schema in self.schemas:
            for dtype in self.plan.dtypes:
                if self.references.has(schema) and self._is_wanted(f"{schema.name}/{dtype.name}/drawn"):
                    calls = sources.drawn(schema, dtype, self.references, self.plan)
                    yield from sources.with_variants(calls, self.references, self.plan)
        known = frozenset(schema.name for schema in self.schemas if schema.name.namespace == "aten")
        if self.opinfo and known and self._is_wanted("/opinfo:"):
            from kernel_testing import torch_samples

            origin = self.case.partition("/opinfo:")[2].split("/")[0] if self.case else None
            made = torch_samples.samples(known, self.plan.dtypes, self.opinfo, origin)
            yield from sources.with_variants(made, self.references, self.plan)

    def _is_wanted(self, part: str) -> bool:
        return self.case is None or part in self.case
