"""The field numbers of programs equal those of the schemas in the ExecuTorch wheel."""

import importlib.util
import pathlib
import re

import pytest
from etgen import program_fields

TABLES = [value for value in vars(program_fields).values() if isinstance(value, type)]


def fields_of_tables() -> dict[str, dict[str, int]]:
    """The numbers of all fields, by table and upper-case name."""
    spec = importlib.util.find_spec("executorch")
    if spec is None:
        pytest.skip("the schemas are executorch's, which is not installed")
    (where,) = spec.submodule_search_locations
    schemas = sorted(pathlib.Path(where).rglob("*program*.fbs"))
    text = re.sub(r"//.*", "", "\n".join(path.read_text() for path in schemas))
    unions = set(re.findall(r"union (\w+)", text))
    tables = {}
    for name, body in re.findall(r"table (\w+) *\{(.*?)\}", text, re.DOTALL):
        fields = []
        for field, kind in re.findall(r"(\w+) *: *\[?([\w.]+)", body):
            fields += [f"{field}_type", field] if kind in unions else [field]
        tables[name] = {field.upper(): number for number, field in enumerate(fields)}
    return tables


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_the_schema_has_these_numbers(table):
    named = {name: number for name, number in vars(table).items() if name.isupper()}
    known = fields_of_tables()[table.__name__]
    assert named
    assert named == {name: known.get(name) for name in named}
