"""Compares the dtypes that a functions yaml declares for its kernels with those that the kernels accept."""

import pathlib
from collections.abc import Callable, Mapping

from etgen import functions_yaml
from etgen.dtypes import SETS, DType
from etgen.schema import OpName
from kernel_testing.host import COMPLEX, DTYPES

ALL_DTYPES = tuple(DType(number) for number in (DTYPES | COMPLEX).values())


def expect_declared(
    path: pathlib.Path,
    taken: Mapping[OpName, frozenset[DType]],
    update: bool,
    has: Callable[[OpName], bool] = lambda name: True,
) -> None:
    """Fails if the yaml differs for operators that `has` selects; with `update`, rewrites it.

    For a kernel that accepts no call, the yaml declares no dtypes. `pytest --update-goldens` updates.
    """
    if update:
        rewrite(path, taken)
    entries = [entry for entry in functions_yaml.read(str(path)) if has(entry.name)]
    assert {entry.name for entry in entries} == set(taken)
    declared = {entry.name: entry.kernels[0].dtypes for entry in entries}
    wrong = {
        str(name): f"takes {spelt(taken[name])}, and dtypes are {spelt(dtypes) if dtypes else 'not given'}"
        for name, dtypes in declared.items()
        if (dtypes or frozenset()) != taken[name]
    }
    assert wrong == {}, "pytest --update-goldens writes what they take"


def spelt(dtypes: frozenset[DType]) -> str:
    """The dtypes as a yaml spells them: sets by their names."""
    names = []
    for name, members in sorted(SETS.items(), key=lambda item: -len(item[1])):
        if members <= dtypes:
            names.append(name)
            dtypes = dtypes - members
    names += [dtype.name for dtype in sorted(dtypes)]
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def rewrite(path: pathlib.Path, taken: Mapping[OpName, frozenset[DType]]) -> None:
    """Rewrites the yaml with the dtypes that each kernel accepts."""
    by_line = {entry.where.line: entry.name for entry in functions_yaml.read(str(path))}
    result, name = [], None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        name = by_line.get(number, name)
        if name not in taken or not line.startswith("      dtypes: "):
            result.append(line)
        if line.startswith("      kernel_name: ") and taken.get(name):
            result.append(f"      dtypes: {spelt(taken[name])}")
    path.write_text("\n".join(result))
