// Tensors that elements are scattered to, by functions that say how.
#pragma once

#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/index/gather.h"

namespace etk {

/// How elements are scattered: what is copied first, and added by `add`, which is false if it does not take
/// the views, and perhaps null. What has to be widened is added up for so many places at a time as there is
/// room for.
struct ScatterFunctions : PlaceFunctions {
  CopyFunction copy = etk::copy;
  bool (*add)(const NamedPlaces& places) = nullptr;
  size_t room = kChunk;
};

/// Reads the places of self, and copies it to `out`. `src`, if it is not null, has an element for each place.
/// False, with a failure, if they do not fit.
template <const char* kOp>
ETK_INLINE bool start_scatter(
    Context& ctx,
    Places& places,
    CopyFunction copy,
    const Tensor& self,
    int64_t dim,
    const Tensor& index,
    const Tensor* src,
    Tensor& out) {
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, (accepts<kOp>(self, index)) && !is_large_unsigned(dtype), false);
  ETK_REQUIRE(ctx, out.scalar_type() == dtype && (!src || src->scalar_type() == dtype), false);
  ETK_REQUIRE(ctx, places.read(self, dim, index) && (!src || places.fit(*src)), false);
  ETK_REQUIRE(ctx, are_apart(index, out), false);
  if (!resize(ctx, out, Shape(self))) {
    return false;
  }
  copy(View(self), View(out));
  return true;
}

/// Sets the elements of `out` at the places of self to those of src, or adds them.
template <const char* kOp, bool kAdds = false>
ETK_INLINE Tensor& scatter(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src, Tensor& out) {
  static constexpr auto functions = faster<kOp, ScatterFunctions>();
  ETK_REQUIRE(ctx, !kAdds || compute_of(self.scalar_type()) != Compute::kNone, out);
  Places places(functions);
  if (!start_scatter<kOp>(ctx, places, functions.copy, self, dim, index, &src, out)) {
    return out;
  }
  if constexpr (kAdds) {
    places.scatter_add<kOp, functions.room>(functions.add, src, out);
  } else {
    places.scatter(View(src), out);
  }
  return out;
}

/// Sets them to a number.
template <const char* kOp>
ETK_INLINE Tensor& scatter_number(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  static constexpr auto functions = faster<kOp, ScatterFunctions>();
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, index.numel() == 0 || can_hold(dtype, value), out);
  Places places(functions);
  if (start_scatter<kOp>(ctx, places, functions.copy, self, dim, index, /*src=*/nullptr, out)) {
    // The value lies at each index of a view that does not move.
    alignas(double) char element[kMostBytes];
    store_number(value, dtype, element);
    View values(index);
    values.dtype = dtype;
    values.element_size = self.element_size();
    values.data = element;
    for (size_t d = 0; d < values.rank; ++d) {
      values.strides[d] = 0;
    }
    places.scatter(values, out);
  }
  return out;
}

}  // namespace etk
