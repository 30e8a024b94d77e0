// hamming_window(window_length, periodic, alpha, beta) = alpha - beta · cos(2πt), t from 0 to 1
#include "etk/creation/signal_window.h"
#include "etk/math/pi.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kHammingWindow[] = "hamming_window.out";
static constexpr char kHammingWindowPeriodic[] = "hamming_window.periodic_out";
static constexpr char kHammingWindowPeriodicAlpha[] = "hamming_window.periodic_alpha_out";
static constexpr char kHammingWindowPeriodicAlphaBeta[] = "hamming_window.periodic_alpha_beta_out";

static auto hamming(double alpha, double beta) {
  return [=](double t) { return alpha - beta * std::cos(2 * kPi * t); };
}

Tensor& hamming_window_out(Context& ctx, int64_t window_length, Tensor& out) {
  return signal_window<kHammingWindow>(ctx, window_length, /*periodic=*/true, hamming(0.54, 0.46), out);
}

Tensor& hamming_window_periodic_out(Context& ctx, int64_t window_length, bool periodic, Tensor& out) {
  return signal_window<kHammingWindowPeriodic>(ctx, window_length, periodic, hamming(0.54, 0.46), out);
}

Tensor& hamming_window_periodic_alpha_out(
    Context& ctx, int64_t window_length, bool periodic, double alpha, Tensor& out) {
  return signal_window<kHammingWindowPeriodicAlpha>(ctx, window_length, periodic, hamming(alpha, 0.46), out);
}

Tensor& hamming_window_periodic_alpha_beta_out(
    Context& ctx, int64_t window_length, bool periodic, double alpha, double beta, Tensor& out) {
  return signal_window<kHammingWindowPeriodicAlphaBeta>(
      ctx, window_length, periodic, hamming(alpha, beta), out);
}

}  // namespace torch::executor::native
