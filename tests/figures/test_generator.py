"""The generator takes less memory than ExecuTorch's. The time is printed: other programs matter for it."""

from generator import costs


def test_peak_memory_is_below_that_of_executorch(tmp_path):
    _, measured = costs(tmp_path, runs=3)
    assert len(measured) == 3
    for cost in measured:
        ours, theirs = cost.kib
        assert ours < theirs, cost
