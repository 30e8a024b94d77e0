"""The sources to compile together with a registration unit: the sources of the selected kernels, as separate
units.

Every source is copied with a few lines before it: its origin, whether any operator is called with complex
numbers, and in a dtype selective build the dtypes of its operators. A compile action therefore depends only
on its own source and selection, and a change of one operator recompiles one file. In a call selective build,
every copy has what is true of all calls, and a change of one of them recompiles all.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence

from etgen import cpp_names, selected_calls, variants
from etgen.errors import Location, input_error
from etgen.includes import needed_sources
from etgen.resolution import Resolution
from etgen.text_io import read_text

# The preamble of each unit. NativeFunctions.h declares the kernels for their callers; a unit that includes it
# would be recompiled whenever another operator is selected.
_PREAMBLE = """\
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#endif
"""

# Highway's foreach_target.h includes the file of this macro once for each SIMD target.
_INCLUDES_ITSELF = re.compile(r"^([ \t]*#[ \t]*define[ \t]+HWY_TARGET_INCLUDE[ \t]+)\S.*$", re.MULTILINE)


def kernel_sources(resolved: Resolution, per_unit: int = 1) -> dict[str, str]:
    """The text of each unit to compile, by its path below the output directory.

    `per_unit` sources of operators, or shared sources of a library, are joined into one unit. Larger units
    compile faster, because headers take most of the time, but more is rebuilt after a change. Sources that
    include themselves once for each SIMD target, as with Highway, are joined with each other; their unit
    includes itself by its path.
    """
    operators = _operators_of_sources(resolved)
    needed = _needed(resolved, operators)
    wanted = [source for source in operators if source in needed]
    units = _units_of(wanted, operators, per_unit, os.path.dirname, shortest_name=2)
    return {name: _unit(resolved, name, group, operators) for name, group in units.items()}


def kernel_parts(resolved: Resolution, parts: dict[str, Sequence[str]], per_unit: int = 1) -> dict[str, str]:
    """The text of each unit if the sources are divided into parts with separate include directories.

    `parts` lists the sources of each part; a source in several parts belongs to the first. The path of a unit
    begins with the name of its part. Sources that the operators of a part share are joined across its
    directories. Raises `InputError` for a source that is needed and in no part.
    """
    operators = _operators_of_sources(resolved)
    needed = _needed(resolved, operators)
    known = {source for sources in parts.values() for source in sources}
    if missing := sorted(needed - known):
        what = "the resolution needs this source, which no --kernel-part has"
        raise input_error(what, "give each source of the kernel libraries a part", Location(missing[0]))
    result: dict[str, str] = {}
    taken: set[str] = set()
    for part, sources in parts.items():
        own = [source for source in dict.fromkeys(sources) if source in needed and source not in taken]
        taken.update(own)
        for name, group in _units_of(own, operators, per_unit, lambda source: "", shortest_name=1).items():
            result[f"{part}/{name}"] = _unit(resolved, f"{part}/{name}", group, operators)
    return result


def with_symbols(units: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The C++ units with a symbol added to each, which identifies its contents, and the list of these
    symbols.

    Libraries with manual registration are linked as ordinary archives: if two of them have the same unit, a
    binary gets the first. A library that refers to these symbols gets its own unit, or an identical one. If
    libraries compile one source for different dtypes, the linker takes both units, and reports duplicate
    functions.
    """
    result, symbols = {}, []
    for name, text in units.items():
        if os.path.splitext(name)[1] in (".cc", ".cpp", ".cxx"):
            symbol = "et_unit_" + hashlib.sha256(f"{name}\n{text}".encode()).hexdigest()[:16]
            symbols.append(symbol)
            text += f'\nextern "C" {{\nextern const char {symbol};\nconst char {symbol} = 0;\n}}\n'
        result[name] = text
    return result, sorted(symbols)


