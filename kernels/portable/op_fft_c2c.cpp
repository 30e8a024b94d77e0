// _fft_c2c(self, dim): the discrete Fourier transform of complex numbers along each of dim
#include "etk/dtype.h"
#include "etk/transform.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftC2c[] = "_fft_c2c.out";

Tensor& _fft_c2c_out(
    Context& ctx, const Tensor& self, ArrayRef<int64_t> dim, int64_t mode, bool forward, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kFftC2c>(self, out), out);
  ETK_REQUIRE(ctx, are_transformed(self.scalar_type(), true, out.scalar_type(), true), out);
  const View from(self);
  FourierDims dims;
  ETK_REQUIRE(ctx, dims.read(dim, from) && (dims.count > 0 || out.scalar_type() == from.dtype), out);
  const auto scale = normalization(mode, dims.numel(from));
  ETK_REQUIRE(ctx, scale.has_value(), out);
  if (dims.count == 0) {
    return copy_to_out(ctx, from, out);
  }
  if (!resize(ctx, out, from)) {
    return out;
  }
  const View to(out);
  TransformStep steps[kMaxRank];
  for (size_t i = 0; i < dims.count; ++i) {
    const size_t d = dims.dims[i];
    steps[i] = {i == 0 ? &from : &to, &to, d, static_cast<size_t>(to.sizes[d]), i == 0 ? *scale : 1};
  }
  transform(ctx, steps, dims.count, forward);
  return out;
}

}  // namespace torch::executor::native
