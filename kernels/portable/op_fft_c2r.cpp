// _fft_c2r(self, dim): the backward transform to last_dim_size real numbers, along each of dim, of complex
// numbers whose second half along the last one is left out: the conjugates of the first
#include "etk/dtype.h"
#include "etk/transform.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftC2r[] = "_fft_c2r.out";

// A contiguous view of that shape onto memory of the context; without data, and with a failure there, if it
// has too little.
static View complex_scratch(Context& ctx, const View& like) {
  View view = like;
  view.dtype = ScalarType::ComplexDouble;
  view.element_size = sizeof(Complex);
  view.data = nullptr;
  auto stride = static_cast<ptrdiff_t>(sizeof(Complex));
  for (size_t d = view.rank; d-- > 0; stride *= view.sizes[d]) {
    view.strides[d] = stride;
  }
  if (view.numel() > SIZE_MAX / sizeof(Complex)) {
    fail(ctx);
    return view;
  }
  const size_t size = view.numel() * sizeof(Complex);
  const auto memory = ctx.allocate_temp(size > 0 ? size : sizeof(Complex), alignof(Complex));
  if (memory.ok()) {
    view.data = static_cast<char*>(memory.get());
  } else {
    fail(ctx, memory.error());
  }
  return view;
}

Tensor& _fft_c2r_out(
    Context& ctx,
    const Tensor& self,
    ArrayRef<int64_t> dim,
    int64_t mode,
    int64_t last_dim_size,
    Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftC2r>(self, out), out);
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
    const View scratch = complex_scratch(ctx, from);
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

}  // namespace torch::executor::native