def _units_of(
    sources: list[str],
    operators: dict[str, list],
    per_unit: int,
    home: Callable[[str], str],
    shortest_name: int,
) -> dict[str, list[str]]:
    """The sources of each unit, by its path."""
    names = _short_names(sources, shortest_name)
    alike: dict[tuple[bool, str, bool], list[str]] = {}
    for source in sources:
        # Sources of operators do not see the names of shared sources, nor the macros of other libraries.
        includes_itself = per_unit > 1 and _INCLUDES_ITSELF.search(read_text(source)) is not None
        alike.setdefault((bool(operators[source]), home(source), includes_itself), []).append(source)
    groups = [group for each in alike.values() for group in _grouped(each, names, per_unit)]
    return {_unit_name(group, names): group for group in groups}


def _grouped(sources: list[str], names: dict[str, str], per_unit: int) -> Iterator[list[str]]:
    ordered = sorted(sources, key=names.__getitem__)
    for i in range(0, len(ordered), per_unit):
        yield ordered[i : i + per_unit]


def _unit_name(sources: list[str], names: dict[str, str]) -> str:
    first, last = names[sources[0]], names[sources[-1]]
    stem, extension = os.path.splitext(first)
    if first == last:
        return first
    return f"{stem}_to_{os.path.basename(last).removesuffix(extension)}{extension}"


def _needed(resolved: Resolution, operators: dict[str, list]) -> frozenset[str]:
    """The sources of the selected operators, and the shared sources that they need."""
    own = [source for source, ops in operators.items() if ops]
    return needed_sources(own, resolved.shared_sources, resolved.headers).union(own)


def _operators_of_sources(resolved: Resolution) -> dict[str, list]:
    """The operators that each source is compiled for; empty for shared sources."""
    operators: dict[str, list] = {source: [] for source in resolved.shared_sources}
    for op in resolved.operators:
        for source in op.sources:
            operators.setdefault(source, []).append(op)
    return operators


def _unit(resolved: Resolution, name: str, sources: list[str], operators: dict[str, list]) -> str:
    ops = [op for source in sources for op in operators[source]]
    selection = _PREAMBLE + variants.shared_code(resolved)
    if resolved.by_dtype:
        selection += "#define EXECUTORCH_SELECTIVE_BUILD_DTYPE 1\n" + (
            variants.predicate(ops) if ops else variants.any_operator_predicate(resolved.operators)
        )
    if resolved.by_calls:
        selection += "#define RULES_EXECUTORCH_SELECTIVE_BUILD_CALLS 1\n"
        selection += selected_calls.header(resolved)
    text = "".join(map(_text, sources))
    if len(sources) > 1 and _INCLUDES_ITSELF.search(text):
        selection = f"#ifndef ETGEN_UNIT\n#define ETGEN_UNIT {cpp_names.literal(name)}\n{selection}#endif\n"
        text = _INCLUDES_ITSELF.sub(r"\1ETGEN_UNIT", text)
    return selection + text


def _text(source: str) -> str:
    # An absolute path would make outputs depend on the machine.
    line = "" if os.path.isabs(source) else f"#line 1 {cpp_names.literal(source)}\n"
    return line + read_text(source)


def _short_names(sources: list[str], shortest: int) -> dict[str, str]:
    """Gives each source the shortest unique suffix of its path with at least the given number of components.

    Raises:
      InputError: two sources have the same path, spelt differently.
    """
    parts = {source: _parts_within(source) for source in sources}
    deepest = max(map(len, parts.values()), default=0)
    for depth in range(shortest, max(deepest, shortest) + 1):
        names = {source: "/".join(all_parts[-depth:]) for source, all_parts in parts.items()}
        if len(set(names.values())) == len(sources):
            return names
    owners: dict[str, str] = {}
    for source, name in names.items():
        if (other := owners.setdefault(name, source)) != source:
            what = f"both this and {other} would be compiled as {name}"
            raise input_error(what, "list each source once, or rename one", Location(source))
    raise AssertionError(names)


def _parts_within(source: str) -> list[str]:
    """The components of a path below the output directory, without `..`."""
    parts = os.path.normpath(source).replace(os.sep, "/").split("/")
    return ["__" if part == ".." else part for part in parts if part]
