#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer X { float x[]; };
layout(set = 0, binding = 1) buffer Y { float y[]; };

void main() {
    uint n = y.length();
    for (uint i = gl_GlobalInvocationID.x; i < n; i += 64 * gl_NumWorkGroups.x) {
        y[i] = 2.0 * x[i] + 5.0;
    }
}
