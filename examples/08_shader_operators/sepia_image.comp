// Three channels in images of four; what stands in the fourth is for nobody.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "sepia.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D x;
layout(set = 0, binding = 1, rgba32f) writeonly uniform image2D result;

void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(at, imageSize(result)))) {
    imageStore(result, at, vec4(sepia(texelFetch(x, at, 0).rgb), 0.0));
  }
}
