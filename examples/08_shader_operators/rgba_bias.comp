// A bias for each channel of an image, a texel an invocation.
#version 450

layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) uniform sampler2D x;
layout(set = 0, binding = 1, rgba32f) writeonly uniform image2D result;

void main() {
  const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  if (all(lessThan(at, imageSize(result)))) {
    imageStore(result, at, texelFetch(x, at, 0) + vec4(0.125, 0.25, 0.5, 1.0));
  }
}
