// Which lines are transformed together, in which memory, and on which thread.
#include "vec/fourier.h"

#include "etk/loop.h"
#include "vec/fourier_plan.h"
#include "vec/parallel.h"

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <cmath>
#include <optional>

namespace etk::vec {
namespace {

// Floats that all threads take together, where one takes less.
constexpr size_t kMostFloats = size_t{1} << 18;

// Vectors read beyond the roots.
constexpr size_t kSlack = 4 * kMostLanes;

bool has_small_factors(size_t n) {
  for (const size_t p : {2, 3, 5}) {
    for (; n % p == 0; n /= p) {
    }
  }
  return n == 1;
}

struct Root {
  double re, im;

  Root operator*(const Root& other) const {
    return {re * other.re - im * other.im, re * other.im + im * other.re};
  }
};

// e^(-2πi · k / n), each as the product of two. The second half of an even n is the first, negated.
void find_roots(size_t n, float* roots) {
  constexpr size_t kStep = 32;
  const double angle = -6.28318530717958647693 / static_cast<double>(n);
  const Root one = {std::cos(angle), std::sin(angle)};
  Root fine[kStep] = {{1, 0}};
  for (size_t i = 1; i < kStep; ++i) {
    fine[i] = fine[i - 1] * one;
  }
  const Root step = fine[kStep - 1] * one;
  const size_t computed = n % 2 == 0 ? n / 2 : n;
  Root coarse = {1, 0};
  for (size_t first = 0; first < computed; first += kStep, coarse = coarse * step) {
    for (size_t i = 0; i < kStep && first + i < computed; ++i) {
      const Root root = coarse * fine[i];
      roots[2 * (first + i)] = static_cast<float>(root.re);
      roots[2 * (first + i) + 1] = static_cast<float>(root.im);
    }
  }
  for (size_t k = 2 * computed; k < 2 * n; ++k) {
    roots[k] = -roots[k - 2 * computed];
  }
  for (size_t i = 0; i < kSlack; ++i) {
    roots[2 * n + i] = 0;
  }
}

bool is_of_floats(const View& view) {
  return view.dtype == ScalarType::Float || view.dtype == ScalarType::ComplexFloat;
}

LineLayout layout_of(const View& view, size_t d, bool packed) {
  const auto count = static_cast<size_t>(view.sizes[d]);
  if (view.dtype == ScalarType::ComplexFloat) {
    return {view.strides[d], sizeof(float), true, count};
  }
  return packed ? LineLayout{2 * view.strides[d], view.strides[d], true, count / 2}
                : LineLayout{view.strides[d], 0, false, count};
}

FourierPlan plan_of(const View& from, const View& to, size_t d, size_t n, bool forward, double scale) {
  FourierPlan plan;
  plan.n = n;
  plan.forward = forward;
  const bool is_real = (forward ? from : to).dtype == ScalarType::Float;
  plan.packed = is_real && from.dtype != to.dtype && n % 2 == 0;
  plan.length = plan.packed ? n / 2 : n;
  plan.from = layout_of(from, d, plan.packed);
  plan.to = layout_of(to, d, plan.packed);
  plan.scale = static_cast<float>(scale);
  return plan;
}

View without(View view, size_t d) {
  view.remove(d);
  return view;
}

// The lines along d of two views, in sets of those that lie side by side.
class LineSets {
 public:
  LineSets(const View& whole_from, const View& whole_to, size_t d, size_t most)
      : loop_(without(whole_to, d)), most_(most) {
    const View from = without(whole_from, d), to = without(whole_to, d);
    loop_.add(to);
    loop_.add(from);
    loop_.simplify();
    lines_ = loop_.empty() ? 0 : to.numel();
    run_ = loop_.inner_size();
    // A set ends with a run, unless runs are short.
    if (run_ < most) {
      run_ = lines_;
    }
    in_run_ = run_ > 0 ? (run_ + most - 1) / most : 0;
  }

  size_t lines() const {
    return lines_;
  }
  size_t count() const {
    return run_ > 0 ? lines_ / run_ * in_run_ : 0;
  }

  void find(size_t index, LineSet& from, LineSet& to) const {
    const size_t behind = index % in_run_ * most_, first = index / in_run_ * run_ + behind;
    const size_t count = run_ - behind < most_ ? run_ - behind : most_;
    Cursor cursor(loop_, first / loop_.inner_size());
    cursor.step(first % loop_.inner_size());
    for (size_t i = 0; i < count; ++i, cursor.step(1)) {
      to.lines[i] = cursor.at(0);
      from.lines[i] = cursor.at(1);
    }
    // Lanes without a line read the last one.
    for (size_t i = count; i < kMostLanes; ++i) {
      from.lines[i] = from.lines[count - 1];
    }
    from.count = to.count = count;
  }

