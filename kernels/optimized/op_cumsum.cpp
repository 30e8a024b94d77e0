// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cumsum.cpp"
#include "vec/each_target.h"

#include "vec/array-inl.h"
#include "vec/short_rows.h"

#include <cstddef>

#ifndef ETK_CUMSUM_NAME
#define ETK_CUMSUM_NAME
static constexpr char kCumsum[] = "cumsum.out";
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Neighbouring lines, of n elements that are `step` apart, a row of them at a time.
template <class T>
HWY_INLINE void add_up_rows(const T* x, size_t columns, size_t n, size_t step, T* out) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN double totals[kColumns + HWY_MAX_BYTES / sizeof(double)] = {};
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    const auto add = [&](size_t j, auto values) HWY_ATTR {
      const auto total = hn::Add(hn::Load(d, totals + j), hn::PromoteTo(d, values));
      hn::Store(total, d, totals + j);
      return hn::DemoteTo(floats, total);
    };
    size_t j = 0;
    for (; j + lanes <= columns; j += lanes) {
      store(add(j, load(floats, x + j)), floats, out + j);
    }
    if (j < columns) {
      store(add(j, load(floats, x + j, columns - j)), floats, out + j, columns - j);
    }
  }
#else
  const hn::CappedTag<float, 1> one;
  double totals[kColumns] = {};
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    for (size_t j = 0; j < columns; ++j) {
      totals[j] += static_cast<double>(hn::GetLane(load(one, x + j, 1)));
      store(hn::Set(one, static_cast<float>(totals[j])), one, out + j, 1);
    }
  }
#endif
}

// A line: the elements of a vector are added to those behind them, one, two, four… further on, and what came
// before to all of them. The next vector waits for no more than the latter.
template <class T>
HWY_INLINE void add_up_line(const T* x, size_t n, T* out) {
#if HWY_HAVE_FLOAT64
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> floats;
  const size_t lanes = hn::Lanes(d);
  auto total = hn::Zero(d);
  const auto add = [&](auto values) HWY_ATTR {
    auto sums = hn::PromoteTo(d, values);
    for (size_t step = 1; step < lanes; step *= 2) {
      sums = hn::Add(sums, hn::SlideUpLanes(d, sums, step));
    }
    const auto result = hn::Add(total, sums);
    total = hn::Add(total, hn::Set(d, hn::ExtractLane(sums, lanes - 1)));
    return hn::DemoteTo(floats, result);
  };
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    store(add(load(floats, x + i)), floats, out + i);
  }
  if (i < n) {
    store(add(load(floats, x + i, n - i)), floats, out + i, n - i);
  }
#else
  add_up_rows(x, 1, n, 1, out);
#endif
}

void add_up_columns(Array from, size_t columns, size_t n, size_t step, Array out) {
  with_elements<kCumsum>(
      from, [&](const auto* x) HWY_ATTR { add_up_rows(x, columns, n, step, elements_of(out, x)); });
}

