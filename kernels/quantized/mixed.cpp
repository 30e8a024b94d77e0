#include "mixed.h"

#include "etk/chunk.h"

namespace etk {
namespace {

constexpr bool kHasDouble = selected_dtypes<kAnyOperator>().has(ScalarType::Double);

// The matrix, or its transpose, by the rows that are multiplied with those of the input.
class Dequantized final : public Factor {
 public:
  Dequantized(const QuantizedMatrix& matrix, bool transposed)
      : transposed_(transposed), weight_(matrix.weight), scales_(matrix.scales) {
    if (matrix.zero_points) {
      zero_points_.emplace(*matrix.zero_points);
    }
    group_ = weight_.sizes[1] / groups();
  }

  const void* read(size_t row, size_t k, size_t n, Source& source) const override {
    if constexpr (kHasDouble) {
      if (scales_.dtype == ScalarType::Double) {
        return read_as<double>(row, k, n, source);
      }
    }
    return read_as<float>(row, k, n, source);
  }

 private:
  int64_t groups() const {
    return scales_.rank == 2 && scales_.sizes[1] > 0 ? scales_.sizes[1] : 1;
  }

  template <typename C>
  const void* read_as(size_t row, size_t k, size_t n, Source& source) const {
    auto* values = reinterpret_cast<C*>(source.buffer());
    for (size_t i = 0; i < n; ++i) {
      const auto r = static_cast<ptrdiff_t>(transposed_ ? row : k + i);
      const auto c = static_cast<ptrdiff_t>(transposed_ ? k + i : row);
      const char* at = weight_.data + r * weight_.strides[0] + c * weight_.strides[1];
      const C zero_point = zero_points_ ? number<C>(*zero_points_, r, c) : C{0};
      values[i] =
          (static_cast<C>(*reinterpret_cast<const int8_t*>(at)) - zero_point) * number<C>(scales_, r, c);
    }
    return values;
  }

  template <typename C>
  C number(const View& numbers, ptrdiff_t row, ptrdiff_t column) const {
    C value = 0;
    const ptrdiff_t at = numbers.rank == 2 ? column / group_ * numbers.strides[1] : 0;
    load(numbers.dtype, numbers.data + row * numbers.strides[0] + at, 0, 1, &value);
    return value;
  }

  const bool transposed_;
  const View weight_, scales_;
  std::optional<View> zero_points_;
  ptrdiff_t group_;  // elements of a row that have a scale in common
};

}  // namespace

Tensor& multiply_mixed(
    Context& ctx,
    const Instances<DotFunction>& dots,
    const Tensor& input,
    const QuantizedMatrix& matrix,
    bool transposed,
    Tensor& out) {
  const Tensor &weight = matrix.weight, &scales = matrix.scales;
  const ScalarType dtype = input.scalar_type();
  const DotFunction dot = dots.find(dtype);
  ETK_REQUIRE(
      ctx, dot && have_dtype(dtype, scales, matrix.zero_points ? *matrix.zero_points : scales, out), out);
  ETK_REQUIRE(ctx, weight.scalar_type() == ScalarType::Char && dots.selected.has(ScalarType::Char), out);
  ETK_REQUIRE(ctx, input.dim() == 2 && weight.dim() == 2, out);
  ETK_REQUIRE(ctx, input.size(1) == weight.size(transposed ? 1 : 0), out);
  ETK_REQUIRE(ctx, scales.dim() == 1 || scales.dim() == 2, out);
  ETK_REQUIRE(ctx, scales.size(0) == weight.size(0), out);
  ETK_REQUIRE(ctx, scales.dim() == 1 || (scales.size(1) > 0 && weight.size(1) % scales.size(1) == 0), out);
  ETK_REQUIRE(ctx, !matrix.zero_points || Shape(*matrix.zero_points) == Shape(scales), out);
  Shape shape;
  shape.push_back(input.size(0));
  shape.push_back(weight.size(transposed ? 0 : 1));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View from(input), to(out);
  const Matrix left(from.data, from.strides[0], from.strides[1]);
  const Dequantized right(matrix, transposed);
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
