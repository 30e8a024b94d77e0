// embedding(weight, indices) for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/plain.h"

#include <cstring>

namespace etk {

/// A faster implementation. It returns false, without writing anything, if it does not support the tensors or
/// an index is out of range.
using GatherFunction = bool (*)(const Tensor& weight, const Tensor& indices, Tensor& out);

/// Whether all tensors in all calls of an operator are static and contiguous, and there is no faster
/// implementation.
template <const char* kOp>
constexpr bool is_plain_embedding() {
  return has_plain_memory<kOp>() && !Faster<hash_of(kOp), GatherFunction>::kIsRegistered;
}

/// `embedding` for these.
template <const char* kOp>
ETK_INLINE void embedding_plain(Context& ctx, const Tensor& weight, const Tensor& indices, Tensor& out) {
  const auto shape = out.sizes();
  const size_t rank = indices.dim(), n = indices.numel();
  constexpr Fixed known = fixed_argument<kOp>(1);
  constexpr bool is_known_long =
      known.kind == Fixed::kDtype && known.integer == static_cast<int64_t>(ScalarType::Long);
  const bool is_long = is_known_long || indices.scalar_type() == ScalarType::Long;
  ETK_REQUIRE(ctx, out.scalar_type() == weight.scalar_type(), );
  ETK_REQUIRE(ctx, is_long || indices.scalar_type() == ScalarType::Int, );
  ETK_REQUIRE(ctx, weight.dim() == 2 && shape.size() == rank + 1 && shape[rank] == weight.size(1), );
  ETK_REQUIRE(ctx, indices.sizes().equals({shape.data(), rank}) && are_apart(indices, out), );
  const void* const from = indices.const_data_ptr();
  const auto at = [=](size_t i) {
    return is_long ? static_cast<const int64_t*>(from)[i] : static_cast<const int32_t*>(from)[i];
  };
  for (size_t i = 0; i < n; ++i) {
    ETK_REQUIRE(ctx, at(i) >= 0 && at(i) < weight.size(0), );
  }
  const size_t bytes = weight.element_size() * weight.size(1);
  char* to = static_cast<char*>(out.mutable_data_ptr());
  for (size_t i = 0; i < n; ++i, to += bytes) {
    std::memcpy(to, static_cast<const char*>(weight.const_data_ptr()) + at(i) * bytes, bytes);
  }
}

}  // namespace etk
