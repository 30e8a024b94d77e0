#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, r32f) uniform readonly image2D x;
layout(set = 0, binding = 1, r32f) uniform writeonly image2D y;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(p, imageSize(y)))) {
        imageStore(y, p, 2.0 * imageLoad(x, p));
    }
}
