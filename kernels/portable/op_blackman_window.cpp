// blackman_window(window_length, periodic) = 0.42 - 0.5 · cos(2πt) + 0.08 · cos(4πt), t from 0 to 1
#include "etk/creation/signal_window.h"
#include "etk/math/pi.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kBlackmanWindow[] = "blackman_window.out";
static constexpr char kBlackmanWindowPeriodic[] = "blackman_window.periodic_out";

static double blackman(double t) {
  return 0.42 - 0.5 * std::cos(2 * kPi * t) + 0.08 * std::cos(4 * kPi * t);
}

Tensor& blackman_window_out(Context& ctx, int64_t window_length, Tensor& out) {
  return signal_window<kBlackmanWindow>(ctx, window_length, /*periodic=*/true, blackman, out);
}

Tensor& blackman_window_periodic_out(Context& ctx, int64_t window_length, bool periodic, Tensor& out) {
  return signal_window<kBlackmanWindowPeriodic>(ctx, window_length, periodic, blackman, out);
}

}  // namespace torch::executor::native
