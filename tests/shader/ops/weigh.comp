#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer X { float x[]; };
layout(set = 0, binding = 1) readonly buffer Y { float y[]; };
layout(set = 0, binding = 2) readonly buffer Z { float z[]; };
layout(set = 0, binding = 3) writeonly buffer Out { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < result.length()) {
        result[i] = x[i] + 10.0 * y[i] + 100.0 * z[i];
    }
}
