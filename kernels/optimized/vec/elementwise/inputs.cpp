#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/elementwise/inputs.cpp"
#include "vec/base/each_target.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// With one store, because a vector that is read from what several stores have written waits until they have
// reached the cache.
void fill_vector(uint64_t word, void* to) {
  const hn::ScalableTag<uint64_t> d;
  hn::StoreU(hn::Set(d, word), d, static_cast<uint64_t*>(to));
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/elementwise/inputs.h"

namespace etk::vec {

HWY_EXPORT(fill_vector);

void repeat_word(uint64_t word, void* to) {
  HWY_DYNAMIC_DISPATCH(fill_vector)(word, to);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
