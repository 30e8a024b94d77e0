"""Measures the size of kernels in a linked binary, in bytes, with `nm` and `size` of the toolchain.

The size of an operator is the size of the symbols in the binary that come from its source, `op_<operator>`,
which all its overloads share. Object files are named after their sources, differently in each build system:
`op_add.o`, `op_add.pic.o`, `op_add.cpp.o`, `op_add.cpp.pic.o`.
"""

import argparse
import collections
import dataclasses
import re
import subprocess
from collections.abc import Iterable, Iterator

from etgen import file_log
from etgen.errors import Location, input_error
from etgen.resolution import ResolvedOp
from etgen.schema import OpName

_REGISTRATION = re.compile(r"Register\w*Kernels")
_OBJECT = re.compile(r"\bop_(\w+)(?:\.(?:c|cc|cpp|cxx|S))?(?:\.pic)?\.(?:o|obj)$")
# The key in `Costs.shared_parts` of functions that the sources of several operators instantiate.
TEMPLATES = "templates"
# The origin of a symbol, as (kind, name): the source of an operator, the registration, or another source.
_OPERATOR, _REGISTERS, _SHARED = "operator", "registration", "shared"
_Home = tuple[str, str]
_Homes = dict[tuple[str, int], set[_Home]]
# The columns of `size`.
SEGMENTS = ("text", "data", "bss")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the flags that `measure` reads."""
    parser.add_argument("--binary", help="a linked binary, not stripped: adds the size of each kernel")
    parser.add_argument(
        "--archive", action="append", default=[], help="a library that the binary was linked from"
    )
    parser.add_argument("--baseline", help="the binary without kernels: adds the total size of the kernels")
    parser.add_argument("--nm", default="nm", help="the nm program of the toolchain (default: nm)")
    parser.add_argument("--size", default="size", help="the size program of the toolchain (default: size)")


@dataclasses.dataclass(frozen=True)
class Costs:
    """The sizes of a binary, or their differences from its baseline.

    Attributes:
      operators: for each operator source in the archives, by its name without `op_`: its size in the binary.
      shared: of code shared by kernels.
      shared_parts: `shared` by source; `templates` is code that several sources instantiate.
      registration: of the unit that registers the kernels.
      sections: of each loaded section, such as `.text`, and of the segments that `size` prints.
      has_baseline: whether `sections` and `total` are differences.
    """

    operators: dict[str, int]
    shared: int
    shared_parts: dict[str, int]
    registration: int
    sections: dict[str, int]
    has_baseline: bool

    @property
    def total(self) -> int:
        """Bytes of code and initialised data."""
        return self.sections["text"] + self.sections["data"]


def source_of(op: OpName) -> str:
    """The name, without `op_`, of the source that an operator's kernels are in."""
    return op.base.lstrip("_")


def measure(args: argparse.Namespace, operators: Iterable[ResolvedOp]) -> Costs:
    """The size of the kernels of `--archive` in `--binary`, minus `--baseline` if it is given.

    Raises:
      InputError: the archives have none of the operators' sources: they are the wrong ones, or object files
      are not named after their sources.
    """
    homes, found = _homes(args)
    if args.archive and not found and any(op.sources for op in operators):
        what = "it has no object file of an operator's source (op_<operator>)"
        raise input_error(what, "give the library that the kernels are in", Location(args.archive[0]))
    kept = _sizes(((symbol, size) for _, symbol, size in _symbols(args.nm, args.binary)), homes)
    sections = _sections(args.size, args.binary)
    if args.baseline:
        sections.subtract(_sections(args.size, args.baseline))
    return _costs(kept, found, sections, args.baseline is not None)


def measure_objects(args: argparse.Namespace) -> Costs:
    """The size of the kernels of `--archive` before they are linked: a linker drops unused code.

    Units with several sources are in `shared_parts`.
    """
    homes, found = _homes(args)
    sizes = _sizes(homes, homes)
    return _costs(sizes, found, {"text": sum(sizes.values()), "data": 0, "bss": 0}, False)


def _homes(args: argparse.Namespace) -> tuple[_Homes, set[str]]:
    """The origin of each (symbol, size) in the archives, and the operators whose sources are in them."""
    homes: _Homes = collections.defaultdict(set)
    found: set[str] = set()
    for archive in args.archive:
        for member, symbol, size in _symbols(args.nm, archive):
            match = _OBJECT.search(member)
            found |= {match[1]} if match else set()
            homes[symbol, size].add(_home(member))
    return homes, found


def _home(member: str) -> _Home:
    """The origin of an object file."""
    if match := _OBJECT.search(member):
        return _OPERATOR, match[1]
    if _REGISTRATION.search(member):
        return _REGISTERS, ""
    return _SHARED, re.split(r"[/:]", member)[-1].partition(".")[0]


def _sizes(symbols: Iterable[tuple[str, int]], homes: _Homes) -> collections.Counter[_Home]:
    """The sizes by origin of the symbols; a symbol with several origins is shared."""
    result: collections.Counter[_Home] = collections.Counter()
    for symbol, size in symbols:
        owners = homes.get((symbol, size), set())
        if owners:
            result[next(iter(owners)) if len(owners) == 1 else (_SHARED, TEMPLATES)] += size
    return result


def _costs(
    sizes: collections.Counter[_Home], found: set[str], sections: dict[str, int], has_baseline: bool
) -> Costs:
    shared = {name: size for (kind, name), size in sizes.items() if kind == _SHARED and size}
    return Costs(
        operators={name: sizes[_OPERATOR, name] for name in found},
        shared=sum(shared.values()),
        shared_parts=shared,
        registration=sizes[_REGISTERS, ""],
        sections=dict(sections),
        has_baseline=has_baseline,
    )


def loaded_size(args: argparse.Namespace, path: str) -> int:
    """Bytes of code and initialised data of a binary."""
    sections = _sections(args.size, path)
    return sections["text"] + sections["data"]


def _symbols(nm: str, path: str) -> Iterator[tuple[str, str, int]]:
    """(member, symbol, size) of every symbol that is defined in a binary or archive."""
    member = ""
    for line in _run([nm, "--print-size", "--defined-only", path], path).splitlines():
        fields = line.split(" ", 3)
        if len(fields) == 4 and len(fields[1]) == len(fields[0]):
            yield member, fields[3], int(fields[1], 16)
        elif line.endswith(":"):
            member = line[:-1]


def _sections(size: str, path: str) -> collections.Counter[str]:
    """Bytes of the segments `text`, `data` and `bss`, and of each section that is loaded."""
    segments = _run([size, path], path).splitlines()[1].split()[: len(SEGMENTS)]
    result = collections.Counter(dict(zip(SEGMENTS, map(int, segments), strict=True)))
    for line in _run([size, "-A", path], path).splitlines():
        name, *numbers = line.split() or [""]
        # The columns are section, bytes and address. Sections that are not loaded have no address.
        if name.startswith(".") and len(numbers) == 2 and int(numbers[1]):
            result[name] = int(numbers[0])
    return result


def _run(command: list[str], path: str) -> str:
    file_log.reads(path)
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        tool = command[0].rpartition("-")[2]
        hint = f"install binutils, or name another with --{tool}"
        raise input_error(f"cannot run {command[0]}: {error.strerror}", hint, Location(path)) from None
    if result.returncode != 0:
        what = f"{command[0]} failed: {result.stderr.strip()}"
        raise input_error(what, "give a compiled binary or library", Location(path))
    return result.stdout
