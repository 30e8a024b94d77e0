#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "vec/fourier.cpp"
#include "vec/each_target.h"

#include "vec/fourier.h"
#include "vec/gemm.h"

#ifndef ETK_VEC_FOURIER_TYPES
#define ETK_VEC_FOURIER_TYPES

namespace etk::vec {

// Lines of complex floats, n numbers of each. Number k has two vectors, of real and of imaginary parts, with
// a lane for each line.
struct FourierLines {
  size_t n;
  bool forward;
  const float* roots;  // e^(∓2πi · k / n), real and imaginary part of each
  float* values;
  float* other;
};

}  // namespace etk::vec
#endif

HWY_BEFORE_NAMESPACE();
namespace etk::vec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<float>;
using V = hn::Vec<Tag>;

HWY_INLINE void multiply(V& re, V& im, float root_re, float root_im) {
  const Tag d;
  const V a = hn::Set(d, root_re), b = hn::Set(d, root_im);
  const V product = hn::NegMulAdd(im, b, hn::Mul(re, a));
  im = hn::MulAdd(im, a, hn::Mul(re, b));
  re = product;
}

// The transform of kCount numbers, `turn` of whose roots make a kCount-th of the circle.
template <size_t kCount>
HWY_INLINE void butterfly(const FourierLines& lines, size_t turn, V (&re)[kCount], V (&im)[kCount]) {
  if constexpr (kCount == 2) {
    const V a = re[0], b = im[0];
    re[0] = hn::Add(a, re[1]);
    im[0] = hn::Add(b, im[1]);
    re[1] = hn::Sub(a, re[1]);
    im[1] = hn::Sub(b, im[1]);
  } else if constexpr (kCount == 4) {
    const V even_re = hn::Add(re[0], re[2]), even_im = hn::Add(im[0], im[2]);
    const V odd_re = hn::Add(re[1], re[3]), odd_im = hn::Add(im[1], im[3]);
    const V less_re = hn::Sub(re[0], re[2]), less_im = hn::Sub(im[0], im[2]);
    // Times i, or -i.
    V turned_re = hn::Sub(im[1], im[3]), turned_im = hn::Sub(re[3], re[1]);
    turned_re = lines.forward ? turned_re : hn::Neg(turned_re);
    turned_im = lines.forward ? turned_im : hn::Neg(turned_im);
    re[0] = hn::Add(even_re, odd_re);
    im[0] = hn::Add(even_im, odd_im);
    re[1] = hn::Add(less_re, turned_re);
    im[1] = hn::Add(less_im, turned_im);
    re[2] = hn::Sub(even_re, odd_re);
    im[2] = hn::Sub(even_im, odd_im);
    re[3] = hn::Sub(less_re, turned_re);
    im[3] = hn::Sub(less_im, turned_im);
  } else {
    V from_re[kCount], from_im[kCount];
    for (size_t i = 0; i < kCount; ++i) {
      from_re[i] = re[i];
      from_im[i] = im[i];
    }
    for (size_t k = 0; k < kCount; ++k) {
      re[k] = from_re[0];
      im[k] = from_im[0];
      for (size_t r = 1; r < kCount; ++r) {
        const float* root = lines.roots + 2 * (k * r % kCount * turn);
        V term_re = from_re[r], term_im = from_im[r];
        multiply(term_re, term_im, root[0], root[1]);
        re[k] = hn::Add(re[k], term_re);
        im[k] = hn::Add(im[k], term_im);
      }
    }
  }
}

