"""The dtypes that a build of the quantized operators for few of them has; tests/kernels checks what it runs for."""

QUANTIZED_DTYPES = {
    "quantized_decomposed::add.out": ["Byte"],
    "quantized_decomposed::choose_qparams.Tensor_out": ["Float", "Double", "Long"],
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out": ["Float", "Double", "Long"],
    "quantized_decomposed::dequantize_per_channel.out": ["Char", "Float", "Long"],
    "quantized_decomposed::dequantize_per_tensor.Tensor_out": ["Char", "Float", "Double", "Int"],
    "quantized_decomposed::dequantize_per_tensor.out": ["Char", "Float"],
    "quantized_decomposed::dequantize_per_token.out": ["Char", "Float", "Long"],
    "quantized_decomposed::embedding_2bit.dtype_out": ["Byte", "Float", "Long"],
    "quantized_decomposed::embedding_2bit.out": ["Byte", "Float", "Long"],
    "quantized_decomposed::embedding_4bit.dtype_out": ["Byte", "Float", "Long"],
    "quantized_decomposed::embedding_4bit.out": ["Byte", "Float", "Long"],
    "quantized_decomposed::embedding_byte.dtype_out": ["Char", "Float", "Long"],
    "quantized_decomposed::embedding_byte.out": ["Char", "Float", "Long"],
    "quantized_decomposed::mixed_linear.out": ["Char", "Float"],
    "quantized_decomposed::mixed_mm.out": ["Char", "Float"],
    "quantized_decomposed::quantize_per_channel.out": ["Char", "Float", "Long"],
    "quantized_decomposed::quantize_per_tensor.Tensor_out": ["Char", "Float", "Long"],
    "quantized_decomposed::quantize_per_tensor.out": ["Char", "Float"],
    "quantized_decomposed::quantize_per_token.out": ["Char", "Float", "Long"],
}
