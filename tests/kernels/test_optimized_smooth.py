"""The optimized image resizes with antialiasing."""

import arm
import pytest
import torch
from kernel_testing.host import Out
from test_optimized_sizes import host, numbers

__all__ = ["host"]

# Larger and smaller sizes, with lines longer than a block, and pixels with more weights than a buffer holds.
SIZES = [
    ((7, 5), (7, 5)),
    ((16, 16), (8, 8)),
    ((33, 70), (20, 31)),
    ((12, 10), (40, 230)),
    ((90, 400), (33, 7)),
    ((5, 2000), (2, 3)),
    ((1, 1), (3, 100)),
]


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize("channels", [1, 3, 40, 130])
@pytest.mark.parametrize(("size", "out"), SIZES, ids=str)
def test_sizes(host, size, out, channels, last):
    image = numbers(2 if channels <= 3 else 1, channels, *size)
    arm.skip_if_emulated(host, image.numel() > 300_000)
    # Resize a part of the image: with a smaller factor, PyTorch would read past its end.
    factors = [1.2 * n / m for n, m in zip(out, size, strict=True)]
    for rest in ((False, None, None), (True, None, None), (False, *factors)):
        arguments = [image, list(out), *rest]
        expected = torch.ops.aten._upsample_bilinear2d_aa.default(image.double(), *arguments[1:]).float()
        to = torch.full_like(expected, 7)
        if last:
            arguments[0] = image.contiguous(memory_format=torch.channels_last)
            to = to.contiguous(memory_format=torch.channels_last)
        answer = host.call("aten::_upsample_bilinear2d_aa.out", [*arguments, Out(to)])
        assert answer.error == 0
        assert answer.intact
        torch.testing.assert_close(answer.outs[0], expected)


def test_one_channel_whose_lines_are_not_in_order(host):
    """The memory is neither contiguous nor channels-last, although there is only one channel."""
    image = numbers(6, 3, 1, 3).permute(1, 2, 3, 0)
    arguments = [image, [6, 17], False, None, None]
    expected = torch.ops.aten._upsample_bilinear2d_aa.default(image.double().contiguous(), *arguments[1:])
    to = torch.full((17, 3, 1, 6), 7.0).permute(1, 2, 3, 0)
    answer = host.call("aten::_upsample_bilinear2d_aa.out", [*arguments, Out(to)])
    assert answer.error == 0
    torch.testing.assert_close(answer.outs[0], expected.float())
