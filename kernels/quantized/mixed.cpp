#include "mixed.h"

#include "etk/quantize/groups.h"

namespace etk {
namespace {

// The dequantized matrix, or its transpose, as the rows that are multiplied by the rows of the input.
class Dequantized final : public Factor {
 public:
  Dequantized(const Tensor& weight, const Groups& groups, bool transposed)
      : transposed_(transposed), weight_(weight), groups_(groups) {}

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    auto* values = reinterpret_cast<float*>(source.buffer());
    for (size_t i = 0; i < n; ++i) {
      const auto r = static_cast<ptrdiff_t>(transposed_ ? row : k + i);
      const auto c = static_cast<ptrdiff_t>(transposed_ ? k + i : row);
      const char* at = weight_.data + r * weight_.strides[0] + c * weight_.strides[1];
      const float difference = *reinterpret_cast<const int8_t*>(at) - groups_.zero_point(r, c);
      values[i] = difference * groups_.scale(r, c);
    }
    return values;
  }

 private:
  const bool transposed_;
  const View weight_;
  const Groups& groups_;
};

}  // namespace

Tensor& multiply_mixed(
    Context& ctx,
    const Instances<DotFunction>& dots,
    const Tensor& input,
    const QuantizedMatrix& matrix,
    bool transposed,
    Tensor& out) {
  const Tensor& weight = matrix.weight;
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = dots.find(dtype);
  ETK_REQUIRE(ctx, dot && have_dtype(dtype, matrix.scales, out), out);
  ETK_REQUIRE(ctx, weight.scalar_type() == ScalarType::Char && dots.selected.has(ScalarType::Char), out);
  ETK_REQUIRE(ctx, input.dim() == 2 && weight.dim() == 2, out);
  ETK_REQUIRE(ctx, input.size(1) == weight.size(transposed ? 1 : 0), out);
  const Groups groups(matrix.scales, matrix.zero_points, weight.size(1));
  ETK_REQUIRE(ctx, weight.numel() == 0 || groups.fit(weight.size(0)), out);
  Shape shape;
  shape.push_back(input.size(0));
  shape.push_back(weight.size(transposed ? 0 : 1));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View from(input), to(out);
  const Matrix left(from.data, from.strides[0], from.strides[1]);
  const Dequantized right(weight, groups, transposed);
  Product product{left, right, dtype};
  product.m = static_cast<size_t>(shape.sizes[0]);
  product.n = static_cast<size_t>(shape.sizes[1]);
  product.k = static_cast<size_t>(input.size(1));
  product.out = to.data;
  product.out_strides[0] = to.strides[0];
  product.out_strides[1] = to.strides[1];
  run(dot, product);
  return out;
}

}  // namespace etk
