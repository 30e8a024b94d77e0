"""The parsers and lists of `make coverage`. The measurement itself takes half an hour and is not tested."""

import measure
from conftest import ROOT

LCOV = """\
SF:{file}
FN:3,f
FN:7,g
DA:3,1
DA:4,0
DA:5,0
DA:7,0
DA:8,2
end_of_record
SF:/usr/include/stdio.h
DA:1,0
end_of_record
"""


def test_a_block_ends_where_a_function_begins():
    name = "kernels/portable/op_add.cpp"
    files = measure.read_lcov(LCOV.format(file=ROOT / name))
    assert [block.numbers for block in measure.blocks(name, files[name])] == [(4, 5), (7,)]
    assert "/usr/include/stdio.h" not in files


def test_lines_of_a_copy_are_those_of_the_original(tmp_path):
    copy = tmp_path / "op_add.cpp"
    copy.write_text('#pragma once\n#line 1 "kernels/portable/op_add.cpp"\n// add\n')
    files = measure.read_lcov(LCOV.format(file=copy))
    assert files["kernels/portable/op_add.cpp"].lines == {1: True, 2: False, 3: False, 5: False, 6: True}


def test_what_is_left_over_is_there():
    for block, reason in measure.read_reasons(measure.LEFTOVERS).items():
        file, _, text = block.partition(": ")
        lines = [line.strip() for line in (ROOT / file).read_text().splitlines()]
        assert text in lines, block
        assert reason
