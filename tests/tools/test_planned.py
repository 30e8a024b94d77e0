"""Planned buffers equal those that ExecuTorch's own reader finds."""

import struct

import pytest
from conftest import MODELS
from etgen import program
from etgen.errors import InputError
from executorch.exir._serialize._program import deserialize_pte_binary


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.pte")), ids=lambda path: path.stem)
def test_planned_buffers_are_those_of_the_program(path):
    expected = []
    for plan in deserialize_pte_binary(path.read_bytes()).program.execution_plan:
        devices = {e.buffer_idx: e.device_type.name for e in plan.non_const_buffer_device or []}
        for index, size in enumerate(plan.non_const_buffer_sizes[1:], start=1):
            expected.append((plan.name, index - 1, size, devices.get(index, "CPU")))
    assert expected
    assert [(b.method, b.index, b.size, b.device) for b in program.read(str(path)).planned] == expected


def test_a_negative_size_is_an_error(tmp_path):
    whole = (MODELS / "linear_relu_add.pte").read_bytes()
    sizes = struct.pack("<Iqq", 2, 0, 128)
    assert whole.count(sizes) == 1
    path = tmp_path / "negative.pte"
    path.write_bytes(whole.replace(sizes, struct.pack("<Iqq", 2, 0, -128)))
    with pytest.raises(InputError, match="a planned buffer of method forward has a negative size"):
        program.read(str(path))
