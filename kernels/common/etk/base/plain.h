// Plain calls: those with static and contiguous tensors whose dtypes are known when kernels are compiled
// (call_facts.h). Patterns have shorter code for operators that have no other calls, which works on the
// memory of the tensors: without promotion, conversions, loops over strides and resizing. It has files of its
// own, `plain_*.h`. In the code of the patterns, `if constexpr` chooses it.
//
// The registration has checked what facts say before a kernel runs. A kernel still checks what they do not
// say: shapes that depend on each other, and values of arguments.
#pragma once

#include "etk/base/call_facts.h"
#include "etk/base/view.h"

namespace etk {

/// Whether all tensors in all calls of an operator are static and contiguous.
template <const char* kOp>
constexpr bool has_plain_memory() {
  constexpr Facts facts = call_facts<kOp>();
  return facts.is_static && facts.is_contiguous;
}

/// The dtype of all tensors in all calls, the outs included; Undefined if there are several.
template <const char* kOp>
constexpr ScalarType only_dtype() {
  constexpr Facts facts = call_facts<kOp>();
  return facts.dtype == facts.out_dtype ? facts.dtype : ScalarType::Undefined;
}

/// Whether all calls are plain, and of a dtype with values, which are converted when they are read and
/// stored.
template <const char* kOp>
constexpr bool is_plain_stored() {
  return has_plain_memory<kOp>() && compute_of(only_dtype<kOp>()) != Compute::kNone;
}

/// Whether all calls are plain, and of a dtype whose elements are values.
template <const char* kOp>
constexpr bool is_plain() {
  return has_plain_memory<kOp>() && is_wide(only_dtype<kOp>());
}

/// The type of values in which a dtype is computed.
template <ScalarType kDtype>
using ValueOfDtype = std::conditional_t<
    compute_of(kDtype) == Compute::kFloat,
    float,
    std::conditional_t<compute_of(kDtype) == Compute::kDouble, double, int64_t>>;

/// The type of values of the operator's only dtype.
template <const char* kOp>
using PlainValue = ValueOfDtype<only_dtype<kOp>()>;

namespace internal {

template <ScalarType kDtype>
constexpr auto element() {
  if constexpr (kDtype == ScalarType::Char) {
    return int8_t{};
  } else if constexpr (kDtype == ScalarType::Short) {
    return int16_t{};
  } else if constexpr (kDtype == ScalarType::Int) {
    return int32_t{};
  } else if constexpr (kDtype == ScalarType::Half) {
    return Half{};
  } else if constexpr (kDtype == ScalarType::BFloat16) {
    return BFloat16{};
  } else if constexpr (kDtype == ScalarType::UInt16) {
    return uint16_t{};
  } else if constexpr (kDtype == ScalarType::UInt32) {
    return uint32_t{};
  } else if constexpr (kDtype == ScalarType::UInt64) {
    return uint64_t{};
  } else if constexpr (kDtype == ScalarType::Byte || kDtype == ScalarType::Bool) {
    return uint8_t{};
  } else {
    return ValueOfDtype<kDtype>{};
  }
}

}  // namespace internal

/// How elements of a dtype are stored.
template <ScalarType kDtype>
using Element = decltype(internal::element<kDtype>());

/// An element as a value, and a value as an element.
template <typename C, ScalarType kDtype>
C value_of_element(Element<kDtype> element) {
  if constexpr (kDtype == ScalarType::Bool) {
    return element != 0;
  } else {
    return static_cast<C>(element);
  }
}
template <ScalarType kDtype, typename C>
Element<kDtype> element_of(C value) {
  if constexpr (kDtype == ScalarType::Bool) {
    return value != 0;
  } else {
    return static_cast<Element<kDtype>>(value);
  }
}

/// Whether a call has dtypes for which the operator is selected. The registration has checked those that are
/// known.
template <const char* kOp, typename... Tensors>
ETK_INLINE bool accepts_plain(const Tensors&... tensors) {
  constexpr Facts facts = call_facts<kOp>();
  if constexpr (facts.dtype != ScalarType::Undefined && facts.out_dtype != ScalarType::Undefined) {
    return true;
  } else {
    return accepts<kOp>(tensors...);
  }
}

/// The distance in elements of each dimension of `sizes` for a contiguous tensor that is broadcast to them: 0
/// along those that it repeats. `covered` gets those that it has. False if it cannot be broadcast.
bool plain_strides(
    ArrayRef<executorch::aten::SizesType> own,
    ArrayRef<executorch::aten::SizesType> sizes,
    size_t* strides,
    DimSet& covered);

/// Copies the elements of `from`, in order, to contiguous memory for the same dtype.
void copy_plain(const View& from, void* to);

}  // namespace etk
