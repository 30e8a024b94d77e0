// cumsum(self, dim)[i] = Σ self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around
#include "etk/rows.h"
#include "vec/parallel.h"
#include "vec/rows.h"

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace torch::executor::native {
using namespace etk;

static constexpr char kCumsum[] = "cumsum.out";

namespace {

// kLines lines at a time: `stride` apart, of n elements that are `step` apart. Each sum waits for the one
// before, but not for those of other lines.
template <size_t kLines>
void add_up(const float* x, size_t stride, size_t n, size_t step, float* out) {
  double totals[kLines] = {};
  for (size_t i = 0; i < n; ++i, x += step, out += step) {
    for (size_t line = 0; line < kLines; ++line) {
      out[line * stride] = static_cast<float>(totals[line] += static_cast<double>(x[line * stride]));
    }
  }
}

template <size_t kLines>
void add_up_lines(const float* x, size_t lines, size_t stride, size_t n, size_t step, float* out) {
  size_t line = 0;
  for (; line + kLines <= lines; line += kLines) {
    add_up<kLines>(x + line * stride, stride, n, step, out + line * stride);
  }
  for (; line < lines; ++line) {
    add_up<1>(x + line * stride, stride, n, step, out + line * stride);
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
      add_up_lines<4>(from + begin * n, end - begin, n, n, 1, to + begin * n);
    });
    return true;
  }
  // By cache lines of columns.
  constexpr size_t kColumns = 32;
  const size_t blocks = (inner + kColumns - 1) / kColumns;
  vec::parallel(rows.outer * blocks, n * kColumns, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t first = i % blocks * kColumns, at = i / blocks * n * inner + first;
      const size_t columns = inner - first < kColumns ? inner - first : kColumns;
      add_up_lines<kColumns>(from + at, columns, 1, n, inner, to + at);
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
