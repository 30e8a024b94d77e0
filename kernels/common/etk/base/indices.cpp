#include "etk/base/indices.h"

#include "etk/base/chunk.h"
#include "etk/base/loop.h"

namespace etk {

bool are_indices(const Tensor& indices, int64_t low, int64_t high) {
  const ScalarType dtype = indices.scalar_type();
  if (dtype != ScalarType::Int && dtype != ScalarType::Long) {
    return false;
  }
  Loop loop{Shape(indices)};
  loop.add(View(indices));
  loop.simplify();
  int64_t chunk[kChunk];
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    load(dtype, cursor.at(0), loop.inner_stride(0), n, chunk);
    for (size_t i = 0; i < n; ++i) {
      if (chunk[i] < low || chunk[i] >= high) {
        return false;
      }
    }
    cursor.step(n);
  }
  return true;
}

}  // namespace etk