 private:
  Loop loop_;
  size_t most_, lines_, run_, in_run_;
};

// Where the lines lie side by side, but not in whole vectors, those that are left over have sets of their
// own: with those of other rows there may be enough for vectors.
class AllLines {
 public:
  AllLines(const View& from, const View& to, size_t d, size_t most) : whole_(from, to, d, most) {
    lines_ = whole_.lines();
    for (size_t side = 0; side < to.rank; ++side) {
      const auto size = static_cast<size_t>(to.sizes[side]);
      const auto rest = static_cast<int64_t>(size % most), start = to.sizes[side] - rest;
      if (side != d && from.strides[side] == static_cast<ptrdiff_t>(from.element_size) &&
          to.strides[side] == static_cast<ptrdiff_t>(to.element_size) && size > most && rest > 0 &&
          size % most < most / 2) {
        View from_part = from, to_part = to;
        from_part.slice(side, 0, start);
        to_part.slice(side, 0, start);
        whole_ = LineSets(from_part, to_part, d, most);
        from_part = from;
        to_part = to;
        from_part.slice(side, start, rest);
        to_part.slice(side, start, rest);
        rest_.emplace(from_part, to_part, d, most);
        return;
      }
    }
  }

  size_t lines() const {
    return lines_;
  }
  size_t count() const {
    return whole_.count() + (rest_ ? rest_->count() : 0);
  }
  void find(size_t index, LineSet& from, LineSet& to) const {
    index < whole_.count() ? whole_.find(index, from, to) : rest_->find(index - whole_.count(), from, to);
  }

 private:
  LineSets whole_;
  std::optional<LineSets> rest_;
  size_t lines_;
};

// Floats of memory: what all threads share, and what each has of its own.
struct Memory {
  size_t shared, own, copies;

  Memory(const FourierPlan& plan, const LineMatrix* matrix, size_t sets) {
    const size_t table = matrix ? turn_floats(*matrix) : plan.most();
    shared = (2 * plan.n + kSlack + table + kMostLanes - 1) / kMostLanes * kMostLanes;
    own = matrix ? line_floats(plan, *matrix) : block_floats(plan);
    copies = kMostParts * own > kMostFloats ? kMostFloats / own : kMostParts;
    copies = copies < sets ? copies : sets;
    copies = copies > 0 ? copies : 1;
  }
};

// By blocks, or line by line if there is a matrix.
bool transform_sets(Context& ctx, FourierPlan plan, LineMatrix* matrix, const AllLines& sets) {
  const Memory sizes(plan, matrix, sets.count());
  const auto memory = ctx.allocate_temp((sizes.shared + sizes.copies * sizes.own) * sizeof(float), 64);
  if (!memory.ok()) {
    fail(ctx, memory.error());
    return false;
  }
  auto* roots = static_cast<float*>(*memory);
  float* table = roots + 2 * plan.n + kSlack;
  find_roots(plan.n, roots);
  plan.roots = {roots, plan.n};
  if (matrix) {
    find_turns(plan, *matrix, table);
  } else {
    plan.places = reinterpret_cast<uint32_t*>(table);
    find_places(plan, reinterpret_cast<uint32_t*>(table));
  }
  const size_t lines = matrix ? 1 : fourier_lanes();
  const size_t cost = (sets.count() + sizes.copies - 1) / sizes.copies * lines * plan.n * 8;
  parallel(sizes.copies, cost, [&](size_t begin, size_t end) {
    float* own = roots + sizes.shared + begin * sizes.own;
    if (matrix) {
      prepare_lines(plan, *matrix, own);
    }
    LineSet from, to;
    for (size_t i = begin * sets.count() / sizes.copies; i < end * sets.count() / sizes.copies; ++i) {
      sets.find(i, from, to);
      matrix ? transform_line(plan, *matrix, from.lines[0], to.lines[0], own)
             : transform_block(plan, from, to, own);
    }
  });
  return true;
}

}  // namespace

bool transform(
    Context& ctx, const View& from, const View& to, size_t d, size_t n, bool forward, double scale) {
  if (!is_of_floats(from) || !is_of_floats(to) || !has_small_factors(n)) {
    return etk::transform(ctx, from, to, d, n, forward, scale);
  }
  const FourierPlan plan = plan_of(from, to, d, n, forward, scale);
  const size_t lanes = fourier_lanes();
  const AllLines sets(from, to, d, lanes);
  if (plan.length <= kMostNumbers && 2 * sets.lines() >= lanes) {
    return transform_sets(ctx, plan, nullptr, sets);
  }
  LineMatrix matrix = matrix_of(plan.length);
  return transform_sets(ctx, plan, &matrix, AllLines(from, to, d, 1));
}

}  // namespace etk::vec
