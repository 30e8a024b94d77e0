#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/softmax.cpp"
#include "vec/each_target.h"

#include "vec/math-inl.h"
#include "vec/parallel.h"
#include "vec/rows-inl.h"
#include "vec/rows.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

// A row; without its largest element every power is at most 1.
void softmax_row(const float* x, size_t n, bool is_log, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto top = hn::Set(d, extreme_of(x, n, Larger()));
  if (is_log) {
    const double total = sum_of(x, n, [&](auto tag, auto v) HWY_ATTR { return exp(tag, hn::Sub(v, top)); });
    const auto shift = hn::Set(d, std::log(static_cast<float>(total)));
    for (size_t i = 0; i < n; i += lanes) {
      const size_t left = HWY_MIN(lanes, n - i);
      hn::StoreN(hn::Sub(hn::Sub(hn::LoadN(d, x + i, left), top), shift), d, out + i, left);
    }
    return;
  }
  // The powers are kept in the out.
  size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    hn::StoreU(exp(d, hn::Sub(hn::LoadU(d, x + i), top)), d, out + i);
  }
  if (i < n) {
    hn::StoreN(exp(d, hn::Sub(hn::LoadN(d, x + i, n - i), top)), d, out + i, n - i);
  }
  const auto scale = hn::Set(d, static_cast<float>(1 / sum_of(out, n, Itself())));
  for (i = 0; i < n; i += lanes) {
    const size_t left = HWY_MIN(lanes, n - i);
    hn::StoreN(hn::Mul(hn::LoadN(d, out + i, left), scale), d, out + i, left);
  }
}

// A vector of columns, of which n rows lie `stride` apart.
void softmax_columns(const float* x, size_t n, size_t stride, size_t columns, bool is_log, float* out) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t j = 0; j < columns; j += lanes) {
    const size_t left = HWY_MIN(lanes, columns - j);
    const float* from = x + j;
    auto top = hn::LoadN(d, from, left);
    for (size_t i = 1; i < n; ++i) {
      top = Larger()(top, hn::LoadN(d, from + i * stride, left));
    }
    auto total = hn::Zero(d), part = total;
    for (size_t i = 0; i < n; ++i) {
      const auto power = exp(d, hn::Sub(hn::LoadN(d, from + i * stride, left), top));
      if (!is_log) {
        hn::StoreN(power, d, out + i * stride + j, left);
      }
      part = hn::Add(part, power);
      if (i % 64 == 63 || i + 1 == n) {
        total = hn::Add(total, part);
        part = hn::Zero(d);
      }
    }
    if (is_log) {
      HWY_ALIGN float sums[hn::MaxLanes(d)];
      hn::Store(total, d, sums);
      for (size_t lane = 0; lane < left; ++lane) {
        sums[lane] = std::log(sums[lane]);
      }
      total = hn::Load(d, sums);
    }
    for (size_t i = 0; i < n; ++i) {
      const float* value = is_log ? from + i * stride : out + i * stride + j;
      const auto v = hn::LoadN(d, value, left);
      hn::StoreN(is_log ? hn::Sub(hn::Sub(v, top), total) : hn::Div(v, total), d, out + i * stride + j, left);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

namespace etk::vec {

HWY_EXPORT(softmax_row);
HWY_EXPORT(softmax_columns);

void softmax(const RowShape& shape, bool is_log, const float* from, float* out) {
  constexpr size_t kColumns = 64, kPowerCost = 8;
  const size_t n = shape.n, blocks = shape.inner == 1 ? 1 : (shape.inner + kColumns - 1) / kColumns;
  const size_t block = shape.inner < kColumns ? shape.inner : kColumns;
  parallel(shape.outer * blocks, n * block * kPowerCost, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const size_t first = i / blocks * n * shape.inner + i % blocks * kColumns;
      if (shape.inner == 1) {
        HWY_DYNAMIC_DISPATCH(softmax_row)(from + first, n, is_log, out + first);
      } else {
        const size_t left = shape.inner - i % blocks * kColumns;
        HWY_DYNAMIC_DISPATCH(softmax_columns)
        (from + first, n, shape.inner, left < kColumns ? left : kColumns, is_log, out + first);
      }
    }
  });
}

bool softmax(const Tensor& self, size_t dim, bool is_log, Tensor& out) {
  const Shape shape(self);
  RowShape rows, of_out;
  if (!rows.read(self, DimSet{1} << dim) ||
      executorch::ET_RUNTIME_NAMESPACE::resize_tensor(out, {shape.sizes, shape.rank}) != Error::Ok ||
      !of_out.read(out, DimSet{1} << dim)) {
    return false;
  }
  softmax(rows, is_log, self.const_data_ptr<float>(), out.mutable_data_ptr<float>());
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
