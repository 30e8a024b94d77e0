#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/softmax.cpp"
#include "vec/base/each_target.h"

#include "vec/base/rows-inl.h"
#include "vec/math/exponential-inl.h"
#include "vec/reduce/rows.h"  // IWYU pragma: associated
#include "vec/reduce/rows_as_columns.h"

#include <cmath>

#ifndef ETK_VEC_SOFTMAX_TYPES
#define ETK_VEC_SOFTMAX_TYPES

namespace etk::vec {

enum class SoftmaxKind : uint8_t { kPlain, kLog, kLogOfLast };

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// Whether the exponentials are kept in the out. Other dtypes than Float would round them.
template <class T>
constexpr bool kKeeps = std::is_same_v<T, float>;

// Rounds a sum like PyTorch before it takes the logarithm: along the last dimension, PyTorch stores it in the
// dtype.
template <class T>
HWY_INLINE float rounded(float sum) {
  T element[hn::MaxLanes(hn::ScalableTag<float>())];
  const hn::CappedTag<float, 1> d;
  store(hn::Set(d, sum), d, element, 1);
  return hn::GetLane(load(d, element, 1));
}

// ln x of a normal number, within 2 units in the last place; NaN is propagated. With x = 2ᵉ · (1 + f), s = f
// / (2 + f) and z = s², ln(1 + f) = f - s · (f - z · (2/3 + 2/5 · z + …)), to 1e-9.
template <class D, class V>
HWY_INLINE V log_of_normal(D d, V x) {
  const hn::RebindToSigned<D> integers;
  const auto bits = hn::BitCast(integers, x);
  // 1 + f is between √½ and √2.
  const auto e = hn::ShiftRight<23>(hn::Sub(bits, hn::Set(integers, 0x3f3504f3)));
  const auto f = hn::Sub(hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<23>(e))), hn::Set(d, 1.0f));
  const auto s = hn::Div(f, hn::Add(f, hn::Set(d, 2.0f))), z = hn::Mul(s, s), n = hn::ConvertTo(d, e);
  const auto r = hn::Mul(z, polynomial(d, z, 2.0f / 3, 2.0f / 5, 2.0f / 7, 2.0f / 9));
  // ln 2 is split into two parts, as in `power`.
  const auto low = hn::MulAdd(n, hn::Set(d, 2.12194440e-4f), hn::Mul(s, hn::Sub(f, r)));
  const auto result = hn::MulAdd(n, hn::Set(d, 0.693359375f), hn::Sub(f, low));
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// Computes a row. The maximum is subtracted first, so that every exponential is at most 1.
template <class T>
HWY_INLINE void softmax_row(const T* x, size_t n, SoftmaxKind kind, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto top = hn::Set(d, extreme_of(x, n, Larger()));
  const auto power = [&](auto tag, auto v) HWY_ATTR { return exp(tag, hn::Sub(v, top)); };
  if (kind != SoftmaxKind::kPlain) {
    const auto total = static_cast<float>(sum_of(x, n, power));
    const auto shift = hn::Set(d, std::log(kind == SoftmaxKind::kLogOfLast ? rounded<T>(total) : total));
    for (size_t i = 0; i < n; i += lanes) {
      const size_t left = HWY_MIN(lanes, n - i);
      store(hn::Sub(hn::Sub(load(d, x + i, left), top), shift), d, out + i, left);
    }
    return;
  }
  if constexpr (!kKeeps<T>) {
    const auto scale = hn::Set(d, static_cast<float>(1 / sum_of(x, n, power)));
    for (size_t i = 0; i < n; i += lanes) {
      const size_t left = HWY_MIN(lanes, n - i);
      store(hn::Mul(power(d, load(d, x + i, left)), scale), d, out + i, left);
    }
    return;
  } else {
    size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
      hn::StoreU(power(d, hn::LoadU(d, x + i)), d, out + i);
    }
    if (i < n) {
      hn::StoreN(power(d, hn::LoadN(d, x + i, n - i)), d, out + i, n - i);
    }
    const auto scale = hn::Set(d, static_cast<float>(1 / sum_of(out, n, Itself())));
    for (i = 0; i < n; i += lanes) {
      const size_t left = HWY_MIN(lanes, n - i);
      hn::StoreN(hn::Mul(hn::LoadN(d, out + i, left), scale), d, out + i, left);
    }
  }
}

