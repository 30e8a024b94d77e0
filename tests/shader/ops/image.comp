#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D x;
layout(set = 0, binding = 1, OUT_FORMAT) uniform writeonly image2D y;

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(y);
    if (all(lessThan(p, size))) {
        imageStore(y, p, texelFetch(x, p, 0) / 2.0 + float(p.y * size.x + p.x));
    }
}
