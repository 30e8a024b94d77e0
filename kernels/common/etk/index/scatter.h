// The operators that scatter elements to a tensor.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/index/gather.h"

namespace etk {

/// The functions that copy self, and that add elements: `add` may be null, and returns false if it does not
/// support the views. `room` is the number of elements for which sums are widened at a time.
struct ScatterFunctions : PlaceFunctions {
  CopyFunction copy = etk::copy;
  bool (*add)(const NamedPlaces& places) = nullptr;
  size_t room = kChunk;
};

/// Reads the places of self, and copies self to `out`. `src`, if not null, must have an element for each
/// index. False, with a failure, if the arguments are invalid.
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

/// Scatters src to `out`, a copy of self; elements are replaced or added.
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

/// Scatters a number.
template <const char* kOp>
ETK_INLINE Tensor& scatter_number(
    Context& ctx, const Tensor& self, int64_t dim, const Tensor& index, const Scalar& value, Tensor& out) {
  static constexpr auto functions = faster<kOp, ScatterFunctions>();
  const ScalarType dtype = self.scalar_type();
  ETK_REQUIRE(ctx, index.numel() == 0 || can_hold(dtype, value), out);
  Places places(functions);
  if (start_scatter<kOp>(ctx, places, functions.copy, self, dim, index, /*src=*/nullptr, out)) {
    // The number is a view with strides of 0.
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
