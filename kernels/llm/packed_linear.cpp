#include "packed_linear.h"

#include "etk/base/dtype.h"
#include "etk/base/view.h"
#include "packed_weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etk {
namespace {

// The number of rows of activations that are computed each time a row of weights is unpacked.
constexpr int64_t kRowsTogether = 16;

// Rounds each number to the nearest 8-bit quantized value; the quantized range covers the row and 0.
void quantize_row(float* row, int64_t n) {
  constexpr float kLeast = -128, kMost = 127;
  float low = 0, high = 0;
  for (int64_t i = 0; i < n; ++i) {
    low = std::min(low, row[i]);
    high = std::max(high, row[i]);
  }
  const float scale = std::max((high - low) / (kMost - kLeast), std::numeric_limits<float>::epsilon());
  const float zero_point = std::clamp(kLeast - std::nearbyint(low / scale), kLeast, kMost);
  const float inverse = 1 / scale;
  for (int64_t i = 0; i < n; ++i) {
    const float integer = std::clamp(std::nearbyint(row[i] * inverse) + zero_point, kLeast, kMost);
    row[i] = (integer - zero_point) * scale;
  }
}

}  // namespace

void multiply_packed(
    Context& ctx,
    const Tensor& activations,
    const Tensor& packed_weights,
    const PackedLinear& linear,
    Tensor& out) {
  ETK_REQUIRE(ctx, have_dtype(ScalarType::Float, activations, out), );
  ETK_REQUIRE(ctx, packed_weights.scalar_type() == ScalarType::Char && packed_weights.dim() == 1, );
  ETK_REQUIRE(ctx, activations.dim() == 2 && activations.size(1) == linear.k, );
  const View from(activations), bytes(packed_weights);
  PackedWeights weights;
  ETK_REQUIRE(
      ctx, weights.read(bytes.data, bytes.sizes[0], linear.bits, linear.n, linear.k, linear.group_size), );
  const int64_t rows = from.sizes[0];
  Shape shape;
  shape.push_back(rows);
  shape.push_back(linear.n);
  const auto floats = static_cast<size_t>((kRowsTogether + 1) * linear.k);
  auto* const room = static_cast<float*>(allocate(ctx, floats * sizeof(float), alignof(float)));
  if (!room || !resize(ctx, out, shape)) {
    return;
  }
  const View to(out);
  float* const weight = room + kRowsTogether * linear.k;
  for (int64_t first = 0; first < rows; first += kRowsTogether) {
    const int64_t count = std::min(kRowsTogether, rows - first);
    for (int64_t i = 0; i < count; ++i) {
      const char* row = from.data + (first + i) * from.strides[0];
      load(ScalarType::Float, row, from.strides[1], static_cast<size_t>(linear.k), room + i * linear.k);
      quantize_row(room + i * linear.k, linear.k);
    }
    for (int64_t n = 0; n < linear.n; ++n) {
      weights.row(n, weight);
      for (int64_t i = 0; i < count; ++i) {
        char* at = to.data + (first + i) * to.strides[0] + n * to.strides[1];
        *reinterpret_cast<float*>(at) = dot(room + i * linear.k, weight, linear.k) + weights.bias(n);
      }
    }
  }
}

}  // namespace etk
