// Filled tensors for operators whose calls are all plain; see base/plain.h.
#pragma once

#include "etk/base/copy.h"
#include "etk/base/faster.h"
#include "etk/base/number_checks.h"
#include "etk/base/plain.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etk {

/// Whether all calls of an operator fill contiguous tensors of one dtype, and there is no faster
/// implementation.
template <const char* kOp>
constexpr bool is_plain_fill() {
  return has_plain_memory<kOp>() && compute_of(call_facts<kOp>().out_dtype) != Compute::kNone &&
         !Faster<hash_of(kOp), FillFunction>::kIsRegistered;
}

template <const char* kOp, typename Number>
ETK_INLINE void fill_plain(const Number& number, Tensor& out) {
  constexpr ScalarType dtype = call_facts<kOp>().out_dtype;
  using C = std::conditional_t<dtype == ScalarType::Bool, double, ValueOfDtype<dtype>>;
  auto* const to = static_cast<Element<dtype>*>(out.mutable_data_ptr());
  std::fill(to, to + out.numel(), element_of<dtype>(value_of<C>(number)));
}

/// `can_fill` for argument `kIndex` of an operator, which calls may have in common.
template <const char* kOp, int kIndex>
ETK_INLINE bool can_fill_plain(size_t numel, const Scalar& number) {
  constexpr ScalarType dtype = call_facts<kOp>().out_dtype;
  if constexpr (is_small<kOp, kIndex>()) {
    return true;
  } else if constexpr (dtype == ScalarType::Float) {
    const double value = etk::to<double>(number);
    constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
    return !(value < -largest || value > largest) || std::isinf(value);
  } else {
    return can_fill(dtype, numel, number);
  }
}

/// Whether all calls ask for contiguous tensors, which they have, or for the format that a tensor has.
constexpr bool is_contiguous_format(const Fixed& format) {
  using executorch::aten::MemoryFormat;
  return format.kind == Fixed::kNone ||
         (format.kind == Fixed::kInt && (format.integer == static_cast<int64_t>(MemoryFormat::Contiguous) ||
                                         format.integer == static_cast<int64_t>(MemoryFormat::Preserve)));
}

}  // namespace etk
