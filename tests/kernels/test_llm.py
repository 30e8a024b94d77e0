"""The kernels of language models equal PyTorch's attention, and ExecuTorch's own operators."""

import random
import subprocess
import sys

import pytest
import torch
from custom_operators import LibraryTests, with_vectors
from kernel_testing import run
from kernel_testing.host import to_torch
from kernel_testing.sources import CHANNELS_LAST
from llm_calls import LIBRARY, families, large_attention, sample
from test_portable import expect_no_failures
from x86 import TARGETS


@pytest.fixture(scope="module")
def calls():
    torch.manual_seed(0)
    random.seed(0)
    return [sample(i, *call) for i, call in enumerate(families())]


class TestLibrary(LibraryTests):
    library = LIBRARY


def test_channels_last_gives_the_same(calls):
    LIBRARY.expect_results_in_order(calls[::3], CHANNELS_LAST[4], "channels_last")


def test_wrong_calls_fail_cleanly(calls):
    LIBRARY.expect_clean_failures(calls[::7])


def test_runs_for_the_selected_dtypes_and_for_no_other(calls):
    # Some operators support only one set of dtypes.
    several = [call for call in calls if not any(each in call.op for each in ("quantized", "bit", "delta"))]
    LIBRARY.expect_selected_dtypes(several)


@pytest.fixture(scope="module")
def attention_calls(calls):
    torch.manual_seed(2)
    random.seed(2)
    large = [sample(i, *call) for i, call in enumerate(large_attention())]
    return [call for call in calls if "sdpa" in call.op] + large


@pytest.mark.parametrize("target", TARGETS)
def test_attention_with_vectors(attention_calls, target):
    with with_vectors("dispatch", f"KERNEL_HOST_SIMD={target}") as host:
        expect_no_failures(run.run(host, call) for call in attention_calls)


def test_sanitizers_find_nothing_in_attention_with_vectors(attention_calls):
    with with_vectors("sanitize") as host:
        expect_no_failures(run.run(host, call) for call in attention_calls[::9])


# Runs in its own process: the wheel's operators are registered together with others.
WHEELS = """
import sys, torch
from executorch.extension.llm.custom_ops import custom_ops
results = []
for op, arguments in torch.load(sys.argv[1]):
    written = [x.clone() if isinstance(x, torch.Tensor) else x for x in arguments]
    namespace, _, name = op.partition("::")
    result = getattr(getattr(torch.ops, namespace), name)(*written)
    result = [] if "update" in op else result if isinstance(result, tuple) else [result]
    results.append([x for x in written if isinstance(x, torch.Tensor)] + list(result))
torch.save(results, sys.argv[2])
"""


def test_executorchs_own_give_the_same(tmp_path):
    torch.manual_seed(1)
    random.seed(1)
    chosen = [
        call
        for call in families()
        if not (call[0].startswith("fast") and call[1].dtype == torch.bfloat16)  # unsupported there
        and LIBRARY.schemas[call[0]].name.namespace != "torchao"  # the wheel has no torchao operators
        # ExecuTorch's operator has an out of four tiles of three channels in Float.
        and not ("tile" in call[0] and call[1].dtype != torch.float32)
        and not ("tile" in call[0] and call[1].numel() > 12 * call[2] ** 2)
        and all(x.numel() for x in call[:3] if isinstance(x, torch.Tensor))
        and not any(isinstance(x, torch.Tensor) and not x.float().isfinite().all() for x in call)
    ]
    calls = [(f"{LIBRARY.schemas[op].name}".removesuffix(".out"), arguments) for op, *arguments in chosen]
    torch.save(calls, tmp_path / "calls.pt")
    command = [sys.executable, "-c", WHEELS, tmp_path / "calls.pt", tmp_path / "results.pt"]
    subprocess.run(command, check=True, capture_output=True)
    results = torch.load(tmp_path / "results.pt")
    assert len(results) == len(chosen) > 100
    # ExecuTorch's operators round the powers to the dtype before the sum; ours do not.
    steps = {torch.half: 4 * torch.finfo(torch.half).eps, torch.bfloat16: 4 * torch.finfo(torch.bfloat16).eps}
    for i, (call, theirs) in enumerate(zip(chosen, results, strict=True)):
        ours = sample(i, *call)
        answer = LIBRARY.answer(call[0], ours.values)
        assert not answer.error
        written = [to_torch(out) for out in answer.outs]
        expected = theirs[-len(written) :] if "update" not in call[0] else [theirs[1], written[-1]]
        if "update" not in call[0] and len(written) == 3:
            expected = [theirs[3], theirs[4], theirs[-1]]
        for mine, other in zip(written, expected, strict=True):
            step = steps.get(mine.dtype)
            most = step and step * float(other.abs().max())
            torch.testing.assert_close(mine, other, rtol=step and 0, atol=most)
