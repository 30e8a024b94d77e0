"""Each list of dtypes is complete, and docs/howto/add_a_dtype.md names every place with a list."""

import pathlib
import re

import pytest
from cmake_build import wheel
from conftest import ROOT
from etgen.dtypes import ALIASES, COMPLEX, SETS, DType

REAL, FLOATS = SETS["Real"], SETS["Floats"]
TAKEN = REAL | COMPLEX  # kernels compute with these; other dtypes are only moved
INTEGERS = REAL - FLOATS
NOT_IN_NUMPY = {DType.BFloat16, DType.ComplexHalf}

TESTING = "kernels/testing/kernel_testing"
RUNNER = "tools/model_runner"


def body(path: str, start: str, end: str) -> str:
    """The part of a file between two texts; for etk, the file is looked up by its name."""
    file = ROOT / path if "/" in path else next((ROOT / "kernels/common/etk").rglob(path))
    _, found, after = file.read_text().partition(start)
    assert found, f"{path} has no {start}"
    return after.partition(end)[0]


def returning(value: str, switch: str) -> str:
    """The cases of a switch that return a value."""
    return "".join(re.findall(rf"((?:case ScalarType::\w+:\s*)+)return {value};", switch))


def listed(names: list[str]) -> set[DType]:
    """The dtypes with these names."""
    return {DType[name] if name in DType.__members__ else ALIASES[name] for name in names}


# Files, the start and end of a list in them, how the list spells a dtype, and its dtypes.
PLACES = [
    ("rules/common/upstream.bzl", "_SCALAR_TYPES = [", "]", r'"(\w+)"', set(DType)),
    ("dtype.cpp", "void visit(", "#undef", r"ETK_CASE\((\w+), [\w:]+\)\n", REAL),
    ("dtype.cpp", "int64_t wrapped(", "default:", r"::(\w+):", INTEGERS - {DType.Long, DType.UInt64}),
    (f"{TESTING}/tensors.py", "_FORMATS = {", "}", r"DType\.(\w+):", TAKEN),
    (f"{TESTING}/numpy_arrays.py", "_NUMPY = {", "}", r"DType\.(\w+):", TAKEN - NOT_IN_NUMPY),
    (f"{TESTING}/compare.py", "TOLERANCES = {", "}", r"DType\.(\w+):", FLOATS | COMPLEX),
    (f"{TESTING}/fuzz.py", "_DTYPES = (", "\n)", r"DType\.(\w+)", REAL - SETS["Unsigned"]),
    (f"{RUNNER}/array.cpp", "bool is_floating(", "}", r"ScalarType::(\w+)", FLOATS),
    (f"{RUNNER}/array.cpp", "double part(", "default:", r"case ScalarType::(\w+)", REAL),
    (f"{RUNNER}/array.cpp", "void set_part(", "default:", r"case ScalarType::(\w+)", FLOATS),
    (f"{RUNNER}/outputs.cpp", "double default_rtol(", "default:", r"::(\w+):", FLOATS | COMPLEX),
    (
        *(f"{RUNNER}/npy.cpp", "kDtypes[] = {", "};", r"ScalarType::(\w+)"),
        TAKEN - NOT_IN_NUMPY | {DType.Bits8, DType.Bits16},  # raw bytes
    ),
    (
        f"{RUNNER}/README.md",
        "| dtype | in a `.npy` file |",
        "| any other",
        r"(?:\n\| |, )([A-Z]\w+)(?=,| \|)",
        TAKEN,
    ),
]


@pytest.mark.parametrize(
    ("path", "start", "end", "name", "expected"),
    PLACES,
    ids=[f"{path}: {start}" for path, start, *_ in PLACES],
)
def test_the_list_has_its_dtypes(path, start, end, name, expected):
    assert listed(re.findall(name, body(path, start, end))) == expected


def test_the_compute_types():
    """A switch returns the type in which a dtype is computed."""
    switch = body("dtype.h", "constexpr Compute compute_of(", "default:")
    in_float = listed(re.findall(r"::(\w+):", returning("Compute::kFloat", switch)))
    in_double = listed(re.findall(r"::(\w+):", returning("Compute::kDouble", switch)))
    assert in_float | in_double == FLOATS
    assert listed(re.findall(r"::(\w+):", returning("Compute::kInt", switch))) == INTEGERS


def test_torch_has_them_by_the_same_numbers():
    """kernel_testing writes these numbers; complex dtypes are separate, as few operators support them."""
    path = f"{TESTING}/host.py"
    for start, expected in (("\nDTYPES = {", REAL), ("\nCOMPLEX = {", COMPLEX)):
        assert set(map(int, re.findall(r"torch\.\w+: (\d+)", body(path, start, "}")))) == expected


def test_the_runtime_has_them_by_the_same_numbers():
    header = wheel() / "include/executorch/runtime/core/portable_type/scalar_type.h"
    numbers = re.findall(r"(\w+)\) /\* (\d+) \*/", header.read_text())
    assert {(name, int(number)) for name, number in numbers} == {(dtype.name, dtype) for dtype in DType}


def test_the_page_names_every_place():
    page = (ROOT / "docs/howto/add_a_dtype.md").read_text()
    for path in {place[0] for place in PLACES} | {f"{TESTING}/host.py"}:
        assert f"`{pathlib.PurePath(path).name}`" in page or f"`{path}`" in page, path
