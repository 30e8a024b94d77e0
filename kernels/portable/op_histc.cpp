// histc(self, bins, min, max) = how many elements are in each of so many bins of equal width between min and
// max; where those are the same, between the least and the largest element
#include "etk/base/chunk.h"
#include "etk/base/loop.h"
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kHistc[] = "histc.out";

namespace {

// Calls f(x) for each element.
template <typename F>
void for_each_element(const View& view, F f) {
  Loop loop(view);
  loop.add(view);
  loop.simplify();
  Source source(view.dtype, ScalarType::Double);
  for (Cursor cursor(loop); cursor.left();) {
    const size_t n = chunk_of(cursor.left());
    const auto* x = static_cast<const double*>(source.read(cursor.at(0), loop.inner_stride(0), n));
    for (size_t i = 0; i < n; ++i) {
      f(x[i]);
    }
    cursor.step(n);
  }
}

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
  for_each_element(view, [&](double x) {
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
    for_each_element(from, [&](double x) {
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
