"""The reference functions of the custom operators, with NumPy."""

import numpy as np


def scaled_add(self, other, scale):
    if self.shape != other.shape or self.dtype != other.dtype or self.dtype.kind != "f":
        raise ValueError("floating point tensors of one shape and dtype")
    with np.errstate(all="ignore"):
        return self + self.dtype.type(scale) * other
