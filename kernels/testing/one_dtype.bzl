"""The dtypes that a build for one dtype needs: Float, and for some operators others; tests/kernels runs that build."""

# Operators that take no Float, or whose tensors have other dtypes besides.
EXCEPTIONS = {
    "aten::__lshift__.Scalar_out": ["Long"],
    "aten::__lshift__.Tensor_out": ["Long"],
    "aten::__rshift__.Scalar_out": ["Long"],
    "aten::__rshift__.Tensor_out": ["Long"],
    "aten::_conj_copy.out": ["ComplexFloat"],
    "aten::_embedding_bag.out": ["Float", "Long"],
    "aten::_embedding_bag_forward_only.out": ["Float", "Long"],
    "aten::_fft_c2c.out": ["ComplexFloat"],
    "aten::_fft_c2r.out": ["Float", "ComplexFloat"],
    "aten::_fft_r2c.out": ["Float", "ComplexFloat"],
    "aten::_int_mm.out": ["Char", "Int"],
    "aten::_unique2.out": ["Float", "Long"],
    "aten::adaptive_max_pool2d.out": ["Float", "Long"],
    "aten::adaptive_max_pool3d.out": ["Float", "Long"],
    "aten::allclose.Tensor": ["Float", "Bool"],
    "aten::allclose.out": ["Float", "Bool"],
    "aten::any.all_out": ["Float", "Bool"],
    "aten::any.dims_out": ["Float", "Bool"],
    "aten::any.out": ["Float", "Bool"],
    "aten::argmax.out": ["Float", "Long"],
    "aten::argmin.out": ["Float", "Long"],
    "aten::bincount.out": ["Float", "Long"],
    "aten::bitwise_and.Scalar_Tensor_out": ["Long"],
    "aten::bitwise_and.Scalar_out": ["Long"],
    "aten::bitwise_and.Tensor_out": ["Long"],
    "aten::bitwise_left_shift.Scalar_Tensor_out": ["Long"],
    "aten::bitwise_left_shift.Tensor_Scalar_out": ["Long"],
    "aten::bitwise_left_shift.Tensor_out": ["Long"],
    "aten::bitwise_not.out": ["Long"],
    "aten::bitwise_or.Scalar_Tensor_out": ["Long"],
    "aten::bitwise_or.Scalar_out": ["Long"],
    "aten::bitwise_or.Tensor_out": ["Long"],
    "aten::bitwise_right_shift.Scalar_Tensor_out": ["Long"],
    "aten::bitwise_right_shift.Tensor_Scalar_out": ["Long"],
    "aten::bitwise_right_shift.Tensor_out": ["Long"],
    "aten::bitwise_xor.Scalar_Tensor_out": ["Long"],
    "aten::bitwise_xor.Scalar_out": ["Long"],
    "aten::bitwise_xor.Tensor_out": ["Long"],
    "aten::bucketize.Tensor_out": ["Float", "Long"],
    "aten::complex.out": ["Float", "ComplexFloat"],
    "aten::cummax.out": ["Float", "Long"],
    "aten::cummin.out": ["Float", "Long"],
    "aten::embedding.out": ["Float", "Long"],
    "aten::embedding_dense_backward.out": ["Float", "Long"],
    "aten::eq.Scalar_out": ["Float", "Bool"],
    "aten::eq.Tensor_out": ["Float", "Bool"],
    "aten::fake_quantize_per_channel_affine_cachemask.out": ["Float", "Bool", "Int"],
    "aten::fake_quantize_per_tensor_affine_cachemask.out": ["Float", "Bool"],
    "aten::fractional_max_pool2d.output": ["Float", "Long"],
    "aten::fractional_max_pool3d.output": ["Float", "Long"],
    "aten::frexp.Tensor_out": ["Float", "Int"],
    "aten::gather.out": ["Float", "Long"],
    "aten::gcd.out": ["Long"],
    "aten::ge.Scalar_out": ["Float", "Bool"],
    "aten::ge.Tensor_out": ["Float", "Bool"],
    "aten::gt.Scalar_out": ["Float", "Bool"],
    "aten::gt.Tensor_out": ["Float", "Bool"],
    "aten::index.Tensor_out": ["Float", "Bool", "Long"],
    "aten::index_put.out": ["Float", "Bool", "Long"],
    "aten::index_put_": ["Float", "Bool", "Long"],
    "aten::index_reduce.out": ["Float", "Long"],
    "aten::index_select.out": ["Float", "Long"],
    "aten::isinf.out": ["Float", "Bool"],
    "aten::isnan.out": ["Float", "Bool"],
    "aten::kthvalue.values": ["Float", "Long"],
    "aten::lcm.out": ["Long"],
    "aten::le.Scalar_out": ["Float", "Bool"],
    "aten::le.Tensor_out": ["Float", "Bool"],
    "aten::logical_and.out": ["Float", "Bool"],
    "aten::logical_not.out": ["Float", "Bool"],
    "aten::logical_or.out": ["Float", "Bool"],
    "aten::logical_xor.out": ["Float", "Bool"],
    "aten::lt.Scalar_out": ["Float", "Bool"],
    "aten::lt.Tensor_out": ["Float", "Bool"],
    "aten::masked_fill.Scalar_out": ["Float", "Bool"],
    "aten::masked_scatter.out": ["Float", "Bool"],
    "aten::masked_select.out": ["Float", "Bool"],
    "aten::max.dim_max": ["Float", "Long"],
    "aten::max_pool2d_with_indices.out": ["Float", "Long"],
    "aten::max_pool2d_with_indices_backward.grad_input": ["Float", "Long"],
    "aten::max_pool3d_with_indices.out": ["Float", "Long"],
    "aten::median.dim_values": ["Float", "Long"],
    "aten::min.dim_min": ["Float", "Long"],
    "aten::mode.values": ["Float", "Long"],
    "aten::multinomial.out": ["Float", "Long"],
    "aten::nanmedian.dim_values": ["Float", "Long"],
    "aten::native_dropout.out": ["Float", "Bool"],
    "aten::ne.Scalar_out": ["Float", "Bool"],
    "aten::ne.Tensor_out": ["Float", "Bool"],
    "aten::nonzero.out": ["Float", "Long"],
    "aten::nonzero_static.out": ["Float", "Long"],
    "aten::polar.out": ["Float", "ComplexFloat"],
    "aten::put.out": ["Float", "Long"],
    "aten::repeat_interleave.Tensor_out": ["Long"],
    "aten::scatter.src_out": ["Float", "Long"],
    "aten::scatter.value_out": ["Float", "Long"],
    "aten::scatter_add.out": ["Float", "Long"],
    "aten::scatter_reduce.two_out": ["Float", "Long"],
    "aten::searchsorted.Tensor_out": ["Float", "Long"],
    "aten::signbit.out": ["Float", "Bool"],
    "aten::sort.values": ["Float", "Long"],
    "aten::sort.values_stable": ["Float", "Long"],
    "aten::topk.values": ["Float", "Long"],
    "aten::tril_indices.out": ["Long"],
    "aten::triu_indices.out": ["Long"],
    "aten::view_as_complex_copy.out": ["Float", "ComplexFloat"],
    "aten::view_as_real_copy.out": ["ComplexFloat", "Float"],
    "aten::where.self_out": ["Float", "Bool"],
}

# A sed program that makes lines of a selected_operators.yaml of those of a functions yaml: its operators with Float, whose
# number is 6, without the exceptions. There is no dollar sign in it, which has a meaning in a genrule.
_ALL_FOR_FLOAT = """\
s/^- op: (.*)/  aten::\\1: [v1\\/6;]/
s/^- func: ([a-z_0-9]+::[^(]+)\\(.*/  \\1: [v1\\/6;]/
s/^- func: ([^(:]+)\\(.*/  aten::\\1: [v1\\/6;]/
/^  ({exceptions}): /d
/^  [a-z_0-9]+::/p
"""

def select_for_float(functions_yaml, selection):
    """The command that selects all operators but the exceptions, for Float alone.

    Args:
      functions_yaml: str, the file that lists the operators.
      selection: str, the selected_operators.yaml to write.

    Returns:
      str, a command of a shell.
    """
    program = _ALL_FOR_FLOAT.format(exceptions = "|".join(sorted(EXCEPTIONS)))
    header = "build_features: [runtime_kernel_keys]\\net_kernel_metadata:\\n"
    return "(printf '{}' && sed -En '{}' {}) >{}".format(header, program, functions_yaml, selection)
