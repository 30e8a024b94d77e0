// Concatenation for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/plain.h"

#include <cstring>

namespace etk {

/// A faster implementation that copies the tensors along dimension d. It returns false, without writing
/// anything, if it does not support the tensors.
using CatFunction = bool (*)(TensorList tensors, size_t d, Tensor& out);

/// Whether a tensor has shape (0), which can be concatenated with tensors of any shape.
inline bool is_nothing(const Tensor& tensor) {
  return tensor.dim() == 1 && tensor.numel() == 0;
}

/// Whether all calls of an operator concatenate contiguous tensors of one dtype, and there is no faster
/// implementation.
template <const char* kOp>
constexpr bool is_plain_cat() {
  return has_plain_memory<kOp>() && call_facts<kOp>().same_dtypes &&
         !Faster<hash_of(kOp), CatFunction>::kIsRegistered;
}

template <const char* kOp>
ETK_INLINE void cat_plain(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  const auto to = out.sizes();
  const auto d = wrap_dim(dim, to.size());
  ETK_REQUIRE(ctx, accepts_plain<kOp>(out) && d && !to.empty() && !tensors.empty(), );
  int64_t length = 0;
  size_t outer = 1;
  for (size_t i = 0; i < *d; ++i) {
    outer *= to[i];
  }
  for (const Tensor& tensor : tensors) {
    if (call_facts<kOp>().has_empty && is_nothing(tensor)) {
      continue;
    }
    const auto sizes = tensor.sizes();
    ETK_REQUIRE(ctx, sizes.size() == to.size(), );
    for (size_t i = 0; i < sizes.size(); ++i) {
      ETK_REQUIRE(ctx, i == *d || sizes[i] == to[i], );
    }
    length += sizes[*d];
  }
  ETK_REQUIRE(ctx, length == to[*d], );
  char* end = static_cast<char*>(out.mutable_data_ptr());
  for (size_t i = 0; i < outer; ++i) {
    for (const Tensor& tensor : tensors) {
      const size_t bytes = tensor.nbytes() / outer;
      if (bytes > 0) {
        std::memcpy(end, static_cast<const char*>(tensor.const_data_ptr()) + i * bytes, bytes);
        end += bytes;
      }
    }
  }
}

}  // namespace etk
