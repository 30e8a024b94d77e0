"""`etgen merge`: merges two or more functions yamls.

For each operator, only the entry of the first file that has one is used, as in ExecuTorch's tool. With
`--fill-gaps`, if that entry only has kernels for certain dtypes and dim orders, kernels of later files serve
the remaining calls, as `resolve` chooses among kernel libraries (see choice.py). Entries are in the order of
the files.
"""

import argparse
from collections.abc import Iterable, Iterator

from etgen import library, yaml_io
from etgen.choice import Candidate, candidates
from etgen.errors import InputError, Problem
from etgen.functions_yaml import Entry
from etgen.kernel_key import KernelKey
from etgen.library import KernelLibrary
from etgen.output import OutputFiles
from etgen.schema import OpName
from etgen.yaml_io import Node

HELP = "merge functions yamls: for each operator, the entry of the first file that has one"

# The keys that define an entry's kernels; other keys are copied unchanged.
_KERNELS = ("kernels", "dispatch", "type_alias", "dim_order_alias", "place", "library")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--functions-yaml", required=True, help="the kernels to prefer")
    parser.add_argument(
        "--fallback-yaml",
        action="append",
        default=[],
        help="entries for operators that no earlier file has; may repeat",
    )
    parser.add_argument(
        "--fill-gaps",
        action="store_true",
        help="also use its kernels for calls that earlier entries do not serve",
    )
    parser.add_argument("--output", required=True, help="merged.yaml")


def run(args: argparse.Namespace) -> None:
    outputs = OutputFiles()
    outputs.add(args.output, merge([args.functions_yaml, *args.fallback_yaml], args.fill_gaps))
    outputs.write()


def merge(paths: list[str], fill_gaps: bool = False) -> str:
    """The text of the merged yaml. Raises `InputError` with what is wrong in any of the files."""
    files: list[KernelLibrary] = []
    first: dict[OpName, Entry] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            files.append(library.from_files(path, [path], []))
        except InputError as error:
            problems += error.problems
            continue
        first = first | {name: e for name, e in files[-1].entries.items() if name not in first}
    if problems:
        raise InputError(problems)
    return yaml_io.dump_entries(
        _filled(name, entry.node, files) if fill_gaps else entry.node for name, entry in first.items()
    )


def _filled(name: OpName, entry: Node, files: list[KernelLibrary]) -> Node | dict[str, object]:
    """The entry of the first file, with kernels of others for the calls that it does not serve."""
    if sum(name in file.entries for file in files) == 1:
        return entry
    found = candidates(name, files)
    chosen: list[tuple[KernelKey | None, Candidate]] = []
    for place in dict.fromkeys(c.place for c in found):
        chosen += _kept([c for c in found if c.place == place])
    if len({winner.rank for _, winner in chosen}) < 2:
        return entry
    fields = entry.fields("an entry").items()
    return {key: value for key, value in fields if not _is_of_kernels(key, value)} | _spelt(chosen)


def _kept(usable: list[Candidate]) -> Iterator[tuple[KernelKey | None, Candidate]]:
    """The kernels that any call may need: specialised ones with their keys, and default ones.

    These are all kernels up to the first default kernel that supports every dtype, except kernels for calls
    that an earlier one serves.
    """
    specialised: dict[KernelKey, Candidate] = {}
    defaults: list[Candidate] = []
    for candidate in sorted(usable, key=lambda c: (c.rank, c.is_default)):
        if any(default.kernel.dtypes is None for default in defaults):
            break
        if candidate.is_default and candidate.kernel.dtypes not in [d.kernel.dtypes for d in defaults]:
            defaults.append(candidate)
        for key in candidate.kernel.keys or ():
            if not any(default.serves(key) for default in defaults):
                specialised.setdefault(key, candidate)
    yield from sorted(specialised.items(), key=lambda item: item[0])
    yield from ((None, default) for default in defaults)


def _is_of_kernels(key: str, value: Node) -> bool:
    return key in _KERNELS or (key[0].isupper() and value.is_sequence)


def _spelt(chosen: Iterable[tuple[KernelKey | None, Candidate]]) -> dict:
    """The fields of an entry that has these kernels, with an alias for each dtype and dim order."""
    dtypes: dict[str, list[str]] = {}
    dim_orders: dict[str, list[int]] = {}
    kernels = []
    for key, winner in chosen:
        arg_meta: dict[str, list[str]] | None = None if key is None else {}
        item: dict[str, object] = {"arg_meta": arg_meta, "kernel_name": winner.kernel.name}
        if key is not None and arg_meta is not None:
            for argument, meta in zip(winner.kernel.arguments, key, strict=False):
                order = "D" + "_".join(map(str, meta.dim_order))
                dtypes[meta.dtype.name] = [meta.dtype.name]
                dim_orders[order] = list(meta.dim_order)
                arg_meta[argument] = [meta.dtype.name, order]
        if winner.kernel.dtypes:
            item["dtypes"] = [dtype.name for dtype in sorted(winner.kernel.dtypes)]
        for field in ("place", "library"):
            if value := getattr(winner.kernel, field):
                item[field] = value
        kernels.append(item)
    return {"type_alias": dtypes, "dim_order_alias": dim_orders, "kernels": kernels}
