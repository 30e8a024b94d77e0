"""The dtypes that a build of fused operators for few of them has; tests/kernels checks what it runs for."""

FUSED_DTYPES = {
    "etk::add_act.out": ["Float"],
    "etk::conv_bn_act.out": ["Float"],
    "etk::linear_act.out": ["Half"],
    "etk::quantized_add_act.out": ["Char"],
    "etk::quantized_conv_act.out": ["Char", "Float", "Int"],
    "etk::quantized_linear_act.out": ["Char", "Float", "Int"],
    "etk::softmax_mask.out": ["Float"],
}
