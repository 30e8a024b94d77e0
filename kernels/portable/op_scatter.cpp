// scatter(self, dim, index, src): self, but […, index[…, i, …], …] of it is src[…, i, …], or a value
#include "etk/creation.h"
#include "etk/gather.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kScatterSrc[] = "scatter.src_out";
static constexpr char kScatterValue[] = "scatter.value_out";

Tensor& scatter_src_out(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kScatterSrc>(self, index)) && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, src.scalar_type() == dtype && out.scalar_type() == dtype, out);
  Places places;
  ETK_REQUIRE(ctx, places.read(self, dim, index) && places.fit(src), out);
  if (resize(ctx, out, Shape(self))) {
    copy(View(self), View(out));
    places.scatter(View(src), out);
  }
  return out;
}

Tensor& scatter_value_out(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kScatterValue>(self, index)) && !is_large_unsigned(dtype), out);
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && (index.numel() == 0 || can_hold(dtype, value)), out);
  Places places;
  ETK_REQUIRE(ctx, places.read(self, dim, index), out);
  if (resize(ctx, out, Shape(self))) {
    copy(View(self), View(out));
    // The value lies at each index of a view that does not move.
    ChunkBuffer element;
    View values(index);
    values.dtype = dtype;
    values.element_size = self.element_size();
    values.data = reinterpret_cast<char*>(element.bytes);
    for (size_t d = 0; d < values.rank; ++d) {
      values.strides[d] = 0;
    }
    store(dtype, Source(value, dtype).read(nullptr, 0, 1), 1, values.data, 0);
    places.scatter(values, out);
  }
  return out;
}

}  // namespace torch::executor::native
