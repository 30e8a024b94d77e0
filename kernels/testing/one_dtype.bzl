"""The dtypes that a build for one dtype needs; tests/kernels checks that no operator is missing."""

_FLOAT = [
    "aten::_log_softmax.out",
    "aten::_native_batch_norm_legit_no_training.out",
    "aten::_softmax.out",
    "aten::add.Scalar_out",
    "aten::add.out",
    "aten::addmm.out",
    "aten::arange.out",
    "aten::arange.start_out",
    "aten::avg_pool2d.out",
    "aten::bmm.out",
    "aten::cat.out",
    "aten::convolution.out",
    "aten::expand_copy.out",
    "aten::full.out",
    "aten::full_like.out",
    "aten::gelu.out",
    "aten::hardtanh.out",
    "aten::mean.out",
    "aten::mm.out",
    "aten::mul.Scalar_out",
    "aten::mul.out",
    "aten::native_layer_norm.out",
    "aten::permute_copy.out",
    "aten::rand.out",
    "aten::randn.out",
    "aten::randperm.out",
    "aten::relu.out",
    "aten::scalar_tensor.out",
    "aten::select_copy.int_out",
    "aten::sigmoid.out",
    "aten::slice_copy.Tensor_out",
    "aten::split_with_sizes_copy.out",
    "aten::squeeze_copy.dim_out",
    "aten::squeeze_copy.dims_out",
    "aten::sub.Scalar_out",
    "aten::sub.out",
    "aten::tanh.out",
    "aten::unsqueeze_copy.out",
    "aten::view_copy.out",
    "dim_order_ops::_clone_dim_order.out",
]

_MORE = {
    "aten::any.out": ["Float", "Bool"],
    "aten::embedding.out": ["Float", "Long"],
    "aten::eq.Scalar_out": ["Float", "Bool"],
    "aten::eq.Tensor_out": ["Float", "Bool"],
    "aten::ge.Scalar_out": ["Float", "Bool"],
    "aten::ge.Tensor_out": ["Float", "Bool"],
    "aten::gt.Scalar_out": ["Float", "Bool"],
    "aten::gt.Tensor_out": ["Float", "Bool"],
    "aten::le.Scalar_out": ["Float", "Bool"],
    "aten::le.Tensor_out": ["Float", "Bool"],
    "aten::logical_not.out": ["Float", "Bool"],
    "aten::lt.Scalar_out": ["Float", "Bool"],
    "aten::lt.Tensor_out": ["Float", "Bool"],
    "aten::max_pool2d_with_indices.out": ["Float", "Long"],
    "aten::ne.Scalar_out": ["Float", "Bool"],
    "aten::ne.Tensor_out": ["Float", "Bool"],
    "aten::where.self_out": ["Float", "Bool"],
}

def one_dtype_ops():
    """The ops_dict that selects every portable operator for Float.

    Returns:
      dict[str, list[str]], with the dtypes that the other tensors of an operator must have.
    """
    return dict({op: ["Float"] for op in _FLOAT}, **_MORE)
