#include "etk/elementwise/division.h"

#include "etk/base/values.h"

namespace etk {

bool is_divisible(const Operand& self, const Operand& other) {
  const ScalarType dtype = promoted(self, other);
  if (compute_of(dtype) != Compute::kInt || (self.tensor && self.tensor->numel() == 0)) {
    return true;
  }
  if (!other.tensor) {
    return *static_cast<const int64_t*>(Source(*other.number, dtype).read(nullptr, 0, 1)) != 0;
  }
  bool any_zero = false;
  for_each_value<int64_t>(View(*other.tensor), dtype, [&](int64_t value) { any_zero |= value == 0; });
  return !any_zero;
}

}  // namespace etk
