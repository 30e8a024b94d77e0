"""The families of shared kernel sources: a source includes only its own family and families of lower levels.

Families therefore have no circular dependencies. The levels are those of the table in kernels/README.md, for
both libraries: etk, and vec, which may include all of etk; etk includes nothing of vec.
"""

import collections
import pathlib
import re

import pytest
from conftest import ROOT

README = ROOT / "kernels/README.md"
LEVELS = {
    family: int(level) for level, family in re.findall(r"^\| (\d+) \| `(\w+)` \|", README.read_text(), re.M)
}
LIBRARIES = {"etk": "kernels/common/etk", "vec": "kernels/optimized/vec"}
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"(etk|vec)/([^"]+)"')


def problems(root: pathlib.Path) -> list[str]:
    """The problems of the families below a directory, each with its file, and its line if it has one."""
    found = []
    for library, directory in LIBRARIES.items():
        for path in sorted((root / directory).rglob("*")):
            family = "/".join(path.relative_to(root / directory).parts[:-1])
            if not path.is_file():
                continue
            name = path.relative_to(root)
            if family not in LEVELS:
                found.append(f"{name}: in no family of {README.relative_to(ROOT)}")
            elif path.suffix in (".h", ".cpp"):
                found += [f"{name}:{line}: {what}" for line, what in wrong_includes(path, library, family)]
    return found


def wrong_includes(path: pathlib.Path, library: str, family: str) -> list[tuple[int, str]]:
    """The lines of a source with includes that are not below its family, and the included families."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not (include := _INCLUDE.match(line)):
            continue
        to, other = include[1], include[2].rpartition("/")[0]
        if library == "etk" and to == "vec":
            found.append((number, "etk must not include vec"))
        elif other not in LEVELS:
            found.append((number, f"includes {to}/{include[2]}, which is in no family"))
        elif to == library and other != family and LEVELS[other] >= LEVELS[family]:
            found.append(
                (number, f"{family}, of level {LEVELS[family]}, includes {other}, of level {LEVELS[other]}")
            )
    return found


def test_includes_run_downwards():
    assert problems(ROOT) == []


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_family_says_what_it_is(library):
    """The README of each family has five to ten lines."""
    families = sorted(path for path in (ROOT / LIBRARIES[library]).iterdir() if path.is_dir())
    assert {family.name for family in families} <= set(LEVELS)
    lines = {family.name: len((family / "README.md").read_text().splitlines()) for family in families}
    assert {name: count for name, count in lines.items() if not 5 <= count <= 10} == {}


@pytest.mark.parametrize("library", LIBRARIES)
def test_sources_can_be_joined(library):
    """No two sources define the same name: builds with `sources_per_unit` compile them as one."""
    named_here = r"^(?:(?:static )?(?:const|constexpr) \w+|struct|class) (\w+)\b(?! *\()"
    files = collections.defaultdict(set)
    for path in sorted((ROOT / LIBRARIES[library]).rglob("*.cpp")):
        for name in re.findall(named_here, path.read_text(), re.MULTILINE):
            files[name].add(path.name)
    assert {name: where for name, where in files.items() if len(where) > 1} == {}


def test_names_of_vectors_mean_one_thing():
    """A unit of several sources has all of their names, and on some targets the vector length is unknown."""
    meanings = collections.defaultdict(set)
    for path in sorted((ROOT / "kernels/optimized").rglob("*")):
        if path.suffix in (".h", ".cpp"):
            for name, meaning in re.findall(r"^using (\w+) = (.*);", path.read_text(), re.MULTILINE):
                meanings[name].add(meaning)
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}


def test_what_is_faster_belongs_to_an_operator():
    """The names in ETK_FASTER are those of functions.yaml: an operator with a misspelt name would be slow."""
    kernels = ROOT / "kernels/optimized"
    yamls = (kernels / "functions.yaml").read_text() + (kernels / "custom_ops.yaml").read_text()
    names = re.findall(r"^- (?:op|func): ([\w:.]+)", yamls, re.MULTILINE)
    expected, said = collections.defaultdict(set), {}
    for name in names:
        expected[re.sub(r".*::|\..*", "", name).lstrip("_")].add(name)
    for path in kernels.glob("op_*.cpp"):
        text, op = path.read_text(), path.stem.removeprefix("op_")
        if re.search(rf'^#include "(portable|fused|llm|quantized)/{path.name}"$', text, re.MULTILINE):
            said[op] = set(re.findall(r'^ETK_FASTER(?:_OF|_MAP)?\(\s*"(.*?)"', text, re.MULTILINE))
    assert said == expected


@pytest.mark.parametrize(
    ("path", "include", "problem"),
    [
        ("common/etk/reduce/rows.h", "etk/order/rank.h", "3: reduce, of level 3, includes order, of level 5"),
        ("common/etk/pool/pool.h", "etk/norm/group_norm.h", "3: pool, of level 4, includes norm, of level 4"),
        ("common/etk/base/view.h", "vec/base/array.h", "3: etk must not include vec"),
        ("optimized/vec/base/map.h", "vec/math/erf-inl.h", "3: base, of level 1, includes math, of level 2"),
        ("optimized/vec/base/array.h", "etk/view.h", "3: includes etk/view.h, which is in no family"),
        ("optimized/vec/array.h", "vec/base/lanes.h", " in no family of kernels/README.md"),
        ("optimized/vec/base/wide/array.h", "vec/base/lanes.h", " in no family of kernels/README.md"),
    ],
)
def test_finds(tmp_path, path, include, problem):
    source = tmp_path / "kernels" / path
    source.parent.mkdir(parents=True)
    source.write_text(f'#pragma once\n\n#include "{include}"\n')
    assert problems(tmp_path) == [f"kernels/{path}:{problem}"]
