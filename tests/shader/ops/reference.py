"""The reference functions of the operators in the yaml files."""

import torch


def scale_add(x):
    """Twice the values, plus five."""
    return 2 * x + 5


def image(x):
    """Half the values, and a number for each texel."""
    height, width = x.shape[-2:]
    return x / 2 + torch.arange(height * width, dtype=x.dtype).reshape(height, width)


def flow_pool(image, weights):
    """The mean of squares of four values, weighted by channel."""
    return torch.nn.functional.avg_pool2d(image, 2) * weights.view(1, 2, 1, 1)


def halve(x):
    """Half the values."""
    return x / 2


def negate(x):
    """The values with the opposite sign."""
    return -x


def weigh(x, y, z):
    """Each argument with its own weight."""
    return x + 10 * y + 100 * z


def double(x):
    """Twice the values."""
    return 2 * x
