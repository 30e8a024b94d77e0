// Accumulation of the differences between vectors and a panel, two SIMD vectors wide, for one SIMD target.

#ifndef ETK_VEC_DISTANCE_TYPES
#define ETK_VEC_DISTANCE_TYPES

#include "vec/base/lanes.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace etk::vec {

constexpr size_t kPanelColumns = 2 * kMostLanes, kPanelDepth = 128, kPanelRows = 64;

// Vectors with a constant stride between their elements.
struct VectorsAt {
  const float* data;
  ptrdiff_t stride;

  const float* at(size_t i) const {
    return data + static_cast<ptrdiff_t>(i) * stride;
  }
};

// The norm of a distance.
struct DistanceNorm {
  double p;
  bool skips_nan;  // of p = ∞
};

// Elements of some rows, which are compared with the columns of a panel.
struct DistancePart {
  VectorsAt rows;
  size_t count;
  const float* panel;
  size_t width, depth;  // of the panel
};

}  // namespace etk::vec

#endif

#if defined(ETK_VEC_DISTANCE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETK_VEC_DISTANCE_INL_H_
#undef ETK_VEC_DISTANCE_INL_H_
#else
#define ETK_VEC_DISTANCE_INL_H_
#endif

#include "hwy/highway.h"
#include "vec/base/vectors-inl.h"
#include "vec/math/power-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Not inlined: it is as long as all other code together.
template <class D, class V>
static HWY_NOINLINE V power(D d, V x, float p) {
  return pow(d, x, hn::Set(d, p));
}

// The accumulation of differences: `put` adds one difference, `join` combines partial sums, and `finish`
// computes the distance.
struct Terms {
  template <class D, class V>
  HWY_INLINE V join(D, V a, V b) const {
    return hn::Add(a, b);
  }
  template <class D, class V>
  HWY_INLINE V finish(D, V sum) const {
    return sum;
  }
};

struct CountOf : Terms {
  template <class D, class V>
  HWY_INLINE V put(D d, V sum, V x) const {
    const auto differs = hn::Gt(hn::Abs(x), hn::Zero(d));
    return hn::Add(sum, hn::IfThenElse(differs, hn::Set(d, 1.0f), x));  // adds 0, 1 or NaN
  }
};

struct SumOf : Terms {
  template <class D, class V>
  HWY_INLINE V put(D, V sum, V x) const {
    return hn::Add(sum, hn::Abs(x));
  }
};

struct SquaresOf : Terms {
  template <class D, class V>
  HWY_INLINE V put(D, V sum, V x) const {
    return hn::MulAdd(x, x, sum);
  }
  template <class D, class V>
  HWY_INLINE V finish(D, V sum) const {
    return hn::Sqrt(sum);
  }
};

struct PowersOf : Terms {
  float p;
  template <class D, class V>
  HWY_INLINE V put(D d, V sum, V x) const {
    return hn::Add(sum, power(d, hn::Abs(x), p));
  }
  template <class D, class V>
  HWY_INLINE V finish(D d, V sum) const {
    return power(d, sum, 1 / p);
  }
};

template <bool kSkipsNan>
struct LargestOf {
  template <class D, class V>
  HWY_INLINE V put(D d, V largest, V x) const {
    return join(d, largest, hn::Abs(x));
  }
  template <class D, class V>
  HWY_INLINE V join(D, V largest, V x) const {
    const auto is_larger = hn::Gt(x, largest);
    return hn::IfThenElse(kSkipsNan ? is_larger : hn::Or(is_larger, hn::IsNaN(x)), x, largest);
  }
  template <class D, class V>
  HWY_INLINE V finish(D, V largest) const {
    return largest;
  }
};

// Processes `kRows` rows, with two sums each.
template <class Measure, size_t... k>
HWY_INLINE void measure_rows(
    const Measure& measure,
    const DistancePart& part,
    size_t row,
    bool is_first,
    float* HWY_RESTRICT to,
    std::index_sequence<k...>) {
  const CappedFloats d;
  const size_t lanes = hn::Lanes(d);
  const auto run = [&](auto... sums) HWY_ATTR {
    const float* panel = part.panel;
    for (size_t i = 0; i < part.depth; ++i, panel += part.width) {
      const auto a = hn::Load(d, panel), b = hn::Load(d, panel + lanes);
      const auto put = [&](auto& left, auto& right, size_t r) HWY_ATTR {
        const auto x = hn::Set(d, part.rows.at(row + r)[i]);
        left = measure.put(d, left, hn::Sub(x, a));
        right = measure.put(d, right, hn::Sub(x, b));
      };
      (put(nth<2 * k>(sums...), nth<2 * k + 1>(sums...), k), ...);
    }
    float* at = to;
    if (!is_first) {
      ((sums = measure.join(d, hn::Load(d, at), sums), at += lanes), ...);
    }
    at = to;
    ((hn::Store(sums, d, at), at += lanes), ...);
  };
  const auto zero = hn::Zero(d);
  run(copy<k>(zero)..., copy<k>(zero)...);
}

template <class Measure>
HWY_INLINE void measure_part(const Measure& measure, const DistancePart& part, bool is_first, float* to) {
  size_t i = 0;
  for (; i + 4 <= part.count; i += 4, to += 4 * part.width) {
    measure_rows(measure, part, i, is_first, to, std::make_index_sequence<4>());
  }
  for (; i < part.count; ++i, to += part.width) {
    measure_rows(measure, part, i, is_first, to, std::make_index_sequence<1>());
  }
}

template <class F>
HWY_INLINE void with_measure(const DistanceNorm& norm, const F& f) {
  const double p = norm.p;
  if (p == 2) {
    f(SquaresOf());
  } else if (p == 1) {
    f(SumOf());
  } else if (p == 0) {
    f(CountOf());
  } else if (p < std::numeric_limits<double>::infinity()) {
    PowersOf powers;
    powers.p = static_cast<float>(p);
    f(powers);
  } else if (norm.skips_nan) {
    f(LargestOf<true>());
  } else {
    f(LargestOf<false>());
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#endif  // per target
