"""Kernel libraries: yaml files, the sources of their kernels, and the keys library and place of every kernel.

A library is described by a JSON file, which the build rules write:

    {"name": "portable", "place": "cpu", "label": "//kernels/portable",
     "functions_yaml": ["functions.yaml"], "custom_ops_yaml": [],
     "srcs": ["op_add.cpp", "shapes.cpp"], "hdrs": ["shapes.h"]}

A source called `op_<operator>`, without leading underscores of the operator's name, has the kernels of all
overloads of that operator, and is compiled only if one of them is selected. Every other source is shared; it
is compiled if a compiled source includes its header, or with any kernel if it has none.
"""

import collections
import functools
import os
import re
from collections.abc import Iterable, Iterator

from etgen import file_log, functions_yaml, json_io, opset
from etgen.errors import InputError, Problem, input_error
from etgen.functions_yaml import Entry
from etgen.schema import OpName, Schema

DEFAULT_PLACE = "cpu"

_OP_SOURCE = re.compile(r"op_(\w+)\.(?:c|cc|cpp|cxx|S)")
_LISTS = ("functions_yaml", "custom_ops_yaml", "srcs", "hdrs")
_SHAPE = dict.fromkeys(("name", "place", "label"), str) | {key: [str] for key in _LISTS}
_DEFAULTS: dict[str, object] = {"place": DEFAULT_PLACE, "label": ""} | {key: [] for key in _LISTS}


class KernelLibrary(
    collections.namedtuple("KernelLibrary", "name place label entries custom_ops srcs hdrs", defaults=[()])
):
    """A library, as described in its file.

    Attributes:
      name: the key Library of its kernels (`portable`).
      place: the key Place of its kernels (`cpu`).
      label: the build target, for messages.
      entries: a dict of an `Entry` for each `OpName`.
      custom_ops: the operators that came from a custom ops yaml.
      srcs, hdrs: tuples of paths.
    """

    @functools.cached_property
    def _by_operator(self) -> dict[str, list[str]]:
        result: dict[str, list[str]] = {}
        for src in self.srcs:
            match = _OP_SOURCE.fullmatch(os.path.basename(src))
            if match:
                result.setdefault(match[1], []).append(src)
        return result

    def sources_of(self, op: OpName) -> tuple[str, ...]:
        """The sources that belong to one operator."""
        return tuple(self._by_operator.get(op.base.lstrip("_"), ()))

    def operators_of(self, kernel: str) -> tuple[OpName, ...]:
        """The operators whose C++ function an entry of this library names."""
        return self._by_kernel.get(kernel, ())

    @functools.cached_property
    def _by_kernel(self) -> dict[str, tuple[OpName, ...]]:
        result: dict[str, tuple[OpName, ...]] = {}
        for name, entry in self.entries.items():
            for kernel in entry.kernels:
                result[kernel.name] = (*result.get(kernel.name, ()), name)
        return result

    @property
    def shared_sources(self) -> tuple[str, ...]:
        """The sources that belong to no operator in particular."""
        owned = {src for srcs in self._by_operator.values() for src in srcs}
        return tuple(src for src in self.srcs if src not in owned)


@file_log.remembered
def read(path: str) -> KernelLibrary:
    """Reads a library from its description. Raises `InputError` with everything that is wrong."""
    document = json_io.load(path, "a kernel library", "et_kernel_library", _SHAPE, _DEFAULTS)
    return from_files(
        document["name"],
        document["functions_yaml"],
        document["custom_ops_yaml"],
        place=document["place"],
        label=document["label"],
        srcs=tuple(document["srcs"]),
        hdrs=tuple(document["hdrs"]),
    )


class NamedInHints:
    """Libraries that an app could add. Only messages name them, so they are only read for a message."""

    def __init__(self, paths: Iterable[str] = ()):
        self._paths = tuple(paths)

    def __iter__(self) -> Iterator[KernelLibrary]:
        return iter(self._libraries)

    @functools.cached_property
    def _libraries(self) -> list[KernelLibrary]:
        return [read(path) for path in self._paths]


def read_any(path: str) -> KernelLibrary:
    """A library from its description, or only from a functions yaml."""
    return from_files(path, [path], []) if path.endswith((".yaml", ".yml")) else read(path)


def from_files(
    name: str,
    functions: list[str],
    custom_ops: list[str],
    place: str = DEFAULT_PLACE,
    label: str = "",
    srcs: tuple[str, ...] = (),
    hdrs: tuple[str, ...] = (),
) -> KernelLibrary:
    """A library of these yaml files. It is an error if two of them have the same operator."""
    problems: list[Problem] = []
    entries: dict[OpName, Entry] = {}
    custom: set[OpName] = set()
    for path in [*functions, *custom_ops]:
        try:
            read_entries = functions_yaml.read(path)
        except InputError as error:
            problems += error.problems
            continue
        for entry in read_entries:
            if entry.name in entries:
                what = f"kernel library {name} has two entries for the operator"
                hint = f"the other is at {entries[entry.name].where}; merge_yaml can prefer one to the other"
                problems.append(Problem(what, hint, entry.where, str(entry.name)))
            entries[entry.name] = entry
            custom |= {entry.name} if path in custom_ops else set()
    if problems:
        raise InputError(problems)
    return KernelLibrary(name, place, label or name, entries, frozenset(custom), srcs, hdrs)


def refuse_same_name(libraries: list[KernelLibrary]) -> None:
    """Raises `InputError` if two libraries of an app have the same name."""
    seen: dict[str, KernelLibrary] = {}
    for lib in libraries:
        if lib.name in seen:
            what = f"two kernel libraries are called {lib.name}: {seen[lib.name].label} and {lib.label}"
            raise input_error(what, "give each its own name (library = ...)")
        seen[lib.name] = lib


def agreed_schema(name: OpName, libraries: list[KernelLibrary]) -> Schema:
    """The schema of the first library that has the operator. Raises `InputError` if another, or ATen, has a
    different one.

    A custom ops yaml may have another schema than ATen, for models exported with another PyTorch.
    """
    owners = [lib for lib in libraries if name in lib.entries]
    entries = [lib.entries[name] for lib in owners]
    first = entries[0]
    for owner, entry in zip(owners, entries, strict=True):
        aten = opset.differs_from_aten(entry.declared) if entry.declared else None
        if aten and name not in owner.custom_ops:
            what = f"another schema than ATen's: {entry.declared}"
            hint = (
                f"PyTorch {opset.torch_version()} has {aten}, which op: {name.unqualified} refers to; a "
                "schema of another version belongs in a custom_ops_yaml"
            )
            raise input_error(what, hint, entry.where, str(name))
    for other in entries[1:]:
        mine, theirs = first.schema.arguments, other.schema.arguments
        if [a.type.plain for a in mine] != [a.type.plain for a in theirs]:
            what = f"two libraries declare different schemas; here {other.schema}"
            hint = f"the other is at {first.where}: {first.schema}"
            raise input_error(what, hint, other.where, str(name))
    return first.schema
