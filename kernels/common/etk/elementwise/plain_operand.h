// What is known of the operands of `map` when it is compiled for plain calls: their types, dtypes and
// numbers.
#pragma once

#include "etk/base/plain.h"
#include "etk/elementwise/operand.h"

namespace etk {
namespace internal {

/// What is known of an operand from its type: by default, nothing.
template <typename T>
struct OperandType {
  static constexpr bool kIsTensor = false, kIsNumber = false, kPromotes = true;
};
template <bool kIsNumber_, bool kPromotes_>
struct OperandType<KnownOperand<kIsNumber_, kPromotes_>> {
  static constexpr bool kIsTensor = !kIsNumber_, kIsNumber = kIsNumber_, kPromotes = kPromotes_;
};
template <>
struct OperandType<Tensor> : OperandType<KnownOperand<false, true>> {};
template <>
struct OperandType<Scalar> : OperandType<KnownOperand<true, true>> {};
template <const char* kOp, int kIndex>
struct OperandType<FixedScalar<kOp, kIndex>> : OperandType<KnownOperand<true, true>> {};
template <const char* kOp, int kIndex>
struct OperandType<FixedOperand<kOp, kIndex>> : OperandType<KnownOperand<true, false>> {};
template <const char* kOp, int kIndex, bool kPromotes>
struct OperandType<Argument<kOp, kIndex, kPromotes>> : OperandType<KnownOperand<false, kPromotes>> {};

/// The dtype of a tensor in all calls; Undefined if it has several.
template <const char* kOp, typename T>
struct OperandDtype {
  static constexpr ScalarType kValue = call_facts<kOp>().dtype;
};
template <const char* kOp, int kIndex, bool kPromotes>
struct OperandDtype<kOp, Argument<kOp, kIndex, kPromotes>> {
  static constexpr Fixed kFixed = fixed_argument<kOp>(kIndex);
  static constexpr ScalarType kValue =
      kFixed.kind == Fixed::kDtype ? static_cast<ScalarType>(kFixed.integer) : call_facts<kOp>().dtype;
};

// The category of a number: 0 for a bool, 1 for an integer, 2 for a float.
inline int category(const Scalar& number) {
  return number.isFloatingPoint() ? 2 : number.isBoolean() ? 0 : 1;
}
template <const char* kOp, int kIndex>
constexpr int category(const FixedScalar<kOp, kIndex>&) {
  constexpr Fixed fixed = fixed_argument<kOp>(kIndex);
  return fixed.kind == Fixed::kDouble ? 2 : fixed.kind == Fixed::kBool ? 0 : 1;
}
inline int category(const Operand& operand) {
  return operand.promotes && operand.number ? category(*operand.number) : 0;
}
inline int category(const Tensor&) {
  return 0;
}

inline const Scalar& number_of(const Scalar& number) {
  return number;
}
inline const Scalar& number_of(const Operand& operand) {
  return *operand.number;
}
template <const char* kOp, int kIndex>
const FixedScalar<kOp, kIndex>& number_of(const FixedScalar<kOp, kIndex>& number) {
  return number;
}
template <const char* kOp, int kIndex>
FixedScalar<kOp, kIndex> number_of(const FixedOperand<kOp, kIndex>&) {
  return {};
}

/// A number as a value that the dtype of the computation can represent.
template <typename C, ScalarType kComputed, typename T>
ETK_INLINE C plain_number(const T& operand) {
  const auto& number = number_of(operand);
  if constexpr (kComputed == ScalarType::Bool) {
    return value_of<double>(number) != 0;
  } else {
    return static_cast<C>(static_cast<Element<kComputed>>(value_of<C>(number)));
  }
}

}  // namespace internal
}  // namespace etk
