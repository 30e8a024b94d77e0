// any(self, dim) = whether any element along dim is not zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_any.cpp"
#include "vec/each_target.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

bool any_bool(const uint8_t* x, size_t n) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < n; i += lanes) {
    if (!hn::AllTrue(d, hn::Eq(hn::LoadN(d, x + i, HWY_MIN(lanes, n - i)), hn::Zero(d)))) {
      return true;
    }
  }
  return false;
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/any.h"
#include "vec/parallel.h"
#include "vec/rows.h"

namespace etk::vec {
ETK_VEC_EXPORT(any_bool);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kAny[] = "any.out";
static constexpr char kAnyAll[] = "any.all_out";
static constexpr char kAnyDims[] = "any.dims_out";

namespace {

template <const char* kOp>
Tensor& opt_any(
    Context& ctx, const Tensor& self, const std::optional<DimSet>& dims, bool keepdim, Tensor& out) {
  if constexpr (selected_dtypes<kOp>().has(ScalarType::Bool)) {
    vec::RowShape rows;
    if (rows.read_reduction(self, dims, keepdim, out, ScalarType::Bool) && rows.inner == 1) {
      const auto* from = static_cast<const uint8_t*>(self.const_data_ptr());
      auto* to = static_cast<uint8_t*>(out.mutable_data_ptr());
      vec::parallel(rows.outer, rows.n / 16, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          to[i] = vec::any_bool_pointer()()(from + i * rows.n, rows.n);
        }
      });
      return out;
    }
  }
  return any_along<kOp>(ctx, self, dims, keepdim, out);
}

}  // namespace

Tensor& opt_any_out(Context& ctx, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return opt_any<kAny>(ctx, self, wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim()), keepdim, out);
}

Tensor& opt_any_all_out(Context& ctx, const Tensor& self, Tensor& out) {
  return opt_any<kAnyAll>(ctx, self, wrap_dims(std::nullopt, self.dim()), /*keepdim=*/false, out);
}

Tensor& opt_any_dims_out(
    Context& ctx, const Tensor& self, std::optional<ArrayRef<int64_t>> dim, bool keepdim, Tensor& out) {
  return opt_any<kAnyDims>(ctx, self, any_dims(dim, self.dim()), keepdim, out);
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
