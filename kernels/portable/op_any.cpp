// any(self, dim) = whether any element along dim is not zero
#include "etk/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAny[] = "any.out";

Tensor& any_out(Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  // Of bytes PyTorch makes bytes.
  const ScalarType dtype = self.scalar_type();
  const ScalarType result = dtype == ScalarType::Byte ? dtype : ScalarType::Bool;
  ETK_REQUIRE(ctx, dims && (out.scalar_type() == ScalarType::Bool || out.scalar_type() == result), out);
  Rows rows(self, *dims, is_floating(dtype) ? ScalarType::Bool : dtype);
  rows.result(out, keepdim, result);
  rows.run<kAny, kIntegers>(ctx, [](auto& row) {
    bool any = false;
    row.for_each([&](auto x) { any |= x != 0; });
    row.set(0, any);
  });
  return out;
}

}  // namespace torch::executor::native
