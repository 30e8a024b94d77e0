"""The benchmark's profile names each instruction of a program."""

import sys

from conftest import MODELS, ROOT

sys.path.insert(0, str(ROOT / "kernels/benchmark"))

from kernel_benchmark import profile


def test_each_instruction_has_its_median_operator_and_sizes():
    runs = [[3.0, 1.0, 0.5, 20.0], [1.0, 1.0, 0.5, 10.0], [2.0, 9.0, 0.25, 15.0]]
    table = profile.table("ours", MODELS / "linear_relu_add.pte", runs)
    assert table.splitlines() == [
        "microseconds, ours: 18 in all",
        "       2.0  aten::permute_copy 4×4 4×4",
        "       1.0  aten::addmm 4 2×4 4×4 2×4",
        "       0.5  aten::relu 2×4 2×4",
        "      15.0  aten::add 2×4 2×4 2×4",
    ]
