// multinomial(self, num_samples, replacement): random indices along the last dimension of self, each with a
// probability in proportion to its element; without replacement, no index twice
#include "etk/base/chunk.h"
#include "etk/base/number_checks.h"
#include "etk/base/selected_dtypes.h"
#include "etk/creation/random.h"

#include <cmath>
#include <limits>
#include <optional>

namespace torch::executor::native {
using namespace etk;

static constexpr char kMultinomial[] = "multinomial.out";

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// As in PyTorch: the integers up to here are exact in Float.
constexpr int64_t kMostCategories = 1 << 24;

// The weights of a distribution, at an equal distance.
struct Weights {
  ScalarType dtype;
  size_t count;
  const char* data;
  ptrdiff_t stride;

  // Calls `take(index, weight)` for each.
  template <typename Take>
  void each(Take take) const {
    Source source(dtype, ScalarType::Double);
    for (size_t begin = 0, n; begin < count; begin += n) {
      n = chunk_of(count - begin);
      const char* const from = data + static_cast<ptrdiff_t>(begin) * stride;
      const auto* const values = static_cast<const double*>(source.read(from, stride, n));
      for (size_t i = 0; i < n; ++i) {
        take(static_cast<int64_t>(begin + i), values[i]);
      }
    }
  }

  // Their sum; empty if that is no distribution.
  std::optional<double> sum() const {
    double sum = 0, least = 0;
    each([&](int64_t, double weight) {
      sum += weight;
      least = std::fmin(least, weight);
    });
    return least == 0 && sum > 0 && sum < kInfinity ? std::optional<double>(sum) : std::nullopt;
  }
};

// The weights in a row span the interval from 0 to their sum. An index is chosen if a random number is in the
// interval of its weight.
int64_t draw(const Weights& weights, double sum, Random& random) {
  const double point = random.uniform(ScalarType::Double) * sum;
  double end = 0;
  int64_t chosen = 0;
  weights.each([&](int64_t i, double weight) {
    if (weight > 0 && end <= point) {
      chosen = i;
    }
    end += weight;
  });
  return chosen;
}

// An index that takes part in a race, and the logarithm of the time that it takes.
struct Runner {
  double time;
  int64_t index;

  bool operator<(const Runner& other) const {
    return time < other.time || (time == other.time && index < other.index);
  }
};

// The runner after `last`. Their times are exponentially distributed, with the weights as rates: at any time,
// each of those that still run arrives next with a probability in proportion to its weight. Weights of 0
// arrive last. Draws the same times for the same `random`.
Runner next_of_race(const Weights& weights, const Runner& last, Random& random) {
  Runner next{kInfinity, std::numeric_limits<int64_t>::max()};
  weights.each([&](int64_t i, double weight) {
    const double time = std::log(-std::log(1 - random.uniform(ScalarType::Double))) - std::log(weight);
    const Runner runner{weight > 0 ? time : kInfinity, i};
    if (last < runner && runner < next) {
      next = runner;
    }
  });
  return next;
}

}  // namespace

Tensor& multinomial_out(
    Context& ctx,
    const Tensor& self,
    int64_t num_samples,
    bool replacement,
    std::nullopt_t /*generator*/,
    Tensor& out) {
  ETK_REQUIRE(ctx, (accepts<kMultinomial>(self, out)) && is_floating(self.scalar_type()), out);
  ETK_REQUIRE(ctx, out.scalar_type() == ScalarType::Long && are_apart(self, out), out);
  ETK_REQUIRE(ctx, self.dim() == 1 || self.dim() == 2, out);
  const int64_t categories = self.size(self.dim() - 1);
  ETK_REQUIRE(ctx, categories <= kMostCategories && num_samples > 0, out);
  ETK_REQUIRE(ctx, num_samples <= std::numeric_limits<executorch::aten::SizesType>::max(), out);
  ETK_REQUIRE(ctx, replacement || num_samples <= categories, out);
  View from(self);
  Shape shape;
  if (from.rank == 1) {
    from.prepend(1);
  } else {
    shape.push_back(from.sizes[0]);
  }
  shape.push_back(num_samples);
  const auto weights_of = [&from](int64_t row) {
    return Weights{
        from.dtype, static_cast<size_t>(from.sizes[1]), from.data + row * from.strides[0], from.strides[1]};
  };
  for (int64_t row = 0; row < from.sizes[0]; ++row) {
    ETK_REQUIRE(ctx, weights_of(row).sum(), out);
  }
  if (!resize(ctx, out, shape)) {
    return out;
  }
  View to(out);
  if (to.rank == 1) {
    to.prepend(1);
  }
  Random random(out);
  for (int64_t row = 0; row < from.sizes[0]; ++row) {
    const Weights weights = weights_of(row);
    const double sum = weights.sum().value_or(0);
    const Random start = random;
    Runner last{-kInfinity, -1};
    for (int64_t i = 0; i < num_samples; ++i) {
      int64_t index = 0;
      if (replacement) {
        index = draw(weights, sum, random);
      } else {
        random = start;
        last = next_of_race(weights, last, random);
        index = last.index;
      }
      *reinterpret_cast<int64_t*>(to.data + row * to.strides[0] + i * to.strides[1]) = index;
    }
  }
  return out;
}

}  // namespace torch::executor::native
