// One line with all lanes of the vectors: as a matrix, whose columns are transformed and then its rows, as
//
//   X[k + rows · l] = Σ_j e^(-2πi · jl / columns) · (e^(-2πi · jk / n) · Σ_i e^(-2πi · ik / rows) · x[i ·
//   columns + j])
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/fourier_matrix.cpp"
#include "vec/each_target.h"

#include "vec/fourier-inl.h"
#include "vec/fourier_plan.h"
#include "vec/fourier_stages-inl.h"
#include "vec/gemm.h"

#include <cstring>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {

HWY_INLINE Numbers from_on(const Numbers& numbers, size_t k) {
  return {numbers.re + k, numbers.im + k, numbers.stride};
}

HWY_INLINE float* at(char* line, size_t k, ptrdiff_t stride) {
  return reinterpret_cast<float*>(line + static_cast<ptrdiff_t>(k) * stride);
}

// A line in memory becomes one of real and one of imaginary parts.
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

// Makes of the transform of a packed line that of the line, or the other way round. Of each `put(k, numbers)`
// lanes from k on count up to half; of few numbers there are some before 0 as well.
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

// The transform of a packed line from its numbers.
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

void turn(const LineMatrix& matrix, const Numbers& rows) {
  const size_t lanes = hn::Lanes(Tag()), size = matrix.rows * matrix.row_pitch;
  const Numbers turns = {matrix.turns, matrix.turns + size, 1};
  for (size_t k = matrix.row_pitch; k < size; k += lanes) {
    const Numbers at = {rows.re, rows.im, 1};
    store(times(load(at, k), load(turns, k)), at, k);
  }
}

// Takes `other` as well; where the result is.
Numbers transform_in_matrix(
    const FourierPlan& plan, const LineMatrix& matrix, Numbers line, Numbers other, float* scratch) {
  const size_t lanes = hn::Lanes(Tag()), rows = matrix.rows, columns = matrix.columns;
  const Numbers first = {scratch, scratch + lanes, 2 * lanes};
  const Numbers second = from_on(first, 2 * lanes * HWY_MAX(rows, columns));
  line.stride = columns;
  other.stride = matrix.row_pitch;
  for (size_t k = 0; k < columns; k += lanes) {
    transform_numbers(plan.roots, rows, from_on(line, k), from_on(other, k), first, second);
  }
  turn(matrix, other);
  line.stride = other.stride = matrix.column_pitch;
  transpose(other.re, matrix.row_pitch, columns, rows, line.re, line.stride);
  transpose(other.im, matrix.row_pitch, columns, rows, line.im, line.stride);
  for (size_t k = 0; k < rows; k += lanes) {
    transform_numbers(plan.roots, columns, from_on(line, k), from_on(other, k), first, second);
  }
  line.stride = rows;
  for (size_t l = 0; l < columns && other.stride > rows; ++l) {
    for (size_t k = 0; k < rows; k += lanes) {
      store(load(from_on(other, k), l), from_on(line, k), l);
    }
  }
  return other.stride > rows ? line : other;
}

// Numbers of a plane of real or imaginary parts, behind as many as there are lanes.
size_t plane_size(const FourierPlan& plan, const LineMatrix& matrix) {
  const size_t by_rows = matrix.rows * matrix.row_pitch, by_columns = matrix.columns * matrix.column_pitch;
  size_t size = by_rows > by_columns ? by_rows : by_columns;
  size = plan.most() > size ? plan.most() : size;
  return size + 2 * kMostLanes;
}

void clear_lines(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  std::memset(memory, 0, 4 * plane_size(plan, matrix) * sizeof(float));
}

void run_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory) {
  const size_t size = plane_size(plan, matrix), lanes = hn::Lanes(Tag());
  Numbers line = {memory + lanes, memory + size + lanes, 1};
  Numbers other = from_on(line, 2 * size);
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
      swapped(transform_in_matrix(plan, matrix, swapped(line), swapped(other), memory + 4 * size));
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
HWY_EXPORT(plane_size);
HWY_EXPORT(clear_lines);

LineMatrix matrix_of(size_t length) {
  const size_t lanes = fourier_lanes();
  const auto whole = [lanes](size_t n) { return (n + lanes - 1) / lanes * lanes; };
  LineMatrix best = {1, length, whole(length), lanes, nullptr};
  for (size_t rows = 2; rows * rows <= length; ++rows) {
    const size_t columns = length / rows;
    const LineMatrix matrix = {rows, columns, whole(columns), whole(rows), nullptr};
    const auto work = [](const LineMatrix& m) { return m.rows * m.row_pitch + m.columns * m.column_pitch; };
    if (length % rows == 0 && work(matrix) < work(best)) {
      best = matrix;
    }
  }
  return best;
}

void find_turns(const FourierPlan& plan, LineMatrix& matrix, float* memory) {
  matrix.turns = memory;
  float *re = memory, *im = memory + matrix.rows * matrix.row_pitch;
  const size_t turn = plan.roots.count / plan.length;
  std::memset(memory, 0, turn_floats(matrix) * sizeof(float));
  for (size_t row = 0; row < matrix.rows; ++row, re += matrix.row_pitch, im += matrix.row_pitch) {
    for (size_t column = 0; column < matrix.columns; ++column) {
      const float* root = plan.roots.values + 2 * (row * column * turn);
      re[column] = root[0];
      im[column] = root[1];
    }
  }
}

size_t line_floats(const FourierPlan& plan, const LineMatrix& matrix) {
  const size_t longest = matrix.rows > matrix.columns ? matrix.rows : matrix.columns;
  return 4 * HWY_DYNAMIC_DISPATCH(plane_size)(plan, matrix) + 4 * kMostLanes * longest;
}

void prepare_lines(const FourierPlan& plan, const LineMatrix& matrix, float* memory) {
  HWY_DYNAMIC_DISPATCH(clear_lines)(plan, matrix, memory);
}

void transform_line(const FourierPlan& plan, const LineMatrix& matrix, char* from, char* to, float* memory) {
  HWY_DYNAMIC_DISPATCH(run_line)(plan, matrix, from, to, memory);
}

}  // namespace etk::vec

#endif  // HWY_ONCE
