#include "etk/indices.h"

#include "etk/loop.h"

namespace etk {

bool are_indices(const Tensor& indices, int64_t low, int64_t high) {
  const ScalarType dtype = indices.scalar_type();
  if (dtype != ScalarType::Int && dtype != ScalarType::Long) {
    return false;
  }
  Loop loop{Shape(indices)};
  loop.add(View(indices));
  loop.simplify();
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    const int64_t index = read_index(dtype, cursor.at(0));
    if (index < low || index >= high) {
      return false;
    }
  }
  return true;
}

}  // namespace etk
