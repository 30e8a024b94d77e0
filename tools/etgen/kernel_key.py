"""Kernel keys: which dtypes and dim orders a kernel serves.

The runtime builds a key from the tensors of a call, in the order of the operator's arguments, the outs
included, and then the return slot, which for an operator with one tensor out is that out once more. Tensor
lists contribute nothing, nor do optional tensors that are absent. As text:

    v1/6;0,1|6;0,1|6;0,1|6;0,1        add.out on two-dimensional contiguous floats
"""

import collections
import re

from etgen.dtypes import DType

_KEY = re.compile(r"v[0-9]+/(.*)")
_META = re.compile(r"([0-9]{1,3});((?:[0-9]{1,3}(?:,[0-9]{1,3})*)?)")

# The key of a kernel that serves every dtype and dim order, in the yaml files of the build.
DEFAULT = "default"
# Keys that stand for every call in lists of calls; ExecuTorch's tools write v1 for calls without tensors.
ANY_CALL = frozenset({DEFAULT, "v1"})


class TensorMeta(collections.namedtuple("TensorMeta", "dtype dim_order")):
    """One tensor's dtype and dim order (outermost dimension first; empty for a 0-dim tensor)."""

    def __str__(self) -> str:
        return f"{int(self.dtype)};{','.join(map(str, self.dim_order))}"

    def describe(self) -> str:
        """Human-readable: `Float(0,1)`."""
        return f"{self.dtype.name}({','.join(map(str, self.dim_order))})"


KernelKey = tuple[TensorMeta, ...]


def key_of_any_call(key: KernelKey) -> bool:
    """Whether the key stands, in lists of calls, for every call with its dtype: `v1/6;`."""
    return len(key) == 1 and not key[0].dim_order


def format_key(key: KernelKey) -> str:
    """The key as the runtime spells it."""
    return "v1/" + "|".join(map(str, key))


def describe_key(key: KernelKey) -> str:
    """The key as a person reads it: `Float(0,1), Long(0,1)`."""
    return ", ".join(meta.describe() for meta in key) or "no tensors"


def parse_key(text: str) -> KernelKey | None:
    """Parses a key; None if `text` is not a key, or has an unknown dtype number."""
    match = _KEY.fullmatch(text)
    metas = [_META.fullmatch(part) for part in match[1].split("|")] if match else [None]
    known = [meta for meta in metas if meta is not None]
    if len(known) < len(metas):
        return None
    try:
        return tuple(TensorMeta(DType(int(m[1])), tuple(int(d) for d in m[2].split(",") if d)) for m in known)
    except ValueError:
        return None
