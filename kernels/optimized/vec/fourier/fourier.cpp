// Divides the lines of a transform into sets, assigns memory to them, and distributes them to threads.
#include "vec/fourier/fourier.h"

#include "vec/base/parallel.h"
#include "vec/fourier/fourier_plan.h"
#include "vec/fourier/fourier_sets.h"

#include <optional>

namespace etk::vec {
namespace {

// The maximum number of floats of all threads together, unless one thread needs more.
constexpr size_t kMostLineFloats = size_t{1} << 18;

// An upper bound on the memory of a line per number, in bytes.
constexpr size_t kNumberBytes = 256;

// The maximum size of a chunk of results: a fraction of the second-level cache.
constexpr size_t kChunkBytes = size_t{1} << 18;

bool has_small_factors(size_t n) {
  for (; n > 1; n /= next_factor(n)) {
    if (next_factor(n) > kLargestPrime) {
      return false;
    }
  }
  return true;
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

// A step with its plan: computed by blocks of lines, or line by line if there is a matrix.
struct Work {
  Work() = default;
  Work(const TransformStep& step, bool forward)
      : step(&step), plan(plan_of(*step.from, *step.to, step.d, step.n, forward, step.scale)) {
    const size_t all = step.to->numel() / static_cast<size_t>(step.to->sizes[step.d]);
    by_chirp = !has_small_factors(plan.length);
    if (by_chirp) {
      matrix = matrix_of_chirp(plan.length);
    } else if (plan.length > kMostNumbers || 2 * all < fourier_lanes()) {
      // If the matrix has at least as many unused lanes as a block of these lines, the block takes less time.
      const LineMatrix single = matrix_of(plan.length);
      if (plan.length > kMostNumbers || all * single.lanes() < plan.length * fourier_lanes()) {
        matrix = single;
      }
    }
    sets = (all + together() - 1) / together();
  }

  // The number of lines that are transformed together.
  size_t together() const {
    return matrix ? 1 : fourier_lanes();
  }
  // The number of floats of memory that all threads share, and that each thread has of its own.
  size_t shared() const {
    size_t floats = root_floats(roots()) + (matrix ? turn_floats(*matrix) : plan.most());
    floats += by_chirp ? root_floats(matrix->size()) + chirp_floats(plan.length, *matrix) : 0;
    return (floats + kMostLanes - 1) / kMostLanes * kMostLanes;
  }
  size_t own() const {
    return matrix ? line_floats(plan, *matrix) : block_floats(plan);
  }
  // The cost of a set of lines, in elementary operations.
  size_t cost() const {
    return by_chirp ? 16 * matrix->size() : 8 * plan.n * together();
  }
  size_t roots() const {
    return by_chirp ? 2 * plan.length : plan.n;
  }

  // Computes the tables that threads share. `mine` is used as temporary memory.
  void prepare(float* memory, float* mine) {
    plan.roots = find_roots(roots(), memory);
    memory += root_floats(roots());
    if (!matrix) {
      plan.places = reinterpret_cast<uint32_t*>(memory);
      find_places(plan, reinterpret_cast<uint32_t*>(memory));
      return;
    }
    matrix->roots = plan.roots;
    if (by_chirp) {
      matrix->roots = find_roots(matrix->size(), memory);
      memory += root_floats(matrix->size());
    }
    find_turns(*matrix, memory);
    if (by_chirp) {
      find_chirp(plan, *matrix, memory + turn_floats(*matrix));
      prepare_lines(plan, *matrix, mine);
      find_filter(plan, *matrix, mine);
    }
  }

  // The lines of a part of the step's views.
  AllLines lines(const View& from, const View& to) const {
    return {from, to, step->d, together()};
  }
  void run(const AllLines& lines, size_t begin, size_t end, float* own) const {
    if (matrix) {
      prepare_lines(plan, *matrix, own);
    }
    LineSet from, to;
    for (size_t i = begin; i < end; ++i) {
      lines.find(i, from, to);
      matrix ? transform_line(plan, *matrix, from.lines[0], to.lines[0], own)
             : transform_block(plan, from, to, own);
    }
  }

  const TransformStep* step;
  FourierPlan plan;
  bool by_chirp;
  std::optional<LineMatrix> matrix;
  size_t sets;  // the number of sets of lines, if none is left over
};

// A dimension that no step transforms is divided into chunks. All steps are applied to one chunk before the
// next, so that the results of a step are still in the cache when the next step reads them.
struct Chunks {
  size_t d, count;

  Chunks(const TransformStep* steps, size_t step_count) : d(0), count(1) {
    const View& to = *steps[step_count - 1].to;
    const size_t threads = thread_count();
    size_t wanted = to.numel() * to.element_size / kChunkBytes + 1;
    wanted = threads > 1 && wanted < 4 * threads ? 4 * threads : wanted;
    for (size_t side = 0; side < to.rank; ++side) {
      const auto size = static_cast<size_t>(to.sizes[side]);
      bool is_free = step_count > 1 && size >= wanted;
      for (const TransformStep* step = steps; step != steps + step_count; ++step) {
        const auto length = static_cast<size_t>(to.sizes[step->d]);
        is_free = is_free && step->d != side && to.numel() / length / wanted >= 4 * fourier_lanes();
      }
      if (is_free && (count == 1 || to.strides[side] > to.strides[d])) {
        d = side;
        count = wanted;
      }
    }
  }

  View part(View view, size_t i) const {
    const auto size = static_cast<size_t>(view.sizes[d]);
    const size_t begin = i * size / count, end = (i + 1) * size / count;
    view.slice(d, static_cast<int64_t>(begin), static_cast<int64_t>(end - begin));
    return view;
  }
};

}  // namespace

bool transform(Context& ctx, const TransformStep* steps, size_t count, bool forward) {
  Work works[kMaxRank];
  size_t shared = 0, own = 0, sets = 1;
  for (size_t i = 0; i < count; ++i) {
    const TransformStep& step = steps[i];
    if (!is_of_floats(*step.from) || !is_of_floats(*step.to) || step.n > SIZE_MAX / kNumberBytes) {
      return etk::transform(ctx, steps, count, forward);
    }
    works[i] = Work(step, forward);
    shared += works[i].shared();
    own = works[i].own() > own ? works[i].own() : own;
    sets = works[i].sets > sets ? works[i].sets : sets;
  }
  own = separate_floats(own);
  const size_t memories = memories_for(sets, kMostLineFloats / own);
  auto* memory = static_cast<float*>(allocate(ctx, (shared + memories * own) * sizeof(float), 64));
  if (!memory) {
    return false;
  }
  float* const behind = memory + shared;
  for (size_t i = 0; i < count; memory += works[i++].shared()) {
    works[i].prepare(memory, behind);
  }
  const Chunks chunks(steps, count);
  if (chunks.count > 1) {
    parallel_items(chunks.count, memories, kLeastWorkToWake, [&](size_t chunk, size_t mine) {
      for (const Work* work = works; work != works + count; ++work) {
        const View from = chunks.part(*work->step->from, chunk), to = chunks.part(*work->step->to, chunk);
        const AllLines lines = work->lines(from, to);
        work->run(lines, 0, lines.count(), memory + mine * own);
      }
    });
    return true;
  }
  for (const Work* work = works; work != works + count; ++work) {
    const AllLines lines = work->lines(*work->step->from, *work->step->to);
    parallel_on(memories, lines.count(), work->cost(), [&](size_t begin, size_t end, size_t mine) {
      work->run(lines, begin, end, memory + mine * own);
    });
  }
  return true;
}

}  // namespace etk::vec
