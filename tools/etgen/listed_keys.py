"""Translates kernel keys written by ExecuTorch's own tools to the keys that the runtime looks up.

Their keys also have a dtype and dim order for each list of tensors, taken from its first element, and for the
list that an operator with several outs returns; the runtime's keys have neither. Absent tensors and empty
lists contribute nothing to either.
"""

import itertools
from collections.abc import Iterator

from etgen.dtypes import DType
from etgen.kernel_key import KernelKey
from etgen.schema import Schema

_TENSORS = frozenset({"Tensor", "Tensor?"})
_LISTS = frozenset({"Tensor[]", "Tensor?[]", "Tensor[]?", "Tensor?[]?"})


def runtime_keys(key: KernelKey, schema: Schema) -> Iterator[tuple[KernelKey, frozenset[DType]]]:
    """Each interpretation of a key: the runtime's key, and the dtypes of lists.

    There are several if the operator has lists and optional tensors; there are none if the key does not match
    the operator.
    """
    types = [a.type.plain for a in schema.arguments if a.type.plain in _TENSORS | _LISTS]
    returned = [r.type.plain for r in schema.returns]
    types.append("Tensor" if returned == ["Tensor"] else "Tensor[]")
    may_be_absent = [i for i, type_ in enumerate(types) if type_ != "Tensor"]
    for absent in itertools.combinations(may_be_absent, max(len(types) - len(key), 0)):
        present = [type_ for i, type_ in enumerate(types) if i not in absent]
        if len(present) == len(key):
            pairs = list(zip(present, key, strict=True))
            in_lists = frozenset(meta.dtype for type_, meta in pairs if type_ in _LISTS)
            yield tuple(meta for type_, meta in pairs if type_ in _TENSORS), in_lists
