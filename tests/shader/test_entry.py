"""Entries with a shader: mistakes that are found without the contract."""

import pytest
from etgen.errors import InputError
from etgen.shader import read_entry

ENTRY = """\
- func: {func}
  shader: {{glsl: op.comp}}
  resources:
    x: {{kind: buffer, binding: 0, format: R32_SFLOAT}}
    out: {{kind: buffer, binding: 1, format: R32_SFLOAT}}
  reference: reference.py:op
"""


def read(directory, *funcs: str, more: str = ""):
    path = directory / "ops.yaml"
    path.write_text("".join(ENTRY.format(func=func) + more for func in funcs))
    return read_entry.read(str(path))


def test_an_overload_beside_an_operator_with_its_name(tmp_path):
    ops = read(tmp_path, "acme::op.a(Tensor x) -> Tensor", "acme::op_a(Tensor x) -> Tensor")
    assert [op.spirv for op in ops] == ["acme_op.a.spv", "acme_op_a.spv"]


def test_two_operators_with_one_file(tmp_path):
    with pytest.raises(InputError) as error:
        read(tmp_path, "a::b_c(Tensor x) -> Tensor", "a_b::c(Tensor x) -> Tensor")
    first = str(error.value).splitlines()[0].replace(f"{tmp_path}/", "")
    assert first == "error: ops.yaml:7: a_b::c: its shader is a_b_c.spv, as is that of a::b_c on ops.yaml:1"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (
            "{max_compute_work_group_invocation: 256}",
            "unknown key max_compute_work_group_invocation in limits",
        ),
        ("{max_compute_work_group_invocations: 64}", "64 is less than Vulkan guarantees"),
        ("{max_compute_work_group_size: [256, 256]}", "has 2 numbers, not 3"),
        ("{max_image_dimension_2d: many}", "max_image_dimension_2d is many"),
    ],
)
def test_limits(tmp_path, limits, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, "acme::op(Tensor x) -> Tensor", more=f"  limits: {limits}\n")
