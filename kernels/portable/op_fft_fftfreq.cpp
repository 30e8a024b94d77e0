// fft_fftfreq(n, d) = the frequencies of the n coefficients of a Fourier transform, 0, 1, 2, … -2, -1 over n
// · d
#include "etk/creation/frequencies.h"

namespace torch::executor::native {
using namespace etk;

static constexpr char kFftFftfreq[] = "fft_fftfreq.out";

Tensor& fft_fftfreq_out(Context& ctx, int64_t n, double d, Tensor& out) {
  return frequencies<kFftFftfreq>(ctx, n, d, /*count=*/n, /*negative=*/(n + 1) / 2, out);
}

}  // namespace torch::executor::native
