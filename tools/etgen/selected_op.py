"""How an app uses one operator: part of selections and of resolutions."""

import dataclasses

from etgen import call_facts
from etgen.call_facts import CallFacts
from etgen.dtypes import DType
from etgen.kernel_key import KernelKey


@dataclasses.dataclass(frozen=True)
class SelectedOp:
    """How an app uses an operator.

    Attributes:
      any_call: whether it must serve unknown calls, with every dtype.
      any_call_with: dtypes with which it must serve unknown calls.
      keys: the calls that are known exactly.
      list_dtypes: dtypes of tensors in lists of known calls, which keys do not contain.
      sources: the models, lists and files that select it.
      facts: what is true of all calls; None if this is unknown, or if there are none.
    """

    any_call: bool = False
    any_call_with: frozenset[DType] = frozenset()
    keys: frozenset[KernelKey] = frozenset()
    list_dtypes: frozenset[DType] = frozenset()
    sources: frozenset[str] = frozenset()
    facts: CallFacts | None = None

    def __or__(self, other: "SelectedOp") -> "SelectedOp":
        names = [field.name for field in dataclasses.fields(self) if field.name != "facts"]
        facts = call_facts.of_all(each.facts for each in (self, other) if each.is_called)
        return SelectedOp(**{name: getattr(self, name) | getattr(other, name) for name in names}, facts=facts)

    @property
    def is_called(self) -> bool:
        """Whether there are calls; a part of the description of an operator has none."""
        return self.any_call or bool(self.any_call_with or self.keys or self.list_dtypes)

    @property
    def dtypes(self) -> frozenset[DType] | None:
        """All dtypes that the kernels must support; None for all dtypes."""
        if self.any_call:
            return None
        in_keys = {meta.dtype for key in self.keys for meta in key}
        return self.any_call_with | self.list_dtypes | in_keys
