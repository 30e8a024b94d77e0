// bartlett_window(window_length, periodic) = 1 - |2t - 1|, t from 0 to 1
#include "etk/creation/signal_window.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBartlettWindow[] = "bartlett_window.out";
static constexpr char kBartlettWindowPeriodic[] = "bartlett_window.periodic_out";

static double bartlett(double t) {
  return 1 - std::fabs(2 * t - 1);
}

Tensor& bartlett_window_out(Context& ctx, int64_t window_length, Tensor& out) {
  return signal_window<kBartlettWindow>(ctx, window_length, /*periodic=*/true, bartlett, out);
}

Tensor& bartlett_window_periodic_out(Context& ctx, int64_t window_length, bool periodic, Tensor& out) {
  return signal_window<kBartlettWindowPeriodic>(ctx, window_length, periodic, bartlett, out);
}

}  // namespace torch::executor::native
