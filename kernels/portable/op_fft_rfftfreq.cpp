// fft_rfftfreq(n, d) = the frequencies that are not negative of a Fourier transform, 0, 1, 2, … over n · d
#include "etk/creation/frequencies.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftRfftfreq[] = "fft_rfftfreq.out";

Tensor& fft_rfftfreq_out(Context& ctx, int64_t n, double d, Tensor& out) {
  return frequencies<kFftRfftfreq>(ctx, n, d, /*count=*/n / 2 + 1, /*negative=*/n + 1, out);
}

}  // namespace torch::executor::native
