#include "etk/elementwise/division.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

namespace etk {

bool is_divisible(const Operand& self, const Operand& other) {
  const ScalarType dtype = promoted(self, other);
  if (compute_of(dtype) != Compute::kInt || (self.tensor && self.tensor->numel() == 0)) {
    return true;
  }
  bool any_zero = false;
  const auto search = [&](const void* values, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      any_zero |= static_cast<const int64_t*>(values)[i] == 0;
    }
  };
  if (!other.tensor) {
    search(Source(*other.number, dtype).read(nullptr, 0, 1), 1);
    return !any_zero;
  }
  const View view(*other.tensor);
  Loop loop(view);
  loop.add(view);
  loop.simplify();
  Source source(view.dtype, dtype);
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    search(source.read(cursor.at(0), loop.inner_stride(0), n), n);
    cursor.step(n);
  }
  return !any_zero;
}

}  // namespace etk
