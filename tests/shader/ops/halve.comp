#version 450
#extension GL_ARM_tensors : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform tensorARM<float, 2> x;
layout(set = 0, binding = 1) uniform tensorARM<float, 2> y;

void main() {
    uint row = gl_GlobalInvocationID.y;
    uint column = gl_GlobalInvocationID.x;
    if (row < tensorSizeARM(y, 0) && column < tensorSizeARM(y, 1)) {
        float value;
        tensorReadARM(x, uint[](row, column), value);
        tensorWriteARM(y, uint[](row, column), value / 2.0);
    }
}
