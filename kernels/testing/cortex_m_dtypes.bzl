"""The dtypes that a build of microcontrollers' operators for few of them has; tests/kernels checks what it runs for."""

CORTEX_M_DTYPES = {
    "cortex_m::dequantize_per_tensor.out": ["Char", "Float"],
    "cortex_m::maximum.out": ["Char"],
    "cortex_m::minimum.out": ["Char"],
    "cortex_m::pad.out": ["Char"],
    "cortex_m::quantize_per_tensor.out": ["Char", "Float"],
    "cortex_m::quantized_div.out": ["Char"],
    "cortex_m::transpose.out": ["Char"],
}
