#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer X { SCALAR x[]; };
layout(set = 0, binding = 1) writeonly buffer Y { SCALAR y[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < y.length()) {
        y[i] = SCALAR(-x[i]);
    }
}
