// cumprod(self, dim)[i] = Π self[j] for j ≤ i along dim, computed in the dtype of the out; integers wrap
// around

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "op_cumprod.cpp"
#include "vec/base/each_target.h"

#include "vec/reduce/cumulative-inl.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct Multiply {
  static constexpr double kStart = 1;
  template <class V>
  static HWY_INLINE V of(V total, V x) {
    return hn::Mul(total, x);
  }
  static double of(double total, double x) {
    return total * x;
  }
};

void multiply_columns(Array from, size_t columns, size_t n, size_t step, Array out) {
  with_elements<selected_bits("cumprod.out")>(from, [&](const auto* x) HWY_ATTR {
    accumulate_rows<Multiply>(x, columns, n, step, elements_of(out, x));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/reduce/cumulative.h"
#include "vec/base/operator.h"
#include "vec/reduce/cumulative.h"
#include "vec/reduce/rows_as_columns.h"

namespace etk::vec {
ETK_VEC_EXPORT(multiply_columns);

namespace {

void multiply(double& total, float& x) {
  total *= static_cast<double>(x);
  x = static_cast<float>(total);
}

// Each product depends on the previous one, so that four lines are computed at once to hide the latency. The
// order of multiplications is not changed, because it determines which intermediate products overflow.
void multiply_lines(Array from, size_t lines, size_t n, Array out) {
  constexpr size_t kLines = 4, kPiece = 256;
  float x[kLines][kPiece] = {};
  for (size_t count; lines > 0; lines -= count, from = from + count * n, out = out + count * n) {
    count = lines < kLines ? lines : kLines;
    double a = 1, b = 1, c = 1, d = 1;
    for (size_t first = 0; first < n; first += kPiece) {
      const size_t size = n - first < kPiece ? n - first : kPiece;
      load_lines(from + first, static_cast<ptrdiff_t>(n), count, size, x[0], kPiece);
      for (size_t i = 0; i < size && count == 1; ++i) {
        multiply(a, x[0][i]);
      }
      for (size_t i = 0; i < size && count > 1; ++i) {
        multiply(a, x[0][i]);
        multiply(b, x[1][i]);
        multiply(c, x[2][i]);
        multiply(d, x[3][i]);
      }
      store_lines(x[0], kPiece, count, size, out + first, static_cast<ptrdiff_t>(n));
    }
  }
}

template <const char* kOp>
bool multiply_up(const Tensor& self, DimSet dims, Tensor& out) {
  if constexpr (selected_dtypes<kOp>().has(Compute::kFloat)) {
    const Accumulation products{multiply_columns_pointer()(), multiply_lines, kShortRow + 1};
    if (accepts<kOp>(self) && accumulate(products, self, dims, out)) {
      return true;
    }
  }
  return accumulate_integers<kOp>(self, dims, [](auto total, auto x) { return total * x; }, out);
}

}  // namespace
}  // namespace etk::vec

ETK_FASTER("cumprod.out", AccumulateFunction, vec::multiply_up<kOp>);

#include "portable/op_cumprod.cpp"

#endif  // HWY_ONCE
