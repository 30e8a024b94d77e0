"""The dtypes that a build of fused operators for few of them has; tests/kernels checks what it runs for."""

FUSED_DTYPES = {
    "etk::add_act.out": ["Float"],
    "etk::conv_bn_act.out": ["Float"],
    "etk::linear_act.out": ["Half"],
    "etk::softmax_mask.out": ["Float"],
}
