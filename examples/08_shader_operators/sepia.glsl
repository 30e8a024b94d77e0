// What both shaders make of red, green and blue.
vec3 sepia(vec3 color) {
  const mat3 from_red_green_blue = mat3(
      0.393, 0.349, 0.272,
      0.769, 0.686, 0.534,
      0.189, 0.168, 0.131);
  return from_red_green_blue * color;
}
