// Transforms one line at a time with all lanes of the vectors.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/fourier/fourier_matrix.cpp"
#include "vec/base/each_target.h"

#include "vec/fourier/fourier-inl.h"
#include "vec/fourier/fourier_matrix-inl.h"
#include "vec/fourier/fourier_plan.h"  // IWYU pragma: associated

#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

HWY_INLINE float* at(char* line, size_t k, ptrdiff_t stride) {
  return reinterpret_cast<float*>(line + static_cast<ptrdiff_t>(k) * stride);
}

// Splits a line in memory into real and imaginary parts.
void read_line(const LineLayout& layout, char* from, const Numbers& to) {
  const Tag d;
  size_t k = 0;
  if (layout.is_complex && layout.is_array()) {
    for (; k + hn::Lanes(d) <= layout.count; k += hn::Lanes(d)) {
      V re, im;
      hn::LoadInterleaved2(d, at(from, k, layout.stride), re, im);
      store(number(re, im), to, k);
    }
  }
  for (; k < layout.count; ++k) {
    to.re[k] = *at(from, k, layout.stride);
    to.im[k] = layout.is_complex ? *at(from + layout.imaginary, k, layout.stride) : 0;
  }
}

void write_line(const LineLayout& layout, const Numbers& from, char* to) {
  const Tag d;
  size_t k = 0;
  if (layout.is_complex && layout.is_array()) {
    for (; k + hn::Lanes(d) <= layout.count; k += hn::Lanes(d)) {
      hn::StoreInterleaved2(
          hn::LoadU(d, from.re + k), hn::LoadU(d, from.im + k), d, at(to, k, layout.stride));
    }
  }
  for (; k < layout.count; ++k) {
    *at(to, k, layout.stride) = from.re[k];
    if (layout.is_complex) {
      *at(to + layout.imaginary, k, layout.stride) = from.im[k];
    }
  }
}

// Converts the transform of a packed line to the transform of the line, or the inverse. Calls `put(k,
// numbers)` with the numbers in lanes from k on, up to half; if there are few numbers, some lanes are before
// 0.
template <class Put>
HWY_INLINE void unpack_line(const FourierPlan& plan, const Numbers& from, const Put& put) {
  const Tag d;
  const size_t lanes = hn::Lanes(d), half = plan.length;
  const V scale = hn::Set(d, plan.forward ? plan.scale / 2 : plan.scale);
  from.re[half] = from.re[plan.forward ? 0 : half];
  from.im[half] = plan.forward ? from.im[0] : 0;
  from.im[0] = plan.forward ? from.im[0] : 0;
  const size_t last = half + 1 > lanes ? half + 1 - lanes : 0;
  for (size_t next = 0; 2 * next <= half; next += lanes) {
    const size_t k = HWY_MIN(next, last);
    const ptrdiff_t mirrored = static_cast<ptrdiff_t>(half) - static_cast<ptrdiff_t>(k + lanes - 1);
    C a = load(from_on(from, k), 0);
    C b = number(
        hn::Reverse(d, hn::LoadU(d, from.re + mirrored)), hn::Reverse(d, hn::LoadU(d, from.im + mirrored)));
    V cosine, sine;
    hn::LoadInterleaved2(d, plan.roots.values + 2 * k, cosine, sine);
    unpack(a, b, scale, times(number(sine, plan.forward ? hn::Neg(cosine) : cosine), scale));
    put(mirrored, number(hn::Reverse(d, real(b)), hn::Reverse(d, imag(b))));
    put(static_cast<ptrdiff_t>(k), a);
  }
}

// Computes the transform of a packed line from its numbers.
void write_packed(const FourierPlan& plan, const Numbers& from, char* to, float* memory) {
  const Tag d;
  const size_t half = plan.length;
  const bool directly = plan.to.is_array() && half + 1 >= hn::Lanes(d);
  float* numbers = directly ? at(to, 0, 0) : memory;
  unpack_line(plan, from, [numbers](ptrdiff_t k, C value) HWY_ATTR {
    hn::StoreInterleaved2(real(value), imag(value), Tag(), numbers + 2 * k);
  });
  for (size_t k = directly ? half + 1 : 0; k < plan.to.count; ++k) {
    const float* number = numbers + 2 * (k <= half ? k : plan.n - k);
    *at(to, k, plan.to.stride) = number[0];
    *at(to + plan.to.imaginary, k, plan.to.stride) = k <= half ? number[1] : -number[1];
  }
}

// The memory of a line during its transform, and temporary memory of the same size.
struct Planes {
  Numbers line, other;
  float* scratch;

  Planes(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
    const size_t size = plane_floats(plan, matrix), lanes = hn::Lanes(Tag());
    line = {memory + lanes, memory + size + lanes, 1};
    other = from_on(line, 2 * size);
    scratch = memory + 4 * size;
  }
};

void run_filter(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  const Planes planes(plan, matrix, memory);
  const Numbers& filter = plan.chirp->filter;
  const size_t bytes = matrix.size() * sizeof(float);
  std::memcpy(planes.line.re, filter.re, bytes);
  std::memcpy(planes.line.im, filter.im, bytes);
  const Numbers result = transform_in_matrix(matrix, planes.line, planes.other, planes.scratch);
  std::memcpy(filter.re, result.re, bytes);
  std::memcpy(filter.im, result.im, bytes);
}

void run_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory) {
  Planes planes(plan, matrix, memory);
  Numbers &line = planes.line, &other = planes.other;
  read_line(plan.from, from, line);
  if (plan.packed && !plan.forward) {
    unpack_line(plan, line, [&other](ptrdiff_t k, C value) HWY_ATTR {
      hn::StoreU(real(value), Tag(), other.re + k);
      hn::StoreU(imag(value), Tag(), other.im + k);
    });
    std::swap(line, other);
  }
  for (size_t k = plan.from.count; !plan.packed && k < plan.n; ++k) {
    line.re[k] = line.re[plan.n - k];
    line.im[k] = -line.im[plan.n - k];
  }
  const auto swapped = [&plan](const Numbers& a) { return plan.forward ? a : Numbers{a.im, a.re, a.stride}; };
  const Numbers result =
      swapped(transform_whole(plan, matrix, swapped(line), swapped(other), planes.scratch));
  if (plan.packed && plan.forward) {
    const Numbers& left = result.re == line.re ? other : line;
    write_packed(plan, result, to, left.re + kMostLanes);
    return;
  }
  for (size_t k = 0; !plan.packed && plan.scale != 1 && k < plan.to.count; ++k) {
    result.re[k] *= plan.scale;
    result.im[k] *= plan.scale;
  }
  write_line(plan.to, result, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace etk::vec {

HWY_EXPORT(run_line);
HWY_EXPORT(run_filter);

void find_filter(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  HWY_DYNAMIC_DISPATCH(run_filter)(plan, matrix, memory);
}

void transform_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory) {
  HWY_DYNAMIC_DISPATCH(run_line)(plan, matrix, from, to, memory);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
