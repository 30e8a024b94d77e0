// var(self, dim) = Σ (self - mean)² / (n - correction) along dim
#include "etk/moments.h"
#include "vec/parallel.h"
#include "vec/rows.h"

#include <algorithm>
#include <numeric>

namespace torch::executor::native {
using namespace etk;

static constexpr char kVar[] = "var.out";
static constexpr char kVarCorrection[] = "var.correction_out";
static constexpr bool kWidens = vec::widens<kVar>() || vec::widens<kVarCorrection>();

namespace {

// Sums of kLines lines that lie side by side, of n elements that are `step` apart. In double, as the portable
// kernel has them: as many lines as make vectors.
template <size_t kLines, typename F>
void add_up(const float* x, size_t n, size_t step, double* totals, const F& f) {
  double local[kLines];
  std::copy_n(totals, kLines, local);
  for (size_t i = 0; i < n; ++i, x += step) {
    for (size_t line = 0; line < kLines; ++line) {
      local[line] += f(static_cast<double>(x[line]), line);
    }
  }
  std::copy_n(local, kLines, totals);
}

// The same of elements that may have to be widened, some steps at a time.
template <size_t kLines, typename F>
void add_up(vec::Array x, size_t n, size_t step, double* totals, const F& f) {
  if (!kWidens || !x.is_narrow()) {
    return add_up<kLines>(x.floats(), n, step, totals, f);
  }
  constexpr size_t kSteps = 64;
  float part[kSteps * kLines];
  for (size_t i = 0; i < n; i += kSteps) {
    const size_t steps = std::min(kSteps, n - i);
    if (step == kLines) {
      vec::load_lines(x + i * step, 0, 1, steps * kLines, part, 0);
    } else {
      vec::load_lines(x + i * step, static_cast<ptrdiff_t>(step), steps, kLines, part, kLines);
    }
    add_up<kLines>(part, steps, kLines, totals, f);
  }
}

template <size_t kLines>
void variances_of_lines(vec::Array x, size_t n, size_t step, double divisor, vec::Array out) {
  double means[kLines] = {}, squares[kLines] = {};
  add_up<kLines>(x, n, step, means, [](double v, size_t) { return v; });
  for (double& mean : means) {
    mean /= static_cast<double>(n);
  }
  add_up<kLines>(
      x, n, step, squares, [&means](double v, size_t i) { return (v - means[i]) * (v - means[i]); });
  for (size_t line = 0; line < kLines; ++line) {
    (out + line).set(static_cast<float>(squares[line] / divisor));
  }
}

// A line of elements side by side is summed as several, and what is left of it.
template <typename F>
double sum_of_row(vec::Array x, size_t n, const F& f) {
  constexpr size_t kLines = 8;
  double totals[kLines] = {}, rest = 0;
  const auto each = [&f](double v, size_t) { return f(v); };
  add_up<kLines>(x, n / kLines, kLines, totals, each);
  add_up<1>(x + n / kLines * kLines, n % kLines, 1, &rest, each);
  for (const double total : totals) {
    rest += total;
  }
  return rest;
}

// One long row, by all threads.
template <typename F>
double sum_of_long_row(vec::Array x, size_t n, const F& f) {
  double partial[vec::kMostRowParts];
  const size_t parts = vec::parallel_parts(
      n, partial, [&](size_t begin, size_t end) { return sum_of_row(x + begin, end - begin, f); });
  return std::accumulate(partial, partial + parts, 0.0);
}

void run_rows(const vec::RowShape& rows, vec::Array x, double correction, vec::Array out) {
  constexpr size_t kColumns = 16;
  const size_t n = rows.n, inner = rows.inner, blocks = (inner + kColumns - 1) / kColumns;
  const auto count = static_cast<double>(n);
  const double divisor = count > correction ? count - correction : 0;
  if (rows.outer == 1 && inner == 1) {
    const double mean = sum_of_long_row(x, n, [](double v) { return v; }) / count;
    const double squares = sum_of_long_row(x, n, [mean](double v) { return (v - mean) * (v - mean); });
    out.set(static_cast<float>(squares / divisor));
    return;
  }
  vec::parallel(rows.outer * blocks, n * (inner > 1 ? kColumns : 1), [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      if (inner == 1) {
        const vec::Array row = x + i * n;
        const double mean = sum_of_row(row, n, [](double v) { return v; }) / count;
        const double squares = sum_of_row(row, n, [mean](double v) { return (v - mean) * (v - mean); });
        (out + i).set(static_cast<float>(squares / divisor));
        continue;
      }
      size_t column = i % blocks * kColumns;
      const vec::Array from = x + i / blocks * n * inner, to = out + i / blocks * inner;
      if (column + kColumns <= inner) {
        variances_of_lines<kColumns>(from + column, n, inner, divisor, to + column);
      } else {
        for (; column < inner; ++column) {
          variances_of_lines<1>(from + column, n, inner, divisor, to + column);
        }
      }
    }
  });
}

template <const char* kOp>
void var(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    double correction,
    bool keepdim,
    Tensor& out) {
  const auto dims = wrap_dims(dim, self.dim());
  if constexpr (selected_dtypes<kOp>().has(Compute::kFloat)) {
    vec::RowShape rows;
    if (accepts<kOp>(self) && rows.read_reduction(self, dims, keepdim, out)) {
      return run_rows(rows, vec::array_of(self), correction, vec::array_of(out));
    }
  }
  variances<kOp>(ctx, self, dims, correction, keepdim, out, nullptr);
}

}  // namespace

Tensor& opt_var_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    bool unbiased,
    bool keepdim,
    Tensor& out) {
  var<kVar>(ctx, self, dim, unbiased ? 1 : 0, keepdim, out);
  return out;
}

Tensor& opt_var_correction_out(
    Context& ctx,
    const Tensor& self,
    std::optional<ArrayRef<int64_t>> dim,
    const std::optional<Scalar>& correction,
    bool keepdim,
    Tensor& out) {
  var<kVarCorrection>(ctx, self, dim, correction ? etk::to<double>(*correction) : 1, keepdim, out);
  return out;
}

}  // namespace torch::executor::native
