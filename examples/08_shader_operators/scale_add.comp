// out = SCALE * x + y, an element an invocation.
#version 450

layout(local_size_x = 64) in;

layout(set = 0, binding = 0) readonly buffer X { float x[]; };
layout(set = 0, binding = 1) readonly buffer Y { float y[]; };
layout(set = 0, binding = 2) writeonly buffer Out { float result[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < result.length()) {  // the last work group reaches beyond
    result[i] = SCALE * x[i] + y[i];
  }
}
