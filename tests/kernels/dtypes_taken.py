"""Compares the dtypes that a functions yaml declares for its kernels with those that the kernels accept."""

import pathlib
import re
from collections.abc import Mapping

from etgen import functions_yaml
from etgen.dtypes import SETS, DType
from etgen.schema import OpName
from kernel_testing.host import COMPLEX, DTYPES

ALL_DTYPES = tuple(DType(number) for number in (DTYPES | COMPLEX).values())


def expect_declared(path: pathlib.Path, taken: Mapping[OpName, frozenset[DType]], update: bool) -> None:
    """Fails if the yaml differs; with `update`, rewrites it (pytest --update-goldens).

    For a kernel that accepts no call, the yaml declares no dtypes.
    """
    if update:
        rewrite(path, taken)
    entries = functions_yaml.read(str(path))
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
    lines = re.sub(r"\n      dtypes: .*", "", path.read_text()).split("\n")
    path.write_text("\n".join(lines))
    by_line = {entry.where.line: entry.name for entry in functions_yaml.read(str(path))}
    result, name = [], None
    for number, line in enumerate(lines, 1):
        name = by_line.get(number, name)
        result.append(line)
        if line.startswith("      kernel_name: ") and taken[name]:
            result.append(f"      dtypes: {spelt(taken[name])}")
    path.write_text("\n".join(result))
