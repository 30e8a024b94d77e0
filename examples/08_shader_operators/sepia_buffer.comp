// Three channels of each pixel after each other, a pixel an invocation. As vec3[] they would be 16 bytes apart.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "sepia.glsl"

layout(local_size_x = 64) in;

struct Pixel { float red, green, blue; };

layout(set = 0, binding = 0, std430) readonly buffer X { Pixel x[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out { Pixel result[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < result.length()) {
    const vec3 color = sepia(vec3(x[i].red, x[i].green, x[i].blue));
    result[i] = Pixel(color.r, color.g, color.b);
  }
}
