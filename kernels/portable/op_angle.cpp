// angle(x) = the angle of a complex number in the plane; of a real one 0, or π where it is negative
#include "etk/elementwise/map.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kAngle[] = "angle.out";

struct AngleOf {
  template <typename C>
  auto operator()(C x) const {
    if constexpr (std::is_same_v<C, Complex>) {
      return std::atan2(x.im, x.re);
    } else {
      return x < 0 ? static_cast<C>(3.14159265358979323846) : x != x ? x : C(0);
    }
  }
};

Tensor& angle_out(Context& ctx, const Tensor& self, Tensor& out) {
  return map<kAngle, Promote::kFloat>(ctx, out, of_complex(AngleOf()), self);
}

}  // namespace torch::executor::native