// `step` transforms of length n, interleaved, become kCount times as many of length n / kCount.
template <size_t kCount>
void run_stage(const FourierLines& lines, size_t n, size_t step, const float* from, float* to) {
  const Tag d;
  const size_t lanes = hn::Lanes(d), m = n / kCount, turn = lines.n / kCount;
  for (size_t j = 0; j < m; ++j) {
    for (size_t q = 0; q < step; ++q) {
      V re[kCount], im[kCount];
      for (size_t r = 0; r < kCount; ++r) {
        const float* at = from + (q + step * (j + m * r)) * 2 * lanes;
        re[r] = hn::Load(d, at);
        im[r] = hn::Load(d, at + lanes);
      }
      butterfly<kCount>(lines, turn, re, im);
      for (size_t k = 0; k < kCount; ++k) {
        const float* root = lines.roots + 2 * (k * j * step);
        if (k * j > 0) {
          multiply(re[k], im[k], root[0], root[1]);
        }
        float* at = to + (q + step * (kCount * j + k)) * 2 * lanes;
        hn::Store(re[k], d, at);
        hn::Store(im[k], d, at + lanes);
      }
    }
  }
}

// Transforms the values; where the result is.
float* transform_lines(const FourierLines& lines) {
  float *from = lines.values, *to = lines.other;
  for (size_t n = lines.n, step = 1; n > 1;) {
    const size_t p = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : n % 3 == 0 ? 3 : 5;
    const auto run = p == 4 ? run_stage<4> : p == 2 ? run_stage<2> : p == 3 ? run_stage<3> : run_stage<5>;
    run(lines, n, step, from, to);
    float* const done = to;
    to = from;
    from = done;
    n /= p;
    step *= p;
  }
  return from;
}

size_t fourier_lanes() {
  return hn::Lanes(Tag());
}

}  // namespace HWY_NAMESPACE
}  // namespace etk::vec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "etk/loop.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cmath>
#include <cstring>

namespace etk::vec {

HWY_EXPORT(transform_lines);
HWY_EXPORT(fourier_lanes);

namespace {

constexpr size_t kMostLanes = 16;

// Longer lines would take more than 1 MB.
constexpr size_t kMostNumbers = (size_t{1} << 20) / (kMostLanes * 4 * sizeof(float));

bool has_small_factors(size_t n) {
  for (const size_t p : {2, 3, 5}) {
    for (; n % p == 0; n /= p) {
    }
  }
  return n == 1;
}

// e^(∓2πi · k / n), each a product of two of 2 · sqrt(n) that are computed.
void find_roots(size_t n, bool forward, float* roots) {
  constexpr size_t kStep = 64;
  const double angle = (forward ? -6.28318530717958647693 : 6.28318530717958647693) / static_cast<double>(n);
  double fine[kStep][2];
  for (size_t i = 0; i < kStep && i < n; ++i) {
    fine[i][0] = std::cos(angle * static_cast<double>(i));
    fine[i][1] = std::sin(angle * static_cast<double>(i));
  }
  for (size_t first = 0; first < n; first += kStep) {
    const double re = std::cos(angle * static_cast<double>(first)),
                 im = std::sin(angle * static_cast<double>(first));
    for (size_t i = 0; i < kStep && first + i < n; ++i) {
      roots[2 * (first + i)] = static_cast<float>(re * fine[i][0] - im * fine[i][1]);
      roots[2 * (first + i) + 1] = static_cast<float>(re * fine[i][1] + im * fine[i][0]);
    }
  }
}

// Some lines along dimension d, `parts` floats (one or two) of each number.
struct LineSet {
  char* lines[kMostLanes];
  size_t count = 0;
  size_t parts;
  ptrdiff_t stride;  // of numbers

  // The distance of lines, if they and their numbers are arrays as etk::vec::transpose reads them; else 0.
  size_t distance() const {
    const ptrdiff_t step = count > 1 ? lines[1] - lines[0] : static_cast<ptrdiff_t>(sizeof(float));
    bool even = step > 0 && stride == static_cast<ptrdiff_t>(parts * sizeof(float));
    for (size_t i = 1; i < count; ++i) {
      even = even && lines[i] - lines[i - 1] == step;
    }
    return even ? static_cast<size_t>(step) / sizeof(float) : 0;
  }

  float* at(size_t line, size_t k) const {
    return reinterpret_cast<float*>(lines[line] + static_cast<ptrdiff_t>(k) * stride);
  }

