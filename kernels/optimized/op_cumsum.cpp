// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cumsum.cpp"
#include "vec/each_target.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Neighbouring lines, of n elements that are `step` apart, a row of them at a time. The totals of so many
// stay in the cache, and memory is read as it is fetched.
constexpr size_t kColumns = 256;

void add_up_columns(const float* x, size_t columns, size_t n, size_t step, float* out) {
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
      hn::StoreU(add(j, hn::LoadU(floats, x + j)), floats, out + j);
    }
    if (j < columns) {
      hn::StoreN(add(j, hn::LoadN(floats, x + j, columns - j)), floats, out + j, columns - j);
    }
  }
#else
  double totals[kColumns] = {};
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    for (size_t j = 0; j < columns; ++j) {
      out[j] = static_cast<float>(totals[j] += static_cast<double>(x[j]));
    }
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/rows.h"
#include "vec/parallel.h"
#include "vec/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace etk::vec {
ETK_VEC_EXPORT(add_up_columns);
}  // namespace etk::vec

namespace torch::executor::native {
using namespace etk;

static constexpr char kCumsum[] = "cumsum.out";

namespace {

// kLines lines at a time, one behind the other. Each sum waits for the one before, but not for those of other
// lines.
template <size_t kLines>
void add_up(const float* x, size_t n, float* out) {
  double totals[kLines] = {};
  for (size_t i = 0; i < n; ++i) {
    for (size_t line = 0; line < kLines; ++line) {
      out[line * n + i] = static_cast<float>(totals[line] += static_cast<double>(x[line * n + i]));
    }
  }
}

void add_up_lines(const float* x, size_t lines, size_t n, float* out) {
  constexpr size_t kLines = 4;
  size_t line = 0;
  for (; line + kLines <= lines; line += kLines) {
    add_up<kLines>(x + line * n, n, out + line * n);
  }
  for (; line < lines; ++line) {
    add_up<1>(x + line * n, n, out + line * n);
  }
}

// Computes it if both tensors are floats in the order of their dimensions; false if not, and nothing has
// happened.
bool run_floats(const Tensor& self, DimSet dims, Tensor& out) {
  const Shape shape(self);
  vec::RowShape rows, of_out;
  if (!rows.read(self, dims) ||
      executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok ||
      !of_out.read(out, dims)) {
    return false;
  }
  const float* from = self.const_data_ptr<float>();
  float* to = out.mutable_data_ptr<float>();
  const size_t n = rows.n, inner = rows.inner;
  if (inner == 1) {
    vec::parallel(rows.outer, n, [&](size_t begin, size_t end) {
      add_up_lines(from + begin * n, end - begin, n, to + begin * n);
    });
    return true;
  }
  constexpr size_t kColumns = vec::HWY_NAMESPACE::kColumns;
  const auto add_up_columns = vec::add_up_columns_pointer()();
  const size_t blocks = (inner + kColumns - 1) / kColumns;
  vec::parallel(rows.outer * blocks, n * kColumns, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t first = i % blocks * kColumns, at = i / blocks * n * inner + first;
      const size_t columns = inner - first < kColumns ? inner - first : kColumns;
      add_up_columns(from + at, columns, n, inner, to + at);
    }
  });
  return true;
}

}  // namespace

Tensor& opt_cumsum_out(
    Context& ctx, const Tensor& self, int64_t dim, std::optional<ScalarType> dtype, Tensor& out) {
  const ScalarType result = out.scalar_type();
  const auto dims = wrap_dims(ArrayRef<int64_t>(&dim, 1), self.dim());
  ETK_REQUIRE(ctx, dims && dtype.value_or(result) == result, out);
  ETK_REQUIRE(ctx, result != ScalarType::Bool && !is_large_unsigned(result), out);
  if constexpr (selected_dtypes<kCumsum>().has(ScalarType::Float)) {
    if (run_floats(self, *dims, out)) {
      return out;
    }
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
