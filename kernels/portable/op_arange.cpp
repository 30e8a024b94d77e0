// arange(start, end, step) = start, start + step, … to before end
#include "etk/chunk.h"
#include "etk/loop.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kArange[] = "arange.out";
static constexpr char kArangeStart[] = "arange.start_out";

namespace {

// How many elements there are; negative if the step does not lead from start to end.
double length(ScalarType dtype, const Scalar& start, const Scalar& end, const Scalar& step) {
  if (dtype == ScalarType::Long) {
    const auto distance = static_cast<double>(etk::to<int64_t>(end) - etk::to<int64_t>(start));
    return std::ceil(distance / static_cast<double>(etk::to<int64_t>(step)));
  }
  return std::ceil((etk::to<double>(end) - etk::to<double>(start)) / etk::to<double>(step));
}

template <typename C>
void count(const Scalar& start, const Scalar& step, size_t first, size_t n, void* values) {
  for (size_t i = 0; i < n; ++i) {
    static_cast<C*>(values)[i] = etk::to<C>(start) + etk::to<C>(step) * static_cast<C>(first + i);
  }
}

Tensor& arange(Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  const ScalarType dtype = out.scalar_type();
  ETK_REQUIRE(ctx, compute_of(dtype) != Compute::kNone && dtype != ScalarType::Bool, out);
  const double n = length(dtype, start, end, step);
  ETK_REQUIRE(ctx, n >= 0 && n <= 2147483647.0, out);  // not NaN either
  Shape shape;
  shape.push_back(static_cast<int64_t>(n));
  if (!resize(ctx, out, shape)) {
    return out;
  }
  // As PyTorch does, integers are counted exactly and everything else in double.
  const bool exact = compute_of(dtype) == Compute::kInt;
  const View to(out);
  ChunkBuffer values;
  const auto total = static_cast<size_t>(n);
  for (size_t first = 0; first < total; first += kChunk) {
    const size_t part = chunk_of(total - first);
    (exact ? count<int64_t> : count<double>)(start, step, first, part, values.bytes);
    char* const at = to.data + static_cast<ptrdiff_t>(first) * to.strides[0];
    write(exact ? ScalarType::Long : ScalarType::Double, values.bytes, part, dtype, at, to.strides[0]);
  }
  return out;
}

}  // namespace

Tensor& arange_out(Context& ctx, const Scalar& end, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kArange>(out), out);
  return arange(ctx, 0, end, 1, out);
}

Tensor& arange_start_out(
    Context& ctx, const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  ETK_REQUIRE(ctx, accepts<kArangeStart>(out), out);
  return arange(ctx, start, end, step, out);
}

}  // namespace torch::executor::native
