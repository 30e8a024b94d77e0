// embedding_dense_backward(grad_output, indices)[w] = Σ grad_output[i] where indices[i] = w ≠ padding_idx;
// with scale_grad_by_freq divided by the number of those i
#include "etk/base/chunk.h"
#include "etk/base/copy.h"
#include "etk/base/indices.h"
#include "etk/base/loop.h"
#include "etk/base/selected_dtypes.h"

#include <cmath>

namespace torch::executor::native {
using namespace etk;

static constexpr char kEmbeddingDenseBackward[] = "embedding_dense_backward.out";

namespace {

// Calls f(index, at) for each index and the corresponding address in the second view, in the order of places:
// sums that are rounded depend on it.
template <typename F>
void for_each_index(const View& indices, const View& along, F&& f) {
  Loop loop(indices);
  loop.add(indices);
  loop.add(along);
  loop.simplify(/*keep_order=*/true);
  for (Cursor cursor(loop); cursor.left(); cursor.step(1)) {
    f(read_index(indices.dtype, cursor.at(0)), cursor.at(1));
  }
}

}  // namespace

Tensor& embedding_dense_backward_out(
    Context& ctx,
    const Tensor& grad_output,
    const Tensor& indices,
    int64_t num_weights,
    int64_t padding_idx,
    bool scale_grad_by_freq,
    Tensor& out) {
  const ScalarType dtype = grad_output.scalar_type();
  ETK_REQUIRE(ctx, accepts<kEmbeddingDenseBackward>(grad_output, indices), out);
  ETK_REQUIRE(ctx, is_floating(dtype) && out.scalar_type() == dtype, out);
  ETK_REQUIRE(ctx, grad_output.dim() == indices.dim() + 1, out);
  View gradients(grad_output);
  Shape shape;
  shape.push_back(num_weights);
  shape.push_back(gradients.sizes[gradients.rank - 1]);
  const ptrdiff_t stride = gradients.strides[gradients.rank - 1];
  gradients.remove(gradients.rank - 1);
  const View positions(indices);
  ETK_REQUIRE(ctx, num_weights >= 0 && gradients == positions, out);
  ETK_REQUIRE(ctx, are_indices(indices, padding_idx < 0 ? padding_idx : 0, num_weights), out);
  ETK_REQUIRE(ctx, are_apart(indices, out), out);
  if (!resize(ctx, out, shape)) {
    return out;
  }
  const View to(out);
  fill(to, 0);
  // PyTorch rounds the scale to the dtype. For Half and BFloat16 it also rounds each product, except in whole
  // vectors of 32; for other dtypes only the sum is rounded.
  const bool is_narrow = dtype == ScalarType::Half || dtype == ScalarType::BFloat16;
  const auto columns = static_cast<size_t>(shape.sizes[1]), fused = is_narrow ? columns / 32 * 32 : columns;
  Source gradient(dtype, ScalarType::Double), sum(dtype, ScalarType::Double);
  for_each_index(positions, gradients, [&](int64_t index, const char* from) {
    if (index == padding_idx || index < 0) {
      return;
    }
    double scale = 1;
    if (scale_grad_by_freq) {
      double times = 0;
      for_each_index(positions, positions, [&](int64_t other, const char*) { times += other == index; });
      scale = rounded(dtype, 1 / times);
    }
    char* row = to.data + index * to.strides[0];
    for (size_t done = 0, n = 0; done < columns; done += n) {
      n = chunk_of(columns - done);
      const auto at = static_cast<ptrdiff_t>(done);
      char* part = row + at * to.strides[1];
      const auto* terms = static_cast<const double*>(gradient.read(from + at * stride, stride, n));
      const auto* totals = static_cast<const double*>(sum.read(part, to.strides[1], n));
      double results[kChunk];
      for (size_t i = 0; i < n; ++i) {
        results[i] = done + i < fused ? std::fma(terms[i], scale, totals[i])
                                      : totals[i] + rounded(dtype, terms[i] * scale);
      }
      write(ScalarType::Double, results, n, dtype, part, to.strides[1]);
    }
  });
  return out;
}

}  // namespace torch::executor::native