// Computes columns of n rows that lie `stride` apart: one vector of columns for some rows, then the next
// vector. Rows whose distance is a power of two map to the same few sets of the cache, which cannot hold more
// rows.
template <class T>
HWY_INLINE void softmax_columns(const T* x, size_t n, size_t stride, size_t columns, bool is_log, T* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  static_assert(kColumns % hn::MaxLanes(d) == 0, "");
  HWY_ALIGN float tops[kColumns], parts[kColumns], totals[kColumns] = {};
  const auto for_each = [&](const auto& f) HWY_ATTR {
    constexpr size_t kRows = 8;
    for (size_t i = 0; i < n; i += kRows) {
      for (size_t j = 0; j < columns; j += lanes) {
        f(i, HWY_MIN(n, i + kRows), j, HWY_MIN(lanes, columns - j));
      }
    }
  };
  for_each([&](size_t i, size_t end, size_t j, size_t left) HWY_ATTR {
    auto top = i == 0 ? load(d, x + j, left) : hn::Load(d, tops + j);
    for (; i < end; ++i) {
      top = Larger()(top, load(d, x + i * stride + j, left));
    }
    hn::Store(top, d, tops + j);
  });
  for_each([&](size_t i, size_t end, size_t j, size_t left) HWY_ATTR {
    const auto top = hn::Load(d, tops + j);
    auto part = i % 64 == 0 ? hn::Zero(d) : hn::Load(d, parts + j);
    for (; i < end; ++i) {
      const auto power = exp(d, hn::Sub(load(d, x + i * stride + j, left), top));
      if (kKeeps<T> && !is_log) {
        store(power, d, out + i * stride + j, left);
      }
      part = hn::Add(part, power);
    }
    if (end % 64 == 0 || end == n) {
      hn::Store(hn::Add(hn::Load(d, totals + j), part), d, totals + j);
    } else {
      hn::Store(part, d, parts + j);
    }
  });
  if (is_log) {
    for (size_t j = 0; j < columns; j += lanes) {
      hn::Store(log_of_normal(d, hn::Load(d, totals + j)), d, totals + j);
    }
  }
  for_each([&](size_t i, size_t end, size_t j, size_t left) HWY_ATTR {
    const auto top = hn::Load(d, tops + j), total = hn::Load(d, totals + j);
    for (; i < end; ++i) {
      T* to = out + i * stride + j;
      if (kKeeps<T> && !is_log) {
        store(hn::Div(load(d, to, left), total), d, to, left);
        continue;
      }
      const auto power = hn::Sub(load(d, x + i * stride + j, left), top);
      store(is_log ? hn::Sub(power, total) : hn::Div(exp(d, power), total), d, to, left);
    }
  });
}

// Computes `columns` adjacent columns, or one row.
void softmax_part(Array from, size_t n, size_t stride, size_t columns, SoftmaxKind kind, Array out) {
  with_elements(from, [&](const auto* x) HWY_ATTR {
    if (stride == 1) {
      softmax_row(x, n, kind, elements_of(out, x));
    } else {
      softmax_columns(x, n, stride, columns, kind != SoftmaxKind::kPlain, elements_of(out, x));
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(softmax_part);

static void softmax(const RowShape& shape, SoftmaxKind kind, Array from, Array out) {
  constexpr size_t kPowerCost = 8;
  const size_t n = shape.n, inner = shape.inner;
  if (are_short(shape, from)) {
    return map_short_rows(
        shape, kPowerCost, from.floats(), out.floats(), [&](float* x, size_t stride, size_t count) {
          HWY_DYNAMIC_DISPATCH(softmax_part)(x, n, stride, count, kind, x);
        });
  }
  parallel_columns(shape, kPowerCost, [&](size_t outer, size_t column, size_t columns) {
    const size_t first = outer * n * inner + column;
    HWY_DYNAMIC_DISPATCH(softmax_part)(from + first, n, inner, columns, kind, out + first);
  });
}

bool softmax(const Tensor& self, size_t dim, bool is_log, Tensor& out) {
  const Shape shape(self);
  RowShape rows;
  if (!rows.read_in_memory(self, DimSet{1} << dim) || !is_single(out.scalar_type()) || !resize(out, shape) ||
      !is_in_order_of(self, out)) {
    return false;
  }
  const bool is_last = dim + 1 >= shape.rank;
  const SoftmaxKind kind = !is_log   ? SoftmaxKind::kPlain
                           : is_last ? SoftmaxKind::kLogOfLast
                                     : SoftmaxKind::kLog;
  softmax(rows, kind, array_of(self), array_of(out));
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
