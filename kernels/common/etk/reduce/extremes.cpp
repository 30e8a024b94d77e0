#include "etk/reduce/extremes.h"

namespace etk {

bool has_extremes(const Tensor& self, const std::optional<DimSet>& dims) {
  if (!dims || is_large_unsigned(self.scalar_type())) {
    return false;
  }
  for (ssize_t d = 0; d < self.dim(); ++d) {
    if ((*dims >> d & 1) != 0 && self.size(d) == 0) {
      return false;
    }
  }
  return true;
}

}  // namespace etk
