#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/quantize/integer_sum.cpp"
#include "vec/base/each_target.h"

#include "etk/quantize/integer_sum.h"
#include "vec/quantize/requantize-inl.h"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void add_integers_of_target(const IntegerSum& sum, const int8_t* a, const int8_t* b, size_t n, int8_t* to) {
  const Sums d;
  const hn::Rebind<int8_t, Sums> bytes;
  const size_t lanes = hn::Lanes(d);
  const auto scale = hn::Set(hn::Rebind<float, Sums>(), sum.scale);
  const auto offset = hn::Set(d, sum.offset);
  const auto by_a = hn::Set(d, sum.multipliers[0]), by_b = hn::Set(d, sum.multipliers[1]);
  const auto add = [&](auto x, auto y) HWY_ATTR {
    const auto first = hn::Add(offset, hn::Mul(hn::PromoteTo(d, x), by_a));
    return requantized(hn::Add(first, hn::Mul(hn::PromoteTo(d, y), by_b)), scale, sum.requantize);
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(add(hn::LoadU(bytes, a + i), hn::LoadU(bytes, b + i)), bytes, to + i);
  }
  if (i < n) {
    const size_t left = n - i;
    hn::StoreN(add(hn::LoadN(bytes, a + i, left), hn::LoadN(bytes, b + i, left)), bytes, to + i, left);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/base/parallel.h"
#include "vec/quantize/integer_sum.h"

namespace etk::vec {

HWY_EXPORT(add_integers_of_target);

bool add_integers(const IntegerSum& sum, const Tensor& a, const Tensor& b, Tensor& out) {
  const View to(out);
  Loop loop(to);
  loop.add(to);
  loop.add(View(a));
  loop.add(View(b));
  loop.simplify();
  for (size_t view = 0; view < 3; ++view) {
    if (loop.rank() > 1 || (loop.rank() == 1 && loop.inner_stride(view) != 1)) {
      return false;
    }
  }
  const auto function = HWY_DYNAMIC_POINTER(add_integers_of_target);
  const auto* const x = a.const_data_ptr<int8_t>();
  const auto* const y = b.const_data_ptr<int8_t>();
  auto* const result = out.mutable_data_ptr<int8_t>();
  parallel(to.numel(), 1, [&](size_t begin, size_t end) {
    function(sum, x + begin, y + begin, end - begin, result + begin);
  });
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
