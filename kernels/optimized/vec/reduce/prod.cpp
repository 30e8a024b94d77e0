#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/reduce/prod.cpp"
#include "vec/base/each_target.h"

#include "vec/reduce/columns-inl.h"
#include "vec/reduce/prod.h"

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE float product_of(const T* x, size_t n) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0F);
  auto a = one, b = one, c = one, e = one;
  size_t i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes) {
    a = hn::Mul(a, load(d, x + i));
    b = hn::Mul(b, load(d, x + i + lanes));
    c = hn::Mul(c, load(d, x + i + 2 * lanes));
    e = hn::Mul(e, load(d, x + i + 3 * lanes));
  }
  for (; i + lanes <= n; i += lanes) {
    a = hn::Mul(a, load(d, x + i));
  }
  if (i < n) {
    b = hn::Mul(b, hn::IfThenElse(hn::FirstN(d, n - i), load(d, x + i, n - i), one));
  }
  HWY_ALIGN float factors[hn::MaxLanes(d)];
  hn::Store(hn::Mul(hn::Mul(a, b), hn::Mul(c, e)), d, factors);
  for (i = 1; i < lanes; ++i) {
    factors[0] *= factors[i];
  }
  return factors[0];
}

struct Product {
  template <class Load>
  static HWY_INLINE void put(size_t rows, const Load& row, bool first, float* to) {
    const hn::ScalableTag<float> d;
    auto result = first ? hn::Set(d, 1.0F) : hn::Load(d, to);
    for (size_t k = 0; k < rows; ++k) {
      result = hn::Mul(result, row(k));
    }
    hn::Store(result, d, to);
  }
};

double product_of_row(Array from, size_t n) {
  float result = 0;
  with_elements(from, [&](const auto* x) HWY_ATTR { result = product_of(x, n); });
  return static_cast<double>(result);
}

void products_of_columns(Array from, size_t n, size_t stride, size_t columns, Array out) {
  with_elements(
      from, [&](const auto* x) HWY_ATTR { reduce_columns_of<Product>(x, n, stride, columns, out); });
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "vec/reduce/rows_as_columns.h"

#include <functional>
#include <numeric>

namespace etk::vec {

HWY_EXPORT(product_of_row);
HWY_EXPORT(products_of_columns);

namespace {

// Reduces one long row with all threads.
double product_of_long_row(Array x, size_t n) {
  double partial[kMostRowParts];
  const size_t parts = parallel_parts(n, partial, [&](size_t begin, size_t end) {
    return HWY_DYNAMIC_DISPATCH(product_of_row)(x + begin, end - begin);
  });
  return std::accumulate(partial, partial + parts, 1.0, std::multiplies<>());
}

void multiply_rows(const RowShape& rows, Array from, Array out) {
  const auto multiply_columns = HWY_DYNAMIC_POINTER(products_of_columns);
  const size_t n = rows.n, inner = rows.inner;
  if (inner == 1 && rows.outer == 1) {
    out.set(static_cast<float>(product_of_long_row(from, n)));
  } else if (inner == 1 && are_short(rows, from)) {
    parallel_short_rows(
        rows, 2, from.floats(), [&](const float* x, size_t stride, size_t first, size_t count) {
          multiply_columns(x, n, stride, count, out + first);
        });
  } else if (inner == 1) {
    const auto multiply_row = HWY_DYNAMIC_POINTER(product_of_row);
    parallel(rows.outer, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        (out + i).set(static_cast<float>(multiply_row(from + i * n, n)));
      }
    });
  } else {
    const auto multiply_block = [&](size_t outer, size_t column, size_t columns) {
      multiply_columns(
          from + (outer * n * inner + column), n, inner, columns, out + (outer * inner + column));
    };
    parallel_columns(rows, 1, multiply_block, kWideColumns);
  }
}

}  // namespace

bool product(const Tensor& self, DimSet dims, bool keepdim, Tensor& out) {
  RowShape rows;
  const bool fits = rows.read_reduction(self, dims, keepdim, out);
  if (fits) {
    multiply_rows(rows, array_of(self), array_of(out));
  }
  return fits;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
