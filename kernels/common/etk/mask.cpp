#include "etk/mask.h"

namespace etk {
namespace {

Loop loop_over(const View& mask, const View& along) {
  Loop loop(mask);
  loop.add(mask);
  loop.add(along);
  loop.simplify(/*keep_order=*/true);
  return loop;
}

}  // namespace

NonZero::NonZero(const View& mask, const View& along)
    : loop_(loop_over(mask, along)), cursor_(loop_), dtype_(mask.dtype) {}

bool NonZero::next() {
  if (index_ >= 0) {
    cursor_.step(1);
  }
  for (++index_; cursor_.left(); cursor_.step(1), ++index_) {
    alignas(int64_t) char value[sizeof(int64_t)];
    int64_t is_nonzero = 0;
    load(dtype_, cursor_.at(0), 0, 1, value);
    cast(dtype_, value, ScalarType::Bool, &is_nonzero, 1);
    if (is_nonzero != 0) {
      return true;
    }
  }
  return false;
}

int64_t count_nonzero(const View& mask) {
  int64_t count = 0;
  for (NonZero found(mask, mask); found.next();) {
    ++count;
  }
  return count;
}

}  // namespace etk
