// nextafter(self, other) = the number of the dtype that comes after self in the direction of other
#include "etk/elementwise/map.h"

#include <algorithm>
#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kNextafter[] = "nextafter.out";

struct NextAfter {
  bool is_float;    // the compute type is float, else double
  int digits;       // significant bits of a narrower dtype
  int least, most;  // its range of exponents

  template <typename C>
  C operator()(C x, C y) const {
    if (is_float || x != x || y != y || x == y) {
      return std::nextafter(x, y);
    }
    const bool grows = x == 0 || (x < y) == (x > 0);
    auto size = static_cast<double>(std::fabs(x));
    if (std::isinf(size)) {
      size = std::ldexp(2 - std::ldexp(1, 1 - digits), most);
    } else {
      const int exponent = size == 0 ? least : std::max(std::ilogb(size), least);
      // Below a power of two, the distance between adjacent numbers is halved.
      const bool is_power = !grows && exponent > least && size == std::ldexp(1, exponent);
      const double step = std::ldexp(is_power ? 0.5 : 1, exponent + 1 - digits);
      size += grows ? step : -step;
    }
    return std::copysign(static_cast<C>(size), x == 0 ? y : x);
  }
};

Tensor& nextafter_out(Context& ctx, const Tensor& self, const Tensor& other, Tensor& out) {
  const ScalarType dtype = promoted(self, other);
  const bool is_half = dtype == ScalarType::Half;
  const NextAfter f{is_wide(dtype), is_half ? 11 : 8, is_half ? -14 : -126, is_half ? 15 : 127};
  return map<kNextafter, Promote::kFloating>(ctx, out, f, self, other);
}

}  // namespace torch::executor::native
