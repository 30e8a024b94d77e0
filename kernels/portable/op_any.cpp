// any(self, dim) = whether any element along dim is not zero
#include "etk/rows.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAny[] = "any.out";
static constexpr char kAnyAll[] = "any.all_out";
static constexpr char kAnyDims[] = "any.dims_out";

namespace {

template <const char* kOp>
Tensor& any_along(
    Context& ctx, const Tensor& self, const std::optional<DimSet>& dims, bool keepdim, Tensor& out) {
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  ETK_REQUIRE(ctx, dims && (result == ScalarType::Bool || result == ScalarType::Byte), out);
  Rows rows(self, *dims, is_floating(dtype) ? ScalarType::Bool : dtype);
  rows.result(out, keepdim, result);
  static constexpr auto any = [](auto& row) {
    bool found = false;
    row.for_each([&](auto x) { found |= x != 0; });
    row.set(0, found);
  };
  rows.run<kOp, kIntegers>(ctx, any);
  return out;
}

}  // namespace

Tensor& any_out(Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return any_along<kAny>(ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), keepdim, out);
}

Tensor& any_all_out(Context& ctx, const Tensor& self, Tensor& out) {
  return any_along<kAnyAll>(ctx, self, wrap_dims(std::nullopt, self.dim()), /*keepdim=*/false, out);
}

Tensor& any_dims_out(
    Context& ctx, const Tensor& self, std::optional<ArrayRef<int64_t>> dim, bool keepdim, Tensor& out) {
  // Other operators reduce all dimensions if the list is empty; this one none.
  const bool none = dim && dim->empty();
  return any_along<kAnyDims>(ctx, self, none ? DimSet{0} : wrap_dims(dim, self.dim()), keepdim, out);
}

}  // namespace torch::executor::native
