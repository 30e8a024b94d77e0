#include "etk/product/distance.h"

#include <cmath>

namespace etk {

double distance(Doubles& rows, size_t x, size_t y, double p, bool skips_nan, bool counts_nan) {
  const bool is_extreme = std::isinf(p);
  double total = is_extreme && p < 0 ? HUGE_VAL : 0;
  while (rows.next()) {
    const double *a = rows.read(x), *b = rows.read(y);
    for (size_t i = 0; i < rows.size(); ++i) {
      const double d = std::fabs(a[i] - b[i]);
      if (is_extreme) {
        total = (p > 0 ? d > total : d < total) || (!skips_nan && d != d) ? d : total;
      } else {
        total += p == 0   ? (d > 0 || (counts_nan && d != d) ? 1 : d)
                 : p == 1 ? d
                 : p == 2 ? d * d
                          : std::pow(d, p);
      }
    }
  }
  return p == 2 ? std::sqrt(total) : is_extreme || p == 0 || p == 1 ? total : std::pow(total, 1 / p);
}

}  // namespace etk
