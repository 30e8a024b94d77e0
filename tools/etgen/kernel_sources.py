"""The sources to compile beside a registration unit: those of the selected kernels, each by itself.

Every source is copied behind a few lines of its own: where it came from, whether any operator is called with
complex numbers, and in a dtype selective build the dtypes its operators are needed for. So a compile action
depends on its own source and selection and nothing else, and a change of one operator recompiles one file.
"""

import os
from collections.abc import Iterator

from etgen import cpp_names, variants
from etgen.errors import Location, input_error
from etgen.includes import needed_sources
from etgen.resolution import Resolution
from etgen.text_io import read_text

# Comes before each unit. Kernels are declared in NativeFunctions.h, for their callers; a unit that included
# that would be compiled again whenever another operator is selected.
_PREAMBLE = """\
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmissing-declarations"
#endif
"""

# The text of a unit that is not needed. It is there all the same: front ends know the units before they know
# what the sources include.
_NOTHING = "// Nothing of this is selected.\n"


def kernel_sources(resolved: Resolution, per_unit: int = 1) -> dict[str, str]:
    """The text of each unit to compile, by its path below the output directory.

    With `per_unit` more than one, as many sources of operators are joined, or of those that operators share:
    that compiles faster, for most of the time goes into headers, and rebuilds more.
    """
    operators = _operators_of_sources(resolved)
    names = _short_names(list(operators))
    units = {_unit_name(group, names): group for group in _groups(operators, names, per_unit)}
    return kernel_units(resolved, units)


def _groups(operators: dict[str, list], names: dict[str, str], per_unit: int) -> Iterator[list[str]]:
    """The sources of each unit: of operators, or of a directory, which knows of their names."""
    alike: dict[str, list[str]] = {}
    for source, ops in operators.items():
        alike.setdefault("" if ops else os.path.dirname(source), []).append(source)
    for sources in alike.values():
        sources.sort(key=lambda source: names[source])
        for i in range(0, len(sources), per_unit):
            yield sources[i : i + per_unit]


def _unit_name(sources: list[str], names: dict[str, str]) -> str:
    first, last = names[sources[0]], names[sources[-1]]
    stem, extension = os.path.splitext(first)
    if first == last:
        return first
    return f"{stem}_to_{os.path.basename(last).removesuffix(extension)}{extension}"


def kernel_units(resolved: Resolution, units: dict[str, list[str]]) -> dict[str, str]:
    """The text of each unit, by its path, where the units are fixed before anything is selected.

    `units` says of which sources each unit is made. A unit none of whose sources is needed is left without
    code. Raises `InputError` for a source that is needed and in no unit.
    """
    operators = _operators_of_sources(resolved)
    known = {source for sources in units.values() for source in sources}
    if missing := [source for source in operators if source not in known]:
        what = "the resolution needs this source, which no --kernel-unit has"
        raise input_error(what, "give each source of the kernel libraries a unit", Location(missing[0]))
    needed = _needed(resolved, operators)
    result = {}
    for name, sources in units.items():
        of_unit = [source for source in sources if source in needed]
        result[name] = _unit(resolved, of_unit, operators) if of_unit else _NOTHING
    return result


def _needed(resolved: Resolution, operators: dict[str, list]) -> frozenset[str]:
    """The sources of the selected operators, and those of the shared ones that these need."""
    own = [source for source, ops in operators.items() if ops]
    return needed_sources(own, resolved.shared_sources, resolved.headers).union(own)


def _operators_of_sources(resolved: Resolution) -> dict[str, list]:
    """The operators that each source is compiled for; none of its own for a source that all share."""
    operators: dict[str, list] = {source: [] for source in resolved.shared_sources}
    for op in resolved.operators:
        for source in op.sources:
            operators.setdefault(source, []).append(op)
    return operators


def _unit(resolved: Resolution, sources: list[str], operators: dict[str, list]) -> str:
    ops = [op for source in sources for op in operators[source]]
    selection = _PREAMBLE + variants.shared_code(resolved)
    if resolved.by_dtype:
        selection += "#define EXECUTORCH_SELECTIVE_BUILD_DTYPE 1\n" + (
            variants.predicate(ops) if ops else variants.any_operator_predicate(resolved.operators)
        )
    return selection + "".join(map(_text, sources))


def _text(source: str) -> str:
    # A path of one machine would make the outputs of another differ.
    line = "" if os.path.isabs(source) else f"#line 1 {cpp_names.literal(source)}\n"
    return line + read_text(source)


def _short_names(sources: list[str]) -> dict[str, str]:
    """Gives each source the shortest path of at least `directory/file` that no other has.

    Raises:
      InputError: two sources have one path, spelt differently.
    """
    parts = {source: _parts_within(source) for source in sources}
    deepest = max(map(len, parts.values()), default=0)
    for depth in range(2, max(deepest, 2) + 1):
        names = {source: "/".join(all_parts[-depth:]) for source, all_parts in parts.items()}
        if len(set(names.values())) == len(sources):
            return names
    owners: dict[str, str] = {}
    for source, name in names.items():
        if (other := owners.setdefault(name, source)) != source:
            what = f"both this and {other} would be compiled as {name}"
            raise input_error(what, "name each source once, or rename one", Location(source))
    raise AssertionError(names)


def _parts_within(source: str) -> list[str]:
    """The parts of a path below the output directory, which even a source one directory up must not leave."""
    parts = os.path.normpath(source).replace(os.sep, "/").split("/")
    return ["__" if part == ".." else part for part in parts if part]
