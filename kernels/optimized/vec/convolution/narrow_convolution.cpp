// Convolutions of Half and BFloat16: all tensors are widened to floats in temporary memory, and the out is
// rounded at the end.

#include "vec/base/array.h"
#include "vec/base/parallel.h"
#include "vec/convolution/convolution.h"  // IWYU pragma: associated

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include <algorithm>
#include <optional>

namespace etk::vec {
namespace {

// The alignment of each widened tensor, in elements.
constexpr size_t kAligned = 16;

// Whether a tensor is contiguous or channels-last, without gaps.
bool is_whole(const View& view) {
  const size_t image = view.numel() / static_cast<size_t>(view.sizes[0]);
  return is_array(view, 0) ||
         (view.rank > 2 && is_channels_last(view) &&
          (view.sizes[0] == 1 || view.strides[0] == static_cast<ptrdiff_t>(image * view.element_size)));
}

// A view, and the copy of its elements as floats in the same order.
struct Widened {
  View view;
  Array narrow;
  size_t count;

  Widened(const View& from, float*& memory) : view(from), narrow(from.data, from.dtype), count(from.numel()) {
    for (size_t d = 0; d < view.rank; ++d) {
      view.strides[d] = from.strides[d] / narrow.element_size() * static_cast<ptrdiff_t>(sizeof(float));
    }
    view.dtype = ScalarType::Float;
    view.element_size = sizeof(float);
    view.data = reinterpret_cast<char*>(memory);
    memory += (count + kAligned - 1) / kAligned * kAligned;
  }

  float* floats() const {
    return const_cast<float*>(floats_of(view));
  }

  // Calls f(first, n) for parts of the elements.
  template <typename F>
  void for_parts(const F& f) const {
    constexpr size_t kPart = 1024;
    parallel((count + kPart - 1) / kPart, kPart / 2, [&](size_t begin, size_t end) {
      f(begin * kPart, std::min(end * kPart, count) - begin * kPart);
    });
  }
  void read() const {
    for_parts([&](size_t first, size_t n) { load_lines(narrow + first, 0, 1, n, floats() + first, 0); });
  }
  void write() const {
    for_parts([&](size_t first, size_t n) { store_lines(floats() + first, 0, 1, n, narrow + first, 0); });
  }
};

}  // namespace

bool convolve_any(
    Context& ctx,
    const Convolution& convolution,
    const View& input,
    const View& weight,
    const View* bias,
    const View& out,
    const Epilogue& epilogue) {
  if (!kHasNarrow || out.dtype == ScalarType::Float) {
    return convolve_floats(ctx, convolution, input, weight, bias, out, epilogue);
  }
  size_t count = 0;
  for (const View* view : {&input, &weight, bias, &out}) {
    if (view && (view->numel() == 0 || !is_whole(*view))) {
      return false;
    }
    count += view ? view->numel() + kAligned : 0;
  }
  const auto memory =
      is_single(out.dtype) ? ctx.allocate_temp(count * sizeof(float), 64) : Error::NotSupported;
  if (!memory.ok()) {
    return false;
  }
  auto* next = static_cast<float*>(*memory);
  const Widened from(input, next), kernels(weight, next), to(out, next);
  from.read();
  kernels.read();
  std::optional<Widened> offsets;
  if (bias) {
    offsets.emplace(*bias, next).read();
  }
  const bool settled = convolve_floats(
      ctx, convolution, from.view, kernels.view, offsets ? &offsets->view : nullptr, to.view, epilogue);
  if (settled && ctx.failure_state() == Error::Ok) {
    to.write();
  }
  return settled;
}

}  // namespace etk::vec
