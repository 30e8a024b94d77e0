"""Families of operators, by what they compute: reports use them to group the many operators."""

import re

from etgen.schema import OpName

# Tried in order; names are those of ATen, without leading underscores.
_FAMILIES = {
    "convolution": r"conv\w*|convolution\w*|slow_conv\w*|unfold\w*|im2col|col2im",
    "matrix product": r"mm|bmm|addmm|baddbmm|addmv|addr|mv|v?dot|linear|matmul|addbmm|\w*int_mm",
    "attention": r"scaled_dot_product\w*|sdpa\w*|\w*attention\w*",
    "pooling and resizing": r"\w*_pool\d?d?\w*|upsample\w*|grid_sampler\w*|pixel_(un)?shuffle",
    "normalisation and softmax": r"\w*norm\w*|\w*softmax\w*",
    "quantization": r"\w*quantize\w*|\w*qparams\w*|choose_\w+",
    "reduction": r"sum|nansum|mean|prod|var|std|var_mean|std_mean|any|all|allclose|amax|amin|aminmax|argmax"
    r"|argmin|max|min|median|nanmedian|mode|logsumexp|norm|count_nonzero|\w*dist_\w+",
    "scan and sort": r"cum\w+|logcumsumexp|sort|topk|kthvalue|unique\w*|bincount|histc|searchsorted"
    r"|bucketize",
    "indexing": r"index\w*|put|gather|scatter\w*|masked_\w+|embedding\w*|nonzero\w*|where|take\w*"
    r"|tril|triu|diag\w*",
    "shape and copying": r"copy|copy_|\w*_copy|cat|stack|split\w*|unbind|slice\w*|select\w*|permute\w*"
    r"|transpose\w*|t|view\w*"
    r"|as_strided\w*|expand\w*|reshape\w*|repeat\w*|flip|roll|clone|squeeze\w*|unsqueeze\w*|narrow\w*|alias\w*"
    r"|detach\w*|\w*pad\w*|to_\w+|resize\w*|dim_order\w*|clone_dim_order",
    "creation and random": r"full\w*|zeros?\w*|ones\w*|empty\w*|arange\w*|scalar_tensor|rand\w*|normal\w*"
    r"|bernoulli\w*|fill|linspace|tri[lu]_indices|eye|native_dropout|uniform\w*|multinomial|exponential\w*",
    "Fourier transform": r"\w*fft\w*",
}


def family_of(op: OpName) -> str:
    """The family of an operator; by default `elementwise`, or `custom` if it is not in ATen."""
    base = op.base.lstrip("_")
    for family, pattern in _FAMILIES.items():
        if re.fullmatch(pattern, base):
            return family
    return "elementwise" if op.namespace in ("aten", "dim_order_ops") else "custom"
