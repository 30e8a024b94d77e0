// logical_not(x) = whether x is zero

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_logical_not.cpp"
#include "vec/base/each_target.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sets each bool to whether the byte is zero.
void invert_bytes(const uint8_t* from, size_t n, bool* bools) {
  const hn::ScalableTag<uint8_t> d;
  const size_t lanes = hn::Lanes(d);
  auto* to = reinterpret_cast<uint8_t*>(bools);
  const auto invert = [&](auto v)
                          HWY_ATTR { return hn::IfThenElseZero(hn::Eq(v, hn::Zero(d)), hn::Set(d, 1)); };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(invert(hn::LoadU(d, from + i)), d, to + i);
  }
  if (i < n) {
    hn::StoreN(invert(hn::LoadN(d, from + i, n - i)), d, to + i, n - i);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/elementwise/map.h"
#include "vec/base/layout.h"
#include "vec/base/operator.h"
#include "vec/base/parallel.h"
#include "vec/move/copy.h"

namespace etk::vec {
ETK_VEC_EXPORT(invert_bytes);

struct LogicalNotMap : FasterMap {
  template <const char* kOp, Promote kPromote, typename F>
  static Tensor& map(Context& ctx, Tensor& out, const F& f, const Tensor& self) {
    if (!accepts<kOp>(self, out) || out.scalar_type() != ScalarType::Bool ||
        !can_convert(self.scalar_type(), ScalarType::Bool) || !resize(out, Shape(self))) {
      return map_each<kOp, kPromote>(ctx, out, f, self);
    }
    auto* const bools = out.mutable_data_ptr<bool>();
    const void* from = self.const_data_ptr();
    if (self.element_size() != 1 || !is_array(self) || !is_array(out)) {
      convert(View(self), View(out));
      from = bools;
    }
    const auto invert = invert_bytes_pointer()();
    parallel(static_cast<size_t>(out.numel()), 1, [&](size_t begin, size_t end) {
      invert(static_cast<const uint8_t*>(from) + begin, end - begin, bools + begin);
    });
    return out;
  }
};
}  // namespace etk::vec

ETK_FASTER_OF("logical_not.out", FasterMap, vec::LogicalNotMap, {});

#include "portable/op_logical_not.cpp"

#endif  // HWY_ONCE
