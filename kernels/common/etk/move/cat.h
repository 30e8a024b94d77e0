// Concatenates tensors along a dimension.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/move/plain_cat.h"

namespace etk {

/// Checks the arguments of operator kOp, and resizes the out. Returns the dimension; empty, with a failure in
/// the context, if the tensors cannot be concatenated.
template <const char* kOp>
std::optional<size_t> prepare_cat(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  ETK_REQUIRE(ctx, !tensors.empty() && accepts<kOp>(out), std::nullopt);
  const Tensor* first = &tensors[0];
  ScalarType dtype = first->scalar_type();
  for (const Tensor& tensor : tensors) {
    first = is_nothing(*first) ? &tensor : first;
    dtype = promote(dtype, tensor.scalar_type());
    ETK_REQUIRE(ctx, accepts<kOp>(tensor), std::nullopt);
  }
  ETK_REQUIRE(ctx, can_convert(dtype, out.scalar_type()) && can_cast(dtype, out.scalar_type()), std::nullopt);
  // Between tensors of shape (0), any dimension will do.
  const auto d = is_nothing(*first) ? 0 : wrap_dim(dim, first->dim());
  ETK_REQUIRE(ctx, d && first->dim() > 0, std::nullopt);
  Shape shape(*first);
  shape.sizes[*d] = 0;
  for (const Tensor& tensor : tensors) {
    if (!is_nothing(tensor)) {
      const auto sizes = tensor.sizes();
      bool fits = sizes.size() == shape.rank;
      for (size_t i = 0; fits && i < shape.rank; ++i) {
        fits = i == *d || sizes[i] == shape.sizes[i];
      }
      ETK_REQUIRE(ctx, fits, std::nullopt);
      shape.sizes[*d] += sizes[*d];
    }
  }
  return resize(ctx, out, shape) ? std::optional<size_t>(*d) : std::nullopt;
}

/// Copies each tensor to its range of dimension d.
inline void copy_to_cat(TensorList tensors, size_t d, Tensor& out) {
  int64_t start = 0;
  for (const Tensor& tensor : tensors) {
    if (!is_nothing(tensor)) {
      const int64_t size = tensor.sizes()[d];
      View to(out);
      to.slice(d, start, size);
      copy(View(tensor), to);
      start += size;
    }
  }
}

/// Concatenates tensors of any dtypes.
template <const char* kOp>
ETK_INLINE Tensor& cat(Context& ctx, TensorList tensors, int64_t dim, Tensor& out) {
  if constexpr (is_plain_cat<kOp>()) {
    cat_plain<kOp>(ctx, tensors, dim, out);
    return out;
  }
  const auto d = prepare_cat<kOp>(ctx, tensors, dim, out);
  if (d && !try_faster<kOp, CatFunction>(tensors, *d, out)) {
    copy_to_cat(tensors, *d, out);
  }
  return out;
}

}  // namespace etk
