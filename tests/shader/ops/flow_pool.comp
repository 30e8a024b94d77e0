#version 450
layout(local_size_x = 16, local_size_y = 2) in;
layout(set = 0, binding = 4, rg32f) uniform readonly image2D image;
layout(set = 0, binding = 2) readonly buffer Weights { float weights[]; };
layout(set = 0, binding = 0) writeonly buffer Out { vec2 pooled[]; };

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    ivec2 size = imageSize(image) / 2;
    if (all(lessThan(p, size))) {
        ivec2 q = 2 * p;
        vec2 sum = imageLoad(image, q).xy + imageLoad(image, q + ivec2(1, 0)).xy
            + imageLoad(image, q + ivec2(0, 1)).xy + imageLoad(image, q + ivec2(1, 1)).xy;
        pooled[p.y * size.x + p.x] = sum / 4.0 * vec2(weights[0], weights[1]);
    }
}
