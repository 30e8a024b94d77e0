#include "vec/quantize/affine.h"

#include "etk/base/values.h"
#include "vec/base/array.h"
#include "vec/base/parallel.h"
#include "vec/quantize/affine_run.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace etk::vec {
namespace {

// Calls f(out, input, n, numbers) for parts of the runs of both tensors, with scales and zero points as
// floats; the scales are 1 / scale if `inverts`. False if f returns false, or for layouts that share no runs.
template <typename F>
bool for_each_run(const Tensor& input, const Affine& affine, bool inverts, Tensor& out, const F& f) {
  const View to(out), from(input);
  Loop loop(to);
  loop.add(to);
  loop.add(from);
  Parameters scales(affine.scale, loop), zero_points(affine.zero_point, loop);
  loop.simplify();
  scales.start(loop);
  zero_points.start(loop);
  const auto size = [](const View& view) { return static_cast<ptrdiff_t>(view.element_size); };
  if (loop.empty()) {
    return true;
  }
  if (loop.rank() > 0 && (loop.inner_stride(0) != size(to) || loop.inner_stride(1) != size(from))) {
    return false;
  }
  const bool are_each = !scales.is_one() || !zero_points.is_one();
  std::atomic<bool> is_good{true};
  // The elements of a run from `begin` to `end`.
  const auto run = [&](Cursor& cursor, size_t begin, size_t end) {
    float factors[kChunk], zeros[kChunk];
    Parameters scale = scales, zero_point = zero_points;
    cursor.step(begin);
    for (size_t n; begin < end; begin += n) {
      n = are_each ? chunk_of(end - begin) : end - begin;
      scale.read(cursor, are_each ? n : 1);
      zero_point.read(cursor, are_each ? n : 1);
      for (size_t i = 0; i < (are_each ? n : 1); ++i) {
        factors[i] = static_cast<float>(inverts ? 1 / scale[i] : scale[i]);
        zeros[i] = static_cast<float>(zero_point[i]);
      }
      if (!f(cursor.at(0), cursor.at(1), n, RunNumbers{factors, zeros, are_each})) {
        is_good.store(false, std::memory_order_relaxed);
      }
      cursor.step(n);
    }
  };
  const size_t n = loop.inner_size(), runs = Shape(out).numel() / n;
  if (runs == 1) {
    parallel(n, 1, [&](size_t begin, size_t end) {
      Cursor cursor(loop);
      run(cursor, begin, end);
    });
  } else {
    parallel(runs, n, [&](size_t begin, size_t end) {
      Cursor cursor(loop, begin);
      for (size_t i = begin; i < end; ++i) {
        run(cursor, 0, n);
      }
    });
  }
  return is_good;
}

// Whether the differences of zero points and integers are exact in float.
bool are_exact(const Parameter& zero_point, size_t size) {
  constexpr double kMost = 1 << 23;
  const auto is_exact = [&](double z) { return z == 0 || (size <= 2 && -kMost < z && z < kMost); };
  if (!zero_point.each) {
    return is_exact(to<double>(zero_point.number));
  }
  View view = *zero_point.each;
  for (size_t d = 0; d < view.rank; ++d) {
    view.sizes[d] = view.strides[d] == 0 ? 1 : view.sizes[d];
  }
  bool are_all = true;
  for_each_value<double>(view, ScalarType::Double, [&](double z) {
    are_all = are_all && is_exact(z) && z == static_cast<double>(static_cast<int64_t>(z));
  });
  return are_all;
}

}  // namespace

bool quantize(const Tensor& input, const Affine& affine, const Quantization& how, Tensor& out) {
  if (input.scalar_type() != ScalarType::Float || affine.common != ScalarType::Float) {
    return false;
  }
  return for_each_run(
      input, affine, /*inverts=*/true, out,
      [&](void* to, const void* from, size_t n, const RunNumbers& numbers) {
        return quantize_run(static_cast<const float*>(from), n, numbers, how, to);
      });
}

bool dequantize(const Tensor& input, const Affine& affine, const Dequantization& how, Tensor& out) {
  if (out.scalar_type() != ScalarType::Float || affine.common != ScalarType::Float ||
      !(how.rounds_each || are_exact(affine.zero_point, input.element_size()))) {
    return false;
  }
  return for_each_run(
      input, affine, /*inverts=*/false, out,
      [&](void* to, const void* from, size_t n, const RunNumbers& numbers) {
        return dequantize_run(from, how.dtype, n, numbers, static_cast<float*>(to));
      });
}

}  // namespace etk::vec
