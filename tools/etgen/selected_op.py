"""How an app uses one operator: part of selections and of resolutions."""

import dataclasses

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
    """

    any_call: bool = False
    any_call_with: frozenset[DType] = frozenset()
    keys: frozenset[KernelKey] = frozenset()
    list_dtypes: frozenset[DType] = frozenset()
    sources: frozenset[str] = frozenset()

    def __or__(self, other: "SelectedOp") -> "SelectedOp":
        fields = dataclasses.fields(self)
        return SelectedOp(*(getattr(self, f.name) | getattr(other, f.name) for f in fields))

    @property
    def dtypes(self) -> frozenset[DType] | None:
        """All dtypes that the kernels must support; None for all dtypes."""
        if self.any_call:
            return None
        in_keys = {meta.dtype for key in self.keys for meta in key}
        return self.any_call_with | self.list_dtypes | in_keys
