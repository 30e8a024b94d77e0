"""The expected results of the faulty kernels: a tensor of floats times two."""

from etgen.dtypes import DType
from kernel_testing.tensors import tensor


def ignores_argument(self, factor):
    if self.dtype not in (DType.Float, DType.Double):
        raise TypeError("only floats")
    return tensor(self.dtype, self.shape, [factor * value for value in self.values])


def right(self):
    return ignores_argument(self, 2.0)


wrong_value = past_the_end = writes_to_input = keeps_the_shape = accepts_dtypes = right
reads_past_33 = reads_nothing = writes_before_it_fails = aborts = loops_forever = overflows = right
