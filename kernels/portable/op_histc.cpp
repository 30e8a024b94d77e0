// histc(self, bins, min, max) = how many elements are in each of so many bins of equal width between min and
// max; where those are the same, between the least and the largest element
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/base/values.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kHistc[] = "histc.out";

namespace {

struct Range {
  double low, high;

  bool is_finite() const {
    return std::isfinite(low) && std::isfinite(high);
  }
};

// The minimum and the maximum; NaN if any element is NaN. If there are no elements, or all are equal, the
// range is extended by one at either end.
Range range_of(const View& view) {
  Range range{0, 0};
  bool any = false;
  for_each_value<double>(view, ScalarType::Double, [&](double x) {
    range.low = !any || x < range.low || x != x ? x : range.low;
    range.high = !any || x > range.high || x != x ? x : range.high;
    any = true;
  });
  if (range.low == range.high) {
    range.low = rounded(view.dtype, range.low - 1);
    range.high = rounded(view.dtype, range.high + 1);
  }
  return range;
}

// A number, rounded to the dtype.
double narrowed(ScalarType dtype, double value) {
  return dtype == ScalarType::Float ? static_cast<double>(static_cast<float>(value)) : rounded(dtype, value);
}

// The bin of an element in the range. Like in PyTorch, each step is rounded, which is significant at the
// borders of bins.
int64_t bin_of(ScalarType dtype, double x, const Range& range, int64_t bins) {
  const double width = narrowed(dtype, range.high - range.low), count = static_cast<double>(bins);
  const double product = narrowed(dtype, narrowed(dtype, x - range.low) * narrowed(dtype, count));
  const double place = narrowed(dtype, product / width);
  return place >= 0 && place < count ? static_cast<int64_t>(place) : bins - 1;
}

}  // namespace

Tensor& histc_out(
    Context& ctx, const Tensor& self, int64_t bins, const Scalar& min, const Scalar& max, Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, accepts<kHistc>(self) && is_floating(dtype) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, bins > 0 && bins <= INT32_MAX && are_apart(self, out), out);
  ETK_REQUIRE(ctx, can_hold(dtype, min) && can_hold(dtype, max), out);
  const View from(self);
  Range range{rounded(dtype, to<double>(min)), rounded(dtype, to<double>(max))};
  if (to<double>(min) == to<double>(max)) {
    range = range_of(from);
  }
  ETK_REQUIRE(ctx, range.is_finite() && range.low < range.high, out);
  Shape shape;
  shape.push_back(bins);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  // Counts several bins at a time: counts in a floating-point dtype would stop increasing.
  const View counted(out);
  for (int64_t first = 0; first < bins; first += kChunk) {
    double counts[kChunk] = {};
    for_each_value<double>(from, ScalarType::Double, [&](double x) {
      if (x >= range.low && x <= range.high) {
        const int64_t bin = bin_of(dtype, x, range, bins);
        if (bin >= first && bin < first + static_cast<int64_t>(kChunk)) {
          counts[bin - first] += 1;
        }
      }
    });
    const size_t n = chunk_of(static_cast<size_t>(bins - first));
    const ptrdiff_t stride = counted.strides[0];
    write(ScalarType::Double, counts, n, dtype, counted.data + first * stride, stride);
  }
  return out;
}

}  // namespace torch::executor::native
