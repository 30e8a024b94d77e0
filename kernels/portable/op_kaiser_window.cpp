// kaiser_window(window_length, periodic, beta) = i0(beta · √(1 - (2t - 1)²)) / i0(beta), t from 0 to 1
#include "etk/creation/signal_window.h"
#include "etk/math/bessel.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kKaiserWindow[] = "kaiser_window.out";
static constexpr char kKaiserWindowPeriodic[] = "kaiser_window.periodic_out";
static constexpr char kKaiserWindowBeta[] = "kaiser_window.beta_out";

static auto kaiser(double beta) {
  const double size = std::fabs(beta), at_center = scaled_bessel_i(0, size);
  return [=](double t) {
    const double x = size * std::sqrt(std::fmax(0, 4 * t * (1 - t)));
    return unscaled(scaled_bessel_i(0, x) / at_center, x - size);
  };
}

Tensor& kaiser_window_out(Context& ctx, int64_t window_length, Tensor& out) {
  return signal_window<kKaiserWindow>(ctx, window_length, /*periodic=*/true, kaiser(12), out);
}

Tensor& kaiser_window_periodic_out(Context& ctx, int64_t window_length, bool periodic, Tensor& out) {
  return signal_window<kKaiserWindowPeriodic>(ctx, window_length, periodic, kaiser(12), out);
}

Tensor& kaiser_window_beta_out(Context& ctx, int64_t window_length, bool periodic, double beta, Tensor& out) {
  return signal_window<kKaiserWindowBeta>(ctx, window_length, periodic, kaiser(beta), out);
}

}  // namespace torch::executor::native
