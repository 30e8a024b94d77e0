#include "vec/move/triangle.h"

#include "etk/move/triangle.h"
#include "vec/base/layout.h"
#include "vec/base/parallel.h"

#include <cstring>

namespace etk::vec {

bool copy_triangles(const Tensor& self, int64_t k, bool lower, Tensor& out) {
  if (!is_array(self) || !is_array(out)) {
    return false;
  }
  const auto sizes = self.sizes();
  const int64_t rows = sizes[sizes.size() - 2], columns = sizes[sizes.size() - 1];
  const auto size = static_cast<size_t>(self.element_size()), bytes = static_cast<size_t>(columns) * size;
  const auto* from = self.const_data_ptr<char>();
  auto* to = out.mutable_data_ptr<char>();
  parallel(bytes > 0 ? self.nbytes() / bytes : 0, bytes / sizeof(float), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t border =
          static_cast<size_t>(border_of(static_cast<int64_t>(i) % rows, k, lower, columns)) * size;
      const char* const kept = from + i * bytes;
      char* const row = to + i * bytes;
      if (lower) {
        std::memcpy(row, kept, border);
        std::memset(row + border, 0, bytes - border);
      } else {
        std::memset(row, 0, border);
        std::memcpy(row + border, kept + border, bytes - border);
      }
    }
  });
  return true;
}

}  // namespace etk::vec