void add_up_lines(Array from, size_t lines, size_t n, Array out) {
  with_elements<kCumsum>(from, [&](const auto* x) HWY_ATTR {
    auto* to = elements_of(out, x);
    for (size_t line = 0; line < lines; ++line) {
      add_up_line(x + line * n, n, to + line * n);
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/rows.h"
#include "vec/layout.h"

#include <algorithm>
#include <cstdint>

namespace etk::vec {
ETK_VEC_EXPORT(add_up_columns);
ETK_VEC_EXPORT(add_up_lines);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

namespace {

// Computes it if both tensors are of one dtype that is computed in float, in the order of their dimensions;
// false if not, and nothing has happened.
bool run_rows(const Tensor& self, DimSet dims, Tensor& out) {
  constexpr size_t kShort = 8;
  const Shape shape(self);
  vec::RowShape rows, of_out;
  if (!accepts<kCumsum>(self) || out.scalar_type() != self.scalar_type() || !rows.read(self, dims) ||
      !resize(out, shape) || !of_out.read(out, dims)) {
    return false;
  }
  const vec::Array from = vec::array_of(self), to = vec::array_of(out);
  const size_t n = rows.n, inner = rows.inner;
  const auto add_up_columns = vec::add_up_columns_pointer()();
  if ((inner > 1 || n <= kShort) && vec::are_short(rows, from)) {
    vec::map_short_rows(rows, 2, from.floats(), to.floats(), [&](float* x, size_t stride, size_t count) {
      add_up_columns(x, count, n, stride, x);
    });
    return true;
  }
  if (inner == 1) {
    const auto add_up_lines = vec::add_up_lines_pointer()();
    vec::parallel(rows.outer, n, [&](size_t begin, size_t end) {
      add_up_lines(from + begin * n, end - begin, n, to + begin * n);
    });
    return true;
  }
  vec::parallel_columns(rows, 1, [&](size_t outer, size_t column, size_t columns) {
    const size_t first = outer * n * inner + column;
    add_up_columns(from + first, columns, n, inner, to + first);
  });
  return true;
}

template <typename T, typename R>
void add_up_integers(const Tensor& self, const vec::RowShape& rows, Tensor& out) {
  const auto* const x = static_cast<const T*>(self.const_data_ptr());
  auto* const results = static_cast<R*>(out.mutable_data_ptr());
  const size_t n = rows.n, inner = rows.inner;
  vec::parallel(rows.outer, n * inner, [&](size_t begin, size_t end) {
    for (; begin < end; ++begin) {
      const T* from = x + begin * n * inner;
      R* to = results + begin * n * inner;
      if (inner == 1) {
        uint64_t total = 0;
        for (size_t i = 0; i < n; ++i) {
          to[i] = static_cast<R>(total += static_cast<uint64_t>(from[i]));
        }
        continue;
      }
      std::copy_n(from, inner, to);
      for (size_t i = inner; i < n * inner; ++i) {
        to[i] = static_cast<R>(static_cast<uint64_t>(to[i - inner]) + static_cast<uint64_t>(from[i]));
      }
    }
  });
}

// The same for integers, whose sums are of their dtype or Long.
bool run_integers(const Tensor& self, DimSet dims, Tensor& out) {
  constexpr DtypeSet selected = selected_dtypes<kCumsum>();
  const ScalarType dtype = self.scalar_type(), result = out.scalar_type();
  vec::RowShape rows;
  if (!accepts<kCumsum>(self, out) || !rows.read(self, dims, dtype) || !resize(out, Shape(self)) ||
      !vec::is_array(out)) {
    return false;
  }
  if constexpr (selected.has(ScalarType::Int)) {
    if (dtype == ScalarType::Int && result == ScalarType::Int) {
      add_up_integers<int32_t, int32_t>(self, rows, out);
      return true;
    }
    if (dtype == ScalarType::Int && result == ScalarType::Long) {
      add_up_integers<int32_t, int64_t>(self, rows, out);
      return true;
    }
  }
  if constexpr (selected.has(ScalarType::Long)) {
    if (dtype == ScalarType::Long && result == ScalarType::Long) {
      add_up_integers<int64_t, int64_t>(self, rows, out);
      return true;
    }
    if (dtype == ScalarType::Bool && result == ScalarType::Long) {
      add_up_integers<bool, int64_t>(self, rows, out);
      return true;
    }
  }
  return false;
}

}  // namespace

Tensor& opt_cumsum_out(
    Context& ctx, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result, out);
  ETK_REQUIRE(ctx, result != ScalarType::Bool && !is_large_unsigned(result), out);
  if constexpr (selected_dtypes<kCumsum>().has(Compute::kFloat)) {
    if (run_rows(self, *dims, out)) {
      return out;
    }
  }
  if (run_integers(self, *dims, out)) {
    return out;
  }
  Rows rows(self, *dims, result);
  rows.out(out);
  rows.run<kCumsum, kNumbers>(ctx, [](auto& row) {
    using C = ValueOf<decltype(row)>;
    std::conditional_t<std::is_integral_v<C>, uint64_t, double> total = 0;
    row.map([&](C x) { return static_cast<C>(total += x); });
  });
  return out;
}

}  // namespace torch::executor::native

#endif  // HWY_ONCE
