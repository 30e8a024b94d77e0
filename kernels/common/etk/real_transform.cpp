#include "etk/dtype.h"
#include "etk/transform.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace etk {
namespace {

// A contiguous view of that shape onto memory of the context; without data, and with a failure there, if it
// has too little. In double, whatever the out is, unless the transform is one of floats.
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
  const auto memory = ctx.allocate_temp(size > 0 ? size : sizeof(Complex), alignof(Complex));
  if (memory.ok()) {
    view.data = static_cast<char*>(memory.get());
  } else {
    fail(ctx, memory.error());
  }
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
  bool done = transform(ctx, from, to, last, n, /*forward=*/true, *scale);
  for (size_t i = 0; done && i + 1 < dims.count; ++i) {
    const size_t d = dims.dims[i];
    done = transform(ctx, to, to, d, to.sizes[d], /*forward=*/true, 1);
  }
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
  if (dims.count > 1) {
    // The other dimensions first, while the numbers are complex.
    const View scratch = complex_scratch(ctx, from, transform == etk::transform);
    bool done = scratch.data != nullptr;
    for (size_t i = 0; done && i + 1 < dims.count; ++i, from = scratch) {
      const size_t d = dims.dims[i];
      done = transform(ctx, from, scratch, d, from.sizes[d], /*forward=*/false, 1);
    }
    if (!done) {
      return out;
    }
  }
  transform(ctx, from, View(out), last, static_cast<size_t>(last_dim_size), /*forward=*/false, *scale);
  return out;
}

}  // namespace etk