  void read(size_t n, size_t lanes, float* values) const {
    std::memset(values, 0, n * 2 * lanes * sizeof(float));
    if (const size_t apart = distance()) {
      transpose(at(0, 0), apart, n * parts, count, values, 2 / parts * lanes);
      return;
    }
    for (size_t k = 0; k < n; ++k, values += 2 * lanes) {
      for (size_t i = 0; i < count; ++i) {
        const float* from = at(i, k);
        values[i] = from[0];
        values[lanes + i] = parts == 2 ? from[1] : 0;
      }
    }
  }

  void write(size_t n, size_t lanes, const float* values) const {
    if (const size_t apart = distance()) {
      transpose(values, 2 / parts * lanes, count, n * parts, at(0, 0), apart);
      return;
    }
    for (size_t k = 0; k < n; ++k, values += 2 * lanes) {
      for (size_t i = 0; i < count; ++i) {
        float* to = at(i, k);
        to[0] = values[i];
        if (parts == 2) {
          to[1] = values[lanes + i];
        }
      }
    }
  }
};

// The numbers from `given` on are the conjugates of the others.
void add_conjugates(size_t given, size_t n, size_t lanes, float* values) {
  for (size_t k = given; k < n; ++k) {
    for (size_t i = 0; i < lanes; ++i) {
      values[2 * k * lanes + i] = values[2 * (n - k) * lanes + i];
      values[(2 * k + 1) * lanes + i] = -values[(2 * (n - k) + 1) * lanes + i];
    }
  }
}

bool is_of_floats(const View& view) {
  return view.dtype == ScalarType::Float || view.dtype == ScalarType::ComplexFloat;
}

size_t parts_of(const View& view) {
  return view.element_size / sizeof(float);
}

}  // namespace

bool transform(
    Context& ctx, const View& from, const View& to, size_t d, size_t n, bool forward, double scale) {
  if (!is_of_floats(from) || !is_of_floats(to) || n > kMostNumbers || !has_small_factors(n)) {
    return etk::transform(ctx, from, to, d, n, forward, scale);
  }
  const size_t lanes = HWY_DYNAMIC_DISPATCH(fourier_lanes)();
  const auto memory = ctx.allocate_temp((4 * lanes + 2) * n * sizeof(float), 64);
  if (!memory.ok()) {
    fail(ctx, memory.error());
    return false;
  }
  auto* values = static_cast<float*>(*memory);
  float *other = values + 2 * n * lanes, *roots = other + 2 * n * lanes;
  find_roots(n, forward, roots);
  const FourierLines fourier{n, forward, roots, values, other};
  View read_lines = from, write_lines = to;
  read_lines.remove(d);
  write_lines.remove(d);
  Loop loop(write_lines);
  loop.add(write_lines);
  loop.add(read_lines);
  loop.simplify();
  const auto given = static_cast<size_t>(from.sizes[d]), wanted = static_cast<size_t>(to.sizes[d]);
  LineSet reads, writes;
  reads.parts = parts_of(from);
  reads.stride = from.strides[d];
  writes.parts = parts_of(to);
  writes.stride = to.strides[d];
  for (Cursor cursor(loop); cursor.left();) {
    for (reads.count = 0; cursor.left() && reads.count < lanes; cursor.step(1)) {
      writes.lines[reads.count] = cursor.at(0);
      reads.lines[reads.count++] = cursor.at(1);
    }
    writes.count = reads.count;
    reads.read(given < n ? given : n, lanes, values);
    add_conjugates(given, n, lanes, values);
    float* result = HWY_DYNAMIC_DISPATCH(transform_lines)(fourier);
    for (size_t i = 0; scale != 1 && i < wanted * 2 * lanes; ++i) {
      result[i] = static_cast<float>(result[i] * scale);
    }
    writes.write(wanted, lanes, result);
  }
  return true;
}

}  // namespace etk::vec

#endif  // HWY_ONCE
