#include "etk/base/dtype.h"
#include "etk/fourier/transform.h"  // IWYU pragma: associated

namespace etk {
namespace {

// A contiguous complex view with the shape of `like` in temporary memory; without data, and with a failure in
// the context, if it has too little. The dtype is ComplexDouble if `is_double`, else the dtype
// of `like`.
View complex_scratch(Context& ctx, const View& like, bool is_double) {
  View view = like;
  if (is_double) {
    view.dtype = ScalarType::ComplexDouble;
    view.element_size = sizeof(Complex);
  }
  view.data = nullptr;
  auto stride = static_cast<ptrdiff_t>(view.element_size);
  for (size_t d = view.rank; d-- > 0; stride *= view.sizes[d]) {
    view.strides[d] = stride;
  }
  if (view.numel() > SIZE_MAX / view.element_size) {
    fail(ctx);
    return view;
  }
  const size_t size = view.numel() * view.element_size;
  view.data = static_cast<char*>(allocate(ctx, size > 0 ? size : sizeof(Complex), alignof(Complex)));
  return view;
}

}  // namespace

Tensor& real_to_complex(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    bool onesided,
    Tensor& out) {
  ETK_REQUIRE(ctx, are_transformed(self.scalar_type(), false, out.scalar_type(), true), out);
  View from(self);
  FourierDims dims;
  ETK_REQUIRE(ctx, dims.read(dim, from) && dims.count > 0, out);
  const auto scale = normalization(mode, dims.numel(from));
  ETK_REQUIRE(ctx, scale.has_value(), out);
  const size_t last = dims.dims[dims.count - 1], n = from.sizes[last];
  Shape shape = from;
  shape.sizes[last] = static_cast<executorch::aten::SizesType>(onesided ? n / 2 + 1 : n);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  TransformStep steps[kMaxRank] = {{&from, &to, last, n, *scale}};
  for (size_t i = 1; i < dims.count; ++i) {
    const size_t d = dims.dims[i - 1];
    steps[i] = {&to, &to, d, static_cast<size_t>(to.sizes[d]), 1};
  }
  transform(ctx, steps, dims.count, /*forward=*/true);
  return out;
}

Tensor& complex_to_real(
    Context& ctx,
    TransformFunction transform,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    int64_t last_dim_size,
    Tensor& out) {
  ETK_REQUIRE(ctx, are_transformed(self.scalar_type(), true, out.scalar_type(), false), out);
  View from(self);
  FourierDims dims;
  ETK_REQUIRE(ctx, dims.read(dim, from) && dims.count > 0, out);
  const size_t last = dims.dims[dims.count - 1];
  const int64_t half = last_dim_size / 2 + 1, given = from.sizes[last];
  ETK_REQUIRE(ctx, last_dim_size > 0 && last_dim_size <= INT32_MAX, out);
  ETK_REQUIRE(ctx, given == half || given == last_dim_size, out);
  from.slice(last, 0, half);
  Shape shape = from;
  shape.sizes[last] = static_cast<executorch::aten::SizesType>(last_dim_size);
  const auto scale = normalization(mode, dims.numel(shape));
  ETK_REQUIRE(ctx, scale.has_value(), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  // The other dimensions are transformed first, while the numbers are complex.
  const View to(out);
  const View scratch = dims.count > 1 ? complex_scratch(ctx, from, transform == etk::transform) : from;
  if (dims.count > 1 && !scratch.data) {
    return out;
  }
  TransformStep steps[kMaxRank];
  for (size_t i = 0; i + 1 < dims.count; ++i) {
    const size_t d = dims.dims[i];
    steps[i] = {i == 0 ? &from : &scratch, &scratch, d, static_cast<size_t>(from.sizes[d]), 1};
  }
  steps[dims.count - 1] = {&scratch, &to, last, static_cast<size_t>(last_dim_size), *scale};
  transform(ctx, steps, dims.count, /*forward=*/false);
  return out;
}

}  // namespace etk
